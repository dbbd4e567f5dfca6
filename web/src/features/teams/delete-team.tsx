import type { Team } from '#shared/contract/teams.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { hasCode } from '../../lib/api-error.ts'
import { useDeleteTeam } from './api.ts'
import { teamFailure } from './failures.ts'

type DeleteTeamProps = { team: Team; onDeleted: () => void; onClose: () => void }

export function DeleteTeam({ team, onDeleted, onClose }: DeleteTeamProps) {
  const { mutate, error, isPending, failureCount } = useDeleteTeam(team.id)

  function handleConfirm() {
    mutate(undefined, {
      onSuccess: onDeleted,
      // Another user was faster, with the same result.
      onError: failure => hasCode(failure, 'team_not_found') && onDeleted(),
    })
  }

  return (
    <Confirm
      title="Delete Team"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={isPending}
      onConfirm={handleConfirm}
      onCancel={onClose}
    >
      <div className="form">
        {error && (
          <Alert key={failureCount} variant="danger">
            {teamFailure(error, messages.teams.deleteFailed)}
          </Alert>
        )}
        <p>{messages.teams.confirmDelete(team.name)}</p>
        <p className="text-body-secondary">{messages.teams.peopleStay}</p>
      </div>
    </Confirm>
  )
}
