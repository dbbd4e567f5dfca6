import { afterAll, beforeAll, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../server/test/postgres-server.ts'
import { temporaryFolder } from './support/app-process.ts'
import { killUnderMails } from './support/mails.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres({ durable: true })
})
afterAll(() => postgres.remove())

test('three servers on PostgreSQL killed during mail failures notify each user once and deliver every mail', async () => {
  await killUnderMails('PostgreSQL', 3, {
    dataDir: temporaryFolder(),
    databaseUrl: await postgres.createDatabase(),
  })
})
