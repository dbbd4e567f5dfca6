import { useState } from 'react'
import type { Blocker } from '#shared/contract/blockers.ts'
import { messages } from '#shared/messages.ts'
import { Clamped } from '../../components/clamped.tsx'
import { Age } from '../../domain/age.tsx'
import { failureText } from '../../lib/api-error.ts'
import { useChangeBlocker } from './change-blocker.ts'
import { labelOf } from './label-of.ts'
import './blockers.scss'

/** What was resolved here, or reopened again. */
type Changed = { blocker: Blocker; isResolved: boolean }

type MyBlockersProps = {
  userId: number
  blockers: readonly Blocker[]
  /** How many there are, if it can be more than these. */
  total?: number
}

/** A user's open blockers. What is resolved here keeps its line, so that nothing moves and it can be undone. */
export function MyBlockers({ userId, blockers, total = blockers.length }: MyBlockersProps) {
  const change = useChangeBlocker()
  const [changed, setChanged] = useState<ReadonlyMap<number, Changed>>(new Map())
  const [busy, setBusy] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const shown = inOrder(blockers, changed)
  const more = total - blockers.length

  async function turn(blocker: Blocker, isResolved: boolean) {
    if (busy !== null) return
    setBusy(blocker.id)
    setFailure(null)
    try {
      await (isResolved ? change.resolve(blocker.id) : change.reopen(blocker.id))
      setChanged(before => new Map(before).set(blocker.id, { blocker, isResolved }))
    } catch (error) {
      setFailure(
        failureText(error, isResolved ? messages.blockers.resolveFailed : messages.blockers.reopenFailed),
      )
    }
    setBusy(null)
  }

  return (
    <>
      <ul className="my-blockers">
        {shown.map(blocker => (
          <Line
            key={blocker.id}
            blocker={blocker}
            isOwn={blocker.user_id === userId}
            isResolved={changed.get(blocker.id)?.isResolved ?? false}
            isBusy={busy === blocker.id}
            onTurn={isResolved => void turn(blocker, isResolved)}
          />
        ))}
      </ul>
      {more > 0 && <p className="my-blockers-more">and {more.toLocaleString()} more</p>}
      {failure && (
        <p className="text-danger" role="alert">
          {failure}
        </p>
      )}
    </>
  )
}

type LineProps = {
  blocker: Blocker
  isOwn: boolean
  isResolved: boolean
  isBusy: boolean
  onTurn: (isResolved: boolean) => void
}

function Line({ blocker, isOwn, isResolved, isBusy, onTurn }: LineProps) {
  const { text, user_name, days_open } = blocker
  return (
    <li className={isResolved ? 'my-blocker-resolved' : undefined}>
      <span className="my-blocker-age">
        {isResolved ? <span role="status">Resolved</span> : <Age days={days_open} />}
      </span>
      <span className="my-blocker-text">
        <Clamped text={text} lines={3} />
        {!isOwn && <span className="my-blocker-whose">{user_name}</span>}
      </span>
      <button
        type="button"
        className={`btn btn-sm ${isResolved ? 'btn-ghost' : 'btn-secondary'}`}
        aria-label={`${isResolved ? 'Undo resolving' : 'Resolved'}: ${labelOf(blocker)}`}
        // Not disabled meanwhile: the focus would be lost.
        aria-busy={isBusy}
        onClick={() => onTurn(!isResolved)}
      >
        {isResolved ? 'Undo' : 'Resolved'}
      </button>
    </li>
  )
}

/** The open ones and those changed here, where they stood: the list is a moment behind. */
function inOrder(open: readonly Blocker[], changed: ReadonlyMap<number, Changed>): Blocker[] {
  const own = [...changed.values()].map(({ blocker }) => blocker)
  const gone = own.filter(({ id }) => !open.some(each => each.id === id))
  return [...open, ...gone].sort((a, b) => a.opened_on.localeCompare(b.opened_on) || a.id - b.id)
}
