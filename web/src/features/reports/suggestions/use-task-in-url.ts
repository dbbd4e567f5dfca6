import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { request } from '../../../lib/api-client.ts'
import { type Suggestion, toSuggestion } from './choosing.ts'

const taskReply = z.object({
  data: z.object({ id: z.number(), title: z.string(), project_id: z.number(), project_name: z.string() }),
})

type SuggestedTask = Parameters<typeof toSuggestion>[0]

/** `?task=` in the URL requests a row for that task. It is removed from the URL once the row is added. */
export function useTaskInUrl(tasks: readonly SuggestedTask[], onTask: (task: Suggestion) => void) {
  const [query, setQuery] = useSearchParams()
  const id = query.get('task')

  const choose = useEffectEvent(async (signal: AbortSignal) => {
    if (id === null) return
    const task = await (tasks.find(({ task_id }) => String(task_id) === id) ?? readTask(id, signal))
    if (signal.aborted) return
    if (task) onTask(toSuggestion(task))
    query.delete('task')
    setQuery(query, { replace: true })
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each requested task
  useEffect(() => {
    const controller = new AbortController()
    void choose(controller.signal)
    return () => controller.abort()
  }, [id])
}

/** Loads a task that is not suggested, such as one that was just completed. Null if the user has no such task. */
async function readTask(id: string, signal: AbortSignal): Promise<SuggestedTask | null> {
  try {
    const { data } = await request({ path: `/tasks/${encodeURIComponent(id)}`, reply: taskReply, signal })
    return { ...data, task_id: data.id }
  } catch {
    return null
  }
}
