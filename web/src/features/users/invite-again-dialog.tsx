import { useState } from 'react'
import type { Invitation } from '#shared/contract/codes.ts'
import type { User } from '#shared/contract/users.ts'
import { linkPages } from '#shared/messages/links.ts'
import { Dialog } from '../../components/dialog.tsx'
import { useInviteAgain } from './api.ts'
import { ConfirmChange } from './confirm-change.tsx'
import { InvitationLink } from './invitation-link.tsx'

/** A new link for an invited person. It is asked before: the one before stops working. */
export function InviteAgainDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  const again = useInviteAgain(user.id)
  if (invitation) {
    return (
      <Dialog title={`Invitation for ${user.name}`} onClose={onClose}>
        <InvitationLink invitation={invitation} email={user.email} />
      </Dialog>
    )
  }
  return (
    <ConfirmChange
      title={`Invitation for ${user.name}`}
      confirmLabel="Make new link"
      busyLabel="Making..."
      change={again}
      onDone={reply => setInvitation(reply.invitation)}
      onCancel={onClose}
      failure={linkPages.againFailed}
      question={linkPages.again(user.name)}
      note={linkPages.againNote}
    />
  )
}
