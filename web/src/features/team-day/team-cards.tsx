import inbox from 'bootstrap-icons/icons/inbox.svg?raw'
import personDash from 'bootstrap-icons/icons/person-dash.svg?raw'
import { Link } from 'react-router'
import type { TeamOverview } from '#shared/contract/team-day.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { LoadedCount, StatCard } from '../../components/cards.tsx'
import { Avatar } from '../../domain/people.tsx'
import { isAbsent } from '../../lib/api-error.ts'
import { useTeamOverview } from './api.ts'
import './team-day.scss'

/** The reports to review, and the users who have not reported today. */
export function TeamCards() {
  const overview = useTeamOverview()
  const { data, isPending, refetch } = overview
  const count = (number: number | undefined) => ({ data: number, isPending, refetch })
  const more = data ? data.owing.total - data.owing.people.length : 0
  const failure = messages.teamDay.overviewFailed
  if (isAbsent(overview.error)) return null
  return (
    <>
      <StatCard
        icon={inbox}
        title="To review"
        value={<LoadedCount query={count(data?.to_review)} failure={failure} />}
      >
        <Link to={paths.today()}>Open Today</Link>
        {data !== undefined && data.earlier_to_review > 0 && (
          <Link to={paths.allReports('?review=unreviewed')}>
            {data.earlier_to_review.toLocaleString()} earlier
          </Link>
        )}
      </StatCard>
      <StatCard
        icon={personDash}
        title="Missing today"
        value={<LoadedCount query={count(data?.owing.total)} failure={failure} />}
        bar={(isPending || data) && <Faces people={data?.owing.people} />}
      >
        {/* Early in the day, Today opens with the day before, so the link names the date. */}
        <Link to={paths.today(data && data.date !== data.today ? `?date=${data.today}` : '')}>
          Open Today
        </Link>
        {more > 0 && <span className="faces-more">and {more.toLocaleString()} more</span>}
      </StatCard>
    </>
  )
}

/** An empty box keeps the room while the users are loaded. */
function Faces({ people = [] }: { people?: TeamOverview['owing']['people'] }) {
  if (people.length === 0) return <div className="faces" />
  return (
    <ul className="faces" aria-label="Reports are missing from">
      {people.map(({ id, name }) => (
        <li key={id} title={name}>
          <Avatar id={id} name={name} />
          <span className="visually-hidden">{name}</span>
        </li>
      ))}
    </ul>
  )
}
