import type { UseMutationResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { DeletedUser, User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { failedBecause, useDeleteUser, useEraseUser } from './api.ts'

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

/** Asks before a change that can't be undone, and shows why it failed. */
function ConfirmChange<Reply>(props: ConfirmChangeProps<Reply>) {
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
