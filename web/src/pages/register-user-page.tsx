import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Invitation } from '#shared/contract/invitations.ts'
import type { User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../app/paths.ts'
import { Alert, withFlashMessage } from '../components/alert.tsx'
import { Page } from '../components/page.tsx'
import { usePlaceholder } from '../components/placeholders.tsx'
import { ErrorState } from '../components/states.tsx'
import { LeadsNone } from '../domain/team-control.tsx'
import { useOfferedTeams } from '../features/teams/api.ts'
import { InvitationLink } from '../features/users/invitation-link.tsx'
import { RegisterForm, RegisterFormSkeleton } from '../features/users/register-form.tsx'

export default function RegisterUserPage() {
  const navigate = useNavigate()
  const [invited, setInvited] = useState<{ user: User; invitation: Invitation } | null>(null)
  const [isAnother, setIsAnother] = useState(false)
  // The form waits for the teams, so that its buttons don't move.
  const teams = useOfferedTeams()
  const isLoading = usePlaceholder(teams.isLoading)

  function handleInvited(user: User, invitation: Invitation) {
    setInvited({ user, invitation })
    setIsAnother(true)
  }

  return (
    <Page
      title="Register User"
      heading="Register New User"
      width="reading"
      action={
        <Link to={paths.importUsers()} className="btn btn-secondary">
          Add several people
        </Link>
      }
    >
      <LeadsNone />
      {invited ? (
        <>
          <Alert variant="success">{messages.invitations.made(invited.user.name)}</Alert>
          <div className="card card-body">
            <InvitationLink invitation={invited.invitation} email={invited.user.email} />
            <div className="form-buttons mt-3">
              <button type="button" className="btn btn-secondary" onClick={() => setInvited(null)}>
                Add another user
              </button>
              <Link to={paths.users()} className="btn btn-secondary">
                Manage Users
              </Link>
            </div>
          </div>
        </>
      ) : isLoading ? (
        <RegisterFormSkeleton />
      ) : teams.isError ? (
        <ErrorState message={messages.teams.loadFailed} onRetry={() => void teams.refetch()} />
      ) : (
        <RegisterForm
          teams={teams.data ?? []}
          takesFocus={isAnother}
          onRegistered={name =>
            void navigate(paths.adminDashboard(), withFlashMessage(messages.users.registered(name)))
          }
          onInvited={handleInvited}
        />
      )}
    </Page>
  )
}
