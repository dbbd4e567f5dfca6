import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Suggestions as Suggested } from '#shared/contract/suggestions.ts'
import { useSuggestions } from '../api.ts'
import type { SuggestionSlot } from '../report-form.tsx'
import type { ProjectOption } from '../report-values.ts'
import { Suggestions } from './suggestions.tsx'

const none: Suggested = { plan: null, tasks: [], recent: [], activity: [], blockers: [] }

/**
 * The suggestions for a report of this day, or null if there are none. The form is shown once they are loaded and keeps
 * these suggestions, so that no field moves. If they can't be loaded, the form is shown without them.
 */
export function useSuggested(date: string, projects?: readonly ProjectOption[]) {
  const { data, isFetched, isFetching } = useSuggestions(date)
  // Without projects no form is shown yet, and a repeated call may still load the suggestions.
  const isFailed = isFetched && !isFetching && projects !== undefined
  const hasTask = useSearchParams()[0].has('task')
  const [loaded, setLoaded] = useState<{ date: string; hasTask: boolean; lines: Suggested }>()
  if ((data || isFailed) && loaded?.date !== date) setLoaded({ date, hasTask, lines: data ?? none })
  const { plan, tasks, recent, activity } = loaded?.lines ?? none
  const hasAny = tasks.length + recent.length + activity.length > 0 || Boolean(plan?.lines.length)
  if (loaded?.date !== date) return { isPending: true, suggestions: null }
  if (!projects || !(hasAny || loaded.hasTask)) return { isPending: false, suggestions: null }
  const suggestions = (slot: SuggestionSlot): ReactNode => (
    <Suggestions {...slot} date={date} suggested={loaded.lines} projects={projects} />
  )
  return { isPending: false, suggestions }
}

/** The suggestions of a report that is edited: only the row for the task that `?task=` in the URL requests. */
export function useRequestedTask(date: string | undefined, projects: readonly ProjectOption[] | undefined) {
  const [query] = useSearchParams()
  const [isRequested] = useState(query.has('task'))
  if (!isRequested || date === undefined || !projects) return null
  return (slot: SuggestionSlot): ReactNode => (
    <Suggestions {...slot} date={date} suggested={none} projects={projects} />
  )
}
