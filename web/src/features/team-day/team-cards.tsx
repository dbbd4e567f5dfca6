import inbox from 'bootstrap-icons/icons/inbox.svg?raw'
import personDash from 'bootstrap-icons/icons/person-dash.svg?raw'
import { Link } from 'react-router'
import type { TeamOverview } from '#shared/contract/team-day.ts'
import { addDays } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { LoadedCount, StatCard } from '../../components/cards.tsx'
import { Avatar } from '../../domain/people.tsx'
import { type TeamIds, useTeamSearch } from '../../domain/team-choice.ts'
import { isAbsent } from '../../lib/api-error.ts'
import { formatWeekdayDay } from '../../lib/dates.ts'
import { useTeamOverview } from './api.ts'
import { searchOfDay } from './day-in-url.ts'
import './team-cards.scss'

/**
 * The reports to review, and the users who have not reported today. Each number says its day, and its link leads to a list
 * with as many entries: in the morning, reports to review are those of the last working day.
 */
export function TeamCards({ teamIds }: { teamIds: TeamIds }) {
  const overview = useTeamOverview(teamIds)
  const ofTeam = useTeamSearch()
  const { data, isPending, refetch } = overview
  const count = (number: number | undefined) => ({ data: number, isPending, refetch })
  const failure = messages.teamDay.overviewFailed
  const dayOf = (date: string | undefined) => date && formatWeekdayDay(date, 'short')
  // Without a date, Today opens with the day that is to be reviewed.
  const toReview = paths.today(ofTeam())
  const today = paths.today(ofTeam(data && data.date !== data.today ? searchOfDay({ date: data.today }) : ''))
  if (isAbsent(overview.error)) return null
  return (
    <>
      <StatCard
        icon={inbox}
        title="To review"
        value={
          <LoadedCount
            query={count(data?.to_review)}
            failure={failure}
            to={toReview}
            unit={['to review', 'to review']}
            detail={dayOf(data?.date)}
          />
        }
      >
        <Link to={toReview}>Review</Link>
        {data && data.date !== data.today && data.today_to_review > 0 && (
          <Link to={today}>{messages.teamDay.ofToday(data.today_to_review)}</Link>
        )}
        {data && data.earlier_to_review > 0 && <EarlierLink overview={data} />}
      </StatCard>
      <StatCard
        icon={personDash}
        title="Missing today"
        value={
          <LoadedCount
            query={count(data?.owing.total)}
            failure={failure}
            to={today}
            unit={['missing', 'missing']}
            detail={dayOf(data?.today)}
          />
        }
      >
        <Link to={today}>Open Today</Link>
        {data && data.owing.total > 0 && <Faces {...data.owing} />}
      </StatCard>
    </>
  )
}

/** The list behind it also has the user's own reports, which another reviewer reviews; the text counts them too. */
function EarlierLink({ overview }: { overview: TeamOverview }) {
  const { date, earlier_to_review, earlier_own } = overview
  const ofTeam = useTeamSearch()
  return (
    <Link to={paths.allReports(ofTeam(`?endDate=${addDays(date, -1)}&review=unreviewed`))}>
      {messages.teamDay.ofEarlier(earlier_to_review + earlier_own, earlier_own)}
    </Link>
  )
}

/** They fit beside the link, in one line. */
const facesMax = 3

function Faces({ people, total }: TeamOverview['owing']) {
  const shown = people.slice(0, facesMax)
  const more = total - shown.length
  return (
    <ul className="faces" aria-label="Reports are missing from">
      {shown.map(({ id, name }) => (
        <li key={id} title={name}>
          <Avatar id={id} name={name} />
          <span className="visually-hidden">{name}</span>
        </li>
      ))}
      {more > 0 && (
        <li className="faces-more">
          <span aria-hidden="true">+{more.toLocaleString()}</span>
          <span className="visually-hidden">and {more.toLocaleString()} more</span>
        </li>
      )}
    </ul>
  )
}
