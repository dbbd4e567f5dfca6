import close from 'bootstrap-icons/icons/x-lg.svg?raw'
import { useRef } from 'react'
import { roleLabels } from '#shared/roles.ts'
import { Icon } from '../../components/icon.tsx'
import { reviewLabels } from '../../domain/report-marks.tsx'
import { formatDay } from '../../lib/dates.ts'
import { keepFocus } from '../../lib/focus.ts'
import type { ReportFilters } from '../reports/api.ts'
import type { FilterChange } from './filters.ts'

type ActiveFiltersProps = {
  filters: ReportFilters
  nameOf: { user: string; project: string }
  onChange: (changes: FilterChange) => void
}

/** The active filters in words. A click on one removes it. */
export function ActiveFilters({ filters, nameOf, onChange }: ActiveFiltersProps) {
  const list = useRef<HTMLUListElement>(null)
  const { userId, projectId, role, startDate, endDate, review } = filters
  const active = [
    userId && { name: 'userId', label: 'User', value: nameOf.user },
    projectId && { name: 'projectId', label: 'Project', value: nameOf.project },
    role && { name: 'role', label: 'Role', value: roleLabels[role] },
    review && { name: 'review', label: 'Review', value: reviewLabels[review] },
    startDate && { name: 'startDate', label: 'From', value: formatDay(startDate) },
    endDate && { name: 'endDate', label: 'To', value: formatDay(endDate) },
  ].filter(entry => entry !== undefined && entry !== '') as ActiveFilter[]

  function remove(name: keyof ReportFilters) {
    onChange({ [name]: '' })
    keepFocus(list.current?.querySelector('button') ?? document.getElementById('main'))
  }

  return (
    <ul ref={list} className="active-filters" aria-label="Active filters">
      {active.map(({ name, label, value }) => (
        <li key={name}>
          <button
            type="button"
            className="active-filter"
            aria-label={`Remove filter ${label}: ${value}`}
            onClick={() => remove(name)}
          >
            <span className="active-filter-text">
              <span className="active-filter-name">{label}:</span> {value}
            </span>
            <Icon svg={close} />
          </button>
        </li>
      ))}
    </ul>
  )
}

type ActiveFilter = { name: keyof ReportFilters; label: string; value: string }
