import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { startTestApp } from '../../../test/start-test-app.ts'

const { as, cast, db } = await startTestApp()
const find = () => as(cast.ada).get('/api/search/quick?of=texts&q=lighthouse')

// Only PostgreSQL can stop a statement, and only there a read can be made to wait for a lock.
test('a search that takes too long is stopped with a sentence', async () => {
  await db.transaction().execute(async trx => {
    // Opens the connection of the search, which has a time limit of its own, before the search has to wait.
    expect((await find()).status).toBe(200)
    await sql`lock table search_reports in access exclusive mode`.execute(trx)
    const reply = await find()
    expect([reply.status, reply.body.code, reply.body.msg]).toEqual([
      422,
      'search_too_slow',
      messages.search.tooSlow,
    ])
  })
  expect((await find()).status).toBe(200)
})
