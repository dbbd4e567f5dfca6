import { createSigner } from 'fast-jwt'
import { beforeEach, describe, expect, test } from 'vitest'
import type { TokenScope } from '#shared/contract/access-tokens.ts'
import { type FailureCode, failureCodes, failureKind } from '#shared/failure-codes.ts'
import { isDescription, type LiveRoute, liveRoutes } from '../live-routes.ts'
import { expectFittingCode, type Person, type Reply, startTestApp } from '../start-test-app.ts'
import { testEngine } from '../test-database.ts'
import {
  callsOfReadTokens,
  callsOfSignedIn,
  callsPartlyOfSignedIn,
  publicCalls,
  rowOf,
  rowOrFail,
  rowsByHand,
} from './authorization-matrix.ts'
import { type Codes, estimate, privateTo, type Relation, relations, teamOnly } from './cases.ts'
import { isLong } from './form.ts'
import { requestsTo } from './requests.ts'

const testApp = await startTestApp({ settings: { EDIT_WINDOW_DAYS: '366' } })

// All requests come from one IP address, whose refused tokens and codes would be too many together.
beforeEach(async () => {
  await testApp.db.deleteFrom('sign_in_failures').execute()
})
const { call, cast, ctx, dataDir, db, newToken } = testApp
const { make, newPerson, requestFor } = await requestsTo(testApp)
const routes = await liveRoutes(ctx)

// ── Callers ──

const people: [who: string, person: Person, column: 'staff' | 'manager' | 'admin'][] = [
  ['a developer', cast.dina, 'staff'],
  ['a designer', cast.desi, 'staff'],
  ['a marketing person', cast.mark, 'staff'],
  ['a manager', cast.max, 'manager'],
  ['an admin', cast.ada, 'admin'],
]

/** Tokens that the server must refuse. */
const strangers: [who: string, token: () => Promise<string | undefined>][] = [
  ['no token', async () => undefined],
  ['a malformed token', async () => 'not-a-token'],
  ['a forged token', async () => forged(await newToken(cast.ada))],
  ['an expired token', async () => ctx.tokens.issue(cast.ada.id, sidOf(await newToken(cast.ada)), -1)],
  [
    'a signed-out token',
    async () => {
      const token = await newToken(cast.ada)
      await call({ method: 'POST', url: '/api/auth/logout', headers: { 'x-auth-token': token } })
      return token
    },
  ],
  [
    "a deleted person's token",
    async () => {
      const gone = await newPerson('admin')
      const token = await newToken(gone)
      // The sign-in stays valid on purpose: the deletion alone must be enough.
      await db
        .updateTable('users')
        .set({ deleted_at: '2026-01-01T00:00:00.000Z' })
        .where('id', '=', gone.id)
        .execute()
      return token
    },
  ],
]

function sidOf(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid
}

/** The same claims signed with another key. */
function forged(token: string): string {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return createSigner({ key: 'another-key-of-more-than-32-bytes-in-length', algorithm: 'HS256' })(claims)
}

// ── Responses ──

const never = ['password_hash', '$argon2', 'storage_name', 'deleted_at', 'sign_in_failures', dataDir]
/** Codes of a 403: not allowed at all, or not on the caller's own account or report. */
const refusedWith: FailureCode[] = ['forbidden', 'own_account', 'own_report']
const closedToTokens: FailureCode[] = ['token_read_only', 'sign_in_needed']
const missing = failureCodes.filter(code => failureKind(code).status === 404)

function expectNoLeak(caller: Person | undefined, reply: Reply, url: string) {
  const received = `${reply.text}\n${JSON.stringify(reply.headers)}`
  for (const word of never) expect(received).not.toContain(word)
  if (caller === undefined) {
    expect(received).not.toMatch(/private-|@example\.com/)
    expect(received).not.toContain(teamOnly)
  } else if (caller.role !== 'admin' && caller.role !== 'manager') {
    expect(received.replaceAll(privateTo(caller), '')).not.toContain('private-')
    expect(received.replaceAll(caller.email, '')).not.toContain('@example.com')
    if (!isDescription(url)) expect(received).not.toContain('expected_hours')
    expect(received).not.toContain(String(estimate))
  }
}

