import { useState } from 'react'
import type { Invitation } from '#shared/contract/invitations.ts'
import type { User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Placeholder, Skeleton, usePlaceholder } from '../../components/placeholders.tsx'
import { ErrorState } from '../../components/states.tsx'
import { failureText } from '../../lib/api-error.ts'
import { failedBecause, useInvitation, useInviteAgain } from './api.ts'
import { InvitationLink } from './invitation-link.tsx'

/** The invitation link of a user while it is valid, and a button to create a new one. */
export function InvitationDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const current = useInvitation(user.id)
  const isLoading = usePlaceholder(current.isPending)
  const again = useInviteAgain(user.id)
  const [made, setMade] = useState<Invitation | null>(null)
  const invitation = made ?? current.data?.invitation
  return (
    <Dialog title={`Invitation for ${user.name}`} onClose={onClose} busy={again.isPending}>
      {isLoading ? (
        <Placeholder>
          <Skeleton width="100%" height="8rem" />
        </Placeholder>
      ) : current.data ? (
        <div className="form">
          {again.error && (
            <Alert key={again.failureCount} variant="danger">
              {failedBecause(messages.invitations.againFailed, again.error)}
            </Alert>
          )}
          {made && <Alert variant="success">{messages.invitations.madeAgain}</Alert>}
          {invitation ? (
            <InvitationLink key={invitation.link} invitation={invitation} email={user.email} />
          ) : (
            <p>{messages.invitations.noLink(user.name)}</p>
          )}
          {!made && (
            <div className="invitation-again">
              {invitation && <p className="text-body-secondary">{messages.invitations.againNote}</p>}
              <button
                type="button"
                className={`btn btn-${invitation ? 'secondary' : 'primary'}`}
                disabled={again.isPending}
                onClick={() => again.mutate(undefined, { onSuccess: reply => setMade(reply.invitation) })}
              >
                {again.isPending ? 'Creating...' : 'Create new link'}
              </button>
            </div>
          )}
        </div>
      ) : (
        <ErrorState
          plain
          message={failureText(current.error, messages.invitations.loadFailed)}
          onRetry={() => void current.refetch()}
        />
      )}
    </Dialog>
  )
}
