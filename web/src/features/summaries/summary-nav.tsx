import chevronLeft from 'bootstrap-icons/icons/chevron-left.svg?raw'
import chevronRight from 'bootstrap-icons/icons/chevron-right.svg?raw'
import printer from 'bootstrap-icons/icons/printer.svg?raw'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Icon } from '../../components/icon.tsx'
import { formatWeekdayDay, useToday } from '../../lib/dates.ts'
import { usePrefetchSummary } from './api.ts'

type SummaryNavProps = {
  date: string
  /** The working days before and after it; undefined until they are loaded. */
  beside: { previous: string | null; next: string | null } | undefined
}

export function SummaryNav({ date, beside }: SummaryNavProps) {
  return (
    <div className="summary-nav">
      <nav aria-label="Days">
        <DayLink name="Previous working day" icon={chevronLeft} date={beside?.previous} />
        <DayLink name="Next working day" icon={chevronRight} date={beside?.next} />
      </nav>
      <Link to={paths.today(`?date=${date}`)} className="btn btn-secondary">
        Read reports
      </Link>
      <button type="button" className="btn btn-secondary icon-link" onClick={() => window.print()}>
        <Icon svg={printer} />
        Print
      </button>
    </div>
  )
}

type DayLinkProps = { name: string; icon: string; date: string | null | undefined }

/** An empty box takes the place of a missing link, so that the other link stays under the pointer. */
function DayLink({ name, icon, date }: DayLinkProps) {
  const prefetch = usePrefetchSummary()
  const today = useToday()
  if (!date) return <span className="icon-button" aria-hidden="true" />
  const day = formatDay(date, today)
  return (
    <Link
      to={paths.summary(date)}
      className="icon-button"
      aria-label={`${name}: ${day}`}
      title={day}
      onPointerEnter={() => prefetch(date)}
      onFocus={() => prefetch(date)}
    >
      <Icon svg={icon} />
    </Link>
  )
}

/** "Friday 13 November", with the year if it isn't the year of `today`. */
export const formatDay = (day: string, today: string) =>
  day.slice(0, 4) === today.slice(0, 4)
    ? formatWeekdayDay(day)
    : `${formatWeekdayDay(day)} ${day.slice(0, 4)}`
