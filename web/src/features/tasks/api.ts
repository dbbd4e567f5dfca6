import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { messageReply } from '#shared/contract/errors.ts'
import {
  oneTaskReply,
  type TaskStatus,
  type taskEditInput,
  type taskInput,
  taskLogReply,
  taskPageReply,
  taskReply,
  type taskStatusInput,
} from '#shared/contract/tasks.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { request } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { reportKeys } from '../reports/api.ts'

export const taskKeys = {
  all: ['tasks'] as const,
  list: (query: TaskListQuery) => [...taskKeys.all, 'list', query] as const,
  // Below the reports: every report that is saved can change the time that is logged on a task.
  one: (id: string) => [...reportKeys.all, 'task', id] as const,
  log: (id: string, page: number) => [...reportKeys.all, 'task log', id, page] as const,
}

export type TaskListQuery = { page: number; limit: number; status?: TaskStatus; search?: string }

// Hours are sent as typed, because the server parses them with the contract that the forms use.
type Typed<Input> = Omit<Input, 'actual_hours'> & { actual_hours?: string }
export type TaskBody = z.input<typeof taskInput>
export type TaskEditBody = Typed<z.input<typeof taskEditInput>>
export type TaskStatusBody = Typed<z.input<typeof taskStatusInput>>

/** `ahead`: the request is a prefetch. */
type RequestOptions = { ahead?: boolean }

const taskPage = (query: TaskListQuery, { ahead }: RequestOptions = {}) =>
  queryOptions({
    queryKey: taskKeys.list(query),
    queryFn: ({ signal }) => request({ path: '/tasks', query, reply: taskPageReply, signal, ahead }),
  })

// An answer without a task has its own message (`notFound`).
const optionalTaskReply = z.nullish(z.object({ data: z.nullish(taskReply) }))

const oneTask = (id: string, { ahead }: RequestOptions = {}) =>
  queryOptions({
    queryKey: taskKeys.one(id),
    queryFn: async ({ signal }) => {
      const path = `/tasks/${encodeURIComponent(id)}`
      const answer = await request({ path, reply: optionalTaskReply, signal, ahead })
      if (!answer?.data) throw new ApiError(404, messages.tasks.notFound)
      return answer.data
    },
  })

/** The rows of reports in which the task was chosen. */
const taskLog = (id: string, page: number, { ahead }: RequestOptions = {}) =>
  queryOptions({
    queryKey: taskKeys.log(id, page),
    queryFn: ({ signal }) =>
      request({
        path: `/tasks/${encodeURIComponent(id)}/log`,
        query: { page, limit: limits.taskLogPage },
        reply: taskLogReply,
        signal,
        ahead,
      }),
  })

/** Prefetches a task, with its log, when the user hovers its row. */
export function usePrefetchTasks() {
  const queryClient = useQueryClient()
  return {
    prefetchTask({ id }: { id: number }) {
      void queryClient.prefetchQuery(taskLog(String(id), 1, { ahead: true }))
      void queryClient.prefetchQuery(oneTask(String(id), { ahead: true }))
    },
    prefetchTaskPage: (query: TaskListQuery) =>
      void queryClient.prefetchQuery(taskPage(query, { ahead: true })),
  }
}

/** Cached tasks are shown at once; `enabled` delays the request until the user has stopped choosing. */
export function useTasks(query: TaskListQuery, { enabled = true } = {}) {
  return useQuery({
    ...taskPage(query),
    // The page on the screen stays until the next one is loaded.
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** The user's newest tasks with a status, for the dashboard. */
export const useNewestTasks = (status: TaskStatus, limit: number, options: { enabled: boolean }) =>
  useTasks({ page: 1, limit, status }, options)

export const useTask = (id: string) => useQuery(oneTask(id))

export function useTaskLog(id: string, page: number) {
  return useQuery({
    ...taskLog(id, page),
    // The page on the screen stays until the next one is loaded, but only for the same task.
    placeholderData: (before, query) => (query?.queryKey[2] === id ? before : undefined),
  })
}

export function useCreateTask() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: TaskBody) => request({ method: 'POST', path: '/tasks', body, reply: oneTaskReply }),
    // Not awaited: the task is saved, and the form need not wait for the lists.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: taskKeys.all }),
  })
}

export function useUpdateTask(id: string) {
  const onSuccess = useCacheTask(id)
  return useMutation({
    mutationFn: (body: TaskEditBody) =>
      request({ method: 'PUT', path: `/tasks/${id}`, body, reply: oneTaskReply }),
    onSuccess,
  })
}

export function useUpdateTaskStatus(id: string) {
  const onSuccess = useCacheTask(id)
  return useMutation({
    mutationFn: (body: TaskStatusBody) =>
      request({ method: 'POST', path: `/tasks/${id}/status`, body, reply: oneTaskReply }),
    onSuccess,
  })
}

export function useDeleteTask(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => request({ method: 'DELETE', path: `/tasks/${id}`, reply: messageReply }),
    // Only the lists: the page of the task is still open, and loading the task again would show that it was not found.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: [...taskKeys.all, 'list'] }),
  })
}

/** Puts the updated task of a response into the cache and loads the lists again. */
function useCacheTask(id: string) {
  const queryClient = useQueryClient()
  return ({ data }: z.output<typeof oneTaskReply>) => {
    queryClient.setQueryData(taskKeys.one(id), data)
    void queryClient.invalidateQueries({ queryKey: [...taskKeys.all, 'list'] })
  }
}

export const listQuery = (page: number, status?: TaskStatus, search?: string): TaskListQuery => ({
  page,
  limit: limits.pageSize,
  status,
  search,
})
