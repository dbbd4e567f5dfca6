import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { SuggestionSlot } from '../report-form.tsx'
import type { ProjectOption } from '../report-values.ts'
import { Suggestions } from './suggestions.tsx'

const none = { plan: null, tasks: [], recent: [], blockers: [] }

/** `?task=` adds a row about that task to a report that is edited. */
export function useAskedTask(date: string | undefined, projects: readonly ProjectOption[] | undefined) {
  const [query] = useSearchParams()
  const [isAsked] = useState(query.has('task'))
  if (!isAsked || date === undefined || !projects) return null
  return (slot: SuggestionSlot): ReactNode => (
    <Suggestions {...slot} date={date} suggested={none} projects={projects} />
  )
}
