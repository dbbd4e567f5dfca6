import * as z from 'zod/mini'
import { failureReply } from '#shared/contract/errors.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { ApiError, isUnknownTeam } from './api-error.ts'
import { connectionLost, isUnreachable, serverAnswered } from './connection.ts'
import { readToken, removeToken } from './sign-in.ts'

/** The parameters of a URL. A list is sent as a repeated parameter. */
export type Query = Record<string, string | number | readonly number[] | undefined>

type ApiRequest<Reply extends z.core.$ZodType> = {
  /** The path below /api, such as `/auth/me`. */
  path: string
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  query?: Query
  body?: unknown
  /** The schema of the response. */
  reply: Reply
  signal?: AbortSignal
  /** A prefetch: sent with low priority, after requests that the user waits for. */
  ahead?: boolean
  /** Lets the request outlive the page. */
  keepalive?: boolean
  /** If false, the caller handles an invalid token. The token is removed in any case. */
  leaveOnInvalidToken?: boolean
}

let handleInvalidToken = () => {}

/** The client imports no screens, so the app registers what happens when the token is no longer valid. */
export function onInvalidToken(handle: () => void) {
  handleInvalidToken = handle
  return () => {
    handleInvalidToken = () => {}
  }
}

let handleForbidden = () => {}

/**
 * A 403 can mean that the user's role has changed since they signed in, and an unknown team that it was deleted, so the app
 * loads the user again.
 */
export function onForbidden(handle: () => void) {
  handleForbidden = handle
  return () => {
    handleForbidden = () => {}
  }
}

/** Calls the API and returns the validated response. Every failure except an abort is logged and is an ApiError. */
export async function request<Reply extends z.core.$ZodType>(
  options: ApiRequest<Reply>,
): Promise<z.output<Reply>> {
  const token = readToken()
  warnWithoutToken(token)

  return readAnswer(options, await send(options, token))
}

let hasWarned = false

/** Screens without a sign-in make several requests, which all say the same. */
function warnWithoutToken(token: string | null) {
  if (token === null && !hasWarned) console.warn('No token found in local storage')
  hasWarned = token === null
}

type Answer = { status: number; text: string /** Sent with the request. */; token: string | null }
type Expected<Reply extends z.core.$ZodType> = Pick<
  ApiRequest<Reply>,
  'path' | 'reply' | 'leaveOnInvalidToken'
>

/** Returns the validated response; throws unless it is a success. */
export function readAnswer<Reply extends z.core.$ZodType>(
  { path, reply, leaveOnInvalidToken = true }: Expected<Reply>,
  { status, text, token }: Answer,
): z.output<Reply> {
  if (!isUnreachable(status)) serverAnswered()
  const data = readJson(text)
  if (status < 200 || status > 299) throw refusal(status, data, token, leaveOnInvalidToken)

  const checked = z.safeParse(reply, data)
  if (checked.success) return checked.data
  console.error(`Unexpected answer from ${path}`, checked.error.issues)
  throw new ApiError(status, messages.general.unreadableAnswer)
}

export function noResponse(call: string, cause: unknown) {
  console.error(`No response to ${call}`, cause)
  connectionLost()
  return new ApiError(0, messages.general.noResponse)
}

async function send(options: ApiRequest<z.core.$ZodType>, token: string | null): Promise<Answer> {
  const { path, method = 'GET', query = {}, body, signal, ahead, keepalive } = options
  const headers = new Headers()
  if (token !== null) headers.set('x-auth-token', token)
  if (body !== undefined) headers.set('content-type', 'application/json')
  const limit = timeLimit(method === 'GET' ? limits.readTimeoutMs : limits.writeTimeoutMs, signal)

  try {
    const response = await fetch(`/api${path}${toSearch(query)}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: 'include',
      signal: limit.signal,
      keepalive,
      ...(ahead && { priority: 'low' }),
    })
    return { status: response.status, text: await response.text(), token }
  } catch (error) {
    if (signal?.aborted) throw error
    const failure = noResponse(`${method} ${path}`, error)
    failure.isTimeout = limit.signal.aborted
    throw failure
  } finally {
    limit.clear()
  }
}

/** Aborts with the caller's signal, or when the time is up, also while the body is being received. */
function timeLimit(ms: number, given?: AbortSignal) {
  const controller = new AbortController()
  const abort = () => controller.abort(given?.reason)
  if (given?.aborted) abort()
  given?.addEventListener('abort', abort)
  const timer = setTimeout(() => controller.abort(), ms)
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer)
      given?.removeEventListener('abort', abort)
    },
  }
}

function refusal(status: number, data: unknown, token: string | null, leave: boolean) {
  const failure = z.safeParse(z.partial(failureReply), data)
  const { msg, errors, error: sentence, code, ...more } = failure.success ? failure.data : {}
  const error = new ApiError(status, msg, errors, sentence, code)
  error.triesLeft = more.tries_left
  if (more.challenge && more.methods) {
    error.challenge = { challenge: more.challenge, methods: more.methods }
    // A challenge for a second step is not a failure: the password was right.
    return error
  }
  if (status === 403 || isUnknownTeam(error)) handleForbidden()
  if (isUnreachable(status)) connectionLost()
  if (status !== 401) {
    console.error(error)
    return error
  }
  console.error('401 Unauthorized', data)
  // A late response to an older token says nothing about the token that is stored now.
  if (error.code === 'token_invalid' && readToken() === token) {
    removeToken()
    if (leave) handleInvalidToken()
  }
  return error
}

/** "?page=2&teamId=3&teamId=5", or nothing without parameters. */
export function toSearch(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map(each => [name, String(each)]),
  )
  const text = new URLSearchParams(given).toString()
  return text && `?${text}`
}

/** Undefined for anything that is not JSON, such as a proxy's own error page. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
