import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import type { Context } from '../src/context.ts'
import { connect } from '../src/db/connect.ts'
import { migrate } from '../src/db/migrate.ts'
import type { Db } from '../src/db/schema.ts'
import { createAccount } from '../src/identity/accounts.ts'
import { openSignIn } from '../src/identity/sign-ins.ts'
import { contextOn } from '../src/startup/open-context.ts'
import { fileUpload } from './multipart.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

/** A query may take four seconds, and a second wait for the same cause would make eight. The rest allows for load. */
const longestMs = 7500

const dataDir = mkdtempSync(join(tmpdir(), 'daily-report-data-'))
let postgres: PostgresServer
let db: Db
let ctx: Context
let app: Awaited<ReturnType<typeof buildApp>>

beforeAll(async () => {
  // A server that isn't durable would lose the latest migrations when it is stopped.
  postgres = await startPostgres({ durable: true })
  const config = readConfig({ DATABASE_URL: postgres.url, DATA_DIR: dataDir })
  db = connect(config)
  await migrate(db)
  ctx = await contextOn(db, config)
  app = await buildApp(ctx, { overload: { maxWorkMs: 60_000 } })
})
afterAll(async () => {
  postgres.resume()
  await app.close()
  await db.destroy()
  await postgres.remove()
  rmSync(dataDir, { recursive: true, force: true })
})

async function ask(url: string) {
  const from = performance.now()
  const reply = await app.inject(url)
  return {
    status: reply.statusCode,
    headers: reply.headers,
    body: reply.json(),
    ms: performance.now() - from,
  }
}

/** Load may delay one response; a second wait for the same cause would delay all of them. */
async function askUntilInTime(url: string, attempts = 3): ReturnType<typeof ask> {
  const answer = await ask(url)
  return answer.ms < longestMs || attempts === 1 ? answer : askUntilInTime(url, attempts - 1)
}

async function expectAway(url: string) {
  const { status, headers, body, ms } = await askUntilInTime(url)
  expect({ status, body }).toEqual({
    status: 503,
    body: {
      msg: messages.general.databaseUnreachable,
      error: messages.general.databaseUnreachable,
      code: 'database_unavailable',
    },
  })
  expect(headers['retry-after']).toBe('5')
  expect(ms).toBeLessThan(longestMs)
}

async function expectRecovery() {
  await expect.poll(async () => (await ask('/api/auth/setup')).status, { timeout: 30_000 }).toBe(200)
  expect((await ask('/healthz')).body).toMatchObject({ status: 'ok' })
}

test('a stopped database gives 503 with Retry-After, and the server recovers without a restart', async () => {
  await expectRecovery()
  await postgres.stop()
  await expectAway('/healthz')
  await expectAway('/readyz')
  await expectAway('/api/auth/setup')
  await postgres.restart()
  await expectRecovery()
})

test('a restart of the database under idle connections fails no request', async () => {
  await postgres.restart()
  await expectRecovery()
})

test('a database that keeps its connections open and does not respond gives 503 within seconds', async () => {
  await expectRecovery()
  postgres.pause()
  const replies = await Promise.all(Array.from({ length: 20 }, () => ask('/api/auth/setup')))
  for (const { status, ms } of replies) {
    expect(status).toBe(503)
    expect(ms).toBeLessThan(longestMs)
  }
  await expectAway('/healthz')
  postgres.resume()
  await expectRecovery()
})

test('a transaction in a database that stopped responding waits once, and not again for its rollback', async () => {
  await expectRecovery()
  const from = performance.now()
  const work = db.transaction().execute(async trx => {
    await sql`select 1`.execute(trx)
    postgres.pause()
    await sql`select 1`.execute(trx)
  })
  await expect(work).rejects.toThrow('Query read timeout')
  expect(performance.now() - from).toBeLessThan(longestMs)
  postgres.resume()
  await expectRecovery()
})

test('an upload whose row is committed after the time limit keeps its file', async () => {
  await expectRecovery()
  const account = { name: 'Ada', email: 'ada@example.com', password: 'ada-password', role: 'admin' as const }
  const { id } = await createAccount(ctx, account)
  const token = await db.transaction().execute(trx => openSignIn(ctx, trx, id))
  const headers = { 'x-auth-token': token }
  const project = await app.inject({
    method: 'POST',
    url: '/api/projects',
    headers,
    payload: { name: 'North' },
  })
  // The commit takes longer than the limit, so it succeeds after the request has ended.
  await sql`create function wait_at_commit() returns trigger language plpgsql as
    'begin perform pg_sleep(6); return null; end'`.execute(db)
  await sql`create constraint trigger late_commit after insert on project_files deferrable initially deferred
    for each row execute function wait_at_commit()`.execute(db)
  const late = fileUpload('late.txt', 'late')
  const reply = await app.inject({
    method: 'POST',
    url: `/api/projects/${project.json().id}/files`,
    payload: late.payload,
    headers: { ...headers, ...late.headers },
  })
  expect(reply.statusCode).toBe(503)

  const rows = () => db.selectFrom('project_files').select('storage_name').execute()
  await expect.poll(async () => (await rows()).length, { timeout: 30_000 }).toBe(1)
  const [row] = await rows()
  expect(readdirSync(join(dataDir, 'files'))).toContain(row?.storage_name)
})
