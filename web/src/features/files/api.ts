import { useQuery } from '@tanstack/react-query'
import { fileReply, filesReply, type ProjectFile, removalReply } from '#shared/contract/files.ts'
import { request } from '../../lib/api-client.ts'
import { replaceIn, useListActions, withoutId } from '../../lib/lists.ts'
import { upload } from './upload.ts'

export const fileKeys = {
  ofProject: (projectId: number) => ['files', projectId] as const,
}

export function useFiles(projectId: number) {
  return useQuery({
    queryKey: fileKeys.ofProject(projectId),
    queryFn: ({ signal }) => request({ path: `/projects/${projectId}/files`, reply: filesReply, signal }),
    // Other users change the list at the same time, so it is loaded again whenever it is shown.
    staleTime: 0,
  })
}

/** The calls that upload, delete and restore a project's files, and check one before it is opened. */
export function useFileActions(projectId: number) {
  const { act, askAgain } = useListActions<ProjectFile>(fileKeys.ofProject(projectId))

  return {
    send(file: File, onProgress: (percent: number) => void, signal: AbortSignal) {
      const form = new FormData()
      form.append('projectFile', file)
      const path = `/projects/${projectId}/files`
      return act(
        () => upload({ path, form, reply: fileReply, onProgress, signal }),
        (files, added) => [added, ...withoutId(files, added.id)],
      )
    },

    remove: (id: number) =>
      act(
        () => request({ method: 'DELETE', path: `/files/${id}`, reply: removalReply }),
        (files, { blurred }) =>
          blurred
            ? files.map(file => (file.id === id ? { ...file, pendingDeletion: true } : file))
            : withoutId(files, id),
      ),

    restore: (id: number) =>
      act(() => request({ method: 'PUT', path: `/files/${id}/unblur`, reply: fileReply }), replaceIn),

    /** Throws if the file can't be opened any more, because the new tab would only show the server's refusal. */
    async check(id: number) {
      try {
        await request({ path: `/files/${id}/metadata`, reply: fileReply })
      } catch (error) {
        askAgain()
        throw error
      }
    },
  }
}
