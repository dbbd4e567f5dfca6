import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { type User, type UserInput, userInput } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { Alert } from '../../components/alert.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { FormButtons } from '../../components/form-buttons.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { TextField } from '../../components/text-field.tsx'
import { showFieldErrors } from '../../lib/field-errors.ts'
import { useUpdateUser } from './api.ts'
import { RoleOptions } from './role-options.tsx'
import { failedBecause } from './user-sentences.ts'

type EditUserDialogProps = { user: User; actor: User; onClose: () => void; onUpdated: (user: User) => void }

export function EditUserDialog({ user, actor, onClose, onUpdated }: EditUserDialogProps) {
  const update = useUpdateUser(user.id)
  const { register, handleSubmit, setError, setFocus, formState } = useForm<UserInput>({
    resolver: standardSchemaResolver(userInput),
    defaultValues: { name: user.name, email: user.email, role: user.role },
  })
  const { errors, isSubmitting, isSubmitSuccessful, submitCount } = formState
  const isBusy = isSubmitting || isSubmitSuccessful
  useEffect(() => setFocus('name'), [setFocus])
  const isOwn = user.id === actor.id

  async function submit(input: UserInput) {
    try {
      onUpdated(await update.mutateAsync(input))
    } catch (error) {
      showFieldErrors(error, ['name', 'email', 'role'], setError)
      setError('root', { message: failedBecause(messages.user.updateFailed, error) })
    }
  }

  return (
    <Dialog title="Edit User" busy={isBusy} onClose={onClose}>
      <form className="form" noValidate onSubmit={handleSubmit(submit)}>
        {errors.root?.message && (
          <Alert key={submitCount} variant="danger">
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
        <SelectField
          label="Role"
          help={isOwn ? messages.user.ownRole : undefined}
          error={errors.role?.message}
          // Locked, it is not the form's to change; the value it started with is sent.
          {...(isOwn ? { disabled: true, defaultValue: user.role } : register('role'))}
        >
          <RoleOptions offers={role => can(actor, 'user.update', { role })} />
        </SelectField>
        <FormButtons>
          <button type="button" className="btn btn-secondary" disabled={isBusy} onClick={onClose}>
            Cancel
          </button>
          <SubmitButton label="Save Changes" busyLabel="Saving..." busy={isBusy} />
        </FormButtons>
      </form>
    </Dialog>
  )
}
