import { Link, useSearchParams } from 'react-router'
import { linkPages } from '#shared/messages/links.ts'
import { paths } from '../app/paths.ts'
import { FormCard } from '../components/form-card.tsx'
import { useAuth } from '../features/auth/auth-context.ts'
import { postReset } from '../features/auth/codes-api.ts'
import { NewPasswordForm } from '../features/auth/new-password-form.tsx'

/** Where the link for a forgotten password leads. */
export default function ResetPage() {
  const code = useSearchParams()[0].get('code') ?? ''
  const { enter } = useAuth()
  return (
    <FormCard
      title="New password"
      heading="Choose a new password"
      intro={linkPages.signsOut}
      footer={<Link to={paths.forgot()}>Send a new link</Link>}
    >
      <NewPasswordForm
        submitLabel="Save password"
        send={password => postReset({ code, password })}
        onDone={enter}
        failed={linkPages.resetFailed}
      />
    </FormCard>
  )
}
