import { type Team, teamInput } from '#shared/contract/teams.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { Dialog } from '../../components/dialog.tsx'
import { TextAreaField, TextField } from '../../components/fields.tsx'
import { DraftRestored, FormShell } from '../../components/form.tsx'
import { useActor } from '../../lib/can.tsx'
import { firstFocus } from '../../lib/focus.ts'
import { checkAsTyped, fieldIn, fieldOf, useFormDraft, useSubmit } from '../../lib/forms.ts'
import { useCreateTeam, useEditTeam, useRefresh } from './api.ts'
import { rethrowNameConflict, teamFailure } from './failures.ts'

type Values = { name: string; description: string }

type TeamDialogProps = {
  /** Absent for a new team. */
  team?: Team
  onSaved: (team: Team) => void
  onClose: () => void
}

/** "New Team" and "Edit Team". Typed text is kept when a save is refused and when the dialog is closed. */
export function TeamDialog({ team, onSaved, onClose }: TeamDialogProps) {
  const create = useCreateTeam()
  const edit = useEditTeam(team?.id ?? 0)
  const refresh = useRefresh()
  const actor = useActor()
  const draft = useFormDraft<Values>(
    `team:${team?.id ?? 'new'}`,
    { name: team?.name ?? '', description: team?.description ?? '' },
    // The values are sent as typed, because the server applies the contract too.
    { resolver: checkAsTyped(teamInput) },
  )
  const { form } = draft
  const submission = useSubmit(form, {
    async send(values) {
      const saved = await (team ? edit : create).mutateAsync(values).catch(error => {
        refresh()
        return rethrowNameConflict(error)
      })
      draft.finish()
      onSaved(saved)
    },
    // Errors under the fields need no alert.
    failure: (error, hasFields) =>
      hasFields
        ? undefined
        : teamFailure(error, team ? messages.teams.saveFailed : messages.teams.createFailed),
  })

  function handleDiscard() {
    draft.discard()
    fieldIn(submission.element.current, 'name')?.focus()
  }

  return (
    <Dialog title={team ? 'Edit Team' : 'New Team'} busy={submission.isBusy} onClose={onClose}>
      <FormShell
        submission={submission}
        submitLabel={team ? 'Save' : 'Create Team'}
        busyLabel={team ? 'Saving...' : 'Creating...'}
        cancel={onClose}
      >
        {draft.isRestored && <DraftRestored busy={submission.isBusy} onDiscard={handleDiscard} />}
        <TextField label="Team Name" autoComplete="off" {...fieldOf(form, 'name')} {...firstFocus} />
        <TextAreaField label="Description (optional)" rows={3} {...fieldOf(form, 'description')} />
        {/* A manager leads the teams they make; an admin can change every team without leading it. */}
        {!team && actor && !can(actor, 'teams.edit', { leads: [] }) && (
          <p className="text-body-secondary">{messages.teams.youWillLead}</p>
        )}
      </FormShell>
    </Dialog>
  )
}
