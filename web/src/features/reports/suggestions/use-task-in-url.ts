import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { request } from '../../../lib/api-client.ts'
import { type Suggestion, suggestionOf } from './choosing.ts'

/** As far as it is read here. */
const taskReply = z.object({
  data: z.object({ id: z.number(), title: z.string(), project_id: z.number(), project_name: z.string() }),
})

type SuggestedTask = Parameters<typeof suggestionOf>[0]

/** `?task=` asks for a row about that task, once: then it is no longer part of the URL. */
export function useTaskInUrl(tasks: readonly SuggestedTask[], onTask: (task: Suggestion) => void) {
  const [query, setQuery] = useSearchParams()
  const id = query.get('task')

  const choose = useEffectEvent(async (signal: AbortSignal) => {
    if (id === null) return
    const task = await (tasks.find(({ task_id }) => String(task_id) === id) ?? readTask(id, signal))
    if (signal.aborted) return
    if (task) onTask(suggestionOf(task))
    query.delete('task')
    setQuery(query, { replace: true })
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is asked for
  useEffect(() => {
    const leaving = new AbortController()
    void choose(leaving.signal)
    return () => leaving.abort()
  }, [id])
}

/** One that is not among the suggestions, such as a task that was just completed. Null: there is none of theirs. */
async function readTask(id: string, signal: AbortSignal): Promise<SuggestedTask | null> {
  try {
    const { data } = await request({ path: `/tasks/${encodeURIComponent(id)}`, reply: taskReply, signal })
    return { ...data, task_id: data.id }
  } catch {
    return null
  }
}
