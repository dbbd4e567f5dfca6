import { useState } from 'react'
import { useController } from 'react-hook-form'
import * as z from 'zod/mini'
import { confirmPasswordField } from '#shared/contract/fields.ts'
import { type Invitation, inviteInput } from '#shared/contract/invitations.ts'
import { passwordsMatch, registerInput } from '#shared/contract/sign-in.ts'
import type { NamedTeam } from '#shared/contract/teams.ts'
import type { User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { type Role, roles } from '#shared/roles.ts'
import { paths } from '../../app/paths.ts'
import { Checklist } from '../../components/checklist.tsx'
import { SelectField } from '../../components/fields.tsx'
import { FormShell } from '../../components/form.tsx'
import { Placeholder, Skeleton } from '../../components/placeholders.tsx'
import { RadioCards } from '../../components/radio-cards.tsx'
import { NameAndEmail, PasswordPair } from '../../domain/account-fields.tsx'
import { hasMail } from '../../domain/settings.ts'
import { serverError, serverText } from '../../lib/api-error.ts'
import { useActor } from '../../lib/can.tsx'
import { useFocusOnce } from '../../lib/focus.ts'
import { checkBy, fieldOf, useForm, useSubmit } from '../../lib/forms.ts'
import { readToken } from '../../lib/sign-in.ts'
import { useRegisterUser } from './api.ts'
import { RoleOptions } from './role-options.tsx'
import './users.scss'

const registerForm = z.extend(registerInput, { confirmPassword: confirmPasswordField }).check(passwordsMatch)
type Values = z.input<typeof registerForm>
type Checked = z.output<typeof registerForm>

/** The fields of an invitation, for which the invited user sets the password. */
const inviteForm = z.pick(inviteInput, { name: true, email: true, role: true, team_ids: true })

type RegisterFormProps = {
  /** Those that the user may choose from. Without any the form has no field for them. */
  teams: readonly NamedTeam[]
  /** Whether the form takes the focus: when another user is added, the pressed button no longer exists. */
  takesFocus: boolean
  onRegistered: (name: string) => void
  onInvited: (user: User, invitation: Invitation) => void
}

/** Creates an account for another user. */
export function RegisterForm({ teams, takesFocus, onRegistered, onInvited }: RegisterFormProps) {
  const actor = useActor()
  const registerUser = useRegisterUser()
  // If mail is set up, an invitation is the default.
  const [invites, setInvites] = useState(hasMail)
  const form = useForm<Values, unknown, Checked>({
    resolver: checkBy(invites ? (inviteForm as unknown as typeof registerForm) : registerForm),
    // No role is preselected, so that none is given by mistake.
    defaultValues: { name: '', email: '', password: '', confirmPassword: '', role: '' as Role, team_ids: [] },
  })
  const { field: chosenTeams, fieldState } = useController({ control: form.control, name: 'team_ids' })
  const firstField = useFocusOnce<HTMLInputElement>(takesFocus)
  const name = fieldOf(form, 'name')
  const mayRegister = (role: Role) => actor !== null && can(actor, 'user.register', { role })

  async function send({ confirmPassword, team_ids = [], ...account }: Checked) {
    if (readToken() === null) return form.setError('root', { message: messages.signIn.registerAdminOnly })
    // An older server knows no teams.
    const input = { ...account, ...(team_ids.length > 0 && { team_ids }) }
    const { password: _, ...invited } = input
    const { user, invitation } = await registerUser.mutateAsync(
      invites ? { ...invited, invite: true } : input,
    )
    if (!user || (invites && !invitation))
      return form.setError('root', { message: messages.signIn.registerUnexpectedFormat })
    if (invitation) onInvited(user, invitation)
    else onRegistered(user.name)
  }

  const submission = useSubmit(form, {
    send,
    failure: error =>
      messages.signIn.registerFailure(
        serverText(error) ?? serverError(error) ?? messages.signIn.registerFailed,
      ),
  })

  return (
    <FormShell
      submission={submission}
      submitLabel={invites ? 'Invite User' : 'Register User'}
      busyLabel={invites ? 'Inviting...' : 'Registering...'}
      cancel={paths.users()}
      className="card card-body"
    >
      <SignInChoice
        invites={invites}
        onChoose={next => {
          setInvites(next)
          form.clearErrors()
        }}
      />
      <div className="form-pair">
        <NameAndEmail
          name={{
            ...name,
            ref(element) {
              firstField.current = element
              name.ref(element)
            },
          }}
          email={fieldOf(form, 'email')}
        />
        {!invites && (
          <PasswordPair
            password={fieldOf(form, 'password')}
            confirmation={fieldOf(form, 'confirmPassword')}
          />
        )}
        <SelectField
          label="Role"
          help={roles.every(mayRegister) ? undefined : messages.users.notToRegister(mayRegister)}
          {...fieldOf(form, 'role')}
        >
          <option value="">Select a role</option>
          <RoleOptions offers={mayRegister} />
        </SelectField>
      </div>
      {teams.length > 0 && (
        <Checklist
          legend="Teams"
          filterLabel="Filter teams"
          items={teams}
          chosen={chosenTeams.value as number[]}
          onChosen={chosenTeams.onChange}
          error={fieldState.error?.message}
        />
      )}
    </FormShell>
  )
}

/** The form while the teams are loaded. */
export function RegisterFormSkeleton() {
  return (
    <Placeholder>
      <div className="card card-body form">
        <Skeleton height="7rem" />
        <div className="form-pair">
          <Skeleton height="4rem" />
          <Skeleton height="4rem" />
          <Skeleton height="4rem" />
        </div>
        <div className="form-buttons">
          <span className="btn btn-primary held-back">Register User</span>
        </div>
      </div>
    </Placeholder>
  )
}

/** The choice between an invitation and a password. */
function SignInChoice({ invites, onChoose }: { invites: boolean; onChoose: (invites: boolean) => void }) {
  return (
    <RadioCards
      legend="How do they sign in?"
      choices={[
        { value: 'invitation', label: 'Send an invitation', about: messages.invitations.about(hasMail()) },
        { value: 'password', label: 'Set a password', about: messages.users.aboutPassword },
      ]}
      chosen={invites ? 'invitation' : 'password'}
      onChoose={value => onChoose(value === 'invitation')}
    />
  )
}
