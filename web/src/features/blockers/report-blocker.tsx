import { useRef, useState } from 'react'
import type { Blocker } from '#shared/contract/blockers.ts'
import { messages } from '#shared/messages.ts'
import { BlockerAge } from '../../domain/report-marks.tsx'
import { failureText } from '../../lib/api-error.ts'
import { useBlockerNamed, useChangeBlocker } from './api.ts'
import { blockerLabel } from './blocker-label.ts'
import { NoteForm } from './blocker-list.tsx'
import { OpenBlockersLink } from './open-blockers-panel.tsx'
import './blockers.scss'

type ReportBlockerProps = { userId: number /** The blockers of the report. */; text: string }

/** Below the blockers of a report: how long the blocker is open, who owns it, and Resolve, which can be undone in its place. */
export function ReportBlocker({ userId, text }: ReportBlockerProps) {
  const { data: open, isPending } = useBlockerNamed(userId, text)
  const change = useChangeBlocker()
  // What was done here stays on the screen, although the blocker leaves the list of open ones.
  const [changed, setChanged] = useState<{ blocker: Blocker; isResolved: boolean }>()
  const [isNoting, setIsNoting] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  const blocker = open ?? changed?.blocker
  const isResolved = changed?.isResolved ?? false

  async function setIsResolved(blocker: Blocker, isResolved: boolean, note?: string) {
    if (isBusy) return
    setIsBusy(true)
    setFailure(undefined)
    try {
      await (isResolved ? change.resolve(blocker.id, note) : change.reopen(blocker.id))
      setChanged({ blocker, isResolved })
    } catch (error) {
      const { resolveFailed, reopenFailed } = messages.blockers
      setFailure(failureText(error, isResolved ? resolveFailed : reopenFailed))
    }
    setIsBusy(false)
  }

  function closeNote() {
    setIsNoting(false)
    // The field disappears with the focus in it.
    button.current?.focus({ preventScroll: true })
  }

  return (
    <div className="report-blocker">
      <div className="report-blocker-line">
        {blocker ? (
          <>
            {isResolved ? <span role="status">Resolved</span> : <BlockerAge days={blocker.days_open} />}
            {!isResolved && <span className="report-blocker-owner">{ownerOf(blocker)}</span>}
            <button
              ref={button}
              type="button"
              className="btn btn-secondary btn-sm"
              aria-expanded={isResolved ? undefined : isNoting}
              aria-label={`${isResolved ? 'Undo resolving' : 'Resolve'}: ${blockerLabel(blocker)}`}
              // Not disabled while busy, because a disabled button loses the focus.
              aria-busy={isBusy}
              onClick={() => (isResolved ? void setIsResolved(blocker, false) : setIsNoting(!isNoting))}
            >
              {isResolved ? 'Undo' : 'Resolve'}
            </button>
          </>
        ) : (
          // While the blockers are loaded, the line keeps its room.
          <span className="report-blocker-none">
            {isPending || open === undefined ? '\u00a0' : messages.blockers.notOpen}
          </span>
        )}
        <OpenBlockersLink />
      </div>
      {isNoting && blocker && (
        <NoteForm
          onSend={note => {
            closeNote()
            void setIsResolved(blocker, true, note)
          }}
          onCancel={closeNote}
        />
      )}
      {failure && (
        <p className="field-error" role="alert">
          {failure}
        </p>
      )}
    </div>
  )
}

const ownerOf = ({ owner_name }: Blocker) =>
  owner_name === null ? messages.blockers.noOwner : messages.blockers.owner(owner_name)
