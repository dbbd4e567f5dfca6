import { useController } from 'react-hook-form'
import type { TeamDetails } from '#shared/contract/teams.ts'
import type { ListedUser } from '#shared/contract/users.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { roleLabels } from '#shared/roles.ts'
import { Checklist } from '../../components/checklist.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { FormShell } from '../../components/form.tsx'
import { useForm, useSubmit } from '../../lib/forms.ts'
import { useTeamPeople } from './api.ts'
import { teamFailure } from './failures.ts'

type AddLeadsDialogProps = {
  team: TeamDetails
  users: readonly ListedUser[]
  onAdded: (people: readonly ListedUser[]) => void
  onClose: () => void
}

/** Offers only those who may lead a team: admins and managers. */
export function AddLeadsDialog({ team, users, onAdded, onClose }: AddLeadsDialogProps) {
  const { add } = useTeamPeople(team.id)
  const form = useForm<{ user_ids: number[] }>({ defaultValues: { user_ids: [] } })
  const { field, fieldState } = useController({ control: form.control, name: 'user_ids' })
  const offered = users.filter(
    user => can(user, 'teams.create') && !team.leads.some(({ id }) => id === user.id),
  )
  const submission = useSubmit(form, {
    async send({ user_ids }) {
      const people = offered.filter(({ id }) => user_ids.includes(id))
      if (people.length === 0) return form.setError('user_ids', { message: messages.teams.noneChosen })
      if (team.leads.length + people.length > limits.teamLeadsMax)
        return form.setError('user_ids', { message: messages.teams.leadsTooMany })
      await add(
        'leads',
        people.map(({ id }) => id),
      )
      onAdded(people)
    },
    failure: (error, hasFields) => (hasFields ? undefined : teamFailure(error, messages.teams.addFailed)),
  })
  return (
    <Dialog title="Add Leads" busy={submission.isBusy} onClose={onClose}>
      <FormShell submission={submission} submitLabel="Add Leads" busyLabel="Adding..." cancel={onClose}>
        <Checklist
          legend="Admins and managers"
          filterLabel="Filter admins and managers"
          none={messages.teams.everyReviewerLeads}
          items={offered.map(({ id, name, email, role }) => ({
            id,
            name,
            detail: roleLabels[role],
            words: email,
          }))}
          chosen={field.value}
          onChosen={ids => {
            form.clearErrors()
            field.onChange(ids)
          }}
          error={fieldState.error?.message}
        />
      </FormShell>
    </Dialog>
  )
}
