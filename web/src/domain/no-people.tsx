import people from 'bootstrap-icons/icons/people.svg?raw'
import { Link } from 'react-router'
import { messages } from '#shared/messages.ts'
import { paths } from '../app/paths.ts'
import { EmptyState } from '../components/states.tsx'
import { useUrlFilters } from '../lib/url.ts'
import { peopleFilters } from './people-filters.ts'
import { useLeadsNone, useTeamIds } from './team-choice.ts'
import { NothingOfTeam } from './team-control.tsx'

/** Shown instead of an empty table of people. It says why: the filters, the chosen team, or no one reports yet. */
export function NoPeople() {
  const { count, clear } = useUrlFilters(peopleFilters)
  const teamIds = useTeamIds()
  const leadsNone = useLeadsNone()
  if (count > 0) {
    return (
      <EmptyState
        icon={people}
        title={messages.calendar.noUsersMatch}
        action={
          <button type="button" className="btn btn-secondary" onClick={() => clear()}>
            Clear filters
          </button>
        }
      />
    )
  }
  if (teamIds || leadsNone) return <NothingOfTeam title={messages.teams.noOneReports} />
  return (
    <EmptyState
      icon={people}
      title={messages.calendar.noUsers}
      action={
        <Link to={paths.registerUser()} className="btn btn-secondary">
          Register User
        </Link>
      }
    />
  )
}
