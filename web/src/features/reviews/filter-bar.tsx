import { useState } from 'react'
import type { Project } from '#shared/contract/projects.ts'
import { reviewStates } from '#shared/contract/reviews.ts'
import type { User } from '#shared/contract/users.ts'
import { type DatePreset, datePresets, presetOf, spanOf } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { reviewers, staff } from '#shared/roles.ts'
import { SelectField, TextField } from '../../components/fields.tsx'
import { Filters } from '../../components/filters.tsx'
import { reviewLabels } from '../../domain/report-marks.tsx'
import { useToday } from '../../lib/dates.ts'
import type { ReportFilters } from '../reports/api.ts'
import type { FilterChange } from './filters.ts'

type Loaded<Item> = { data: Item[] | undefined; isPending: boolean }

type FilterBarProps = {
  filters: ReportFilters
  onChange: (changes: FilterChange) => void
  onClear: () => void
  users: Loaded<User> & { onRetry: () => void }
  /** The projects of the chosen user; all, where a link has a project without a user. */
  projects: Loaded<Project>
  /** For a user or project that is in the URL but no longer in the list. */
  nameOf: { user: string; project: string }
}

export function FilterBar({ filters, onChange, onClear, users, projects, nameOf }: FilterBarProps) {
  const { userId, projectId, startDate = '', endDate = '', review = '' } = filters

  return (
    <Filters className="filter-bar report-filters" count={Object.keys(filters).length}>
      <div>
        <SelectField
          label="User"
          value={userId ?? ''}
          error={!users.data && !users.isPending ? messages.users.loadFailed : undefined}
          onChange={({ target }) => onChange({ userId: target.value })}
        >
          <option value="">All users</option>
          <People label="Staff" people={users.data?.filter(isOneOf(staff))} />
          <People label="Reviewers" people={users.data?.filter(isOneOf(reviewers))} />
          {isMissing(users.data, userId) && <option value={userId}>{nameOf.user}</option>}
        </SelectField>
        {!users.data && !users.isPending && (
          <button type="button" className="btn btn-secondary btn-sm mt-2" onClick={users.onRetry}>
            Try again
          </button>
        )}
      </div>
      <SelectField
        label="Project"
        value={projectId ?? ''}
        disabled={!projectId && (!userId || projects.data?.length === 0)}
        help={projectHelp(userId, projects.data)}
        onChange={({ target }) => onChange({ projectId: target.value })}
      >
        <option value="">{userId || projectId ? 'All projects' : 'Choose a user first'}</option>
        {projects.data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {isMissing(projects.data, projectId) && <option value={projectId}>{nameOf.project}</option>}
      </SelectField>
      <SelectField
        label="Review"
        value={review}
        onChange={({ target }) => onChange({ review: target.value })}
      >
        <option value="">Any</option>
        {reviewStates.map(state => (
          <option key={state} value={state}>
            {reviewLabels[state]}
          </option>
        ))}
      </SelectField>
      <Period startDate={startDate} endDate={endDate} onChange={onChange} />
      <DateField
        label="Start Date"
        value={startDate}
        max={endDate}
        onChange={startDate => onChange({ startDate })}
      />
      <DateField
        label="End Date"
        value={endDate}
        min={startDate}
        onChange={endDate => onChange({ endDate })}
      />
      <div className="filter-end">
        <button type="button" className="btn btn-secondary" onClick={onClear}>
          Clear Filters
        </button>
      </div>
    </Filters>
  )
}

type PeriodProps = { startDate: string; endDate: string; onChange: (changes: FilterChange) => void }

/** Sets both dates at once to a common period. */
function Period({ startDate, endDate, onChange }: PeriodProps) {
  const today = useToday()
  const isAnyTime = startDate === '' && endDate === ''
  const chosen = presetOf(startDate, endDate, today) ?? (isAnyTime ? '' : 'custom')

  function choose(value: string) {
    onChange(value === '' ? { startDate: '', endDate: '' } : spanOf(value as DatePreset, today))
  }

  return (
    <SelectField label="Period" value={chosen} onChange={({ target }) => choose(target.value)}>
      <option value="">Any time</option>
      {Object.entries(datePresets).map(([preset, label]) => (
        <option key={preset} value={preset}>
          {label}
        </option>
      ))}
      {chosen === 'custom' && <option value="custom">Custom</option>}
    </SelectField>
  )
}

function People({ label, people = [] }: { label: string; people?: User[] }) {
  if (people.length === 0) return null
  return (
    <optgroup label={label}>
      {people.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </optgroup>
  )
}

const isOneOf = (roles: readonly User['role'][]) => (user: User) => roles.includes(user.role)

const isMissing = (list: readonly { id: number }[] | undefined, id: string | undefined) =>
  id !== undefined && !list?.some(item => String(item.id) === id)

const projectHelp = (userId: string | undefined, projects: Project[] | undefined) =>
  userId && projects?.length === 0 ? messages.projects.noneOfUser : undefined

type DateFieldProps = {
  label: string
  /** A day, or an empty text. */
  value: string
  min?: string
  max?: string
  onChange: (day: string) => void
}

/** While a year is typed, the browser reports the years 2, 20 and 202 too. */
const isComplete = (day: string) => day === '' || day >= '1900'

function DateField({ label, value, min, max, onChange }: DateFieldProps) {
  const [draft, setDraft] = useState(value)
  const [shown, setShown] = useState(value)
  // The filter was changed elsewhere, for example by Clear Filters or Back.
  if (shown !== value) {
    setShown(value)
    setDraft(value)
  }

  function handleChange(day: string) {
    setDraft(day)
    if (isComplete(day)) onChange(day)
  }

  return (
    <TextField
      type="date"
      label={label}
      value={draft}
      min={min || undefined}
      max={max || undefined}
      onChange={({ target }) => handleChange(target.value)}
    />
  )
}
