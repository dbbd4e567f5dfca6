import chevronLeft from 'bootstrap-icons/icons/chevron-left.svg?raw'
import chevronRight from 'bootstrap-icons/icons/chevron-right.svg?raw'
import { Link, useLocation } from 'react-router'
import { Icon } from '../../components/icon.tsx'
import { formatMonth } from '../../lib/dates.ts'
import { monthBeside, searchOfMonth } from './months.ts'
import './calendar.scss'

type MonthNavProps = {
  month: string
  /** Hides the link to the current month. */
  isCurrent: boolean
  /** Called when the user hovers or focuses the link to a month, which can then be prefetched. */
  onIntent?: (month: string) => void
}

/** The shown month, with links to the previous, the next and the current one. */
export function MonthNav({ month, isCurrent, onIntent }: MonthNavProps) {
  const { search } = useLocation()
  return (
    <nav className="month-nav" aria-label="Month">
      <MonthLink name="Previous month" icon={chevronLeft} to={monthBeside(month, -1)} onIntent={onIntent} />
      <h2 aria-live="polite">{formatMonth(month)}</h2>
      <MonthLink name="Next month" icon={chevronRight} to={monthBeside(month, 1)} onIntent={onIntent} />
      {!isCurrent && (
        <Link to={{ search: searchOfMonth(undefined, search) }} className="btn btn-secondary btn-sm">
          This month
        </Link>
      )}
    </nav>
  )
}

type MonthLinkProps = {
  name: string
  icon: string
  /** Undefined before the first and after the last month of the calendar. */
  to: string | undefined
  onIntent?: (month: string) => void
}

function MonthLink({ name, icon, to, onIntent }: MonthLinkProps) {
  const { search } = useLocation()
  if (to === undefined) return <span className="icon-button" aria-hidden="true" />
  const intent = onIntent && { onPointerEnter: () => onIntent(to), onFocus: () => onIntent(to) }
  return (
    <Link
      to={{ search: searchOfMonth(to, search) }}
      className="icon-button"
      aria-label={`${name}: ${formatMonth(to)}`}
      title={formatMonth(to)}
      {...intent}
    >
      <Icon svg={icon} />
    </Link>
  )
}
