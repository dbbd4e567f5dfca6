import { recordKinds } from '#shared/contract/record.ts'
import type { User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { Filters } from '../../components/filters.tsx'
import type { RecordFilters } from './api.ts'
import './record.scss'

type RecordFilterBarProps = {
  filters: RecordFilters
  count: number
  onChange: (name: keyof RecordFilters, value: string) => void
  users: readonly User[] | undefined
}

export function RecordFilterBar({ filters, count, onChange, users }: RecordFilterBarProps) {
  const person = (name: 'actorId' | 'userId', label: string, all: string) => {
    const value = filters[name] ?? ''
    const isListed = value === '' || users?.some(({ id }) => String(id) === value)
    return (
      <select
        className="form-select"
        aria-label={label}
        value={value}
        onChange={({ target }) => onChange(name, target.value)}
      >
        <option value="">{all}</option>
        {users?.map(user => (
          <option key={user.id} value={user.id}>
            {user.name}
          </option>
        ))}
        {/* A deleted user, or the users are not loaded yet. */}
        {!isListed && <option value={value}>{`Person ${value}`}</option>}
      </select>
    )
  }
  const day = (name: 'from' | 'to', label: string) => (
    <label>
      {label}
      <input
        type="date"
        className="form-control"
        value={filters[name] ?? ''}
        {...(name === 'to' && { min: filters.from })}
        {...(name === 'from' && { max: filters.to })}
        onChange={({ target }) => {
          // While a date is typed, the browser reports it as empty.
          if (target.value !== '' || !target.validity.badInput) onChange(name, target.value)
        }}
      />
    </label>
  )
  return (
    <Filters count={count} className="record-filters">
      {person('actorId', 'Who did it', 'Anyone')}
      {person('userId', 'To whom', 'To anyone')}
      <select
        className="form-select"
        aria-label="Kind"
        value={filters.kind ?? ''}
        onChange={({ target }) => onChange('kind', target.value)}
      >
        <option value="">All kinds</option>
        {recordKinds.map(kind => (
          <option key={kind} value={kind}>
            {messages.record.kinds[kind]}
          </option>
        ))}
      </select>
      {day('from', 'From')}
      {day('to', 'To')}
    </Filters>
  )
}
