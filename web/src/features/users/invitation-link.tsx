import { useRef } from 'react'
import type { Invitation } from '#shared/contract/invitations.ts'
import { messages } from '#shared/messages.ts'
import { useTimedNotice } from '../../components/alert.tsx'
import { DayOf } from '../../components/day.tsx'
import { TextField } from '../../components/fields.tsx'
import { firstFocus, useFocusOnce } from '../../lib/focus.ts'

type InvitationLinkProps = { invitation: Invitation; email: string }

/** The link with which an invited person sets a password, and a button to copy it. */
export function InvitationLink({ invitation: { link, expires_at, emailed }, email }: InvitationLinkProps) {
  const input = useRef<HTMLInputElement>(null)
  // The link replaces the element that had the focus.
  const button = useFocusOnce<HTMLButtonElement>()
  const { notice, showNotice } = useTimedNotice()

  async function copy() {
    input.current?.select()
    try {
      await navigator.clipboard.writeText(link)
    } catch {
      // Browsers offer the clipboard API only over HTTPS; `execCommand` works without it.
      if (!document.execCommand('copy')) return showNotice(messages.invitations.copyFailed)
    }
    showNotice('Copied')
  }

  return (
    <div className="form">
      <p>
        {emailed ? messages.invitations.mailed(email) : messages.invitations.sendIt} It works once, until{' '}
        <DayOf instant={expires_at} />.
      </p>
      <TextField
        ref={input}
        label="Invitation link"
        value={link}
        readOnly
        onFocus={event => event.target.select()}
      />
      <div className="invitation-copy">
        <button
          ref={button}
          type="button"
          className="btn btn-primary"
          onClick={() => void copy()}
          {...firstFocus}
        >
          Copy link
        </button>
        <span role="status">{notice}</span>
      </div>
    </div>
  )
}
