import chevronLeft from 'bootstrap-icons/icons/chevron-left.svg?raw'
import chevronRight from 'bootstrap-icons/icons/chevron-right.svg?raw'
import printer from 'bootstrap-icons/icons/printer.svg?raw'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Icon } from '../../components/icon.tsx'
import { useToday } from '../../lib/use-today.ts'
import { usePrefetchSummary } from './api.ts'
import { formatDay } from './format-day.ts'

type SummaryNavProps = {
  date: string
  /** The working days beside it; undefined until they are known. */
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

/** Its room is kept: the other one stays under the pointer. */
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
