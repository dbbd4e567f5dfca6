import { expect, test } from 'vitest'
import { findPostgres, startPostgres } from '../../server/test/postgres-server.ts'
import { type AppProcess, admin, startApp, temporaryFolder } from './support/app-process.ts'
import { count, figure } from './support/form.ts'
import { makeTeam } from './support/team.ts'
import { expectNothingLostOrTorn, type Place, withDatabase } from './support/verify.ts'
import { createWriters, emptyLedger } from './support/writers.ts'

/** Starts several instances on an empty database at the same time. */
async function startTogether(engine: string, newPlace: () => Promise<Place>) {
  const rounds = count({ short: 1, long: 20 })
  for (let round = 0; round < rounds; round++) {
    const place = await newPlace()
    const env: Record<string, string> = place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}
    const start = () => startApp({ dataDir: place.dataDir, env })
    const [one, two] = await Promise.all([start(), start()])
    const token = await one.signIn(admin)
    // The instances share the secret and the sign-ins, so each accepts the tokens of the other.
    const seen = await two.expectCall(200, { path: '/api/users', token })
    expect(seen.body.map((user: { email: string }) => user.email)).toEqual([admin.email])
    const applied = await withDatabase(place, db =>
      db.selectFrom('schema_migrations').select('name').orderBy('name').execute(),
    )
    expect(new Set(applied.map(row => row.name)).size).toBe(applied.length)
    await endBoth(one, two)
  }
  figure(`two instances starting at once, ${engine}`, { rounds, 'both serving': rounds })
}

async function endBoth(...apps: AppProcess[]) {
  for (const app of apps) expect(await app.kill('SIGTERM')).toEqual({ code: 0, signal: null })
}

test('two instances that start together on a new SQLite file share database, secret and administrator', async () => {
  await startTogether('SQLite', async () => ({ dataDir: temporaryFolder() }))
})

if (findPostgres()) {
  test('two instances that start together on a new PostgreSQL database share it, secret and administrator', async () => {
    const postgres = await startPostgres()
    try {
      await startTogether('PostgreSQL', async () => ({
        dataDir: temporaryFolder(),
        databaseUrl: await postgres.createDatabase(),
      }))
    } finally {
      await postgres.remove()
    }
  })
}

test('two processes on one SQLite file both write, lose nothing, and one survives the kill of the other', async () => {
  const place = { dataDir: temporaryFolder() }
  const [one, two] = [await startApp(place), await startApp(place)]
  const team = await makeTeam(one, 16, place)
  const writes = count({ short: 200, long: 5000 })
  const ledgers = [emptyLedger(), emptyLedger()] as const
  const runs = ([one, two] as const).map((app, index) => {
    const half = { ...team, members: team.members.filter((_, member) => member % 2 === index) }
    return createWriters(half, ledgers[index] ?? ledgers[0]).run(app)
  })
  const written = () => ledgers[0].confirmed + ledgers[1].confirmed
  await expect.poll(written, { timeout: 600_000 }).toBeGreaterThan(writes / 2)
  await two.kill()
  await runs[1]?.done
  const before = ledgers[0].confirmed
  await expect.poll(() => ledgers[0].confirmed - before, { timeout: 600_000 }).toBeGreaterThan(writes / 2)
  await runs[0]?.stop()
  for (const ledger of ledgers) await expectNothingLostOrTorn(place, ledger)
  figure('second process on one SQLite file', {
    'confirmed by the one': ledgers[0].confirmed,
    'confirmed by the other until it was killed': ledgers[1].confirmed,
    lost: 0,
    torn: 0,
    refused: [...ledgers[0].refused.values(), ...ledgers[1].refused.values()].reduce((a, b) => a + b, 0),
  })
  expect(ledgers[1].confirmed).toBeGreaterThan(0)
  expect(await one.kill('SIGTERM')).toEqual({ code: 0, signal: null })
})
