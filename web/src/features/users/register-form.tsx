import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { passwordsMatch, registerInput } from '#shared/contract/auth.ts'
import { confirmPasswordField } from '#shared/contract/fields.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { type Role, roles } from '#shared/roles.ts'
import { paths } from '../../app/paths.ts'
import { Alert } from '../../components/alert.tsx'
import { CancelLink } from '../../components/cancel-link.tsx'
import { FormButtons } from '../../components/form-buttons.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useActor } from '../../lib/can.tsx'
import { serverError, serverText } from '../../lib/failures.ts'
import { showFieldErrors } from '../../lib/field-errors.ts'
import { readToken } from '../../lib/sign-in.ts'
import { useRegisterUser } from './api.ts'
import { PasswordPair } from './password-pair.tsx'
import { RoleOptions } from './role-options.tsx'

const registerForm = z.extend(registerInput, { confirmPassword: confirmPasswordField }).check(passwordsMatch)
type Values = z.input<typeof registerForm>
type Checked = z.output<typeof registerForm>

/** Makes an account for somebody else; whoever fills it in stays signed in as themselves. */
export function RegisterForm({ onRegistered }: { onRegistered: (name: string) => void }) {
  const actor = useActor()
  const registerUser = useRegisterUser()
  const { register, handleSubmit, setError, formState } = useForm<Values, unknown, Checked>({
    resolver: standardSchemaResolver(registerForm),
    // Nobody is made anything by oversight.
    defaultValues: { name: '', email: '', password: '', confirmPassword: '', role: '' as Role },
  })
  const { errors, isSubmitting, isSubmitSuccessful } = formState
  const mayRegister = (role: Role) => actor !== null && can(actor, 'user.register', { role })

  async function submit({ confirmPassword, ...input }: Checked) {
    if (readToken() === null) return setError('root', { message: messages.register.adminOnly })
    try {
      const { user } = await registerUser.mutateAsync(input)
      if (user) onRegistered(user.name)
      else setError('root', { message: messages.register.unexpectedFormat })
    } catch (error) {
      showFieldErrors(error, ['name', 'email', 'password', 'role'], setError)
      const reason = serverText(error) ?? serverError(error) ?? messages.register.failed
      setError('root', { message: messages.register.failure(reason) })
    }
  }

  return (
    <form className="card card-body form" noValidate onSubmit={handleSubmit(submit)}>
      {errors.root?.message && (
        <Alert key={formState.submitCount} variant="danger">
          {errors.root.message}
        </Alert>
      )}
      <TextField label="Name" autoComplete="off" error={errors.name?.message} {...register('name')} />
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordPair
        password={{ field: register('password'), error: errors.password?.message }}
        confirmation={{ field: register('confirmPassword'), error: errors.confirmPassword?.message }}
      />
      <SelectField
        label="Role"
        help={roles.every(mayRegister) ? undefined : messages.register.noAdmins}
        error={errors.role?.message}
        {...register('role')}
      >
        <option value="">Select a role</option>
        <RoleOptions offers={mayRegister} />
      </SelectField>
      <FormButtons>
        <CancelLink to={paths.users()} busy={isSubmitting} />
        <SubmitButton
          label="Register User"
          busyLabel="Registering..."
          busy={isSubmitting || isSubmitSuccessful}
        />
      </FormButtons>
    </form>
  )
}
