import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { scratchFolder } from '../../test/backup-drill.ts'
import { createTestDatabase } from '../../test/test-database.ts'
import { readConfig } from '../config.ts'
import { startServer } from '../server.ts'
import { connect } from './connect.ts'
import { claimExclusiveLock, holdInstanceLock } from './instance-lock.ts'
import { migrate } from './migrate.ts'

test('the connection of the lock prints no warning about sslmode', async () => {
  const database = await createTestDatabase('postgres')
  onTestFinished(() => database.remove())
  const warnings: string[] = []
  const note = (warning: Error) => void warnings.push(warning.message)
  process.on('warning', note)
  onTestFinished(() => void process.off('warning', note))
  const url = `${database.address?.databaseUrl}?sslmode=require`
  await (await holdInstanceLock({ databaseUrl: url })).release()
  // Warnings are emitted in a later tick.
  await sleep(10)
  expect(warnings).toEqual([])
})

test('a starting server reads nothing before it holds its instance lock', async () => {
  const database = await createTestDatabase('postgres')
  onTestFinished(() => database.remove())
  const config = readConfig({
    DATABASE_URL: database.address?.databaseUrl,
    DATA_DIR: join(scratchFolder(), 'data'),
    PORT: '0',
    LOG_LEVEL: 'silent',
  })
  const db = connect(config, { withoutQueryTimeout: true })
  onTestFinished(() => db.destroy())
  await migrate(db)
  const values = () => db.selectFrom('shared_values').select('name').execute()
  const isWaiting = async () => {
    const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
    return rows.length > 0
  }

  // A restore does the same, and would replace a secret that was read too early.
  const starting = await db.transaction().execute(async trx => {
    expect(await claimExclusiveLock(trx)).toBe(true)
    const start = startServer(config)
    await expect.poll(isWaiting).toBe(true)
    expect((await values()).map(({ name }) => name)).toEqual(['schema_version'])
    return { start }
  })
  const server = await starting.start
  onTestFinished(() => server.close())
  expect((await values()).map(({ name }) => name)).toContain('jwt_secret')
})

test('a start waits for a lock that is just being released, and is refused if the lock stays', async () => {
  const database = await createTestDatabase('postgres')
  onTestFinished(() => database.remove())
  const config = readConfig({ DATABASE_URL: database.address?.databaseUrl })
  const db = connect(config, { withoutQueryTimeout: true })
  onTestFinished(() => db.destroy())
  const claim = () => db.transaction().execute(claimExclusiveLock)

  const running = await holdInstanceLock(config)
  expect(await claim()).toBe(false)
  const claimed = claim()
  await sleep(300)
  await running.release()
  expect(await claimed).toBe(true)
})
