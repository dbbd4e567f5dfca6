import { createSigner } from 'fast-jwt'
import { describe, expect, test } from 'vitest'
import { type FailureCode, failureCodes, failureKind } from '#shared/failure-codes.ts'
import { isDescription, type LiveRoute, liveRoutes } from '../live-routes.ts'
import { expectFittingCode, type Person, type Reply, startTestApp } from '../start-test-app.ts'
import { testEngine } from '../test-database.ts'
import { openCalls, rowOf, rowOrFail, rowsByHand } from './authorization-matrix.ts'
import { estimate, privateTo, type Relation, relations, teamOnly } from './cases.ts'
import { isLong } from './form.ts'
import { requestsTo } from './requests.ts'

const testApp = await startTestApp({ settings: { EDIT_WINDOW_DAYS: '366' } })
const { call, cast, ctx, dataDir, db, newToken } = testApp
const { make, newPerson, requestFor } = await requestsTo(testApp)
const routes = await liveRoutes(ctx)

// ── Who asks ──

const people: [who: string, person: Person, column: 'staff' | 'manager' | 'admin'][] = [
  ['a developer', cast.dina, 'staff'],
  ['a designer', cast.desi, 'staff'],
  ['a marketing person', cast.mark, 'staff'],
  ['a manager', cast.max, 'manager'],
  ['an admin', cast.ada, 'admin'],
]

/** Tokens that the server must refuse, each named for what is wrong with it. */
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
      // The sign-in is left standing on purpose: the deletion alone must be enough.
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

/** The same claims under another key. */
function forged(token: string): string {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return createSigner({ key: 'another-key-of-more-than-32-bytes-in-length', algorithm: 'HS256' })(claims)
}

// ── What comes back ──

const never = ['password_hash', '$argon2', 'storage_name', 'deleted_at', 'sign_ins', dataDir]
/** What a user may be told who is refused: not allowed at all, or not with what is their own. */
const refusedWith: FailureCode[] = ['forbidden', 'own_account', 'own_report']
const missing = failureCodes.filter(code => failureKind(code).status === 404)

function expectNothingToldTo(caller: Person | undefined, reply: Reply, url: string) {
  const told = `${reply.text}\n${JSON.stringify(reply.headers)}`
  for (const word of never) expect(told).not.toContain(word)
  if (caller === undefined) {
    expect(told).not.toMatch(/private-|@example\.com/)
    expect(told).not.toContain(teamOnly)
  } else if (caller.role !== 'admin' && caller.role !== 'manager') {
    expect(told.replaceAll(privateTo(caller), '')).not.toContain('private-')
    expect(told.replaceAll(caller.email, '')).not.toContain('@example.com')
    if (!isDescription(url)) expect(told).not.toContain('expected_hours')
    expect(told).not.toContain(String(estimate))
  }
}

/** One of these codes, with the sentence that the code stands for; that the call declares it is seen to by `call`. */
function expectEnvelope(reply: Reply, codes: readonly FailureCode[]) {
  expectFittingCode(reply)
  expect(Object.keys(reply.body)).toEqual(['msg', 'error', 'code'])
  expect(codes).toContain(reply.body.code)
  expect(reply.body.error).toBe(reply.body.msg)
}

// ── The matrix ──

// Fastify adds HEAD to every GET with the same hooks and handler: one request for each shows that it is as closed.
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

test('the calls that need no token are just these', () => {
  const open = calls.filter(({ access }) => access === undefined || access === 'public')
  expect(open.map(({ name }) => name).sort()).toEqual([...openCalls].sort())
})

test('HEAD answers as its GET, without the body', async () => {
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
    const codes = [openCalls.includes(`GET ${url}`) ? signedIn : 401, signedIn]
    expect(`${url} ${replies.map(({ status }) => status)}`).toBe(`${url} ${codes}`)
    for (const reply of replies) expect(reply.text).toBe('')
  }
})

// Where the role alone decides, the database is asked only who is signed in: on PostgreSQL, which takes longer, the rows by
// hand are enough, whose rules look at stored things. That every call works there is seen by its plans (query-plans/).
const isWhole = testEngine() === 'sqlite' || isLong
const isTriedHere = ({ name }: LiveRoute) => isWhole || rowsByHand.includes(name)
// All calls refuse a token by the same statement, and no statement depends on which of the staff asks.
const strangersTo = ({ name }: LiveRoute) => (isWhole || name === 'PUT /api/reports/:id' ? strangers : [])
const peopleHere = people.filter(
  ([, , column], index) => isWhole || people.findIndex(other => other[2] === column) === index,
)

describe.each(calls.filter(route => rowOf(route) && isTriedHere(route)))('$method $url', route => {
  const { method, url, name } = route
  const row = rowOrFail(route)
  const isOpen = openCalls.includes(name)
  const cases = row.thing === undefined ? (['own'] as const) : relations

  // None of these requests changes anything, so they share the same things.
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
      expectNothingToldTo(undefined, reply, url)
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
      expectNothingToldTo(caller, reply, url)
    }
  })
})

test('a manager only marks a file or link that an admin removes', async () => {
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
