import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { passwordsMatch, registerInput } from '#shared/contract/auth.ts'
import { confirmPasswordField } from '#shared/contract/fields.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { type Role, roles } from '#shared/roles.ts'
import { paths } from '../../app/paths.ts'
import { NameAndEmail, PasswordPair } from '../../components/account-fields.tsx'
import { FormShell } from '../../components/form-shell.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { useActor } from '../../lib/can.tsx'
import { checkBy } from '../../lib/check-by.ts'
import { serverError, serverText } from '../../lib/failures.ts'
import { readToken } from '../../lib/sign-in.ts'
import { fieldOf, useSubmit } from '../../lib/use-submit.ts'
import { useRegisterUser } from './api.ts'
import { RoleOptions } from './role-options.tsx'

const registerForm = z.extend(registerInput, { confirmPassword: confirmPasswordField }).check(passwordsMatch)
type Values = z.input<typeof registerForm>
type Checked = z.output<typeof registerForm>

/** Makes an account for another user; the one who fills it in stays signed in. */
export function RegisterForm({ onRegistered }: { onRegistered: (name: string) => void }) {
  const actor = useActor()
  const registerUser = useRegisterUser()
  const form = useForm<Values, unknown, Checked>({
    resolver: checkBy(registerForm),
    // No role is given by oversight.
    defaultValues: { name: '', email: '', password: '', confirmPassword: '', role: '' as Role },
  })
  const mayRegister = (role: Role) => actor !== null && can(actor, 'user.register', { role })

  async function send({ confirmPassword, ...input }: Checked) {
    if (readToken() === null) return form.setError('root', { message: messages.register.adminOnly })
    const { user } = await registerUser.mutateAsync(input)
    if (user) onRegistered(user.name)
    else form.setError('root', { message: messages.register.unexpectedFormat })
  }

  const submission = useSubmit(form, {
    send,
    failure: error =>
      messages.register.failure(serverText(error) ?? serverError(error) ?? messages.register.failed),
  })

  return (
    <FormShell
      submission={submission}
      submitLabel="Register User"
      busyLabel="Registering..."
      cancel={paths.users()}
      className="card card-body"
    >
      <NameAndEmail name={fieldOf(form, 'name')} email={fieldOf(form, 'email')} />
      <PasswordPair password={fieldOf(form, 'password')} confirmation={fieldOf(form, 'confirmPassword')} />
      <SelectField
        label="Role"
        help={roles.every(mayRegister) ? undefined : messages.register.noAdmins}
        {...fieldOf(form, 'role')}
      >
        <option value="">Select a role</option>
        <RoleOptions offers={mayRegister} />
      </SelectField>
    </FormShell>
  )
}
