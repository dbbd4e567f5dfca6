import { endsLinks, type ListedUser, type User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { DeleteUserDialog } from './delete-user-dialogs.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'
import { InvitationDialog } from './invitation-dialog.tsx'
import { ResetPasswordDialog } from './reset-password-dialog.tsx'
import type { UserChange } from './user-actions.tsx'

type UserDialogsProps = {
  change: UserChange
  user: ListedUser
  actor: User
  onClose: () => void
  /** Called with the success message. */
  onDone: (sentence: string) => void
}

export function UserDialogs({ change, user, actor, onClose, onDone }: UserDialogsProps) {
  if (change === 'edit') {
    const handleUpdated = (updated: User) => {
      const sentence = messages.users.updated(updated.name)
      onDone(user.invited && endsLinks(user, updated) ? `${sentence} ${messages.users.linkEnded}` : sentence)
    }
    return <EditUserDialog user={user} actor={actor} onClose={onClose} onUpdated={handleUpdated} />
  }
  if (change === 'password') {
    const handleReset = () => onDone(messages.users.passwordUpdated(user.name))
    return (
      <ResetPasswordDialog user={user} isOwn={user.id === actor.id} onClose={onClose} onReset={handleReset} />
    )
  }
  if (change === 'invite') return <InvitationDialog user={user} onClose={onClose} />
  const handleDeleted = () => onDone(messages.users.deleted(user.name))
  return <DeleteUserDialog user={user} onCancel={onClose} onDeleted={handleDeleted} />
}
