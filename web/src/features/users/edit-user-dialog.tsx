import { useEffect } from 'react'
import { type User, type UserInput, userInput } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { NameAndEmail } from '../../components/account-fields.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { DraftRestored } from '../../components/draft-restored.tsx'
import { FormShell } from '../../components/form-shell.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { checkBy } from '../../lib/check-by.ts'
import { useFormDraft } from '../../lib/use-form-draft.ts'
import { fieldOf, useSubmit } from '../../lib/use-submit.ts'
import { useUpdateUser } from './api.ts'
import { RoleOptions } from './role-options.tsx'
import { failedBecause } from './user-sentences.ts'

type EditUserDialogProps = { user: User; actor: User; onClose: () => void; onUpdated: (user: User) => void }

/** A refused save, and closing it, keep every typed character. */
export function EditUserDialog({ user, actor, onClose, onUpdated }: EditUserDialogProps) {
  const update = useUpdateUser(user.id)
  const draft = useFormDraft<UserInput>(
    `user:${user.id}`,
    { name: user.name, email: user.email, role: user.role },
    { resolver: checkBy(userInput) },
  )
  const { form } = draft
  const { setFocus } = form
  const submission = useSubmit(form, {
    async send(input) {
      const updated = await update.mutateAsync(input)
      draft.finish()
      onUpdated(updated)
    },
    failure: error => failedBecause(messages.user.updateFailed, error),
  })
  const isOwn = user.id === actor.id

  useEffect(() => setFocus('name'), [setFocus])

  function handleDiscard() {
    draft.discard()
    setFocus('name')
  }

  return (
    <Dialog title="Edit User" busy={submission.isBusy} onClose={onClose}>
      <FormShell submission={submission} submitLabel="Save Changes" busyLabel="Saving..." cancel={onClose}>
        {draft.isRestored && <DraftRestored busy={submission.isBusy} onDiscard={handleDiscard} />}
        <NameAndEmail name={fieldOf(form, 'name')} email={fieldOf(form, 'email')} />
        <SelectField
          label="Role"
          help={isOwn ? messages.user.ownRole : undefined}
          // Locked, it is not the form's to change; the value it started with is sent.
          {...(isOwn ? { disabled: true, defaultValue: user.role } : fieldOf(form, 'role'))}
        >
          <RoleOptions offers={role => can(actor, 'user.update', { role })} />
        </SelectField>
      </FormShell>
    </Dialog>
  )
}
