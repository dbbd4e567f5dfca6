import { afterAll, beforeAll, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../server/test/postgres-server.ts'
import { temporaryFolder } from './support/app-process.ts'
import { count } from './support/form.ts'
import { killRepeatedly } from './support/kills.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres({ durable: true })
})
afterAll(() => postgres.remove())

test('a server on PostgreSQL killed at random moments under 16 writers loses no confirmed write', async () => {
  await killRepeatedly('kill -9, PostgreSQL', count({ short: 6, long: 1000 }), async () => {
    const databaseUrl = await postgres.createDatabase()
    return { dataDir: temporaryFolder(), databaseUrl, env: { DATABASE_URL: databaseUrl } }
  })
})
