import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { messages } from '#shared/messages.ts'
import { paths } from '../app/paths.ts'
import { FormCard } from '../components/page.tsx'
import { Spinner } from '../components/placeholders.tsx'
import { getReset, postLogout, postReset } from '../features/sign-in/api.ts'
import { useAuth } from '../features/sign-in/auth-context.ts'
import { NewPasswordForm } from '../features/sign-in/new-password-form.tsx'

/** The page of the link for a forgotten password. */
export default function ResetPage() {
  const code = useSearchParams()[0].get('code') ?? ''
  // Only password managers and the strength meter need the account, so the form doesn't wait for it. The form itself
  // reports a link that is no longer valid.
  const { data: account } = useQuery({
    queryKey: ['password-reset', code],
    queryFn: ({ signal }) => getReset(code, signal),
    enabled: code !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { user, loading, enter } = useAuth()
  const [isSure, setIsSure] = useState(false)
  if (loading) return <Spinner />

  if (user && !isSure) {
    return (
      <FormCard title="New password" heading="Choose a new password">
        <div className="form">
          <p>{messages.signIn.resetOther(user.name)}</p>
          <button type="button" className="btn btn-primary" onClick={() => setIsSure(true)}>
            Continue
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
      title="New password"
      heading="Choose a new password"
      intro={messages.signIn.resetSignsOut}
      footer={<Link to={paths.forgot()}>Send a new link</Link>}
    >
      <NewPasswordForm
        submitLabel="Save password"
        email={account?.email ?? ''}
        own={account ? [account.name, account.email] : []}
        send={input => postReset({ code, ...input })}
        offersEnd
        onDone={signedIn => {
          // Ends the session of the account that was signed in before. The sessions of the same account have ended already.
          if (user && user.id !== signedIn.user.id) void postLogout().catch(() => {})
          enter(signedIn)
        }}
        failed={messages.signIn.resetFailed}
      />
    </FormCard>
  )
}
