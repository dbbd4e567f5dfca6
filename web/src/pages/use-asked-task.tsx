import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { SuggestionSlot } from '../features/reports/report-form.tsx'
import type { ProjectOption } from '../features/reports/report-values.ts'
import { usePart } from '../lib/use-part.ts'

const none = { plan: null, tasks: [], recent: [], blockers: [] }

/**
 * `?task=` adds a row about that task to a report that is edited. Undefined: what adds it is still being loaded, and the
 * form waits for it, so that no row comes while the user already types.
 */
export function useAskedTask(date: string | undefined, projects: readonly ProjectOption[] | undefined) {
  const [query] = useSearchParams()
  const [isAsked] = useState(query.has('task'))
  const Part = usePart(isAsked, () => import('../features/reports/suggestions/suggestions.tsx'))
  if (Part === undefined) return undefined
  if (!Part || date === undefined || !projects) return null
  return (slot: SuggestionSlot): ReactNode => (
    <Part {...slot} date={date} suggested={none} projects={projects} />
  )
}
