import type { Invitation } from '#shared/contract/invitations.ts'
import { messages } from '#shared/messages.ts'
import { CopiedText } from '../../components/copied-text.tsx'
import { DayOf } from '../../components/day.tsx'

type InvitationLinkProps = { invitation: Invitation; email: string }

/** The link with which an invited person sets a password, and a button to copy it. */
export function InvitationLink({ invitation: { link, expires_at, emailed }, email }: InvitationLinkProps) {
  return (
    <div className="form">
      <p>
        {emailed ? messages.invitations.mailed(email) : messages.invitations.sendIt} It works once, until{' '}
        <DayOf instant={expires_at} />.
      </p>
      <CopiedText label="Invitation link" text={link} button="Copy link" takesFocus />
    </div>
  )
}
