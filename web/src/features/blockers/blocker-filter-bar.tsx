import type { Project } from '#shared/contract/projects.ts'
import type { User } from '#shared/contract/users.ts'
import type { BlockerFilters } from './blocker-filters.ts'

type BlockerFilterBarProps = {
  filters: BlockerFilters
  onChange: (change: { [name in keyof BlockerFilters]: string }) => void
  users: readonly User[] | undefined
  projects: readonly Project[] | undefined
}

export function BlockerFilterBar({ filters, onChange, users, projects }: BlockerFilterBarProps) {
  return (
    <section className="blocker-filters" aria-label="Filters">
      <select
        className="form-select"
        aria-label="State"
        value={filters.state ?? 'open'}
        onChange={({ target }) => onChange({ state: target.value === 'open' ? '' : target.value })}
      >
        <option value="open">Open</option>
        <option value="resolved">Resolved</option>
      </select>
      <Choice
        label="Person"
        all="All people"
        value={filters.userId}
        options={users}
        onChange={userId => onChange({ userId })}
      />
      <Choice
        label="Project"
        all="All projects"
        value={filters.projectId}
        options={projects}
        onChange={projectId => onChange({ projectId })}
      />
    </section>
  )
}

type ChoiceProps = {
  label: string
  all: string
  value: string | undefined
  options: readonly { id: number; name: string }[] | undefined
  onChange: (value: string) => void
}

function Choice({ label, all, value = '', options, onChange }: ChoiceProps) {
  const isListed = value === '' || options?.some(({ id }) => String(id) === value)
  return (
    <select
      className="form-select"
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{all}</option>
      {options?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {/* The chosen user or project is deleted, or not loaded yet. */}
      {!isListed && <option value={value}>{`${label} ${value}`}</option>}
    </select>
  )
}
