import type { DeletedUser } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { useEraseUser } from './api.ts'
import { ConfirmChange } from './confirm-change.tsx'

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
      failure={messages.users.eraseFailed}
      question={messages.users.confirmErase(user.name, user.id)}
      note={messages.users.eraseIsFinal}
    />
  )
}
