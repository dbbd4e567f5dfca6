import type { User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { Confirm } from '../../components/confirm.tsx'
import { useDeleteUser } from './api.ts'
import { failedBecause } from './user-sentences.ts'

type DeleteUserDialogProps = { user: User; onCancel: () => void; onDeleted: () => void }

export function DeleteUserDialog({ user, onCancel, onDeleted }: DeleteUserDialogProps) {
  const { mutate, error, isPending, failureCount } = useDeleteUser(user.id)
  return (
    <Confirm
      title="Delete User"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={isPending}
      onConfirm={() => mutate(undefined, { onSuccess: onDeleted })}
      onCancel={onCancel}
    >
      <div className="form">
        {error && (
          <Alert key={failureCount} variant="danger">
            {failedBecause(messages.user.deleteFailed, error)}
          </Alert>
        )}
        <p>{messages.user.confirmDelete(user.name)}</p>
        <p className="text-body-secondary">{messages.user.workStays}</p>
      </div>
    </Confirm>
  )
}
