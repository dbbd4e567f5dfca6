import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { type PostgresServer, startPostgres } from '../../server/test/postgres-server.ts'
import { type AppProcess, startApp, temporaryFolder } from './support/app-process.ts'
import { count, expectWithin, figure } from './support/form.ts'
import { makeTeam } from './support/team.ts'
import { expectNothingLostOrTorn, withDatabase } from './support/verify.ts'
import { createWriters, emptyLedger, isRetryLater } from './support/writers.ts'

const poolSize = 10

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres({ durable: true })
})
afterAll(async () => {
  postgres.resume()
  await postgres.remove()
})

type Outage = { name: string; begin: () => Promise<void>; lastMs: number; end: () => Promise<void> }

const outages: Outage[] = [
  { name: 'stopped', begin: () => postgres.stop(), lastMs: 3000, end: () => postgres.restart() },
  { name: 'restarted', begin: () => postgres.restart(), lastMs: 0, end: async () => {} },
  {
    name: 'frozen',
    begin: async () => postgres.pause(),
    lastMs: 7000,
    end: async () => postgres.resume(),
  },
]

test('a stopped, restarted or frozen PostgreSQL gives 503 in time, and the server recovers by itself', async () => {
  const databaseUrl = await postgres.createDatabase()
  const place = { dataDir: temporaryFolder(), databaseUrl }
  const app = await startApp({ ...place, env: { DATABASE_URL: databaseUrl } })
  const team = await makeTeam(app, 16, place)
  const ledger = emptyLedger()
  const { run } = createWriters(team, ledger)
  const rounds = count({ short: 1, long: 20 })
  const openBefore = await connectionsOf(databaseUrl)
  expect(openBefore.total).toBeLessThanOrEqual(poolSize)

  for (const { name, begin, lastMs, end } of outages) {
    const away: number[] = []
    const back: number[] = []
    for (let round = 0; round < rounds; round++) {
      const running = run(app, (status, ms) => {
        if (status === 503) away.push(ms)
      })
      await untilConfirmed(ledger)
      await begin()
      await sleep(lastMs)
      await end()
      const from = performance.now()
      await untilConfirmed(ledger)
      back.push(performance.now() - from)
      await running.stop()
      expectSameProcess(app)
    }
    // The pool may still be closing connections.
    await expect
      .poll(() => connectionsOf(databaseUrl), { timeout: 60_000 })
      .toEqual({ total: expect.toSatisfy(total => total <= poolSize), inTransaction: 0 })
    const sockets = await settledSockets(app)
    if (lastMs > 0) expect(away.length).toBeGreaterThan(0)
    figure(`PostgreSQL ${name}`, {
      rounds,
      'answers 503': away.length,
      'slowest 503 ms': Math.round(Math.max(0, ...away)),
      'first success after its return, slowest ms': Math.round(Math.max(...back)),
      'connections afterwards': (await connectionsOf(databaseUrl)).total,
      'sockets of the process afterwards': sockets,
    })
    expectWithin(Math.max(0, ...away), 5000, `${name}: 503`)
    expectWithin(Math.max(...back), 5000, `${name}: first success`)
  }

  const strange = [...ledger.refused.keys()].filter(
    text => !isRetryLater(text) && !text.includes(messages.reports.alreadySubmitted),
  )
  expect(strange).toEqual([])
  await expectNothingLostOrTorn(place, ledger)
  expect(await app.kill('SIGTERM')).toEqual({ code: 0, signal: null })
})

async function untilConfirmed(ledger: { confirmed: number }) {
  const before = ledger.confirmed
  const from = performance.now()
  while (ledger.confirmed === before) {
    await sleep(5)
    if (performance.now() - from > 120_000) throw new Error('No success for two minutes.')
  }
}

function expectSameProcess(app: AppProcess) {
  expect({ code: app.child.exitCode, signal: app.child.signalCode }).toEqual({ code: null, signal: null })
}

async function connectionsOf(databaseUrl: string): Promise<{ total: number; inTransaction: number }> {
  return withDatabase({ dataDir: '', databaseUrl }, async db => {
    const { rows } = await sql<{ total: number; inTransaction: number }>`
      select count(*) as total, count(*) filter (where state like 'idle in transaction%') as "inTransaction"
      from pg_stat_activity
      where application_name = 'daily-report-app' and pid <> pg_backend_pid()
        and datname = current_database()`.execute(db)
    return rows[0] ?? { total: -1, inTransaction: -1 }
  })
}

/** Counts sockets to the database and to clients: at most the pool and the writers' connections. */
async function settledSockets(app: AppProcess): Promise<number> {
  const descriptors = () => readdirSync(`/proc/${app.pid}/fd`).length
  await expect.poll(descriptors, { timeout: 60_000 }).toBeLessThan(poolSize + 64 + 40)
  return descriptors()
}
