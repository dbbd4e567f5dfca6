import { messageReply } from '#shared/contract/errors.ts'
import { type CodePasswordInput, codeAccountReply, signedInReply } from '#shared/contract/sign-in.ts'
import { request } from '../../lib/api-client.ts'

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
