import { readdirSync } from 'node:fs'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { LogEvent } from 'kysely'
import { describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { lockRow } from '../../src/db/engine.ts'
import { recount } from '../../src/db/recount.ts'
import type { Trx } from '../../src/db/schema.ts'
import { type LiveRoute, liveRoutes } from '../live-routes.ts'
import { fileUpload } from '../multipart.ts'
import { expectRefusal, type Person, type Reply, startTestApp } from '../start-test-app.ts'
import { isFullTextTable, testEngine } from '../test-database.ts'
import { rowOrFail } from './authorization-matrix.ts'
import { figure, times } from './form.ts'
import { requestsTo } from './requests.ts'

/** Counts how often the user of each sign-in was read, by the stored id of the sign-in. */
const lookups = new Map<unknown, number>()
function log({ query: { sql, parameters } }: LogEvent) {
  if (sql.includes('from "sign_ins"'))
    for (const value of parameters) lookups.set(value, 1 + (lookups.get(value) ?? 0))
}

const testApp = await startTestApp({ log, withCostlyHashes: true, settings: { EDIT_WINDOW_DAYS: '366' } })
const { app, as, call, cast, clock, ctx, dataDir, db, make, newToken } = testApp
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as { port: number }
const project = await make.project()
const { requestFor } = await requestsTo(testApp)
const routes = await liveRoutes(ctx)
const tables = await db.introspection.getTables()

let counter = 0
/** An admin whose rights are about to end. Only tests that sign in with a password give one. */
async function newAdmin(password?: string): Promise<Person & { token: string }> {
  const email = `short-lived-${++counter}@example.com`
  const name = `Short-lived ${counter}`
  if (password) {
    const reply = await as(cast.ada).post('/api/auth/register', { name, email, password, role: 'admin' })
    const person = { ...reply.body.user, password }
    return { ...person, token: await newToken(person) }
  }
  const { id } = await db
    .insertInto('users')
    .values({ name, email, role: 'admin', password_hash: 'none', created_at: clock.now().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, name, email, role: 'admin', password: '', token: await newToken({ id }) }
}

type Victim = Person & { token: string }
const withToken = (token: string) => ({ 'x-auth-token': token })

/** Every way in which rights end, and the status of a later request. */
const endings: [how: string, end: (victim: Victim) => Promise<{ status: number }>, later: number][] = [
  [
    'a reset password',
    ({ id }) => as(cast.ada).put(`/api/users/${id}/password`, { password: 'changed-1' }),
    401,
  ],
  ['a deletion', ({ id }) => as(cast.ada).delete(`/api/users/${id}`), 401],
  [
    'a demotion',
    ({ id, name, email }) => as(cast.ada).put(`/api/users/${id}`, { name, email, role: 'developer' }),
    403,
  ],
  [
    'signing out',
    ({ token }) => call({ method: 'POST', url: '/api/auth/logout', headers: withToken(token) }),
    401,
  ],
]

describe.each(endings)('%s', (how, end, later) => {
  test('no request that began after its response succeeds', async () => {
    const rounds = times(3, 50)
    let begun = 0
    let after = 0
    for (let round = 0; round < rounds; round++) {
      const victim = await newAdmin()
      const seen: { began: number; status: number; what: string }[] = []
      let ended = Number.POSITIVE_INFINITY
      const calls = [
        { method: 'GET', url: '/api/users' },
        { method: 'GET', url: '/api/reports?limit=1' },
        { method: 'PUT', url: `/api/projects/${project.id}`, payload: { name: `Renamed ${counter}` } },
        { method: 'DELETE', url: '/api/users/999999' },
      ] as const
      const worker = async (request: (typeof calls)[number]) => {
        // Requests continue for a while after the end, because those are tested.
        for (let more = 0; more < 4; more += ended === Number.POSITIVE_INFINITY ? 0 : 1) {
          const began = ++begun
          const { status } = await call({ ...request, headers: withToken(victim.token) })
          seen.push({ began, status, what: `${request.method} ${request.url}` })
          // On SQLite nothing here waits for I/O, so timers would not run.
          await yieldToEventLoop()
        }
      }
      const workers = calls.map(worker)
      // Some requests are in flight by now.
      while (seen.length < 6) await yieldToEventLoop()
      const reply = await end(victim)
      ended = begun
      expect(reply.status).toBe(200)
      await Promise.all(workers)
      const late = seen.filter(({ began }) => began > ended)
      after += late.length
      expect(late.filter(({ status }) => status !== later)).toEqual([])
      expect(late.length).toBeGreaterThan(0)
      expect(seen.some(({ status }) => status === 200)).toBe(true)
    }
    figure(`requests begun after ${how} that succeeded, of ${after}`, 0)
  })

  test('a body that arrives slowly is judged by the rights at its end', async () => {
    // Regression: rights were checked only before the body, so a request with a delayed body kept them.
    const victim = await newAdmin()
    const body = JSON.stringify({ name: `Held back ${counter}` })
    const sending = httpRequest({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/projects',
      headers: {
        ...withToken(victim.token),
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    })
    const answer = answerOf(sending)
    sending.write(body.slice(0, 5))
    await untilAdmitted(victim)
    expect((await end(victim)).status).toBe(200)
    clock.advance({ seconds: 2 })
    sending.end(body.slice(5))
    expect((await answer).statusCode).toBe(later)
    const made = await db.selectFrom('projects').select('id').where('name', 'like', 'Held back%').execute()
    expect(made).toEqual([])
  })
})

describe('an upload that arrives slowly is not stored after', () => {
  test.each(endings.filter(([, , later]) => later === 401))('%s', async (_how, end) => {
    // Regression: an upload may take minutes, and its sender was checked only before its first byte.
    const victim = await newAdmin()
    const { payload, headers } = fileUpload('held-back.txt', 'content')
    const sending = httpRequest({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: `/api/projects/${project.id}/files`,
      headers: { ...headers, ...withToken(victim.token), 'content-length': payload.length },
    })
    const answer = answerOf(sending)
    sending.write(payload.subarray(0, payload.length - 20))
    await untilAdmitted(victim)
    expect((await end(victim)).status).toBe(200)
    sending.end(payload.subarray(payload.length - 20))
    expect((await answer).statusCode).toBe(401)
    expect(await db.selectFrom('project_files').select('id').execute()).toEqual([])
    expect(readdirSync(join(dataDir, 'files'), { recursive: true })).toEqual(['incoming'])
  })
})

describe('a request that waits in the hash queue when rights end is not carried out:', () => {
  const countUsers = async () => (await db.selectFrom('users').select('id').execute()).length
  /** More than one user's share of the queue, so some get 503. */
  const queued = 150

  test.each(endings)('150 registrations, %s', async (_how, end, later) => {
    const victim = await newAdmin()
    const registrations = Array.from({ length: queued }, (_, index) =>
      as(victim).post('/api/auth/register', {
        name: 'Queued',
        email: `queued-${counter}-${index}@example.com`,
        password: 'secret-1',
        role: 'developer',
      }),
    )
    await expect.poll(() => ctx.passwords.load().waiting).toBeGreaterThan(50)
    expect((await end(victim)).status).toBe(200)
    const made = await countUsers()
    const statuses = (await Promise.all(registrations)).map(reply => reply.status)
    expect(await countUsers()).toBe(made)
    expect(new Set(statuses.filter(status => status !== 201 && status !== 503))).toEqual(new Set([later]))
    expect(statuses.filter(status => status === later).length).toBeGreaterThan(50)
  })

  test.each(endings)('90 password resets, %s', async (_how, end, later) => {
    const victim = await newAdmin()
    const hashes = async () =>
      (await db.selectFrom('users').select('password_hash').where('id', '=', cast.omar.id).execute())[0]
    const resets = Array.from({ length: 90 }, () =>
      as(victim).put(`/api/users/${cast.omar.id}/password`, { password: 'taken-over' }),
    )
    await expect.poll(() => ctx.passwords.load().waiting).toBeGreaterThan(50)
    expect((await end(victim)).status).toBe(200)
    const then = await hashes()
    const statuses = (await Promise.all(resets)).map(reply => reply.status)
    expect(await hashes()).toEqual(then)
    expect(new Set(statuses.filter(status => status !== 200))).toEqual(new Set([later]))
  })

  test('20 resets of an admin by one who becomes a manager', async () => {
    const victim = await newAdmin()
    const target = await newAdmin()
    const resets = Array.from({ length: 20 }, () =>
      as(victim).put(`/api/users/${target.id}/password`, { password: 'taken-over' }),
    )
    await expect.poll(() => ctx.passwords.load().waiting).toBeGreaterThan(5)
    const { id, name, email } = victim
    const demoted = await as(cast.ada).put(`/api/users/${id}`, { name, email, role: 'manager' })
    expect(demoted.status).toBe(200)
    const read = () =>
      db.selectFrom('users').select('password_hash').where('id', '=', target.id).executeTakeFirst()
    const then = await read()
    const statuses = (await Promise.all(resets)).map(reply => reply.status)
    expect(await read()).toEqual(then)
    expect(statuses).toContain(403)
  })
})

describe('a write that waits for a lock when rights end is not carried out:', () => {
  type Send = (victim: Victim) => Promise<Reply>
  type Prepared = { send: Send; isForReviewers: boolean }

  /** Calls that are tested above because they hash or upload, and calls that write nothing for a user. */
  const testedElsewhere = [
    // This call ends the sign-in itself.
    'POST /api/auth/logout',
    // This call writes nothing: it sends a mail to the caller.
    'POST /api/settings/test-mail',
    // This call writes nothing: it leads to the provider.
    'POST /api/account/identities',
    // These wait for a hash or for the last byte of a file, and are tested above.
    'POST /api/auth/register',
    'PUT /api/users/:id/password',
    // This call waits for two hashes; account.api.test.ts tests it.
    'PUT /api/account/password',
    // These check the password first; factors.api.test.ts and single-sign-on.api.test.ts test them.
    'DELETE /api/account/identities/:id',
    'POST /api/account/totp',
    'PUT /api/account/totp',
    'DELETE /api/account/totp',
    'POST /api/account/passkeys/options',
    'POST /api/account/passkeys',
    'DELETE /api/account/passkeys/:id',
    'POST /api/account/recovery-codes',
    'POST /api/projects/:id/files',
    // These need a code that was mailed, or a mail server; activity-claims.api.test.ts tests them.
    'POST /api/account/activity-claims/:id/code',
    'POST /api/account/activity-claims/:id/mail',
    // These only read; they are POST because a form can't send the token by GET.
    'POST /api/files/:id/download',
    'POST /api/files/:id/preview',
  ]
  const writes = routes.filter(
    ({ method, access, name }) =>
      ['POST', 'PUT', 'DELETE'].includes(method) &&
      // These need no sign-in: the right password or a code decides.
      access !== 'public' &&
      !testedElsewhere.includes(name),
  )

  /** Prepares data so that the call has something to write. */
  const first: Record<string, (id: string) => Promise<unknown>> = {
    'PUT /api/urls/:id/unblur': id => as(cast.max).delete(`/api/urls/${id}`),
    'PUT /api/files/:id/unblur': id => as(cast.max).delete(`/api/files/${id}`),
  }

  /** A valid request for another user's thing if an admin may, so that a demotion matters; else for the victim's own. */
  async function prepare(route: LiveRoute, victim: Victim): Promise<Prepared> {
    const row = rowOrFail(route)
    const [admin, staff] = [[row.admin].flat(), [row.staff].flat()]
    const relation = admin.length > 1 && Number(admin[1]) < 300 ? 'others' : 'own'
    const request = await requestFor(route, row, victim, relation)
    await first[route.name]?.(String(request.url).split('/')[3] ?? '')
    return {
      send: ({ token }) => call({ ...request, headers: { ...request.headers, ...withToken(token) } }),
      isForReviewers: (staff[relation === 'own' ? 0 : 1] ?? staff[0]) === 403,
    }
  }

  test('every call that writes is tested here or has its own test', () => {
    expect(writes.length).toBeGreaterThan(18)
    expect(testedElsewhere.filter(name => !routes.some(route => route.name === name))).toEqual([])
  })

  /** Ends rights as the services do, without the commit. */
  const ends: [how: string, end: (trx: Trx, victim: Victim) => Promise<unknown>, later: number][] = [
    [
      'a sign-in that ended',
      (trx, { id }) => trx.deleteFrom('sign_ins').where('user_id', '=', id).execute(),
      401,
    ],
    [
      'a demotion',
      (trx, { id }) => trx.updateTable('users').set({ role: 'developer' }).where('id', '=', id).execute(),
      403,
    ],
  ]

  test.each(
    ends.flatMap(([how, end, later]) => writes.map(route => ({ how, name: route.name, end, later, route }))),
  )('$name after $how', async ({ route, end, later }) => {
    const victim = await newAdmin()
    const { send, isForReviewers } = await prepare(route, victim)
    const isRefused = later === 401 || isForReviewers
    const before = isRefused && (await dump())
    const token = await newToken(victim)
    const signInId = ctx.tokens.read(token)
    let answer: Promise<Reply> | undefined
    await db.transaction().execute(async trx => {
      await lockRow(trx, 'users', victim.id)
      await end(trx, victim)
      answer = send({ ...victim, token })
      // Wait until the request is authenticated. PGlite's only connection is in this transaction, so there it can't be.
      if (testEngine() !== 'pglite') await expect.poll(() => lookups.get(signInId) ?? 0).toBeGreaterThan(0)
    })
    const reply = (await answer) as Reply
    if (!isRefused) return expect(reply.status).toBeLessThan(300)
    expectRefusal(reply, later, later === 401 ? messages.signIn.tokenInvalid : messages.general.notAllowed)
    expect(await dump()).toEqual(before)
  })

  /** All rows except the users' rights, which end. */
  async function dump() {
    const rowsOf = async (query: { execute(): Promise<unknown[]> }) =>
      (await query.execute()).map(row => JSON.stringify(row)).sort()
    const all: Record<string, string> = {}
    for (const { name } of tables) {
      if (name === 'users' || name === 'sign_ins' || isFullTextTable(name)) continue
      all[name] = (await rowsOf(db.selectFrom(name as 'tasks').selectAll())).join('\n')
    }
    // The role is left out because the victim's has changed.
    all.users = (await rowsOf(db.selectFrom('users').select(['id', 'name', 'deleted_at']))).join('\n')
    return all
  }
})

test('an upload during which the sign-in ends leaves no row and no file', async () => {
  // The sender is checked after the last byte; the sign-in ends between that check and the row.
  const victim = await newAdmin()
  const { write } = ctx.storage
  ctx.storage.write = async (name, content) => {
    const size = await write.call(ctx.storage, name, content)
    expect((await as(cast.ada).delete(`/api/users/${victim.id}`)).status).toBe(200)
    return size
  }
  try {
    const { payload, headers } = fileUpload('late.txt', 'content')
    const url = `/api/projects/${project.id}/files`
    const sent = {
      method: 'POST' as const,
      url,
      payload,
      headers: { ...headers, ...withToken(victim.token) },
    }
    expectRefusal(await call(sent), 401, messages.signIn.tokenInvalid)
  } finally {
    ctx.storage.write = write
  }
  const rows = await db.selectFrom('project_files').select('id').where('file_name', '=', 'late.txt').execute()
  expect(rows).toEqual([])
})

test('sign-ins with the old password that race its reset leave no token behind', async () => {
  const rounds = times(2, 20)
  for (let round = 0; round < rounds; round++) {
    const victim = await newAdmin('old-password')
    const signIn = () =>
      call({
        method: 'POST',
        url: '/api/auth/login',
        payload: { email: victim.email, password: 'old-password' },
      })
    const [reset, ...signIns] = await Promise.all([
      as(cast.ada).put(`/api/users/${victim.id}/password`, { password: 'new-password' }),
      ...Array.from({ length: 4 }, signIn),
    ])
    expect(reset.status).toBe(200)
    for (const { status, body } of signIns) {
      expect([200, 401]).toContain(status)
      if (status === 200) expect((await as({ token: body.token }).get('/api/auth/me')).status).toBe(401)
    }
    expect(await db.selectFrom('sign_ins').select('id').where('user_id', '=', victim.id).execute()).toEqual(
      [],
    )
  }
})

// This is last because it fills the tables, and the tests above read all rows.
describe('a running export is cut off by', () => {
  test.each(endings)(
    '%s',
    async (_how, end) => {
      await fillWithReports()
      for (const [format, encoding] of [
        ['csv', 'identity'],
        ['csv', 'gzip'],
        ['xlsx', 'identity'],
      ] as const) {
        const victim = await newAdmin()
        const asking = httpRequest({
          port,
          host: '127.0.0.1',
          path: `/api/reports/export/${format}`,
          headers: { ...withToken(victim.token), 'accept-encoding': encoding },
        })
        const response = answerOf(asking)
        asking.end()
        const answer = await response
        expect(answer.statusCode).toBe(200)
        // Read the first bytes, and then nothing until the rights have ended.
        await new Promise<void>(resolve => {
          answer.once('data', () => {
            answer.pause()
            resolve()
          })
        })
        expect((await end(victim)).status).toBe(200)
        expect(await readToTheEnd(answer)).toMatchObject({ isComplete: false })
      }
    },
    120_000,
  )
})

/** Waits until the request is authenticated, so that its response depends on the body alone. */
async function untilAdmitted(victim: Victim) {
  // This can't be observed; a response to a later request on another connection shows it.
  for (let time = 0; time < 3; time++) {
    const asking = httpRequest({
      port,
      host: '127.0.0.1',
      path: '/api/auth/me',
      headers: withToken(victim.token),
    })
    const answer = answerOf(asking)
    asking.end()
    expect((await answer).statusCode).toBe(200)
  }
}

function answerOf(sending: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sending.once('response', resolve)
    // A client that is refused early may find the connection closed while it is still sending.
    sending.on('error', reject)
  })
}

function readToTheEnd(answer: IncomingMessage): Promise<{ bytes: number; isComplete: boolean }> {
  return new Promise(resolve => {
    let bytes = 0
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    answer.on('error', () => {})
    answer.once('close', () => resolve({ bytes, isComplete: answer.complete }))
    answer.resume()
  })
}

/** Texts that don't compress, far more than all buffers between server and client can hold. */
let isFilled = false
async function fillWithReports() {
  if (isFilled) return
  isFilled = true
  const created_at = clock.now().toISOString()
  const people = await db
    .insertInto('users')
    .values(
      Array.from({ length: 400 }, (_, index) => ({
        name: `Author ${index}`,
        email: `author-${index}@example.com`,
        role: 'developer' as const,
        password_hash: 'none',
        created_at,
      })),
    )
    .returning('id')
    .execute()
  for (let day = 1; day <= 6; day++) {
    const date = `2026-02-0${day}`
    for (let from = 0; from < people.length; from += 100) {
      await db
        .insertInto('reports')
        .values(
          people.slice(from, from + 100).map(({ id }) => ({
            user_id: id,
            date,
            tasks: noise(),
            minutes: 60,
            project_id: project.id,
            created_at,
          })),
        )
        .execute()
    }
  }
  await recount(db)
}

function noise(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(6000))).toString('base64url')
}
