import type { User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { providerName } from '../../domain/settings.ts'
import { failureText } from '../../lib/api-error.ts'
import { useEndAccess, useEndTokens, useRemoveSecondStep } from './api.ts'

// What a reviewer ends for a user: sign-ins, access tokens, the second step.

type EndAccessDialogProps = {
  user: User
  onCancel: () => void
  onEnded: (sentence: string) => void
}

/** Ends all sign-ins and access tokens of a user, such as after a theft. */
export function EndAccessDialog({ user, onCancel, onEnded }: EndAccessDialogProps) {
  const end = useEndAccess(user.id)
  const provider = providerName()
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
      {provider !== undefined && <p>{messages.record.endLeavesLinked(provider)}</p>}
    </Confirm>
  )
}

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

type RemoveSecondStepDialogProps = { user: User; onCancel: () => void; onRemoved: (sentence: string) => void }

/** For a user who has lost their phone and their recovery codes. */
export function RemoveSecondStepDialog({ user, onCancel, onRemoved }: RemoveSecondStepDialogProps) {
  const remove = useRemoveSecondStep(user.id)
  return (
    <Confirm
      title={`Remove the second step of ${user.name}`}
      confirmLabel="Remove"
      busyLabel="Removing..."
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSuccess: ({ msg }) => onRemoved(msg) })}
      onCancel={onCancel}
    >
      {remove.error && (
        <Alert variant="danger">{failureText(remove.error, messages.secondStep.removeFailed)}</Alert>
      )}
      <p>{messages.secondStep.removeQuestion(user.name)}</p>
    </Confirm>
  )
}
