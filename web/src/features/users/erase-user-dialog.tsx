import type { DeletedUser } from '#shared/contract/deleted-users.ts'
import { eraseMessages } from '#shared/messages/erase.ts'
import { ConfirmChange } from './confirm-change.tsx'
import { useEraseUser } from './deleted-users-api.ts'

type EraseUserDialogProps = { user: DeletedUser; onCancel: () => void; onErased: (sentence: string) => void }

export function EraseUserDialog({ user, onCancel, onErased }: EraseUserDialogProps) {
  return (
    <ConfirmChange
      title="Erase Name and Email"
      confirmLabel="Erase"
      busyLabel="Erasing..."
      change={useEraseUser(user.id)}
      onDone={({ msg }) => onErased(msg)}
      onCancel={onCancel}
      failure={eraseMessages.failed}
      question={eraseMessages.confirm(user.name, user.id)}
      note={eraseMessages.isFinal}
    />
  )
}
