import chevronLeft from 'bootstrap-icons/icons/chevron-left.svg?raw'
import chevronRight from 'bootstrap-icons/icons/chevron-right.svg?raw'
import { Link } from 'react-router'
import { addDays } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { Icon } from '../../components/icon.tsx'
import { Skeleton } from '../../components/placeholders.tsx'
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

/** The day on the screen, with links to the days beside it and to today. */
export function DayNav({ day, filters, today, onIntent }: DayNavProps) {
  const { date: _, ...rest } = filters
  const isElsewhere = day !== undefined && today !== undefined && day !== today
  return (
    <nav className="day-nav" aria-label="Day">
      <DayLink
        name="Previous day"
        icon={chevronLeft}
        day={day && dayBeside(day, -1)}
        rest={rest}
        onIntent={onIntent}
      />
      <h2 aria-live="polite">{day ? <DayName day={day} today={today} /> : <Skeleton width="6rem" />}</h2>
      <DayLink
        name="Next day"
        icon={chevronRight}
        day={day && dayBeside(day, 1)}
        rest={rest}
        onIntent={onIntent}
      />
      {isElsewhere ? (
        <Link to={{ search: searchOfDay({ ...rest, date: today }) }} className="btn btn-secondary btn-sm">
          {messages.teamDay.goToToday}
        </Link>
      ) : (
        // Keeps the room of the link, because today is loaded after the page is shown.
        <span className="btn btn-sm day-nav-room" aria-hidden="true">
          {messages.teamDay.goToToday}
        </span>
      )}
    </nav>
  )
}

/** "Yesterday, Tue 17 Nov". On phones the word is above the date. */
function DayName({ day, today }: { day: string; today: string | undefined }) {
  const word = today && dayWord(day, today)
  const year = today && day.slice(0, 4) !== today.slice(0, 4) ? ` ${day.slice(0, 4)}` : ''
  return (
    <time dateTime={day} title={formatLongDay(day)}>
      {word && (
        <span className="day-nav-word">
          {word}
          <span className="day-nav-comma">, </span>
        </span>
      )}
      <span className="day-nav-date">
        {formatWeekdayDay(day, 'short')}
        {year}
      </span>
    </time>
  )
}

function dayWord(day: string, today: string): string | undefined {
  if (day === today) return messages.teamDay.today
  if (day === addDays(today, -1)) return messages.teamDay.yesterday
  return day === addDays(today, 1) ? messages.teamDay.tomorrow : undefined
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
  if (day === undefined) {
    return (
      <span className="icon-button day-nav-waiting" aria-hidden="true">
        <Icon svg={icon} />
      </span>
    )
  }
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
