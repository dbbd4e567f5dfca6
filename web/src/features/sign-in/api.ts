import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { messageReply } from '#shared/contract/errors.ts'
import {
  type CodePasswordInput,
  codeAccountReply,
  type LoginInput,
  type SetupInput,
  setupStateReply,
  signedInReply,
} from '#shared/contract/sign-in.ts'
import { userReply } from '#shared/contract/users.ts'
import { limits } from '#shared/limits.ts'
import { request } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'

// The token or the user may be missing, and an invalid user counts as missing: each case has its own message.
const signInReply = z.object({
  token: z.optional(signedInReply.shape.token),
  user: z.catch(z.optional(signedInReply.shape.user), undefined),
})

export const postLogin = (body: LoginInput) =>
  request({ method: 'POST', path: '/auth/login', body, reply: signInReply })

export const postSetup = (body: SetupInput) =>
  request({ method: 'POST', path: '/auth/register', body, reply: signInReply })

/** Not awaited, and sent with keepalive, so that leaving the page does not cancel it. */
export const postLogout = () =>
  request({
    method: 'POST',
    path: '/auth/logout',
    reply: messageReply,
    keepalive: true,
    leaveOnInvalidToken: false,
  })

export const getSetupState = (signal: AbortSignal) =>
  request({ path: '/auth/setup', reply: setupStateReply, signal })

const getMe = (signal: AbortSignal) =>
  request({ path: '/auth/me', reply: userReply, signal, leaveOnInvalidToken: false })

/** The current user, or null if the request fails. */
export const getMeOrNull = (signal: AbortSignal) =>
  request({ path: '/auth/me', reply: userReply, signal }).catch(() => null)

const retryDelayMs = 500

/** Retries, because a restart of the server or a lost connection must not sign the user out. */
export async function getMeWithRetry(signal: AbortSignal) {
  const deadline = performance.now() + limits.authCheckRetryMs
  for (;;) {
    try {
      return await getMe(signal)
    } catch (error) {
      const isTransient = error instanceof ApiError && (error.status === 0 || error.status === 503)
      if (!isTransient || performance.now() + retryDelayMs > deadline) throw error
    }
    await new Promise(resolve => setTimeout(resolve, retryDelayMs))
  }
}

export const getInvitation = (code: string, signal: AbortSignal) =>
  request({ path: '/auth/invitation', query: { code }, reply: codeAccountReply, signal })

export const postInvitation = (body: CodePasswordInput) =>
  request({ method: 'POST', path: '/auth/invitation', body, reply: signedInReply })

export const postForgot = (email: string) =>
  request({ method: 'POST', path: '/auth/forgot', body: { email }, reply: messageReply })

export const getReset = (code: string, signal: AbortSignal) =>
  request({ path: '/auth/reset', query: { code }, reply: codeAccountReply, signal })

export const postReset = (body: CodePasswordInput) =>
  request({ method: 'POST', path: '/auth/reset', body, reply: signedInReply })

/** Whether the first account can still be created. */
export function useSetupState() {
  return useQuery({ queryKey: ['setup'], queryFn: ({ signal }) => getSetupState(signal) })
}
