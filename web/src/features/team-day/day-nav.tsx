import chevronLeft from 'bootstrap-icons/icons/chevron-left.svg?raw'
import chevronRight from 'bootstrap-icons/icons/chevron-right.svg?raw'
import journal from 'bootstrap-icons/icons/journal-text.svg?raw'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Icon } from '../../components/icon.tsx'
import { formatLongDay, formatWeekdayDay } from '../../lib/dates.ts'
import { type DayFilters, dayBeside, searchOfDay } from './day-in-url.ts'
import './team-day.scss'

type DayNavProps = {
  /** The day on the screen; undefined until the server has chosen it. */
  day: string | undefined
  filters: DayFilters
  /** Today in the organization's time zone; undefined until it is loaded. */
  today: string | undefined
  onIntent: (filters: DayFilters) => void
}

/** The day on the screen, with links to the days beside it, its summary and today. */
export function DayNav({ day, filters, today, onIntent }: DayNavProps) {
  const { date: _, ...rest } = filters
  return (
    <nav className="day-nav" aria-label="Day">
      <DayLink
        name="Previous day"
        icon={chevronLeft}
        day={day && dayBeside(day, -1)}
        rest={rest}
        onIntent={onIntent}
      />
      <h2 aria-live="polite">
        {day ? (
          <time dateTime={day} title={formatLongDay(day)}>
            <span className="day-nav-long">{formatWeekdayDay(day)}</span>
            <span className="day-nav-short">{formatWeekdayDay(day, 'short')}</span>
          </time>
        ) : (
          // A non-breaking space keeps the height of the line.
          '\u00a0'
        )}
      </h2>
      <DayLink
        name="Next day"
        icon={chevronRight}
        day={day && dayBeside(day, 1)}
        rest={rest}
        onIntent={onIntent}
      />
      {day === undefined ? (
        <span className="icon-button" aria-hidden="true" />
      ) : (
        <Link
          to={paths.summary(day)}
          className="icon-button"
          aria-label="Summary of this day"
          title="Summary of this day"
        >
          <Icon svg={journal} />
        </Link>
      )}
      {today !== undefined && day !== undefined && day !== today ? (
        <Link to={{ search: searchOfDay({ ...rest, date: today }) }} className="btn btn-secondary btn-sm">
          Today
        </Link>
      ) : (
        // Keeps the room of the link, because today is loaded after the page is shown.
        <span className="btn btn-sm day-nav-room" aria-hidden="true">
          Today
        </span>
      )}
    </nav>
  )
}

type DayLinkProps = {
  name: string
  icon: string
  /** Undefined at the end of the calendar, and until the day is loaded. */
  day: string | undefined
  rest: DayFilters
  onIntent: (filters: DayFilters) => void
}

function DayLink({ name, icon, day, rest, onIntent }: DayLinkProps) {
  if (day === undefined) return <span className="icon-button" aria-hidden="true" />
  const filters = { ...rest, date: day }
  return (
    <Link
      to={{ search: searchOfDay(filters) }}
      className="icon-button"
      aria-label={`${name}: ${formatWeekdayDay(day)}`}
      title={formatWeekdayDay(day)}
      onPointerEnter={() => onIntent(filters)}
      onFocus={() => onIntent(filters)}
    >
      <Icon svg={icon} />
    </Link>
  )
}
