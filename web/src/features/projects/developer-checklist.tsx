import { useId, useState } from 'react'
import { messages } from '#shared/messages.ts'
import { roleLabels } from '#shared/roles.ts'
import { Placeholder, Skeleton, usePlaceholder } from '../../components/placeholders.tsx'
import { ErrorState } from '../../components/states.tsx'
import { useAutoGrow } from '../../lib/lists.ts'
import { useDevelopers } from '../users/api.ts'
import './projects.scss'

/** From this number of developers on, the list has a search box. */
const searchableFrom = 9

type Person = { id: number; name: string; role?: keyof typeof roleLabels }
type DeveloperChecklistProps = {
  /** The developers who are assigned now. They stay in the list even if they are no longer staff. */
  assigned: readonly Person[]
  chosen: readonly number[]
  onChosen: (ids: number[]) => void
  error?: string
}

export function DeveloperChecklist({ assigned, chosen, onChosen, error }: DeveloperChecklistProps) {
  const { data, isPending, refetch } = useDevelopers()
  const [search, setSearch] = useState('')
  const id = useId()
  const isWaiting = usePlaceholder(isPending)

  const staff: Person[] = data ?? []
  const others = assigned.filter(person => !staff.some(({ id }) => id === person.id))
  const people = [...staff, ...others].sort((a, b) => a.name.localeCompare(b.name))
  const found = people.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
  const shown = useAutoGrow(found)

  const toggle = (personId: number, isChosen: boolean) =>
    onChosen(isChosen ? [...chosen, personId] : chosen.filter(id => id !== personId))

  return (
    <fieldset className="field" aria-describedby={error && `${id}-error`}>
      <legend className="form-label">
        Assigned Developers
        <span className="checklist-count">{chosen.length} selected</span>
      </legend>
      {people.length >= searchableFrom && (
        <input
          type="search"
          className="form-control checklist-filter"
          aria-label="Filter developers"
          placeholder="Filter by name"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          // Enter would submit the form.
          onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <div className="checklist">
        {isWaiting ? (
          <Placeholder>
            <Skeleton width="50%" />
            <Skeleton width="40%" />
            <Skeleton width="45%" />
          </Placeholder>
        ) : (
          <>
            {!data && (
              <ErrorState plain message={messages.projects.developersFailed} onRetry={() => void refetch()} />
            )}
            {shown.map(person => (
              <label key={person.id} className="checklist-item">
                <input
                  type="checkbox"
                  className="form-check-input"
                  checked={chosen.includes(person.id)}
                  onChange={({ target }) => toggle(person.id, target.checked)}
                />
                <span>{person.name}</span>
                {person.role && <span className="checklist-role">{roleLabels[person.role]}</span>}
              </label>
            ))}
            {data && found.length === 0 && (
              <p className="text-body-secondary">
                {people.length === 0 ? messages.projects.noDevelopersAtAll : 'No matches.'}
              </p>
            )}
          </>
        )}
      </div>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
