import type { User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { useDeleteUser } from './api.ts'
import { ConfirmChange } from './confirm-change.tsx'

type DeleteUserDialogProps = { user: User; onCancel: () => void; onDeleted: () => void }

export function DeleteUserDialog({ user, onCancel, onDeleted }: DeleteUserDialogProps) {
  return (
    <ConfirmChange
      title="Delete User"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      change={useDeleteUser(user.id)}
      onDone={onDeleted}
      onCancel={onCancel}
      failure={messages.users.deleteFailed}
      question={messages.users.confirmDelete(user.name)}
      note={messages.users.workStays}
    />
  )
}
