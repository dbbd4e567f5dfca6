import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { messageReply } from '#shared/contract/errors.ts'
import { passkeyOptionsReply } from '#shared/contract/second-step.ts'
import {
  authOptionsReply,
  type CodePasswordInput,
  codeAccountReply,
  type LoginInput,
  type ResetPasswordInput,
  type SetupInput,
  setupStateReply,
  signedInReply,
} from '#shared/contract/sign-in.ts'
import { type SignOnSessionInput, signOnStatusReply } from '#shared/contract/single-sign-on.ts'
import { type Me, meReply } from '#shared/contract/users.ts'
import { limits } from '#shared/limits.ts'
import { request } from '../../lib/api-client.ts'
import { ApiError, hasCode } from '../../lib/api-error.ts'

// The token or the user may be missing, and an invalid user counts as missing: each case has its own message.
const signInReply = z.object({
  token: z.optional(signedInReply.shape.token),
  user: z.catch(z.optional(signedInReply.shape.user), undefined),
})

export const postLogin = (body: LoginInput) =>
  request({ method: 'POST', path: '/auth/login', body, reply: signInReply })

/** Fetches the token after the provider has led back. */
export const postSignOnSession = (body: SignOnSessionInput) =>
  request({ method: 'POST', path: '/auth/oidc/session', body, reply: signedInReply })

/** Whether the provider can be reached, and whether passwords are accepted from everyone. */
export function useSignOnStatus(enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: ['sign-on-status'],
    queryFn: ({ signal }) => request({ path: '/auth/oidc/status', reply: signOnStatusReply, signal }),
  })
}

export const postSecondStep = (body: object) =>
  request({ method: 'POST', path: '/auth/second-step', body, reply: signedInReply })

/** Without a challenge, the options are for any passkey of this site. */
export const postPasskeyOptions = (body: { challenge?: string }) =>
  request({ method: 'POST', path: '/auth/passkey/options', body, reply: passkeyOptionsReply })

export const postPasskey = (credential: object) =>
  request({ method: 'POST', path: '/auth/passkey', body: { credential }, reply: signedInReply })

export const getAuthOptions = (signal: AbortSignal) =>
  request({ path: '/auth/options', reply: authOptionsReply, signal, ahead: true })

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

const userOfSecondStep = z.object({ user: meReply })

/** A user who must set up a second step first is known only to the calls for that. */
async function getMe(signal: AbortSignal, leaveOnInvalidToken: boolean): Promise<Me> {
  const options = { signal, leaveOnInvalidToken }
  try {
    return await request({ ...options, path: '/auth/me', reply: meReply })
  } catch (error) {
    if (!hasCode(error, 'second_step_required')) throw error
    return (await request({ ...options, path: '/account/second-step', reply: userOfSecondStep })).user
  }
}

/** The current user, or null if the request fails. */
export const getMeOrNull = (signal: AbortSignal) => getMe(signal, true).catch(() => null)

const retryDelayMs = 500

/** Retries, because a restart of the server or a lost connection must not sign the user out. */
export async function getMeWithRetry(signal: AbortSignal) {
  const deadline = performance.now() + limits.authCheckRetryMs
  for (;;) {
    try {
      return await getMe(signal, false)
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

export const postReset = (body: ResetPasswordInput) =>
  request({ method: 'POST', path: '/auth/reset', body, reply: signedInReply })

/** Whether the first account can still be created. */
export function useSetupState() {
  return useQuery({ queryKey: ['setup'], queryFn: ({ signal }) => getSetupState(signal) })
}
