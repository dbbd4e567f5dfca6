import type { User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { failureText } from '../../lib/api-error.ts'
import { useEndTokens } from './api.ts'

type EndTokensDialogProps = {
  user: User
  /** How many tokens still work after a new password; undefined if no password was reset. */
  left: number | undefined
  onCancel: () => void
  onEnded: (sentence: string) => void
}

/** Ends all access tokens of a user. */
export function EndTokensDialog({ user, left, onCancel, onEnded }: EndTokensDialogProps) {
  const end = useEndTokens(user.id)
  return (
    <Confirm
      title={`End access tokens of ${user.name}`}
      confirmLabel="End tokens"
      busyLabel="Ending..."
      busy={end.isPending}
      onConfirm={() => end.mutate(undefined, { onSuccess: ({ msg }) => onEnded(msg) })}
      onCancel={onCancel}
    >
      {end.error && <Alert variant="danger">{failureText(end.error, messages.accessTokens.endFailed)}</Alert>}
      {left !== undefined && <p>{messages.accessTokens.stillWork(left, user.name)}</p>}
      <p>{messages.accessTokens.endQuestion(user.name)}</p>
    </Confirm>
  )
}
