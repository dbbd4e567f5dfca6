import * as z from 'zod/mini'
import { confirmPasswordField } from '#shared/contract/fields.ts'
import { passwordsMatch } from '#shared/contract/sign-in.ts'
import { passwordInput, type User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { FormShell } from '../../components/form.tsx'
import { HiddenUsername, PasswordPair } from '../../domain/account-fields.tsx'
import { useEndIdentities } from '../../domain/end-identities.tsx'
import { firstFocus } from '../../lib/focus.ts'
import { checkBy, fieldOf, useForm, useSubmit } from '../../lib/forms.ts'
import { failedBecause, useResetPassword } from './api.ts'

const passwordForm = z.extend(passwordInput, { confirmPassword: confirmPasswordField }).check(passwordsMatch)
type Values = z.infer<typeof passwordForm>

type ResetPasswordDialogProps = {
  user: User
  isOwn: boolean
  onClose: () => void
  onReset: () => void
  /** Called when the password is changed and access tokens of the user still work. */
  onTokensLeft: (tokens: number) => void
}

export function ResetPasswordDialog({
  user,
  isOwn,
  onClose,
  onReset,
  onTokensLeft,
}: ResetPasswordDialogProps) {
  const reset = useResetPassword(user.id)
  const endIdentities = useEndIdentities()
  const form = useForm<Values>({
    resolver: checkBy(passwordForm),
    defaultValues: { password: '', confirmPassword: '' },
  })
  const submission = useSubmit(form, {
    async send({ password }) {
      const { tokens } = await reset.mutateAsync({ password, ...endIdentities.input })
      if (tokens > 0) onTokensLeft(tokens)
      else onReset()
    },
    failure: error => failedBecause(messages.users.passwordFailed, error),
  })

  return (
    <Dialog title={`Reset Password for ${user.name}`} busy={submission.isBusy} onClose={onClose}>
      <FormShell
        submission={submission}
        submitLabel="Reset Password"
        busyLabel="Resetting..."
        cancel={onClose}
      >
        {isOwn && <Alert variant="warning">{messages.users.ownPassword}</Alert>}
        <HiddenUsername email={user.email} />
        <PasswordPair
          password={{ ...fieldOf(form, 'password'), ...firstFocus }}
          confirmation={fieldOf(form, 'confirmPassword')}
        />
        {endIdentities.choice}
      </FormShell>
    </Dialog>
  )
}