/** Fails unless the reply has one of these codes with its message. `call` checks that the route declares the code. */
function expectEnvelope(reply: Reply, codes: readonly FailureCode[]) {
  expectFittingCode(reply)
  expect(Object.keys(reply.body)).toEqual(['msg', 'error', 'code'])
  expect(codes).toContain(reply.body.code)
  expect(reply.body.error).toBe(reply.body.msg)
}

// ── The matrix ──

// Fastify adds HEAD to every GET with the same hooks and handler, so one request shows that it has the same access.
const [heads, calls] = [
  routes.filter(({ method }) => method === 'HEAD'),
  routes.filter(({ method }) => method !== 'HEAD'),
]

test('every route has its row, and every row its route', () => {
  const names = calls.map(route => route.name)
  expect(
    calls.filter(route => rowOf(route) === undefined).map(({ name }) => name),
    "add them to the feature's *.cases.ts",
  ).toEqual([])
  expect(rowsByHand.filter(name => !names.includes(name))).toEqual([])
})

test('only these calls need no token', () => {
  const open = calls.filter(({ access }) => access === undefined || access === 'public')
  expect(open.map(({ name }) => name).sort()).toEqual([...publicCalls].sort())
})

test('HEAD answers like its GET, without the body', async () => {
  expect(heads.map(({ url }) => url)).toEqual(
    calls.filter(({ method }) => method === 'GET').map(({ url }) => url),
  )
  for (const { url } of heads) {
    const row = rowOrFail(calls.find(({ name }) => name === `GET ${url}`) as LiveRoute)
    const { headers, ...request } = await requestFor({ method: 'HEAD', url }, row, cast.dina, 'own')
    const replies = await Promise.all([
      call({ ...request, headers }),
      newToken(cast.dina).then(token => call({ ...request, headers: { ...headers, 'x-auth-token': token } })),
    ])
    const signedIn = [row.staff].flat()[0]
    const codes = [publicCalls.includes(`GET ${url}`) ? signedIn : 401, signedIn]
    expect(`${url} ${replies.map(({ status }) => status)}`).toBe(`${url} ${codes}`)
    for (const reply of replies) expect(reply.text).toBe('')
  }
})

// Where the role alone decides, the database is only used to find the caller. PostgreSQL is slower, so there only the rows
// by hand are tested, whose rules read stored things. query-plans/ makes every call on PostgreSQL.
const isWhole = testEngine() === 'sqlite' || isLong
const isTriedHere = ({ name }: LiveRoute) => isWhole || rowsByHand.includes(name)
// All calls refuse a token by the same statement, and no statement depends on the staff role of the caller.
const strangersTo = ({ name }: LiveRoute) => (isWhole || name === 'PUT /api/reports/:id' ? strangers : [])
const peopleHere = people.filter(
  ([, , column], index) => isWhole || people.findIndex(other => other[2] === column) === index,
)

describe.each(calls.filter(route => rowOf(route) && isTriedHere(route)))('$method $url', route => {
  const { method, url, name } = route
  const row = rowOrFail(route)
  const isOpen = publicCalls.includes(name)
  const cases = row.thing === undefined ? (['own'] as const) : relations

  // None of these requests changes anything, so all can use the same things.
  const untouched = new Map<Relation, ReturnType<typeof requestFor>>()
  test.each(strangersTo(route))('%s', async (who, tokenOf) => {
    const token = await tokenOf()
    for (const relation of cases) {
      const asked = untouched.get(relation) ?? requestFor({ method, url }, row, cast.omar, relation)
      untouched.set(relation, asked)
      const { headers, ...request } = await asked
      const reply = await call({
        ...request,
        headers: { ...headers, ...(token && { 'x-auth-token': token }) },
      })
      const codes = [row.staff].flat()
      expect(`${relation} ${reply.status}`).toBe(`${relation} ${isOpen ? codes[0] : 401}`)
      if (!isOpen) {
        const noToken = url === '/api/auth/register' ? 'registration_closed' : 'token_missing'
        expectEnvelope(reply, [who === 'no token' ? noToken : 'token_invalid'])
      }
      expectNoLeak(undefined, reply, url)
    }
  })

  test.each(peopleHere)('%s', async (_who, caller, column) => {
    const codes = [row[column]].flat()
    for (const [index, relation] of cases.entries()) {
      const request = await requestFor({ method, url }, row, caller, relation)
      request.headers['x-auth-token'] = await newToken(caller)
      const reply = await call(request)
      const expected = codes[index] ?? codes[0] ?? 0
      expect(`${relation} ${reply.status}`, reply.text).toBe(`${relation} ${expected}`)
      if (expected === 403) expectEnvelope(reply, refusedWith)
      if (expected === 404) expectEnvelope(reply, missing)
      expectNoLeak(caller, reply, url)
    }
  })
})

