import { afterAll, beforeAll, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../server/test/postgres-server.ts'
import { temporaryFolder } from './support/app-process.ts'
import { killUnderDeliveries } from './support/deliveries.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres({ durable: true })
})
afterAll(() => postgres.remove())

test('three servers on PostgreSQL killed during deliveries lose none, and repeat them only with the same id', async () => {
  await killUnderDeliveries('PostgreSQL', 3, {
    dataDir: temporaryFolder(),
    databaseUrl: await postgres.createDatabase(),
  })
})
