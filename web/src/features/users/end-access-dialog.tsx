import type { User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { failureText } from '../../lib/api-error.ts'
import { useEndAccess } from './api.ts'

type EndAccessDialogProps = {
  user: User
  onCancel: () => void
  onEnded: (sentence: string) => void
}

/** Ends all sign-ins and access tokens of a user, such as after a theft. */
export function EndAccessDialog({ user, onCancel, onEnded }: EndAccessDialogProps) {
  const end = useEndAccess(user.id)
  return (
    <Confirm
      title={messages.record.endAll}
      confirmLabel="End all"
      busyLabel="Ending..."
      busy={end.isPending}
      onConfirm={() => end.mutate(undefined, { onSuccess: ({ msg }) => onEnded(msg) })}
      onCancel={onCancel}
    >
      {end.error && <Alert variant="danger">{failureText(end.error, messages.record.endFailed)}</Alert>}
      <p>{messages.record.endQuestion(user.name)}</p>
    </Confirm>
  )
}
