import type { UseMutationResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Alert } from '../../components/alert.tsx'
import { Confirm } from '../../components/confirm.tsx'
import { failedBecause } from './user-sentences.ts'

type ConfirmChangeProps<Reply> = Pick<
  ComponentProps<typeof Confirm>,
  'title' | 'confirmLabel' | 'busyLabel' | 'onCancel'
> & {
  change: UseMutationResult<Reply, Error, void>
  onDone: (reply: Reply) => void
  failure: string
  question: string
  note: string
}

/** Asks before an account changes for good, and says why that failed. */
export function ConfirmChange<Reply>(props: ConfirmChangeProps<Reply>) {
  const { change, onDone, failure, question, note, ...confirm } = props
  const { mutate, error, isPending, failureCount } = change
  return (
    <Confirm {...confirm} busy={isPending} onConfirm={() => mutate(undefined, { onSuccess: onDone })}>
      <div className="form">
        {error && (
          <Alert key={failureCount} variant="danger">
            {failedBecause(failure, error)}
          </Alert>
        )}
        <p>{question}</p>
        <p className="text-body-secondary">{note}</p>
      </div>
    </Confirm>
  )
}
