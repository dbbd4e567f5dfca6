import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Suggestions as Suggested } from '#shared/contract/suggestions.ts'
import type { SuggestionSlot } from '../report-form.tsx'
import type { ProjectOption } from '../report-values.ts'
import { useSuggestions } from './api.ts'
import { Suggestions } from './suggestions.tsx'

const none: Suggested = { plan: null, tasks: [], recent: [], blockers: [] }

/**
 * What a report of this day may be about; null: nothing. The form appears together with it and keeps what it appeared
 * with, so that no field moves. A failure leaves it out, and the form works.
 */
export function useSuggested(date: string, projects?: readonly ProjectOption[]) {
  const { data, isFetched, isFetching } = useSuggestions(date)
  // Without projects there is no form yet, and they may come together with them.
  const isFailed = isFetched && !isFetching && projects !== undefined
  const isAsked = useSearchParams()[0].has('task')
  const [known, setKnown] = useState<{ date: string; isAsked: boolean; lines: Suggested }>()
  if ((data || isFailed) && known?.date !== date) setKnown({ date, isAsked, lines: data ?? none })
  const { plan, tasks, recent } = known?.lines ?? none
  const hasAny = tasks.length + recent.length > 0 || Boolean(plan?.lines.length)
  if (known?.date !== date) return { isPending: true, suggestions: null }
  if (!projects || !(hasAny || known.isAsked)) return { isPending: false, suggestions: null }
  const suggestions = (slot: SuggestionSlot): ReactNode => (
    <Suggestions {...slot} date={date} suggested={known.lines} projects={projects} />
  )
  return { isPending: false, suggestions }
}
