import type { NamedTeam } from '#shared/contract/teams.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { roles } from '#shared/roles.ts'
import { isOneOf } from '../../lib/url.ts'
import { RoleOptions } from './role-options.tsx'
import './users.scss'

type UserFilterProps = {
  search: string
  role: string
  team: string
  /** Undefined without teams: then there is no filter for them. Empty while they are loaded. */
  teams: readonly NamedTeam[] | undefined
  hasOwnTeams: boolean
  onChange: (change: { [name in keyof typeof userFilters]?: string }) => void
  status: string
}

/** In place of a team's id: people who are in no team, or in one of the user's own. */
export const noTeam = 'none'
export const myTeams = 'mine'

export function UserFilter(props: UserFilterProps) {
  const { search, role, team, teams, hasOwnTeams, onChange, status } = props
  return (
    <div className="list-tools">
      <input
        type="search"
        className="form-control user-filter"
        aria-label="Filter users"
        placeholder="Filter by name, email or role"
        maxLength={limits.searchMax}
        value={search}
        onChange={event => onChange({ search: event.target.value })}
      />
      <select
        className="form-select user-role-filter"
        aria-label="Role"
        value={role}
        onChange={event => onChange({ role: event.target.value })}
      >
        <option value="">All roles</option>
        <RoleOptions offers={() => true} />
      </select>
      {teams && (
        <select
          className="form-select user-team-filter"
          aria-label="Team"
          value={team}
          onChange={event => onChange({ team: event.target.value })}
        >
          <option value="">All teams</option>
          {hasOwnTeams && <option value={myTeams}>{messages.teams.mine}</option>}
          {teams.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value={noTeam}>No team</option>
        </select>
      )}
      <p className="text-body-secondary tabular" role="status">
        {/* A key, so that a changed right-aligned text does not count as a layout shift. */}
        <span key={status}>{status}</span>
      </p>
    </div>
  )
}

export const userFilters = { search: () => true, role: isOneOf(roles), team: () => true }
