import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { idType } from './engine.ts'
import { isUniqueViolation } from './errors.ts'
import { migrate, migrations, NewerDatabaseError } from './migrate.ts'
import type { Migration } from './migration.ts'
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

const applied = async () =>
  (await db.selectFrom('schema_migrations').select('name').orderBy('name').execute()).map(row => row.name)

const extra = (name: string, up: Migration['up']): Migration => ({ name, up })

test('an empty database gets every migration once, also when five start together', async () => {
  const start = database.address ? inAnotherProcess : () => migrate(db)
  const ran = await Promise.all(Array.from({ length: 5 }, start))
  expect(ran.flat().sort()).toEqual(migrations.map(migration => migration.name))
  expect(await applied()).toEqual(migrations.map(migration => migration.name))
})

async function inAnotherProcess(): Promise<string[]> {
  const child = fork(new URL('../../test/children/migrate.ts', import.meta.url), [
    JSON.stringify(database.address),
  ])
  const [[ran], [code]] = await Promise.all([once(child, 'message'), once(child, 'exit')])
  expect(code).toBe(0)
  return ran
}

test('a second start has nothing to do', async () => {
  expect(await migrate(db)).toEqual([])
})

test('a failed migration leaves no changes, and the next start completes it', async () => {
  const half = extra('0900-half', async trx => {
    await trx.schema.createTable('half').addColumn('id', idType(trx)).execute()
    throw new Error('out of power')
  })
  const whole = extra('0900-half', async trx => {
    await trx.schema.createTable('half').addColumn('id', idType(trx)).execute()
  })
  await expect(migrate(db, [...migrations, half])).rejects.toThrow('out of power')
  expect(await applied()).not.toContain('0900-half')
  expect(await migrate(db, [...migrations, whole])).toEqual(['0900-half'])
})

test('a database newer than the program is refused with a clear sentence and left untouched', async () => {
  const before = await applied()
  const later = extra('0950-later', async () => {
    throw new Error('must not run')
  })
  const attempt = migrate(db, [...migrations, later])
  await expect(attempt).rejects.toThrow(NewerDatabaseError)
  await expect(attempt).rejects.toThrow(
    'This database was written by a newer version of the program (it has 0900-half). Nothing was changed.',
  )
  expect(await applied()).toEqual(before)
})

test('the database itself keeps e-mails unique among accounts that are not deleted', async () => {
  const row = {
    name: 'Twin',
    email: 'twin@example.com',
    role: 'developer' as const,
    password_hash: 'x',
    created_at: '2026-03-10T09:00:00.000Z',
    deleted_at: null,
  }
  await db
    .insertInto('users')
    .values({ ...row, deleted_at: row.created_at })
    .execute()
  await db.insertInto('users').values(row).execute()
  const error = await db
    .insertInto('users')
    .values(row)
    .execute()
    .catch(reason => reason)
  expect(isUniqueViolation(error)).toBe(true)
})

test('foreign keys are enforced', async () => {
  const at = '2026-03-10T09:00:00.000Z'
  await expect(
    db.insertInto('sign_ins').values({ id: 'x', user_id: 999_999, created_at: at, expires_at: at }).execute(),
  ).rejects.toThrow()
})
