import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { passwordsMatch } from '#shared/contract/auth.ts'
import { confirmPasswordField } from '#shared/contract/fields.ts'
import { passwordInput, type User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { FormButtons } from '../../components/form-buttons.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { showFieldErrors } from '../../lib/field-errors.ts'
import { useResetPassword } from './api.ts'
import { PasswordPair } from './password-pair.tsx'
import { failedBecause } from './user-sentences.ts'

const passwordForm = z.extend(passwordInput, { confirmPassword: confirmPasswordField }).check(passwordsMatch)
type Values = z.infer<typeof passwordForm>

type ResetPasswordDialogProps = { user: User; isOwn: boolean; onClose: () => void; onReset: () => void }

export function ResetPasswordDialog({ user, isOwn, onClose, onReset }: ResetPasswordDialogProps) {
  const reset = useResetPassword(user.id)
  const { register, handleSubmit, setError, setFocus, formState } = useForm<Values>({
    resolver: standardSchemaResolver(passwordForm),
    defaultValues: { password: '', confirmPassword: '' },
  })
  const { errors, isSubmitting, isSubmitSuccessful, submitCount } = formState
  const isBusy = isSubmitting || isSubmitSuccessful

  useEffect(() => setFocus('password'), [setFocus])

  async function submit({ password }: Values) {
    try {
      await reset.mutateAsync(password)
      onReset()
    } catch (error) {
      showFieldErrors(error, ['password'], setError)
      setError('root', { message: failedBecause(messages.user.passwordFailed, error) })
    }
  }

  return (
    <Dialog title={`Reset Password for ${user.name}`} busy={isBusy} onClose={onClose}>
      <form className="form" noValidate onSubmit={handleSubmit(submit)}>
        {errors.root?.message && (
          <Alert key={submitCount} variant="danger">
            {errors.root.message}
          </Alert>
        )}
        {isOwn && <Alert variant="warning">{messages.user.ownPassword}</Alert>}
        <PasswordPair
          password={{ field: register('password'), error: errors.password?.message }}
          confirmation={{ field: register('confirmPassword'), error: errors.confirmPassword?.message }}
        />
        <FormButtons>
          <button type="button" className="btn btn-secondary" disabled={isBusy} onClick={onClose}>
            Cancel
          </button>
          <SubmitButton label="Reset Password" busyLabel="Resetting..." busy={isBusy} />
        </FormButtons>
      </form>
    </Dialog>
  )
}
