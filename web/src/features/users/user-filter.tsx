import { limits } from '#shared/limits.ts'
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
        {/* Another text, not the same one moved: it ends at the right. */}
        <span key={status}>{status}</span>
      </p>
    </div>
  )
}
