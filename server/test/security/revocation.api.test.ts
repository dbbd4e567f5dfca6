import { readdirSync } from 'node:fs'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { recount } from '../../src/db/recount.ts'
import { fileUpload } from '../multipart.ts'
import { type Person, startTestApp } from '../start-test-app.ts'
import { figure, times } from './form.ts'

const { app, as, call, cast, clock, dataDir, db, make, newToken } = await startTestApp()
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as { port: number }
const project = await make.project()

let counter = 0
/** An admin whose rights are about to end; a real password only for those who sign in with it. */
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

/** Every way in which rights end, and what a later request is told. */
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
  test('nothing that began after its answer succeeds', async () => {
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
        // On for a while after the end: those are the ones that count.
        for (let more = 0; more < 4; more += ended === Number.POSITIVE_INFINITY ? 0 : 1) {
          const began = ++begun
          const { status } = await call({ ...request, headers: withToken(victim.token) })
          seen.push({ began, status, what: `${request.method} ${request.url}` })
          // On SQLite nothing in here waits for the world outside: let timers have their turn.
          await breathe()
        }
      }
      const workers = calls.map(worker)
      // Some are under way by now.
      while (seen.length < 6) await breathe()
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

  test('a body that trickles in meanwhile asks with the rights of its end', async () => {
    // Regression: rights were looked at before the body and not again, so a held-back body kept them.
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

  test('a running export is cut off', async () => {
    await fillWithReports()
    for (const encoding of ['identity', 'gzip']) {
      const victim = await newAdmin()
      const asking = httpRequest({
        port,
        host: '127.0.0.1',
        path: '/api/reports/export/csv',
        headers: { ...withToken(victim.token), 'accept-encoding': encoding },
      })
      const response = answerOf(asking)
      asking.end()
      const answer = await response
      expect(answer.statusCode).toBe(200)
      // The first bytes, and then nothing is read until the rights have ended.
      await new Promise<void>(resolve => {
        answer.once('data', () => {
          answer.pause()
          resolve()
        })
      })
      expect((await end(victim)).status).toBe(200)
      expect(await readToTheEnd(answer)).toMatchObject({ isComplete: false })
    }
  }, 120_000)
})

describe('an upload that trickles in meanwhile is not kept after', () => {
  test.each(endings.filter(([, , later]) => later === 401))('%s', async (_how, end) => {
    // Regression: an upload may take minutes, and its sender was looked at only before its first byte.
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

/** The request has passed the door: its answer depends on the body alone. */
async function untilAdmitted(victim: Victim) {
  // Nothing tells from outside; a request on another connection, sent later, has been answered by then.
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
    // Whoever is refused early may find the line closed while still sending.
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

/** Texts that do not compress, far more than all buffers on the way can hold. */
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
