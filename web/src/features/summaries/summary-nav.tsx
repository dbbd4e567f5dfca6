import chevronLeft from 'bootstrap-icons/icons/chevron-left.svg?raw'
import chevronRight from 'bootstrap-icons/icons/chevron-right.svg?raw'
import printer from 'bootstrap-icons/icons/printer.svg?raw'
import { Link } from 'react-router'
import { listPaths } from '#shared/summary-words.ts'
import { Icon } from '../../components/icon.tsx'
import type { TeamChoice, TeamIds } from '../../domain/team-choice.ts'
import { formatWeekdayDay, useToday } from '../../lib/dates.ts'
import { usePrefetchSummary } from './api.ts'

type SummaryNavProps = {
  date: string
  /** The working days before and after it; undefined until they are loaded. */
  beside: { previous: string | null; next: string | null } | undefined
  /** The team that the summary is about, as in the URL; undefined without teams. */
  team: TeamChoice | undefined
  teamIds: TeamIds
}

export function SummaryNav({ date, beside, team, teamIds }: SummaryNavProps) {
  const lists = listPaths(team)
  const prefetch = usePrefetchSummary(teamIds)
  const linkTo = (day: string | null | undefined) =>
    day ? { date: day, to: lists.summary(day), onIntent: () => prefetch(day) } : undefined
  return (
    <div className="summary-nav">
      <nav aria-label="Days">
        <DayLink name="Previous working day" icon={chevronLeft} link={linkTo(beside?.previous)} />
        <DayLink name="Next working day" icon={chevronRight} link={linkTo(beside?.next)} />
      </nav>
      <Link to={lists.day(date)} className="btn btn-secondary btn-sm">
        Read reports
      </Link>
      <button type="button" className="btn btn-secondary btn-sm icon-link" onClick={() => window.print()}>
        <Icon svg={printer} />
        Print
      </button>
    </div>
  )
}

type DayLinkProps = {
  name: string
  icon: string
  /** Undefined without such a day, and until it is loaded. */
  link: { date: string; to: string; onIntent: () => void } | undefined
}

/** An empty box takes the place of a missing link, so that the other link stays under the pointer. */
function DayLink({ name, icon, link }: DayLinkProps) {
  const today = useToday()
  if (!link) return <span className="icon-button" aria-hidden="true" />
  const { date, to, onIntent } = link
  const day = formatDay(date, today)
  return (
    <Link
      to={to}
      className="icon-button"
      aria-label={`${name}: ${day}`}
      title={day}
      onPointerEnter={onIntent}
      onFocus={onIntent}
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
