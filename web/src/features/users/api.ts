import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { messageReply } from '#shared/contract/errors.ts'
import { currentInvitationReply, type InviteInput, newInvitationReply } from '#shared/contract/invitations.ts'
import { type RegisterInput, registerReply } from '#shared/contract/sign-in.ts'
import {
  deletedUsersReply,
  endedAccessReply,
  importUsersReply,
  type PasswordInput,
  passwordReply,
  type UserEditInput,
  userReply,
  usersReply,
} from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { request } from '../../lib/api-client.ts'
import { serverText } from '../../lib/api-error.ts'
import type { importBody } from './import-lines.ts'

export const userKeys = {
  all: ['users'] as const,
  list: () => [...userKeys.all, 'list'] as const,
  developers: () => [...userKeys.all, 'developers'] as const,
  deleted: (page: number) => [...userKeys.all, 'deleted', page] as const,
}

export function useUsers({ enabled = true } = {}) {
  return useQuery({
    queryKey: userKeys.list(),
    queryFn: ({ signal }) => request({ path: '/users', reply: usersReply, signal }),
    enabled,
  })
}

/** All staff: the users to whom a project can be assigned. */
export function useDevelopers() {
  return useQuery({
    queryKey: userKeys.developers(),
    queryFn: ({ signal }) => request({ path: '/users/developers', reply: usersReply, signal }),
  })
}

// An answer in another shape counts as an answer without a user, for which the form has its own message.
const registeredReply = z.catch(z.partial(registerReply), {})

export function useRegisterUser() {
  return useMutation({
    mutationFn: (body: RegisterInput | InviteInput) =>
      request({ method: 'POST', path: '/auth/register', body, reply: registeredReply }),
    onSuccess: useRefresh(),
  })
}

/** Never cached, because a new link makes the one before it invalid. */
export function useInvitation(id: number) {
  return useQuery({
    queryKey: [...userKeys.all, 'invitation', id],
    queryFn: ({ signal }) =>
      request({ path: `/users/${id}/invitation`, reply: currentInvitationReply, signal }),
    gcTime: 0,
  })
}

export function useInviteAgain(id: number) {
  return useMutation({
    mutationFn: () => request({ method: 'POST', path: `/users/${id}/invitation`, reply: newInvitationReply }),
  })
}

export function useUpdateUser(id: number) {
  return useMutation({
    mutationFn: (body: UserEditInput) =>
      request({ method: 'PUT', path: `/users/${id}`, body, reply: userReply }),
    onSuccess: useRefresh(),
  })
}

export function useResetPassword(id: number) {
  return useMutation({
    mutationFn: (body: PasswordInput) =>
      request({ method: 'PUT', path: `/users/${id}/password`, body, reply: passwordReply }),
    onSuccess: useRefresh(),
  })
}

export function useEndTokens(id: number) {
  return useMutation({
    mutationFn: () => request({ method: 'DELETE', path: `/users/${id}/tokens`, reply: messageReply }),
  })
}

/** Ends all sign-ins and access tokens. */
export function useEndAccess(id: number) {
  return useMutation({
    mutationFn: () => request({ method: 'DELETE', path: `/users/${id}/sign-ins`, reply: endedAccessReply }),
  })
}

export function useRemoveSecondStep(id: number) {
  return useMutation({
    mutationFn: () => request({ method: 'DELETE', path: `/users/${id}/factors`, reply: messageReply }),
  })
}

export function useDeleteUser(id: number) {
  return useMutation({
    mutationFn: () => request({ method: 'DELETE', path: `/users/${id}`, reply: messageReply }),
    onSuccess: useRefresh(),
  })
}

/** Users' names and roles are on many screens, so all cached data is loaded again when next shown. */
function useRefresh() {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries()
}

const pageSize = 10

export function useDeletedUsers(page: number) {
  return useQuery({
    queryKey: userKeys.deleted(page),
    queryFn: ({ signal }) =>
      request({ path: '/users/deleted', query: { page, limit: pageSize }, reply: deletedUsersReply, signal }),
    placeholderData: keepPreviousData,
  })
}

export function useEraseUser(id: number) {
  return useMutation({
    mutationFn: () => request({ method: 'POST', path: `/users/deleted/${id}/erase`, reply: messageReply }),
    onSuccess: useRefresh(),
  })
}

export function useImportUsers() {
  return useMutation({
    mutationFn: (body: ReturnType<typeof importBody>) =>
      request({ method: 'POST', path: '/users/import', body, reply: importUsersReply }),
    onSuccess: useRefresh(),
  })
}

/** "Failed to update user." followed by what the server says, or by the advice to try again. */
export function failedBecause(sentence: string, error: unknown): string {
  return `${sentence} ${serverText(error) ?? messages.users.tryAgain}`
}
