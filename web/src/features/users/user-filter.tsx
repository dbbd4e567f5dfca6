import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { limits } from '#shared/limits.ts'
import { type Role, roles } from '#shared/roles.ts'
import { searchNow } from '../../lib/url.ts'
import { RoleOptions } from './role-options.tsx'
import './users.scss'

type UserFilterProps = {
  search: string
  role: string
  onSearch: (search: string) => void
  onRole: (role: string) => void
  status: string
}

export function UserFilter({ search, role, onSearch, onRole, status }: UserFilterProps) {
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

  function change(name: string, value: string) {
    const next = new URLSearchParams(searchNow())
    if (value === '') next.delete(name)
    else next.set(name, value)
    setParams(next, { replace: true })
  }

  return {
    search,
    role,
    onSearch(text: string) {
      setSearch(text)
      change('search', text)
    },
    onRole(value: string) {
      setRole(roleIn(value))
      change('role', value)
    },
    clear() {
      setSearch('')
      setRole('')
      setParams({}, { replace: true })
    },
  }
}

const roleIn = (text: string | null): Role | '' => roles.find(role => role === text) ?? ''
