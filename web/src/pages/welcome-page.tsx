import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { messages } from '#shared/messages.ts'
import { paths } from '../app/paths.ts'
import { Alert } from '../components/alert.tsx'
import { FormCard } from '../components/page.tsx'
import { Spinner } from '../components/placeholders.tsx'
import { getInvitation, postInvitation, postLogout } from '../features/sign-in/api.ts'
import { useAuth } from '../features/sign-in/auth-context.ts'
import { NewPasswordForm } from '../features/sign-in/new-password-form.tsx'
import { failureText, hasCode } from '../lib/api-error.ts'

/** The page of an invitation link: the user chooses a password and is signed in. */
export default function WelcomePage() {
  const code = useSearchParams()[0].get('code') ?? ''
  const { user, loading, enter } = useAuth()
  const [isSure, setIsSure] = useState(false)
  const [isUsed, setIsUsed] = useState(false)
  const invitation = useQuery({
    queryKey: ['invitation', code],
    queryFn: ({ signal }) => getInvitation(code, signal),
    retry: false,
    // Never refetched, because another result would remove the form while the user is typing.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const invited = invitation.data
  if (loading || invitation.isPending) return <Spinner />

  if (!invited || isUsed) {
    const isOver = isUsed || hasCode(invitation.error, 'invitation_invalid')
    return (
      <FormCard title="Welcome" heading={isOver ? messages.invitations.invalid : 'Welcome'}>
        {isOver ? (
          <div className="form">
            <p>{messages.invitations.askAgain}</p>
            <Link to={paths.login()} className="btn btn-primary">
              Go to login
            </Link>
          </div>
        ) : (
          <div className="form">
            <Alert variant="danger">{failureText(invitation.error, messages.invitations.loadFailed)}</Alert>
            <button type="button" className="btn btn-primary" onClick={() => void invitation.refetch()}>
              Try again
            </button>
          </div>
        )}
      </FormCard>
    )
  }

  if (user && !isSure) {
    return (
      <FormCard title="Welcome" heading={messages.invitations.isFor(invited.name)}>
        <div className="form">
          <p>{messages.invitations.otherAccount(user.name)}</p>
          <button type="button" className="btn btn-primary" onClick={() => setIsSure(true)}>
            Continue as {invited.name}
          </button>
          <Link to={paths.dashboard()} className="btn btn-secondary">
            Stay signed in as {user.name}
          </Link>
        </div>
      </FormCard>
    )
  }

  return (
    <FormCard
      title="Welcome"
      heading={`Welcome, ${invited.name}`}
      intro={messages.invitations.intro(invited.email)}
    >
      <NewPasswordForm
        submitLabel="Start"
        email={invited.email}
        own={[invited.name, invited.email]}
        send={async ({ password }) => {
          try {
            return await postInvitation({ code, password })
          } catch (error) {
            // The invitation was used meanwhile, in another tab or by another person.
            if (hasCode(error, 'invitation_invalid')) setIsUsed(true)
            throw error
          }
        }}
        onDone={signedIn => {
          // Ends the session of the account that was signed in before, with its token.
          if (user) void postLogout().catch(() => {})
          enter(signedIn)
        }}
        failed={messages.invitations.failed}
      />
    </FormCard>
  )
}
