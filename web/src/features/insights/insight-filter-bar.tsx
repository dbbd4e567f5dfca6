import { useState } from 'react'
import { insightGroups, insightUnits } from '#shared/contract/insights.ts'
import type { Project } from '#shared/contract/projects.ts'
import type { User } from '#shared/contract/users.ts'
import { countDays, datePresets, presetOf, spanOf } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { SelectField, TextField } from '../../components/fields.tsx'
import { Filters } from '../../components/filters.tsx'
import { groupLabels, type InsightFilters, insightPresets, isFitting, unitLabels } from './filters.ts'
import './insights.scss'

type Period = Pick<InsightFilters, 'from' | 'to'>
const periodKey = ({ from, to }: Period) => `${from} ${to}`

type InsightFilterBarProps = {
  filters: InsightFilters
  onChange: (chosen: Partial<Record<keyof InsightFilters, string>>) => void
  today: string
  /** Why the period can't be shown. */
  problem: string | undefined
  projects: readonly Project[] | undefined
  users: readonly User[] | undefined
}

export function InsightFilterBar({
  filters,
  onChange,
  today,
  problem,
  projects,
  users,
}: InsightFilterBarProps) {
  const { from, to, unit, by, projectId = '', userId = '' } = filters
  const preset = insightPresets.find(each => each === presetOf(from, to, today))
  // "Own range" is chosen for one period, and for the next one that is typed, until the URL has it: after Back to another
  // period, its preset is shown.
  const period = periodKey(filters)
  const [own, setOwn] = useState<{ at: string; next: string }>()
  if (own && own.at !== period) setOwn(own.next === period ? { at: period, next: period } : undefined)
  const isOwn = own?.at === period
  const days = countDays(from, to)

  function choosePeriod(value: string) {
    const chosen = insightPresets.find(each => each === value)
    setOwn(chosen ? undefined : { at: period, next: period })
    if (!chosen) return
    const { startDate, endDate } = spanOf(chosen, today)
    onChange({ from: startDate, to: endDate })
  }

  function chooseOwn(next: Period) {
    setOwn({ at: period, next: periodKey(next) })
    onChange(next)
  }

  return (
    <Filters
      className="filter-bar insight-filters"
      count={[projectId, userId].filter(Boolean).length}
      hasProblem={problem !== undefined}
    >
      <SelectField
        label="Period"
        value={isOwn || !preset ? 'own' : preset}
        onChange={({ target }) => choosePeriod(target.value)}
      >
        {insightPresets.map(each => (
          <option key={each} value={each}>
            {datePresets[each]}
          </option>
        ))}
        <option value="own">Own range</option>
      </SelectField>
      {(isOwn || !preset) && (
        <>
          <DayField label="From" value={from} onChange={day => chooseOwn({ from: day, to })} />
          <DayField label="To" value={to} error={problem} onChange={day => chooseOwn({ from, to: day })} />
        </>
      )}
      <SelectField
        label="Hours per"
        value={unit}
        onChange={({ target }) => onChange({ from, to, unit: target.value })}
      >
        {insightUnits.map(each => (
          <option key={each} value={each} disabled={!isFitting(each, days)}>
            {unitLabels[each]}
          </option>
        ))}
      </SelectField>
      <SelectField label="Group by" value={by} onChange={({ target }) => onChange({ by: target.value })}>
        {insightGroups.map(each => (
          <option key={each} value={each}>
            {groupLabels[each]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Project"
        value={projectId}
        onChange={({ target }) => onChange({ projectId: target.value })}
      >
        <option value="">All projects</option>
        <Options list={projects} chosen={projectId} missing={`Project ${projectId}`} />
      </SelectField>
      <SelectField
        label="Person"
        value={userId}
        onChange={({ target }) => onChange({ userId: target.value })}
      >
        <option value="">Everyone</option>
        <Options list={users} chosen={userId} missing={`Person ${userId}`} />
      </SelectField>
    </Filters>
  )
}

type OptionsProps = {
  list: readonly { id: number; name: string }[] | undefined
  chosen: string
  /** The name of one that is in the URL but not in the list. */
  missing: string
}

function Options({ list, chosen, missing }: OptionsProps) {
  const isListed = chosen === '' || list?.some(({ id }) => String(id) === chosen)
  return (
    <>
      {list?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {!isListed && <option value={chosen}>{missing}</option>}
    </>
  )
}

type DayFieldProps = {
  label: string
  value: string
  error?: string | undefined
  onChange: (day: string) => void
}

/** While a year is typed, the browser reports the years 2, 20 and 202 too. */
function DayField({ label, value, error, onChange }: DayFieldProps) {
  const [draft, setDraft] = useState(value)
  const [shown, setShown] = useState(value)
  // The period was changed elsewhere, for example by Back.
  if (shown !== value) {
    setShown(value)
    setDraft(value)
  }
  return (
    <TextField
      type="date"
      label={label}
      value={draft}
      error={error}
      min={limits.earliestDay}
      max={limits.latestDay}
      onChange={({ target }) => {
        setDraft(target.value)
        if (target.value >= limits.earliestDay) onChange(target.value)
      }}
    />
  )
}
