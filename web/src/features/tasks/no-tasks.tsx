import clipboard from 'bootstrap-icons/icons/clipboard-check.svg?raw'
import type { ReactNode } from 'react'
import { type TaskStatus, taskStatuses } from '#shared/contract/tasks.ts'
import { messages } from '#shared/messages.ts'
import { EmptyState } from '../../components/empty-state.tsx'

type NoTasksProps = { isSearching: boolean; status?: TaskStatus; action?: ReactNode }

export function NoTasks({ isSearching, status, action }: NoTasksProps) {
  return (
    <EmptyState icon={clipboard} title={messages.tasks.none} action={action}>
      {hint(isSearching, status)}
    </EmptyState>
  )
}

function hint(isSearching: boolean, status?: TaskStatus) {
  if (isSearching) return messages.tasks.noneMatch
  return status ? messages.tasks.noneWithStatus(taskStatuses[status]) : messages.tasks.noneAtAll
}
