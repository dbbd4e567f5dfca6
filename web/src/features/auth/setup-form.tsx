import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import { type SetupForm as SetupValues, setupForm } from '#shared/contract/auth.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { TextField } from '../../components/text-field.tsx'
import { failureText, hasCode } from '../../lib/api-error.ts'
import { showFieldErrors } from '../../lib/field-errors.ts'
import { useAuth } from './auth-context.ts'

/** Makes the first administrator; `code` comes from the link that the server printed. */
export function SetupForm({ code }: { code: string }) {
  const { setUp } = useAuth()
  const { register, handleSubmit, setError, formState } = useForm<SetupValues>({
    resolver: standardSchemaResolver(setupForm),
    defaultValues: { name: '', email: '', password: '', confirmPassword: '' },
  })
  const { errors, isSubmitting, isSubmitSuccessful } = formState

  async function submit({ name, email, password }: SetupValues) {
    try {
      await setUp({ name, email, password, setup_code: code })
    } catch (error) {
      showFieldErrors(error, ['name', 'email', 'password'], setError)
      setError('root', { message: failureSentence(error) })
    }
  }

  return (
    <form className="form" noValidate onSubmit={handleSubmit(submit)}>
      {errors.root?.message && <Alert variant="danger">{errors.root.message}</Alert>}
      <TextField label="Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        help={`At least ${limits.passwordMin} characters.`}
        error={errors.password?.message}
        {...register('password')}
      />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      <SubmitButton
        label="Create account"
        busyLabel="Creating..."
        busy={isSubmitting || isSubmitSuccessful}
        className="w-100"
      />
    </form>
  )
}

/** Nobody can be signed in yet, so being told to sign in does not help alone: on this page it means a wrong code. */
function failureSentence(error: unknown) {
  const reason = failureText(error, messages.register.failed)
  const sentence = messages.register.failure(reason)
  return hasCode(error, 'registration_closed')
    ? `${sentence}. ${messages.register.setupLinkInvalid}`
    : sentence
}
