import { useQuery, useQueryClient } from '@tanstack/react-query'
import { removalReply } from '#shared/contract/files.ts'
import { type ProjectUrl, type UrlInput, urlReply, urlsReply } from '#shared/contract/urls.ts'
import { request } from '../../lib/api-client.ts'

export const urlKeys = {
  ofProject: (projectId: number) => ['urls', projectId] as const,
}

export function useUrls(projectId: number) {
  return useQuery({
    queryKey: urlKeys.ofProject(projectId),
    queryFn: ({ signal }) => request({ path: `/projects/${projectId}/urls`, reply: urlsReply, signal }),
    // Colleagues add and mark at the same time: whoever opens or comes back to the list sees it as it is.
    staleTime: 0,
  })
}

/** What people do to a project's links. The list shows the result at once and is then asked for again. */
export function useUrlActions(projectId: number) {
  const queryClient = useQueryClient()
  const queryKey = urlKeys.ofProject(projectId)

  /** Also asks again after a failure: somebody else may have been faster. */
  async function act<Reply>(
    ask: () => Promise<Reply>,
    change: (urls: ProjectUrl[], reply: Reply) => ProjectUrl[],
  ) {
    try {
      const reply = await ask()
      queryClient.setQueryData<ProjectUrl[]>(queryKey, urls => urls && change(urls, reply))
    } finally {
      void queryClient.invalidateQueries({ queryKey })
    }
  }

  const replace = (urls: ProjectUrl[], next: ProjectUrl) => urls.map(url => (url.id === next.id ? next : url))

  return {
    add: (body: UrlInput) =>
      act(
        () => request({ method: 'POST', path: `/projects/${projectId}/urls`, body, reply: urlReply }),
        (urls, added) => [...urls.filter(({ id }) => id !== added.id), added],
      ),

    update: (id: number, body: UrlInput) =>
      act(() => request({ method: 'PUT', path: `/urls/${id}`, body, reply: urlReply }), replace),

    remove: (id: number) =>
      act(
        () => request({ method: 'DELETE', path: `/urls/${id}`, reply: removalReply }),
        (urls, { blurred }) =>
          blurred
            ? urls.map(url => (url.id === id ? { ...url, is_blurred: true } : url))
            : urls.filter(url => url.id !== id),
      ),

    restore: (id: number) =>
      act(() => request({ method: 'PUT', path: `/urls/${id}/unblur`, reply: urlReply }), replace),
  }
}
