import left from 'bootstrap-icons/icons/arrow-left.svg?raw'
import right from 'bootstrap-icons/icons/arrow-right.svg?raw'
import { useEffectEvent, useLayoutEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Icon } from '../../components/icon.tsx'
import { KeyHint } from '../../components/shortcuts.tsx'
import { formatDay } from '../../lib/dates.ts'
import type { Neighbour, Neighbours } from './use-neighbours.ts'
import './reviews.scss'

type NeighbourLinksProps = Neighbours & {
  /** Shows the position beside the links. */
  hasPosition?: boolean
}

/** Links to the reports beside this one in the list. The arrow keys follow them too. */
export function NeighbourLinks({ hasPosition = false, ...neighbours }: NeighbourLinksProps) {
  const { previous, next } = neighbours
  useArrowKeys(previous, next)
  if (!hasNeighbours(neighbours)) return null
  return (
    <nav className="neighbours" aria-label="Reports in this list">
      {hasPosition && <Position {...neighbours} />}
      <Step to={previous} kind="Previous" icon={left} shortcut="k" hint="Arrow left" />
      <Step to={next} kind="Next" icon={right} shortcut="j" hint="Arrow right" />
    </nav>
  )
}

export const hasNeighbours = ({ position, previous, next }: Neighbours) =>
  position !== undefined || previous !== undefined || next !== undefined

/** "3 of 521" */
export function Position({ position, total }: Pick<Neighbours, 'position' | 'total'>) {
  return (
    <span className="neighbours-position tabular">
      {position !== undefined && `${position.toLocaleString()} of ${total.toLocaleString()}`}
    </span>
  )
}

type StepProps = {
  to: Neighbour | undefined
  kind: 'Previous' | 'Next'
  icon: string
  /** The letter that does the same as the arrow key (review-keys.tsx). */
  shortcut: string
  hint: string
}

function Step({ to, kind, icon, shortcut, hint }: StepProps) {
  const content = (
    <>
      {kind === 'Previous' && <Icon svg={icon} />}
      <span className="neighbours-word">{kind}</span>
      {kind === 'Next' && <Icon svg={icon} />}
      <KeyHint keys={shortcut} />
    </>
  )
  if (!to) {
    return (
      <button type="button" className="btn btn-secondary icon-link" aria-label={`${kind} report`} disabled>
        {content}
      </button>
    )
  }
  const { user_name, date } = to.report
  return (
    <Link
      to={hrefOf(to)}
      className="btn btn-secondary icon-link"
      aria-label={`${kind} report: ${user_name}, ${formatDay(date)}`}
      aria-keyshortcuts={`${kind === 'Previous' ? 'ArrowLeft' : 'ArrowRight'} ${shortcut}`}
      title={`${user_name}, ${formatDay(date)} (${hint})`}
    >
      {content}
    </Link>
  )
}

export const hrefOf = ({ report, search }: Neighbour) => paths.reviewReport(report.id, search)

function useArrowKeys(previous: Neighbour | undefined, next: Neighbour | undefined) {
  const navigate = useNavigate()
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const to = { ArrowLeft: previous, ArrowRight: next }[event.key]
    if (!to || event.defaultPrevented || isModified(event) || isInside(event.target, usesArrows)) return
    event.preventDefault()
    void navigate(hrefOf(to))
  })

  // A layout effect, so that the keys work as soon as the page is shown (as in use-keys.ts).
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Elements in which the arrow keys have another function. */
const usesArrows = 'input, textarea, select, dialog, [contenteditable], [role="tab"]'

const isInside = (target: EventTarget | null, selector: string) =>
  target instanceof Element && target.closest(selector) !== null

const isModified = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
  altKey || ctrlKey || metaKey || shiftKey
