import { Navigate, useSearchParams } from 'react-router'
import { messages } from '#shared/messages.ts'
import { paths } from '../app/paths.ts'
import { Alert } from '../components/alert.tsx'
import { FormCard } from '../components/page.tsx'
import { Spinner } from '../components/placeholders.tsx'
import { useSetupState } from '../features/sign-in/api.ts'
import { SetupForm } from '../features/sign-in/setup-form.tsx'
import { failureText } from '../lib/api-error.ts'

export default function SetupPage() {
  const setup = useSetupState()
  const code = useSearchParams()[0].get('code')
  if (setup.isPending) return <Spinner />
  if (setup.data && !setup.data.open) return <Navigate to={paths.landing()} replace />

  return (
    <FormCard
      title="Set up"
      heading="Set up Daily Report App"
      intro="Create the first admin account. You can add everyone else in the app."
    >
      {setup.error ? (
        <>
          <Alert variant="danger">{failureText(setup.error, messages.signIn.registerFailed)}</Alert>
          <button type="button" className="btn btn-primary w-100" onClick={() => void setup.refetch()}>
            Try again
          </button>
        </>
      ) : code ? (
        <SetupForm code={code} />
      ) : (
        <Alert variant="danger">{messages.signIn.setupLinkInvalid}</Alert>
      )}
    </FormCard>
  )
}
