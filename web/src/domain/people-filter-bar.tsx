import type { Project } from '#shared/contract/projects.ts'
import { roleLabels, roles } from '#shared/roles.ts'
import type { PeopleFilters } from './people-filters.ts'
import './people-filter-bar.scss'

type PeopleFilterBarProps = {
  filters: PeopleFilters
  onChange: (change: { [name in keyof PeopleFilters]: string }) => void
  projects: readonly Project[] | undefined
}

export function PeopleFilterBar({
  filters: { role, projectId = '' },
  onChange,
  projects,
}: PeopleFilterBarProps) {
  const isListed = projectId === '' || projects?.some(({ id }) => String(id) === projectId)
  return (
    <section className="team-filters" aria-label="Filters">
      <select
        className="form-select"
        aria-label="Role"
        value={role ?? ''}
        onChange={({ target }) => onChange({ role: target.value })}
      >
        <option value="">All roles</option>
        {roles.map(each => (
          <option key={each} value={each}>
            {roleLabels[each]}
          </option>
        ))}
      </select>
      <select
        className="form-select"
        aria-label="Project"
        value={projectId}
        onChange={({ target }) => onChange({ projectId: target.value })}
      >
        <option value="">All projects</option>
        {projects?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {!isListed && <option value={projectId}>{`Project ${projectId}`}</option>}
      </select>
    </section>
  )
}
