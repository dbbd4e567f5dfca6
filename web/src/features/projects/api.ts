import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageReply } from '#shared/contract/errors.ts'
import { type Project, projectReply, projectsReply } from '#shared/contract/projects.ts'
import { usersReply } from '#shared/contract/users.ts'
import { request } from '../../lib/api-client.ts'
import { askOrRecall } from '../../lib/remembered.ts'

export const projectKeys = {
  all: ['projects'] as const,
  list: (search = '') => [...projectKeys.all, 'list', search] as const,
  mine: () => [...projectKeys.all, 'mine'] as const,
}

/** Every project, or those whose name or description holds the text. */
export function useProjects({ enabled = true, search = '' } = {}) {
  return useQuery({
    queryKey: projectKeys.list(search),
    queryFn: ({ signal }) => {
      const ask = () =>
        request({ path: '/projects', query: { search: search || undefined }, reply: projectsReply, signal })
      return search ? ask() : askOrRecall({ name: 'projects', shape: projectsReply, ask, keep: namesOnly })
    },
    enabled,
    // While the user types, the last result stays until the next one is loaded.
    placeholderData: keepPreviousData,
  })
}

/** Those the signed-in person is assigned to. */
export function useMyProjects({ enabled = true } = {}) {
  return useQuery({
    queryKey: projectKeys.mine(),
    queryFn: ({ signal }) =>
      askOrRecall({
        name: 'my-projects',
        shape: projectsReply,
        ask: () => request({ path: '/projects/me', reply: projectsReply, signal }),
        keep: namesOnly,
      }),
    enabled,
  })
}

/** A report that is written offline needs no more of them. */
const namesOnly = (projects: Project[]) =>
  projects.map(project => ({ ...project, description: null, developers: [] }))

/** Whom a project can be assigned to: all staff. */
export function useDevelopers() {
  return useQuery({
    queryKey: ['users', 'developers'],
    queryFn: ({ signal }) => request({ path: '/users/developers', reply: usersReply, signal }),
  })
}

/** As the form holds it; the contract trims and checks. */
export type ProjectValues = { name: string; description: string; developers: number[] }

/** Without an id a new one. */
export function useSaveProject(id?: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ProjectValues) =>
      id === undefined
        ? request({ method: 'POST', path: '/projects', body, reply: projectReply })
        : request({ method: 'PUT', path: `/projects/${id}`, body, reply: projectReply }),
    // The dialog closes on a list that already shows it.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: projectKeys.all }),
  })
}

export function useDeleteProject() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Project) =>
      request({ method: 'DELETE', path: `/projects/${id}`, reply: messageReply }),
    // Also after a failure: another user may have deleted it first.
    onSettled: () => queryClient.invalidateQueries({ queryKey: projectKeys.all }),
  })
}

/** What the user is assigned to. A failure yields an empty list. */
export function useProjectsOfUser(userId: string | undefined) {
  return useQuery({
    queryKey: [...projectKeys.all, 'of-user', userId],
    queryFn: ({ signal }) =>
      request({ path: `/projects/user/${userId}`, reply: projectsReply, signal }).catch(error => {
        if (signal.aborted) throw error
        return []
      }),
    enabled: userId !== undefined,
  })
}