describe('access tokens', () => {
  const tokens = new Map<string, Promise<string>>()
  /** A token is used for all calls, because calls don't end it. */
  function tokenOf(caller: Person, scope: TokenScope): Promise<string> {
    const key = `${caller.id} ${scope}`
    const made = tokens.get(key) ?? makeToken(caller, scope)
    tokens.set(key, made)
    return made
  }
  async function makeToken(caller: Person, scope: TokenScope): Promise<string> {
    const input = { name: 'Script', scope, expires_in_days: 90 }
    const me = testApp.as({ token: await newToken(caller) })
    return (await me.post('/api/account/tokens', input)).body.token
  }

  test('only these calls are closed to them', () => {
    const closed = calls.filter(({ config }) => config.needsSignIn)
    expect(closed.map(({ name }) => name).sort()).toEqual([...callsOfSignedIn].sort())
  })

  test('only these calls are closed to them in part', () => {
    const parts = calls.filter(({ config }) => config.needsSignInTo)
    expect(parts.map(({ name }) => name).sort()).toEqual([...callsPartlyOfSignedIn].sort())
  })

  test('that only read make these calls and GET', () => {
    const open = calls.filter(({ config }) => config.readTokens)
    expect(open.map(({ name }) => name)).toEqual(callsOfReadTokens)
  })

  const scopes = ['read', 'write'] as const
  const callers: [Person, 'staff' | 'manager' | 'admin'][] = [
    [cast.dina, 'staff'],
    [cast.max, 'manager'],
    [cast.ada, 'admin'],
  ]
  const withToken = calls.filter(
    route => rowOf(route) && isTriedHere(route) && !publicCalls.includes(route.name),
  )
  test.each(withToken)('$method $url', async route => {
    const { method, url, name, config } = route
    const row = rowOrFail(route)
    for (const scope of scopes)
      for (const [caller, column] of callers) {
        const isRead = method === 'GET' || config.readTokens
        const isClosed = config.needsSignIn || (scope === 'read' && !isRead)
        // What is refused changes nothing, so a missing thing shows as well that the token is looked at first.
        const relation = row.thing === undefined || !isClosed ? 'own' : 'missing'
        const request = await requestFor({ method, url }, row, caller, relation)
        request.headers.authorization = `Bearer ${await tokenOf(caller, scope)}`
        const reply = await call(request)
        const expected = isClosed ? 403 : renamesEmail(name, row[column])
        expect(`${scope} ${column} ${reply.status}`, reply.text).toBe(`${scope} ${column} ${expected}`)
        if (isClosed) expectEnvelope(reply, [config.needsSignIn ? 'sign_in_needed' : 'token_read_only'])
        else if (expected === 403) expectEnvelope(reply, [...refusedWith, ...closedToTokens])
        expectNoLeak(caller, reply, url)
      }
  })

  /** The example of this call changes the e-mail, which no token may do. */
  const renamesEmail = (name: string, codes: Codes) =>
    name === 'PUT /api/users/:id' ? 403 : ([codes].flat()[0] ?? 0)
})

test('deleting a file or link marks it for a manager and removes it for an admin', async () => {
  for (const [kind, path] of [
    ['file', 'files'],
    ['url', 'urls'],
  ] as const) {
    for (const [person, blurred] of [
      [cast.max, true],
      [cast.ada, false],
    ] as const) {
      const id = await make(kind, cast.dina)
      const reply = await testApp.as({ token: await newToken(person) }).delete(`/api/${path}/${id}`)
      expect(reply.body).toMatchObject({ blurred })
    }
  }
})
