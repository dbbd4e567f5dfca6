import { useMutation, useQueryClient } from '@tanstack/react-query'
import { importUsersReply } from '#shared/contract/users.ts'
import { request } from '../../lib/api-client.ts'
import type { importBody } from './import-lines.ts'

export function useImportUsers() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ReturnType<typeof importBody>) =>
      request({ method: 'POST', path: '/users/import', body, reply: importUsersReply }),
    onSuccess: () => void queryClient.invalidateQueries(),
  })
}
