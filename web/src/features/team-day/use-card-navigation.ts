import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ListedReport } from '#shared/contract/reports.ts'
import type { TeamDayEntry } from '#shared/contract/team-day.ts'
import { useCards } from './use-cards.ts'

/** A user of the day who has reported. Their report is shown as a card. */
export type ReportEntry = TeamDayEntry & { report: ListedReport }

export const hasReport = (entry: TeamDayEntry): entry is ReportEntry => entry.report !== null

export type CardNavigation = ReturnType<typeof useCardNavigation>

/** Moves the focus from card to card. A card that is not rendered yet is rendered first. */
export function useCardNavigation(
  entries: readonly ReportEntry[],
  isWaiting: (entry: ReportEntry) => boolean,
) {
  const { count, renderUpTo } = useIncrementalRendering(entries.length)
  const { current, enter, currentNow, show } = useCards(
    entries.map(({ user }) => user.id),
    (entries.find(isWaiting) ?? entries[0])?.user.id,
  )
  const end = useRef<HTMLHeadingElement>(null)
  const [pendingUserId, setPendingUserId] = useState<number>()
  const indexOf = (userId: number | undefined) => entries.findIndex(({ user }) => user.id === userId)

  function goTo(userId: number) {
    renderUpTo(indexOf(userId) + 1)
    show(userId)
  }

  function goToEnd() {
    end.current?.focus({ preventScroll: true })
    end.current?.scrollIntoView({ block: 'center' })
  }

  function step(by: 1 | -1) {
    const beside = entries[indexOf(currentNow()) + by]
    if (beside) goTo(beside.user.id)
    else if (by === 1) goToEnd()
  }

  /** Goes to the next report to review below this user's, then from the first one on. */
  function goToNextWaiting(userId: number) {
    const index = indexOf(userId)
    const next = [...entries.slice(index + 1), ...entries.slice(0, index)].find(isWaiting)
    if (next) goTo(next.user.id)
    else goToEnd()
  }

  // `goToWhenListed` is called before React has rendered the reloaded list, so the focus moves after that render.
  useLayoutEffect(() => {
    const index = indexOf(pendingUserId)
    if (pendingUserId === undefined || index < 0 || !renderUpTo(index + 1, { isInEffect: true })) return
    setPendingUserId(undefined)
    show(pendingUserId)
  })

  return {
    /** How many cards are rendered. */
    count,
    /** The user whose card is current. */
    current,
    enter,
    /** For the heading below the last card. */
    end,
    goTo,
    step,
    goToNextWaiting,
    goToWhenListed: setPendingUserId,
    currentEntry: () => entries[indexOf(currentNow())],
  }
}

const firstCount = 6
const stepCount = 5

/** The number of rendered cards: the first screen at once, the others a few at a time, so that the page stays responsive. */
function useIncrementalRendering(total: number) {
  const [count, setCount] = useState(firstCount)
  useEffect(() => {
    if (count >= total) return
    const timer = setTimeout(() => startTransition(() => setCount(before => before + stepCount)), 16)
    return () => clearTimeout(timer)
  }, [count, total])

  /** Renders the cards before the focus moves to one of them. Returns whether they are rendered now. */
  function renderUpTo(wanted: number, { isInEffect = false } = {}): boolean {
    if (wanted <= count) return true
    if (isInEffect) setCount(wanted)
    else flushSync(() => setCount(wanted))
    return !isInEffect
  }
  return { count: Math.min(count, total), renderUpTo }
}
