import type { User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { failureText } from '../../lib/api-error.ts'
import { useRemoveSecondStep } from './api.ts'

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
