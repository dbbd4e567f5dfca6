import { useLayoutEffect } from 'react'
import { Link } from 'react-router'
import type { ImportUsersReply } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { Alert, useTimedNotice } from '../../components/alert.tsx'
import { DayOf } from '../../components/day.tsx'
import { copyText } from '../../lib/copy-text.ts'
import { useFocusOnce } from '../../lib/focus.ts'

type ImportResultProps = { reply: ImportUsersReply; onAgain: () => void }

/** The number of invited people, and their links. */
export function ImportResult({ reply: { created, invitations }, onAgain }: ImportResultProps) {
  const heading = useFocusOnce<HTMLHeadingElement>(true, { preventScroll: true })
  const { notice, showNotice } = useTimedNotice()
  useLayoutEffect(() => {
    // The list before this step may have been scrolled far down.
    window.scrollTo(0, 0)
  }, [])
  const [first] = invitations

  async function copy(text: string, confirmation: string) {
    showNotice((await copyText(text)) ? confirmation : messages.users.importCopyFailed)
  }

  return (
    <div className="import-result">
      <Alert variant="success">{messages.users.importInvited(created)}</Alert>
      <section className="card">
        <div className="import-result-head">
          <h2 ref={heading} tabIndex={-1}>
            Invitation links
          </h2>
          <p>
            {first?.emailed ? messages.users.importMailed : messages.users.importSendLinks} Each link works
            once
            {first && (
              <>
                , until <DayOf instant={first.expires_at} />
              </>
            )}
            . {messages.users.importLinksLater}
          </p>
          <div className="import-result-actions">
            <button
              type="button"
              className="btn btn-primary"
              onClick={() =>
                void copy(
                  invitations.map(({ name, email, link }) => `${name} <${email}>\t${link}`).join('\n'),
                  'All links copied',
                )
              }
            >
              Copy all links
            </button>
            <button type="button" className="btn btn-secondary" onClick={onAgain}>
              Add more people
            </button>
            <Link to={paths.users()} className="btn btn-secondary">
              Manage Users
            </Link>
            <span role="status">{notice}</span>
          </div>
        </div>
        <ul className="import-links" aria-label="Invited people">
          {invitations.map(({ id, name, email, link }) => (
            <li key={id}>
              <div className="import-link-person">
                <strong>{name}</strong>
                <span>{email}</span>
              </div>
              <button
                type="button"
                className="btn btn-secondary btn-sm"
                aria-label={`Copy link for ${name}`}
                onClick={() => void copy(link, `Link for ${name} copied`)}
              >
                Copy link
              </button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
