import type { DeletedUser } from '#shared/contract/deleted-users.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { Confirm } from '../../components/confirm.tsx'
import { serverText } from '../../lib/failures.ts'
import { useEraseUser } from './deleted-users-api.ts'

type EraseUserDialogProps = { user: DeletedUser; onCancel: () => void; onErased: (sentence: string) => void }

export function EraseUserDialog({ user, onCancel, onErased }: EraseUserDialogProps) {
  const { mutate, error, isPending, failureCount } = useEraseUser(user.id)
  return (
    <Confirm
      title="Erase Name and Email"
      confirmLabel="Erase"
      busyLabel="Erasing..."
      busy={isPending}
      onConfirm={() => mutate(undefined, { onSuccess: ({ msg }) => onErased(msg) })}
      onCancel={onCancel}
    >
      <div className="form">
        {error && (
          <Alert key={failureCount} variant="danger">
            {messages.user.eraseFailed} {serverText(error) ?? messages.user.tryAgain}
          </Alert>
        )}
        <p>{messages.user.confirmErase(user.name, user.id)}</p>
        <p className="text-body-secondary">{messages.user.eraseIsFinal}</p>
      </div>
    </Confirm>
  )
}
