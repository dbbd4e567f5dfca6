import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { NamedTeam } from '#shared/contract/teams.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { type Role, roles } from '#shared/roles.ts'
import { searchNow } from '../../lib/url.ts'
import { RoleOptions } from './role-options.tsx'
import './users.scss'

type UserFilterProps = {
  search: string
  role: string
  team: string
  /** Undefined without teams: then there is no filter for them. Empty while they are loaded. */
  teams: readonly NamedTeam[] | undefined
  hasOwnTeams: boolean
  onSearch: (search: string) => void
  onRole: (role: string) => void
  onTeam: (team: string) => void
  status: string
}

/** In place of a team's id: people who are in no team, or in one of the user's own. */
export const noTeam = 'none'
export const myTeams = 'mine'

export function UserFilter(props: UserFilterProps) {
  const { search, role, team, teams, hasOwnTeams, onSearch, onRole, onTeam, status } = props
  return (
    <div className="list-tools">
      <input
        type="search"
        className="form-control user-filter"
        aria-label="Filter users"
        placeholder="Filter by name, email or role"
        maxLength={limits.searchMax}
        value={search}
        onChange={event => onSearch(event.target.value)}
      />
      <select
        className="form-select user-role-filter"
        aria-label="Role"
        value={role}
        onChange={event => onRole(event.target.value)}
      >
        <option value="">All roles</option>
        <RoleOptions offers={() => true} />
      </select>
      {teams && (
        <select
          className="form-select user-team-filter"
          aria-label="Team"
          value={team}
          onChange={event => onTeam(event.target.value)}
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

/** The filters are in the URL, so that Back and a reload restore them. */
export function useUserFilter() {
  const [params, setParams] = useSearchParams()
  // Also in the state, because the URL changes later and typing must not wait for it.
  const [search, setSearch] = useState(params.get('search') ?? '')
  const [role, setRole] = useState(() => roleIn(params.get('role')))
  const [team, setTeam] = useState(params.get('team') ?? '')

  function change(name: string, value: string) {
    const next = new URLSearchParams(searchNow())
    if (value === '') next.delete(name)
    else next.set(name, value)
    setParams(next, { replace: true })
  }

  return {
    search,
    role,
    team,
    onSearch(text: string) {
      setSearch(text)
      change('search', text)
    },
    onRole(value: string) {
      setRole(roleIn(value))
      change('role', value)
    },
    onTeam(value: string) {
      setTeam(value)
      change('team', value)
    },
    clear() {
      setSearch('')
      setRole('')
      setTeam('')
      setParams({}, { replace: true })
    },
  }
}

const roleIn = (text: string | null): Role | '' => roles.find(role => role === text) ?? ''
