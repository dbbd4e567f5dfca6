import calendar from 'bootstrap-icons/icons/calendar-x.svg?raw'
import cup from 'bootstrap-icons/icons/cup-hot.svg?raw'
import inbox from 'bootstrap-icons/icons/inbox.svg?raw'
import people from 'bootstrap-icons/icons/people.svg?raw'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { TeamDay } from '#shared/contract/team-day.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { EmptyState } from '../../components/states.tsx'
import { useLeadsNone, useTeamIds } from '../../domain/team-choice.ts'
import { NothingOfTeam } from '../../domain/team-control.tsx'

type NoReportsProps = {
  day: TeamDay
  /** Clears the filters; absent if none are set. */
  onClear?: () => void
  /** A link to the reports of earlier days that are to be reviewed. */
  earlier?: ReactNode
}

/** Says why the day has no reports, and what to do next. */
export function NoReports({ day, onClear, earlier }: NoReportsProps) {
  const { date, today, holiday, counts } = day
  const [teamIds, leadsNone] = [useTeamIds(), useLeadsNone()]
  if (onClear && day.pagination.total === 0) {
    return (
      <EmptyState
        icon={people}
        title={messages.teamDay.noUsersMatch}
        action={
          <button type="button" className="btn btn-secondary" onClick={onClear}>
            Clear filters
          </button>
        }
      />
    )
  }
  if (day.reporters === 0 && !onClear) {
    return teamIds || leadsNone ? (
      <NothingOfTeam title={messages.teams.noOneReports} />
    ) : (
      <EmptyState
        icon={people}
        title={messages.calendar.noUsers}
        action={
          earlier || (
            <Link to={paths.registerUser()} className="btn btn-secondary">
              Register User
            </Link>
          )
        }
      />
    )
  }
  if (holiday !== null && counts.expected === 0)
    return <EmptyState icon={cup} title={messages.teamDay.holiday(holiday)} action={earlier} />
  if (date > today) return <EmptyState icon={calendar} title={messages.teamDay.future} action={earlier} />
  if (counts.expected === 0) {
    return (
      <EmptyState icon={cup} title={messages.teamDay.nothingExpected} action={earlier}>
        {counts.off === 0 && messages.teamDay.nothingExpectedHint}
      </EmptyState>
    )
  }
  if (date === today) {
    return (
      <EmptyState icon={inbox} title={messages.teamDay.noneYet} action={earlier}>
        {messages.teamDay.noneYetHint}
      </EmptyState>
    )
  }
  return <EmptyState icon={inbox} title={messages.teamDay.none} action={earlier} />
}
