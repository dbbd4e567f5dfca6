import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { fieldErrors } from '#shared/contract/errors.ts'
import { type LoginInput, loginInput, type SignedInReply } from '#shared/contract/sign-in.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { Alert } from '../../components/alert.tsx'
import { PasswordField, TextField } from '../../components/fields.tsx'
import { SubmitButton } from '../../components/form.tsx'
import { useFirstField } from '../../components/page.tsx'
import { hasMail } from '../../domain/settings.ts'
import { failureText } from '../../lib/api-error.ts'
import { hasPasskeys } from '../../lib/passkeys.ts'
import { useAuth } from './auth-context.ts'
import { offerPasskeys } from './offer-passkeys.ts'
import { SignedOutAlert } from './signed-out-alert.tsx'

const check = (form: HTMLFormElement) => z.safeParse(loginInput, Object.fromEntries(new FormData(form)))

/** Without the form library, which would be a tenth of the bytes of a first visit for two fields. */
export function LoginForm() {
  const { login, enter } = useAuth()
  const email = useFirstField<HTMLInputElement>()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [isPasskeyOffered, setIsPasskeyOffered] = useState(false)

  const handlePasskey = useEffectEvent(enter)
  useEffect(() => {
    if (!hasPasskeys()) return
    const controller = new AbortController()
    const { signal } = controller
    const offer = {
      signal,
      onOffered: () => setIsPasskeyOffered(true),
      onSignedIn: (signedIn: SignedInReply) => handlePasskey(signedIn),
      onRefused: (error: unknown) => setFailure(failureText(error, messages.signIn.loginFailed)),
    }
    // Without it the form works as before.
    void offerPasskeys(offer).catch(() => {})
    return () => controller.abort()
  }, [])

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const checked = check(form)
    setFailure(null)
    if (checked.success) {
      setErrors({})
      void send(checked.data)
      return
    }
    const found = fieldErrors(checked.error.issues)
    setErrors(found)
    form.querySelector<HTMLInputElement>(`[name="${found.email ? 'email' : 'password'}"]`)?.focus()
  }

  async function send(input: LoginInput) {
    setIsBusy(true)
    try {
      // After signing in, the form stays busy until the next screen is shown.
      await login(input)
    } catch (error) {
      setFailure(failureText(error, messages.signIn.loginFailed))
      setIsBusy(false)
    }
  }

  /** Removes errors that are corrected while typing; new errors are shown only after the next attempt. */
  function handleInput(event: FormEvent<HTMLFormElement>) {
    const checked = check(event.currentTarget)
    const found = checked.success ? {} : fieldErrors(checked.error.issues)
    setErrors(shown => Object.fromEntries(Object.entries(found).filter(([name]) => name in shown)))
  }

  return (
    <form className="form" noValidate onSubmit={handleSubmit} onInput={handleInput}>
      {failure && <Alert variant="danger">{failure}</Alert>}
      {!failure && <SignedOutAlert />}
      <TextField
        ref={email}
        label="Email"
        name="email"
        type="email"
        autoComplete={isPasskeyOffered ? 'username webauthn' : 'username'}
        error={errors.email}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        error={errors.password}
      />
      {hasMail() && (
        <Link to={paths.forgot()} className="forgot-link">
          Forgot your password?
        </Link>
      )}
      <SubmitButton label="Login" busyLabel="Logging in..." busy={isBusy} className="w-100" />
    </form>
  )
}
