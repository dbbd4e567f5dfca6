import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { compileOnce, compileOnceForOne } from './compile-once.ts'
import { migrate } from './migrate.ts'
import type { Db } from './schema.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.open()
  await migrate(db)
  await insert(db, [
    { name: 'a', value: 'first' },
    { name: 'b', value: 'second' },
    { name: 'c', value: 'third' },
  ])
})
afterAll(async () => {
  await db.destroy()
  await database.remove()
})

const insert = compileOnce((db, rows: { name: string; value: string }[]) =>
  db.insertInto('shared_values').values(rows),
)

let builds = 0
const find = compileOnce((db, { names, value }: { names: string[]; value?: string }, limit: number) => {
  builds++
  const query = db
    .selectFrom('shared_values')
    .select('name')
    .where('name', 'in', names)
    .orderBy('name', 'desc')
    .limit(limit)
  return value === undefined ? query : query.where('value', '=', value)
})
const names = async (...values: [{ names: string[]; value?: string }, number]) =>
  (await find(db, ...values)).map(row => row.name)

test('every shape is built once, and each run gets its own values in the right places', async () => {
  expect(await names({ names: ['a', 'b'] }, 10)).toEqual(['b', 'a'])
  expect(await names({ names: ['c', 'a'] }, 1)).toEqual(['c'])
  expect(await names({ names: ['c', 'nobody'] }, 5)).toEqual(['c'])
  expect(builds).toBe(1)
  expect(await names({ names: ['a', 'b', 'c'] }, 10)).toEqual(['c', 'b', 'a'])
  expect(await names({ names: ['a', 'b'], value: 'second' }, 10)).toEqual(['b'])
  expect(await names({ names: ['a', 'b'], value: 'third' }, 10)).toEqual([])
  expect(builds).toBe(3)
})

test('a compiled query runs inside a transaction, and compileOnceForOne returns one row or undefined', async () => {
  const value = compileOnceForOne((db, name: string) =>
    db.selectFrom('shared_values').select('value').where('name', '=', name),
  )
  await expect(
    db.transaction().execute(async trx => {
      await insert(trx, [{ name: 'd', value: 'fourth' }])
      expect(await value(trx, 'd')).toEqual({ value: 'fourth' })
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  expect(await value(db, 'd')).toBeUndefined()
})

test('null is a value of its own, and not a placeholder', async () => {
  const deleted = compileOnce((db, deleted_at: string | null) =>
    db
      .selectFrom('projects')
      .select('id')
      .where('deleted_at', deleted_at === null ? 'is' : '=', deleted_at),
  )
  expect(await deleted(db, null)).toEqual([])
  expect(await deleted(db, '2026-01-01T00:00:00.000Z')).toEqual([])
})

test('computing with a value while the query is built throws', async () => {
  const wrong = compileOnce((db, page: number) =>
    db
      .selectFrom('shared_values')
      .select('name')
      .limit(10)
      .offset((page - 1) * 10),
  )
  await expect(wrong(db, 2)).rejects.toThrow('must not compute with its values')
})
