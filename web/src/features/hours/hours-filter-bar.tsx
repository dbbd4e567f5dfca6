import { type FormEvent, useState } from 'react'
import type { Project } from '#shared/contract/projects.ts'
import { limits } from '#shared/limits.ts'
import { roleLabels, staff } from '#shared/roles.ts'
import { Field, SelectField } from '../../components/fields.tsx'
import { Filters } from '../../components/filters.tsx'
import type { HoursFilters } from './hours-filters.ts'
import './hours.scss'

type HoursFilterBarProps = {
  filters: HoursFilters
  /** Receives only the filters that change. */
  onChange: (change: { [name in keyof HoursFilters]: string }) => void
  projects: Project[]
}

export function HoursFilterBar({ filters, onChange, projects }: HoursFilterBarProps) {
  const { search = '', projectId = '', role } = filters
  return (
    <Filters className="filter-bar hours-filters" count={[search, projectId, role].filter(Boolean).length}>
      <SearchBox search={search} onSearch={text => onChange({ search: text, projectId: '' })} />
      <SelectField
        label="Project"
        value={projectId}
        onChange={({ target }) => onChange({ search: '', projectId: target.value })}
      >
        <option value="">Select a project...</option>
        {projects.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <fieldset className="role-toggle">
        <legend className="form-label">Role</legend>
        <div className="role-toggle-buttons">
          {staff.map(each => (
            <button
              key={each}
              type="button"
              className="btn btn-secondary"
              aria-pressed={each === role}
              onClick={() => onChange({ role: each === role ? '' : each })}
            >
              {roleLabels[each]}
            </button>
          ))}
        </div>
      </fieldset>
      <div className="filter-end">
        <button
          type="button"
          className="btn btn-secondary"
          onClick={() => onChange({ search: '', projectId: '', role: '' })}
        >
          Clear Filters
        </button>
      </div>
    </Filters>
  )
}

function SearchBox({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(search)
  const [searched, setSearched] = useState(search)
  // The box follows the search in the URL, which Clear Filters and Back change too.
  if (searched !== search) {
    setSearched(search)
    setText(search)
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    onSearch(text.trim())
  }

  return (
    <form onSubmit={handleSubmit}>
      <Field label="Search projects">
        {control => (
          <div className="search-box">
            <input
              {...control}
              type="search"
              className="form-control"
              placeholder="Name or description"
              maxLength={limits.searchMax}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
            <button type="submit" className="btn btn-secondary">
              Search
            </button>
          </div>
        )}
      </Field>
    </form>
  )
}
