import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { programText } from '../lib/program-version.ts'
import { idType } from './engine.ts'
import { isUniqueViolation } from './errors.ts'
import { migrate, migrations, NewerDatabaseError } from './migrate.ts'
import type { Migration } from './migration.ts'
import type { Db } from './schema.ts'
import { schemaVersion } from './schema-version.ts'

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
  expect(ran.flat().sort()).toEqual(migrations.map(migration => migration.name).sort())
  expect(await applied()).toEqual(migrations.map(migration => migration.name).sort())
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
  // The migration that this program doesn't know was written by a program of the same name.
  await expect(attempt).rejects.toThrow(
    `The database was written by a newer version; this is ${programText}. It has migrations that this version doesn't know: 0900-half. Nothing was changed.`,
  )
  for (const writer of ['2.1.0 (ab12cd3)', '0.9.0']) {
    const named = { name: 'schema_version', value: writer }
    await db.updateTable('shared_values').set(named).where('name', '=', named.name).execute()
    await expect(migrate(db)).rejects.toThrow(
      `The database was written by ${writer}; this is ${programText}. `,
    )
  }
  expect(await applied()).toEqual(before)
})

test('a migration names the version with it, also if the start ends right after it', async () => {
  const fresh = await createTestDatabase()
  const open = fresh.open()
  onTestFinished(async () => {
    await open.destroy()
    await fresh.remove()
  })
  await migrate(open, migrations.slice(0, 1))
  expect(await schemaVersion(open)).toBe(programText)
  const named = open.updateTable('shared_values').where('name', '=', 'schema_version')
  await named.set({ value: '0.9.0' }).execute()
  const failing = extra('0900-failing', async () => {
    throw new Error('out of power')
  })
  await expect(migrate(open, [...migrations.slice(0, 1), failing])).rejects.toThrow('out of power')
  expect(await schemaVersion(open)).toBe('0.9.0')
  await migrate(open, migrations.slice(0, 2))
  expect(await schemaVersion(open)).toBe(programText)
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
