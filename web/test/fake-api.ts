import { vi } from 'vitest'
import type { Me } from '#shared/contract/users.ts'
import type { Role } from '#shared/roles.ts'
import { codeOf } from '../../shared/test/code-of.ts'

type Answer = { status: number; body?: unknown } | 'no response' | (() => Promise<Response>)
export type Call = { name: string; headers: Headers; body: unknown; init: RequestInit }

export const answer = (status: number, body?: unknown) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })

/** Many screens send these calls, so they are not in `calls`; `named` finds them. */
const bell = 'GET /api/notifications/unread'
const teams = 'GET /api/teams?page=1&limit=100'

/** The account page sends it. */
const ownRecord = 'GET /api/account/record?page=1'
const emptyRecord: Answer = {
  status: 200,
  body: { data: [], pagination: { total: 0, pages: 0, page: 1, limit: 10 } },
}

/** Unless a test says otherwise there are no teams. */
const noTeams: Answer = {
  status: 200,
  body: { data: [], pagination: { total: 0, pages: 1, page: 1, limit: 100 } },
}

/** The list of users sends it. */
const waitingClaims = 'GET /api/activity-claims?limit=100'
const noClaims: Answer = {
  status: 200,
  body: { data: [], pagination: { total: 0, pages: 1, page: 1, limit: 100 } },
}

/** What is answered to calls that few tests are about. */
const usual: Record<string, Answer> = {
  [teams]: noTeams,
  [ownRecord]: emptyRecord,
  [waitingClaims]: noClaims,
}

/**
 * Replaces `fetch` by fixed replies for `METHOD /path`, or `METHOD /path?*` for any query; the replies of a list are
 * given one after the other. `othersWait`: calls without a reply stay pending, for tests in which they don't matter.
 */
export function fakeApi(answers: Record<string, Answer | Answer[]>, { othersWait = false } = {}) {
  const calls: Call[] = []
  const quiet: Call[] = []
  const reply = async (url: string, init: RequestInit = {}) => {
    const name = `${init.method ?? 'GET'} ${url}`
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const list = name === bell || name in usual ? quiet : calls
    list.push({ name, headers: new Headers(init.headers), body, init })
    init.signal?.throwIfAborted()
    const given = answers[name] ?? answers[name.replace(/\?.*/, '?*')] ?? usual[name]
    const next = Array.isArray(given) ? (given.length > 1 ? given.shift() : given[0]) : given
    if (next === undefined && othersWait) return new Promise<Response>(() => {})
    if (next === undefined) throw new Error(`The test has no answer for ${name}`)
    if (next === 'no response') throw new TypeError('Failed to fetch')
    return typeof next === 'function' ? next() : answer(next.status, next.body)
  }
  vi.stubGlobal('fetch', reply)
  return { calls, named: (name: string) => [...calls, ...quiet].filter(call => call.name === name) }
}

/** A failure as the server sends it; messages that a test makes up have no code. */
export const refusal = (status: number, msg: string, errors?: Record<string, string>) => ({
  status,
  body: { msg, error: msg, code: codeOf(status, msg), errors },
})

export const personOf = (role: Role): Me => ({
  id: 7,
  name: 'Robin Reyes',
  email: 'robin@example.com',
  role,
  created_at: '2026-01-05T08:00:00.000Z',
  invited: false,
  teams: [],
  leads: [],
  has_teams: false,
  sees_only_teams: false,
})

const farAhead = 4_000_000_000
const encode = (text: string) => btoa(text).replaceAll('=', '')

/** Shaped like the server's token; the web app does not check the signature. */
export const makeToken = (payload: object = { exp: farAhead }) => tokenWithPayload(JSON.stringify(payload))
/** A token with a user's id, so that responses are remembered for that user. */
export const tokenOf = (userId: number) => makeToken({ exp: farAhead, sub: String(userId) })
export const tokenWithPayload = (payload: string) => `e30.${encode(payload)}.signature`
