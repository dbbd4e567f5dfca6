import { useQuery, useQueryClient } from '@tanstack/react-query'
import { fileReply, filesReply, type ProjectFile, removalReply } from '#shared/contract/files.ts'
import { request } from '../../lib/api-client.ts'
import { upload } from '../../lib/upload.ts'

export const fileKeys = {
  ofProject: (projectId: number) => ['files', projectId] as const,
}

export function useFiles(projectId: number) {
  return useQuery({
    queryKey: fileKeys.ofProject(projectId),
    queryFn: ({ signal }) => request({ path: `/projects/${projectId}/files`, reply: filesReply, signal }),
    // Colleagues add and mark at the same time: whoever opens or comes back to the list sees it as it is.
    staleTime: 0,
  })
}

/** What people do to a project's files. The list shows the result at once and is then asked for again. */
export function useFileActions(projectId: number) {
  const queryClient = useQueryClient()
  const queryKey = fileKeys.ofProject(projectId)

  /** Also asks again after a failure: somebody else may have been faster. */
  async function act<Reply>(
    ask: () => Promise<Reply>,
    change: (files: ProjectFile[], reply: Reply) => ProjectFile[],
  ) {
    try {
      const reply = await ask()
      queryClient.setQueryData<ProjectFile[]>(queryKey, files => files && change(files, reply))
    } finally {
      void queryClient.invalidateQueries({ queryKey })
    }
  }

  return {
    send(file: File, onProgress: (percent: number) => void, signal: AbortSignal) {
      const form = new FormData()
      form.append('projectFile', file)
      const path = `/projects/${projectId}/files`
      return act(
        () => upload({ path, form, reply: fileReply, onProgress, signal }),
        (files, added) => [added, ...files.filter(({ id }) => id !== added.id)],
      )
    },

    remove: (id: number) =>
      act(
        () => request({ method: 'DELETE', path: `/files/${id}`, reply: removalReply }),
        (files, { blurred }) =>
          blurred
            ? files.map(file => (file.id === id ? { ...file, pendingDeletion: true } : file))
            : files.filter(file => file.id !== id),
      ),

    restore: (id: number) =>
      act(
        () => request({ method: 'PUT', path: `/files/${id}/unblur`, reply: fileReply }),
        (files, restored) => files.map(file => (file.id === id ? restored : file)),
      ),

    /** Fails if it cannot be opened any more: the new tab would only show the server's refusal. */
    async check(id: number) {
      try {
        await request({ path: `/files/${id}/metadata`, reply: fileReply })
      } catch (error) {
        void queryClient.invalidateQueries({ queryKey })
        throw error
      }
    },
  }
}
