import { useState } from 'react'
import { endsLinks, type ListedUser, type Me, type User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { EndAccessDialog, EndTokensDialog, RemoveSecondStepDialog } from './access-dialogs.tsx'
import { DeleteUserDialog } from './delete-user-dialogs.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'
import { InvitationDialog } from './invitation-dialog.tsx'
import { ResetPasswordDialog } from './reset-password-dialog.tsx'
import type { UserChange } from './user-actions.tsx'

type UserDialogsProps = {
  change: UserChange
  user: ListedUser
  actor: Me
  onClose: () => void
  /** Called with the success message. */
  onDone: (sentence: string) => void
  /** All sign-ins and access tokens of the user have ended. */
  onAccessEnded: (sentence: string) => void
}

export function UserDialogs({ change, user, actor, onClose, onDone, onAccessEnded }: UserDialogsProps) {
  const [tokensLeft, setTokensLeft] = useState<number>()
  if (change === 'edit') {
    const handleUpdated = (updated: User) => {
      const sentence = messages.users.updated(updated.name)
      onDone(user.invited && endsLinks(user, updated) ? `${sentence} ${messages.users.linkEnded}` : sentence)
    }
    return <EditUserDialog user={user} actor={actor} onClose={onClose} onUpdated={handleUpdated} />
  }
  const handleReset = () => onDone(messages.users.passwordUpdated(user.name))
  if (change === 'tokens' || tokensLeft !== undefined) {
    const handleCancel = tokensLeft === undefined ? onClose : handleReset
    return <EndTokensDialog user={user} left={tokensLeft} onCancel={handleCancel} onEnded={onDone} />
  }
  if (change === 'password')
    return (
      <ResetPasswordDialog
        user={user}
        isOwn={user.id === actor.id}
        onClose={onClose}
        onReset={handleReset}
        onTokensLeft={setTokensLeft}
      />
    )
  if (change === 'access') return <EndAccessDialog user={user} onCancel={onClose} onEnded={onAccessEnded} />
  if (change === 'secondStep')
    return <RemoveSecondStepDialog user={user} onCancel={onClose} onRemoved={onDone} />
  if (change === 'invite') return <InvitationDialog user={user} onClose={onClose} />
  const handleDeleted = () => onDone(messages.users.deleted(user.name))
  return <DeleteUserDialog user={user} onCancel={onClose} onDeleted={handleDeleted} />
}
