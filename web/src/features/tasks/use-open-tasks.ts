import { can } from '#shared/permissions.ts'
import { useActor } from '../../lib/can.tsx'
import { usePlaceholder } from '../../lib/use-placeholder.ts'
import { useNewestTasks } from './api.ts'

export const shownTasks = 5

export type OpenTasksQuery = ReturnType<typeof useOpenTasks>

/** The user's own open tasks. Reviewers see all users' tasks in the task list, so this is disabled for them. */
export function useOpenTasks() {
  const actor = useActor()
  const isForThem = actor !== null && !can(actor, 'task.readAll')
  const started = useNewestTasks('in_progress', shownTasks, { enabled: isForThem })
  const pending = useNewestTasks('pending', shownTasks, { enabled: isForThem })
  const isWaiting = usePlaceholder(isForThem && (started.isPending || pending.isPending))
  return { isForThem, isWaiting, started, pending }
}
