import { useState } from 'react'
import type { Control, FieldValues } from 'react-hook-form'
import type * as z from 'zod/mini'
import { type ListedUser, type Me, type User, type UserInput, userEditInput } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import type { Role } from '#shared/roles.ts'
import { Dialog } from '../../components/dialog.tsx'
import { SelectField } from '../../components/fields.tsx'
import { DraftRestored, FormShell } from '../../components/form.tsx'
import { NameAndEmail } from '../../domain/account-fields.tsx'
import { useSettings } from '../../domain/settings.ts'
import { type OwnDays, OwnDaysFields } from '../../domain/working-days.tsx'
import { firstFocus } from '../../lib/focus.ts'
import { checkBy, fieldIn, fieldOf, useFormDraft, useSubmit } from '../../lib/forms.ts'
import { failedBecause, useUpdateUser } from './api.ts'
import { RoleOptions } from './role-options.tsx'

type Values = UserInput & OwnDays

type EditUserDialogProps = {
  user: ListedUser
  actor: Me
  onClose: () => void
  onUpdated: (user: User) => void
}

/** Typed text is kept when a save is refused and when the dialog is closed. */
export function EditUserDialog({ user, actor, onClose, onUpdated }: EditUserDialogProps) {
  const update = useUpdateUser(user.id)
  const isOwn = user.id === actor.id
  const mayChange = (to: Role) => can(actor, 'user.changeAccess', { id: user.id, role: to })
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
        // A restored draft may have others.
        ...(!mayChange(role) && { email, role }),
        // Only changed values are sent, because the user may have changed the others meanwhile.
        ...(zone !== time_zone && { time_zone: zone }),
        ...(String(days) !== String(working_days) && { working_days: days }),
      })
      draft.finish()
      onUpdated(updated)
    },
    failure: error => failedBecause(messages.users.updateFailed, error),
  })

  function handleDiscard() {
    draft.discard()
    fieldIn(submission.element.current, 'name')?.focus()
  }

  return (
    <Dialog title="Edit User" busy={submission.isBusy} onClose={onClose}>
      <FormShell submission={submission} submitLabel="Save Changes" busyLabel="Saving..." cancel={onClose}>
        {draft.isRestored && <DraftRestored busy={submission.isBusy} onDiscard={handleDiscard} />}
        <NameAndEmail
          name={{ ...fieldOf(form, 'name'), ...firstFocus }}
          email={mayChange(role) ? fieldOf(form, 'email') : { disabled: true, defaultValue: email }}
        />
        <SelectField
          label="Role"
          help={
            isOwn ? messages.users.ownRole : mayChange(role) ? undefined : messages.users.accessOnlyByAdmins
          }
          // A locked field is not registered, so the form sends its default value.
          {...(isOwn || !mayChange(role) ? { disabled: true, defaultValue: role } : fieldOf(form, 'role'))}
        >
          <RoleOptions offers={to => to === role || mayChange(to)} />
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

type UserDaysProps<Values extends OwnDays & FieldValues> = {
  control: Control<Values>
  /** Open at first, so that a restored draft is not hidden. */
  isOpened: boolean
  /** An error of the last attempt, which opens the fields. */
  problem: unknown
}

/** Collapsed, because few users have their own time zone or working days. */
function UserDays<Values extends OwnDays & FieldValues>(props: UserDaysProps<Values>) {
  const { control, isOpened, problem } = props
  const [isOpen, setIsOpen] = useState(isOpened)
  const [shown, setShown] = useState<unknown>()
  if (problem !== shown) {
    setShown(problem)
    if (problem) setIsOpen(true)
  }
  return (
    <details className="user-days" open={isOpen} onToggle={event => setIsOpen(event.currentTarget.open)}>
      <summary>Time zone and working days</summary>
      {isOpen && <Fields control={control} />}
    </details>
  )
}

/** Loads the settings of the organization when the fields are opened. */
function Fields<Values extends OwnDays & FieldValues>({ control }: { control: Control<Values> }) {
  const { data: organization } = useSettings()
  return (
    <div className="form">
      <OwnDaysFields control={control} organization={organization} />
    </div>
  )
}
