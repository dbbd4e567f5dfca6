import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { isUniqueViolation } from './errors.ts'
import { beforeCommit, groupCommit } from './group-commit.ts'
import { migrate } from './migrate.ts'
import type { Db, Trx } from './schema.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.open()
  await migrate(db)
})
afterAll(async () => {
  await db.destroy()
  await database.remove()
})

const put = (trx: Trx, name: string) =>
  trx.insertInto('shared_values').values({ name, value: 'kept' }).execute()
const stored = async (prefix: string) =>
  (await db.selectFrom('shared_values').select('name').where('name', 'like', `${prefix}%`).execute())
    .map(row => row.name)
    .sort()

test('of many concurrent jobs, each succeeds or fails independently', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 120 }, (_, index) =>
      groupCommit(db, async trx => {
        await put(trx, `many-${index}`)
        if (index % 3 === 0) throw new Error(`refused ${index}`)
        return index
      }),
    ),
  )
  const expected = Array.from({ length: 120 }, (_, index) =>
    index % 3 === 0
      ? { status: 'rejected', reason: new Error(`refused ${index}`) }
      : { status: 'fulfilled', value: index },
  )
  expect(results).toEqual(expected)
  const kept = Array.from({ length: 120 }, (_, index) => index).filter(index => index % 3 !== 0)
  expect(await stored('many-')).toEqual(kept.map(index => `many-${index}`).sort())
})

test('of twenty inserts of the same row, one succeeds and the others fail with a unique violation', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => groupCommit(db, trx => put(trx, 'same-row'))),
  )
  const refused = results.flatMap(result => (result.status === 'rejected' ? [result.reason] : []))
  expect(refused).toHaveLength(19)
  expect(refused.every(isUniqueViolation)).toBe(true)
  expect(await stored('same-')).toEqual(['same-row'])
})

test('long work of one group lets other requests run in between', async () => {
  // Only SQLite commits in groups and answers synchronously.
  const own = await createTestDatabase('sqlite')
  const db = own.open()
  onTestFinished(async () => {
    await db.destroy()
    await own.remove()
  })
  await migrate(db)
  let ticks = 0
  let isOver = false
  const tick = () => {
    ticks++
    if (!isOver) setImmediate(tick)
  }
  const seen = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      groupCommit(db, async trx => {
        await put(trx, `long-${index}`)
        if (index === 0) tick()
        for (const until = performance.now() + 11; performance.now() < until; );
        return ticks
      }),
    ),
  )
  isOver = true
  expect(new Set(seen).size).toBe(6)
})

test('a reported success is committed', async () => {
  const seen = await Promise.all(
    ['x', 'y', 'z'].map(async name => {
      await groupCommit(db, trx => put(trx, `told-${name}`))
      return (await stored(`told-${name}`)).length
    }),
  )
  expect(seen).toEqual([1, 1, 1])
})

test('a write before the commit is stored with its job, and left out if the job is refused', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 9 }, (_, index) =>
      groupCommit(db, async trx => {
        await beforeCommit(trx, () => put(trx, `last-${index}`))
        if (index % 3 === 0) throw new Error('refused')
      }),
    ),
  )
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(3)
  expect(await stored('last-')).toEqual([1, 2, 4, 5, 7, 8].map(index => `last-${index}`))
})

test('if a write before the commit fails, its job is undone', async () => {
  const failing = groupCommit(db, async trx => {
    await put(trx, 'undone-with')
    await beforeCommit(trx, () => put(trx, 'undone-with'))
  })
  await expect(failing).rejects.toSatisfy(isUniqueViolation)
  expect(await stored('undone-')).toEqual([])
})
