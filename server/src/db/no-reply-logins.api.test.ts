import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateWithRows } from '../../test/earlier-data.ts'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { migrate } from './migrate.ts'
import type { Db } from './schema.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.open()
})
afterAll(async () => {
  await db.destroy()
  await database.remove()
})

test('addresses that hide an email become logins; one whose login another account lists waits', async () => {
  await migrateWithRows(db, '0060-activity-claims')
  await db
    .insertInto('activity_emails')
    .values([
      { email: '7+dina@users.noreply.github.com', user_id: 1 },
      { email: '8-dina@users.noreply.gitlab.com', user_id: 2 },
      { email: 'alone@users.noreply.github.com', user_id: 1 },
      { email: '5+alone@users.noreply.github.com', user_id: 1 },
      { email: 'a@users.noreply.git.example', user_id: 1 },
    ])
    .execute()
  await migrate(db)
  const emails = await db.selectFrom('activity_emails').select('email').orderBy('email').execute()
  expect(emails.map(({ email }) => email)).toEqual(['a@users.noreply.git.example', 'dina@home.example'])
  expect(
    await db.selectFrom('activity_logins').selectAll().orderBy('kind').orderBy('login').execute(),
  ).toEqual([
    { kind: 'github', login: 'alone', user_id: 1 },
    // She had listed it, so it stays hers.
    { kind: 'github', login: 'dina', user_id: 2 },
    { kind: 'gitlab', login: 'dina', user_id: 2 },
  ])
  const claims = await db
    .selectFrom('activity_claims')
    .select(['user_id', 'kind', 'name', 'code_sent_at'])
    .where('kind', '!=', 'email')
    .execute()
  expect(claims).toEqual([{ user_id: 1, kind: 'github', name: 'dina', code_sent_at: null }])
})
