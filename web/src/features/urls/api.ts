import { useQuery } from '@tanstack/react-query'
import { removalReply } from '#shared/contract/files.ts'
import { type ProjectUrl, type UrlInput, urlReply, urlsReply } from '#shared/contract/urls.ts'
import { request } from '../../lib/api-client.ts'
import { replaceIn, useListActions, withoutId } from '../../lib/lists.ts'

export const urlKeys = {
  ofProject: (projectId: number) => ['urls', projectId] as const,
}

export function useUrls(projectId: number) {
  return useQuery({
    queryKey: urlKeys.ofProject(projectId),
    queryFn: ({ signal }) => request({ path: `/projects/${projectId}/urls`, reply: urlsReply, signal }),
    // Other users change the list at the same time, so it is loaded again whenever it is shown.
    staleTime: 0,
  })
}

/** The changes that users make to the links of a project. */
export function useUrlActions(projectId: number) {
  const { act } = useListActions<ProjectUrl>(urlKeys.ofProject(projectId))

  return {
    add: (body: UrlInput) =>
      act(
        () => request({ method: 'POST', path: `/projects/${projectId}/urls`, body, reply: urlReply }),
        (urls, added) => [...withoutId(urls, added.id), added],
      ),

    update: (id: number, body: UrlInput) =>
      act(() => request({ method: 'PUT', path: `/urls/${id}`, body, reply: urlReply }), replaceIn),

    remove: (id: number) =>
      act(
        () => request({ method: 'DELETE', path: `/urls/${id}`, reply: removalReply }),
        (urls, { blurred }) =>
          blurred
            ? urls.map(url => (url.id === id ? { ...url, is_blurred: true } : url))
            : withoutId(urls, id),
      ),

    restore: (id: number) =>
      act(() => request({ method: 'PUT', path: `/urls/${id}/unblur`, reply: urlReply }), replaceIn),
  }
}
