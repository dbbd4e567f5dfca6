import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/test-database.ts'
import { migrate } from '../db/migrate.ts'
import { diskStorage } from './disk-storage.ts'
import { adoptFileStore, joinFileStore, OtherFileStoreError } from './file-store.ts'

const root = mkdtempSync(join(tmpdir(), 'daily-report-file-stores-'))
const cleanUps: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp()
  rmSync(root, { recursive: true, force: true })
})

const newFolder = () => join(root, crypto.randomUUID())
const newStore = () => diskStorage(newFolder())
async function newDatabase() {
  const database = await createTestDatabase()
  const db = database.open()
  cleanUps.push(async () => {
    await db.destroy()
    await database.remove()
  })
  await migrate(db)
  return db
}

test('the first start marks the store, later ones find it', async () => {
  const [db, store] = [await newDatabase(), await newStore()]
  await joinFileStore(db, store)
  const mark = await store.readMark()
  expect(mark).toMatch(/^[0-9a-f-]{36}$/)
  await joinFileStore(db, store)
  expect(await store.readMark()).toBe(mark)
})

test('an instance with another store is refused with instructions; nothing changes', async () => {
  const [db, store, other] = [await newDatabase(), await newStore(), await newStore()]
  await joinFileStore(db, store)
  const refusal = await joinFileStore(db, other).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(OtherFileStoreError)
  expect(String(refusal)).toContain(other.where)
  expect(String(refusal)).toContain('npm run admin -- adopt-files')
  expect(await other.readMark()).toBeUndefined()
  await joinFileStore(db, store)
})

test('a store that belongs to another database is refused', async () => {
  const [db, newcomer, store] = [await newDatabase(), await newDatabase(), await newStore()]
  await joinFileStore(db, store)
  await expect(joinFileStore(newcomer, store)).rejects.toThrow('another database')
  await joinFileStore(db, store)
})

test('of instances that start together on different folders, one starts', async () => {
  const db = await newDatabase()
  const stores = await Promise.all(Array.from({ length: 4 }, newStore))
  const starts = await Promise.allSettled(stores.map(store => joinFileStore(db, store)))
  expect(starts.filter(start => start.status === 'fulfilled')).toHaveLength(1)
})

test('of instances that start together on one folder, all start', async () => {
  const db = await newDatabase()
  const folder = newFolder()
  const stores = await Promise.all(Array.from({ length: 4 }, () => diskStorage(folder)))
  await Promise.all(stores.map(store => joinFileStore(db, store)))
})

test('after a crash between the choice and the mark the next start works', async () => {
  const [db, store] = [await newDatabase(), await newStore()]
  await expect(
    joinFileStore(db, { ...store, writeMark: () => Promise.reject(new Error('crash')) }),
  ).rejects.toThrow('crash')
  await joinFileStore(db, store)
  const late = { ...(await newStore()) }
  await expect(joinFileStore(db, late)).rejects.toBeInstanceOf(OtherFileStoreError)
})

test('a folder that was copied whole is the same store', async () => {
  const [db, folder, copy] = [await newDatabase(), newFolder(), newFolder()]
  await joinFileStore(db, await diskStorage(folder))
  cpSync(folder, copy, { recursive: true })
  await joinFileStore(db, await diskStorage(copy))
})

test('adopting assigns any store to this database, and its former database is refused', async () => {
  const [db, other, store] = [await newDatabase(), await newDatabase(), await newStore()]
  await joinFileStore(other, store)
  await adoptFileStore(db, store)
  await joinFileStore(db, store)
  await expect(joinFileStore(other, store)).rejects.toBeInstanceOf(OtherFileStoreError)
})
