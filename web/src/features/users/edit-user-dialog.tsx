import type * as z from 'zod/mini'
import { type ListedUser, type User, type UserInput, userEditInput } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { Dialog } from '../../components/dialog.tsx'
import { DraftRestored } from '../../components/draft-restored.tsx'
import { FormShell } from '../../components/form-shell.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { NameAndEmail } from '../../domain/account-fields.tsx'
import type { OwnDays } from '../../domain/own-days-fields.tsx'
import { checkBy } from '../../lib/check-by.ts'
import { firstFocus } from '../../lib/focus.ts'
import { useFormDraft } from '../../lib/use-form-draft.ts'
import { fieldIn, fieldOf, useSubmit } from '../../lib/use-submit.ts'
import { useUpdateUser } from './api.ts'
import { RoleOptions } from './role-options.tsx'
import { UserDays } from './user-days.tsx'
import { failedBecause } from './user-sentences.ts'

type Values = UserInput & OwnDays

type EditUserDialogProps = {
  user: ListedUser
  actor: User
  onClose: () => void
  onUpdated: (user: User) => void
}

/** A refused save, and closing it, keep every typed character. */
export function EditUserDialog({ user, actor, onClose, onUpdated }: EditUserDialogProps) {
  const update = useUpdateUser(user.id)
  const { name, email, role, time_zone, working_days } = user
  const draft = useFormDraft<Values>(
    `user:${user.id}`,
    { name, email, role, time_zone, working_days },
    { resolver: checkBy(userEditInput as unknown as z.ZodMiniType<Values, Values>) },
  )
  const { form } = draft
  const { errors } = form.formState
  const submission = useSubmit(form, {
    async send({ time_zone: zone, working_days: days, ...input }) {
      const updated = await update.mutateAsync({
        ...input,
        // Only what was changed here: the user may have chosen others meanwhile.
        ...(zone !== time_zone && { time_zone: zone }),
        ...(String(days) !== String(working_days) && { working_days: days }),
      })
      draft.finish()
      onUpdated(updated)
    },
    failure: error => failedBecause(messages.users.updateFailed, error),
  })
  const isOwn = user.id === actor.id

  function handleDiscard() {
    draft.discard()
    fieldIn(submission.element.current, 'name')?.focus()
  }

  return (
    <Dialog title="Edit User" busy={submission.isBusy} onClose={onClose}>
      <FormShell submission={submission} submitLabel="Save Changes" busyLabel="Saving..." cancel={onClose}>
        {draft.isRestored && <DraftRestored busy={submission.isBusy} onDiscard={handleDiscard} />}
        <NameAndEmail name={{ ...fieldOf(form, 'name'), ...firstFocus }} email={fieldOf(form, 'email')} />
        <SelectField
          label="Role"
          help={isOwn ? messages.users.ownRole : undefined}
          // Locked, it is not the form's to change; the value it started with is sent.
          {...(isOwn ? { disabled: true, defaultValue: user.role } : fieldOf(form, 'role'))}
        >
          <RoleOptions offers={role => can(actor, 'user.update', { role })} />
        </SelectField>
        <UserDays
          control={form.control}
          isOpened={draft.isRestored}
          problem={errors.time_zone ?? errors.working_days}
        />
      </FormShell>
    </Dialog>
  )
}
