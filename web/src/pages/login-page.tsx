import arrowLeft from 'bootstrap-icons/icons/arrow-left.svg?raw'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { messages } from '#shared/messages.ts'
import { paths } from '../app/paths.ts'
import { Alert } from '../components/alert.tsx'
import { Icon } from '../components/icon.tsx'
import { FormCard } from '../components/page.tsx'
import { isOnlySignOn, providerName } from '../domain/settings.ts'
import { WaitingForLogin } from '../features/reports/waiting/waiting-days.tsx'
import { useSignOnStatus } from '../features/sign-in/api.ts'
import { useAuth } from '../features/sign-in/auth-context.ts'
import { LoginForm } from '../features/sign-in/login-form.tsx'
import { SignOnButton, SignOnPasswordForm } from '../features/sign-in/sign-on.tsx'
import { readSignedOut } from '../features/sign-in/signed-out.ts'
import { SignedOutAlert } from '../features/sign-in/signed-out-alert.tsx'
import { lazily } from '../lib/lazily.ts'

/** Loaded lazily, because few sign-ins need a second step. */
const SecondStepForm = lazily(() => import('../features/sign-in/second-step-form.tsx'))

export default function LoginPage() {
  const [userId] = useState(() => readSignedOut()?.userId)
  const { secondStep } = useAuth()
  return (
    <FormCard
      title="Login"
      heading="Login to Daily Report App"
      footer={
        <>
          <p>Don't have an account?</p>
          <p className="text-body-secondary">{messages.signIn.contactAdmin}</p>
          <Link to={paths.register()} className="icon-link">
            <Icon svg={arrowLeft} />
            Back
          </Link>
        </>
      }
    >
      {secondStep ? (
        <SecondStepForm challenge={secondStep.challenge} methods={secondStep.methods} />
      ) : (
        <WaysIn />
      )}
      {userId && <WaitingForLogin userId={userId} />}
    </FormCard>
  )
}

/** Shows only the password form, unless the server has a provider of single sign-on. */
function WaysIn() {
  const { signOn } = useAuth()
  const name = providerName()
  const hasPasswords = usePasswords()
  if (signOn?.needsPassword) return <SignOnPasswordForm text={signOn.text} />
  return (
    <>
      {signOn && <Alert variant="danger">{signOn.text}</Alert>}
      {/* If the password form is shown, it has this alert itself. */}
      {!signOn && !hasPasswords && <SignedOutAlert />}
      {name && <SignOnButton name={name} said={signOn?.text} />}
      {name && hasPasswords && <p className="sign-on-or">or with your password</p>}
      {hasPasswords && <LoginForm />}
    </>
  )
}

/** If only single sign-on is allowed, administrators find the password form at `/login?password`. */
function usePasswords() {
  const [query] = useSearchParams()
  const isHidden = isOnlySignOn() && !query.has('password')
  const status = useSignOnStatus(isHidden)
  return !isHidden || status.data?.passwords === true
}
