import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageReply } from '#shared/contract/errors.ts'
import { type Project, projectReply, projectsReply } from '#shared/contract/projects.ts'
import { can } from '#shared/permissions.ts'
import { request } from '../../lib/api-client.ts'
import { useActor } from '../../lib/can.tsx'
import { askOrRecall } from '../../lib/remembered.ts'

export const projectKeys = {
  all: ['projects'] as const,
  list: (search = '') => [...projectKeys.all, 'list', search] as const,
  mine: () => [...projectKeys.all, 'mine'] as const,
}

/** Every project, or those whose name or description contains the text. */
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

/** The projects to which the signed-in user is assigned. */
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

/** The part of a project that is stored on the device: a report that is written offline needs only the name. */
const namesOnly = (projects: Project[]) =>
  projects.map(project => ({ ...project, description: null, developers: [] }))

/** The values of the form as typed. The contract trims and checks them. */
export type ProjectValues = { name: string; description: string; developers: number[] }

/** Creates a project if there is no id. */
export function useSaveProject(id?: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ProjectValues) =>
      id === undefined
        ? request({ method: 'POST', path: '/projects', body, reply: projectReply })
        : request({ method: 'PUT', path: `/projects/${id}`, body, reply: projectReply }),
    // Awaited, so that the list shows the project when the dialog closes.
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

/** The projects to which a user is assigned. A failure yields an empty list. */
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

/** The projects that the report form offers: every project to reviewers, the assigned ones to staff. */
export function useOfferedProjects() {
  const actor = useActor()
  const seesAll = actor !== null && can(actor, 'report.readAll')
  const all = useProjects({ enabled: seesAll })
  const mine = useMyProjects({ enabled: !seesAll })
  return seesAll ? all : mine
}
