import { useId, useState } from 'react'
import type { Blocker, BlockerPage } from '#shared/contract/blockers.ts'
import { messages } from '#shared/messages.ts'
import { useWasReady } from '../../components/placeholders.tsx'
import { Clamped } from '../../components/text.tsx'
import { BlockerAge } from '../../domain/report-marks.tsx'
import { failureText } from '../../lib/api-error.ts'
import { useChangeBlocker, useMyBlockers } from './api.ts'
import { blockerLabel } from './blocker-label.ts'
import './blockers.scss'

/** A blocker that was resolved here, and may have been reopened. */
type Changed = { blocker: Blocker; isResolved: boolean }

type MyBlockersProps = {
  userId: number
  blockers: readonly Blocker[]
  /** The number of all open blockers, if `blockers` may be the first page only. */
  total?: number
}

/** A user's open blockers. One that is resolved here keeps its row, so nothing moves and it can be undone. */
function MyBlockers({ userId, blockers, total = blockers.length }: MyBlockersProps) {
  const change = useChangeBlocker()
  const [changed, setChanged] = useState<ReadonlyMap<number, Changed>>(new Map())
  const [busy, setBusy] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const shown = mergeByAge(blockers, changed)
  const more = total - blockers.length

  async function setIsResolved(blocker: Blocker, isResolved: boolean) {
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
            onChange={isResolved => void setIsResolved(blocker, isResolved)}
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
  onChange: (isResolved: boolean) => void
}

function Line({ blocker, isOwn, isResolved, isBusy, onChange }: LineProps) {
  const { text, user_name, days_open } = blocker
  return (
    <li className={isResolved ? 'my-blocker-resolved' : undefined}>
      <span className="my-blocker-age">
        {isResolved ? <span role="status">Resolved</span> : <BlockerAge days={days_open} />}
      </span>
      <span className="my-blocker-text">
        <Clamped text={text} lines={3} />
        {!isOwn && <bdi className="my-blocker-whose">{user_name}</bdi>}
      </span>
      <button
        type="button"
        className={`btn btn-sm ${isResolved ? 'btn-ghost' : 'btn-secondary'}`}
        aria-label={`${isResolved ? 'Undo resolving' : 'Resolved'}: ${blockerLabel(blocker)}`}
        // Not disabled while busy, because a disabled button loses the focus.
        aria-busy={isBusy}
        onClick={() => onChange(!isResolved)}
      >
        {isResolved ? 'Undo' : 'Resolved'}
      </button>
    </li>
  )
}

/** The open blockers, and those changed here that the list no longer has, in their former order. */
function mergeByAge(open: readonly Blocker[], changed: ReadonlyMap<number, Changed>): Blocker[] {
  const changedHere = [...changed.values()].map(({ blocker }) => blocker)
  const notListed = changedHere.filter(({ id }) => !open.some(each => each.id === id))
  return [...open, ...notListed].sort((a, b) => a.opened_on.localeCompare(b.opened_on) || a.id - b.id)
}

/** The card on the dashboard. Users without open blockers don't see it. */
export function OpenBlockers({ userId, page }: { userId: number; page: BlockerPage }) {
  const title = useId()
  // The card stays after its last blocker is resolved, because that keeps its row.
  const [wasShown] = useState(page.data.length > 0)
  if (page.data.length === 0 && !wasShown) return null
  return (
    <section className="card list-card open-blockers" aria-labelledby={title}>
      <h2 id={title}>Open Blockers</h2>
      <MyBlockers userId={userId} blockers={page.data} total={page.pagination.total} />
    </section>
  )
}

type StillBlockedProps = { userId: number; blockers: readonly Blocker[] }

/** The open blockers of the user's earlier reports, above the field for new ones. */
function StillBlocked(props: StillBlockedProps) {
  const title = useId()
  return (
    <section className="still-blocked" aria-labelledby={title}>
      <h3 id={title}>Still blocked?</h3>
      <p className="text-body-secondary">{messages.blockers.stayOpen}</p>
      <MyBlockers {...props} />
    </section>
  )
}

/** The part above the blockers field of a report form. If loading fails, the form works without it. */
export function useStillBlocked(userId: number) {
  const { data, isFetched, isSuccess } = useMyBlockers()
  const own = data?.data.filter(({ user_id }) => user_id === userId) ?? []
  const wasEmpty = useWasReady(isSuccess && own.length === 0)
  const isPending = !useWasReady(isFetched)
  const isShown = !isPending && own.length > 0 && !wasEmpty
  return { isPending, stillBlocked: isShown ? <StillBlocked userId={userId} blockers={own} /> : null }
}
