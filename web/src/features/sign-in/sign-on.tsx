import boxArrowInRight from 'bootstrap-icons/icons/box-arrow-in-right.svg?raw'
import { type FormEvent, useState } from 'react'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { PasswordField } from '../../components/fields.tsx'
import { SubmitButton } from '../../components/form.tsx'
import { Icon } from '../../components/icon.tsx'
import { useFirstField } from '../../components/page.tsx'
import { failureText } from '../../lib/api-error.ts'
import { useSignOnStatus } from './api.ts'
import { useAuth } from './auth-context.ts'
import { readSignedOut } from './signed-out.ts'

/** Leads to the provider, and back to the page that was open when the session ended. `said`: the sentence above it. */
export function SignOnButton({ name, said }: { name: string; said: string | undefined }) {
  const status = useSignOnStatus(true)
  const [isBusy, setIsBusy] = useState(false)
  const [to] = useState(() => readSignedOut()?.path)
  const away = messages.singleSignOn.unavailable(name)
  const isAway = status.data?.available === false && said !== away
  const query = to === undefined ? '' : `?${new URLSearchParams({ to }).toString()}`
  return (
    <div className="sign-on">
      <a
        href={`/api/auth/oidc${query}`}
        className={`btn btn-secondary w-100 ${isBusy ? 'disabled' : ''}`}
        aria-disabled={isBusy}
        aria-describedby={isAway ? 'sign-on-away' : undefined}
        onClick={event => (isBusy ? event.preventDefault() : setIsBusy(true))}
      >
        {isBusy ? (
          <span className="spinner-border spinner-border-sm" aria-hidden="true" />
        ) : (
          <Icon svg={boxArrowInRight} />
        )}
        {isBusy ? messages.singleSignOn.opening(name) : messages.singleSignOn.button(name)}
      </a>
      {isAway && (
        <p id="sign-on-away" className="form-text" role="status">
          {away}
        </p>
      )}
    </div>
  )
}

/** Asks once for the password of an account whose e-mail the provider hasn't verified. */
export function SignOnPasswordForm({ text }: { text: string }) {
  const { confirmSignOn } = useAuth()
  const field = useFirstField<HTMLInputElement>()
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    if (password === '') return setFailure(messages.users.passwordRequired)
    setFailure(null)
    setIsBusy(true)
    try {
      await confirmSignOn(password)
    } catch (error) {
      setFailure(failureText(error, messages.signIn.loginFailed))
      setIsBusy(false)
    }
  }

  return (
    <form className="form" noValidate onSubmit={event => void handleSubmit(event)}>
      <Alert variant="info">{text}</Alert>
      {failure && <Alert variant="danger">{failure}</Alert>}
      <PasswordField ref={field} label="Password" name="password" autoComplete="current-password" />
      <SubmitButton
        label={messages.singleSignOn.link}
        busyLabel="Linking..."
        busy={isBusy}
        className="w-100"
      />
    </form>
  )
}
