import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageReply } from '#shared/contract/errors.ts'
import { deletedUsersReply } from '#shared/contract/users.ts'
import { request } from '../../lib/api-client.ts'

const pageSize = 10

export function useDeletedUsers(page: number) {
  return useQuery({
    queryKey: ['users', 'deleted', page],
    queryFn: ({ signal }) =>
      request({ path: '/users/deleted', query: { page, limit: pageSize }, reply: deletedUsersReply, signal }),
    placeholderData: keepPreviousData,
  })
}

export function useEraseUser(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => request({ method: 'POST', path: `/users/deleted/${id}/erase`, reply: messageReply }),
    // The name stands on many screens.
    onSuccess: () => void queryClient.invalidateQueries(),
  })
}
