import { randomUUID } from 'node:crypto'
import type { Clock } from '#shared/dates.ts'
import { acquireLock } from '../db/engine.ts'
import { groupCommit } from '../db/group-commit.ts'
import type { Db, Trx } from '../db/schema.ts'
import type { Storage } from './storage.ts'

// A random mark, stored in both, says which store holds the files of a database. Without it, an instance with another
// store would answer "not found" for some requests, write uploads to the wrong disk, and sweep away files of another
// database.

export const markName = 'file_store'
/** The mark may not be written into the store yet: after a crash in between, the next start must still work. */
const chosen = 'chosen:'

export const restoreHint = '  npm run admin -- restore FILE\n'

/** The message tells the operator what to do, so it is printed without a stack. */
export class OtherFileStoreError extends Error {
  constructor(storage: Storage, why: string) {
    super(
      `The files of this database are not in ${storage.where}: ${why}.\n` +
        'Nothing was changed.\n' +
        'If the database was lost, or this is an empty one by mistake, restore a backup first:\n' +
        restoreHint +
        'If you run several instances, all of them must use the same store: the same S3_ENDPOINT and S3_BUCKET, or one ' +
        'shared DATA_DIR.\n' +
        'If you moved the files and this is the right database, copy all files there and run once:\n' +
        '  npm run admin -- adopt-files\n' +
        'To start over with an empty database, empty the store as well.',
    )
    this.name = 'OtherFileStoreError'
  }
}

/** For a restore, where the advice to restore a backup first would make no sense. */
export class StoreOfAnotherError extends OtherFileStoreError {
  constructor(storage: Storage) {
    super(storage, otherMark)
    this.message =
      `The files of this database are not in ${storage.where}: it belongs to a database other than the one here and the ` +
      'one in the archive.\n' +
      'Nothing was changed.\n' +
      'If that database is still in use, restore with an empty store: another S3_BUCKET or DATA_DIR.\n' +
      "If it was lost, give the store to the database here first, then restore. Files that it doesn't know are moved to " +
      'another folder, not deleted:\n' +
      '  npm run admin -- adopt-files --anyway\n' +
      restoreHint
  }
}

export const noMark = 'nothing there says that it belongs to this database'
export const otherMark = 'it belongs to another database, or this database is new'
const unknownFiles = "it holds files that this database doesn't know"
export const whyNot = (mark: string | undefined) => (mark === undefined ? noMark : otherMark)

/**
 * Called before a database is created: a store with a mark or with files nearly always means that the database was lost,
 * and the first sweep of a new one would delete every upload.
 */
export async function refuseUsedStore(storage: Storage, isStillNew: () => Promise<boolean>): Promise<void> {
  const mark = await storage.readMark()
  const why = mark !== undefined ? otherMark : (await holdsFiles(storage)) ? unknownFiles : undefined
  // Checked again: another instance may have created the database meanwhile and set the mark.
  if (why !== undefined && (await isStillNew())) throw new OtherFileStoreError(storage, why)
}

/** Whether the store holds files other than these. */
export async function holdsFiles(storage: Storage, beside = new Set<string>()): Promise<boolean> {
  for await (const files of storage.list()) if (files.some(({ name }) => !beside.has(name))) return true
  return false
}

/** The first instance marks the store; every later start, wherever it runs, must find the same mark. */
export async function joinFileStore(db: Db, storage: Storage): Promise<void> {
  // Outside of the transaction, which would hold up all writes on SQLite while the store doesn't answer.
  const there = await storage.readMark()
  const known = await readValue(db, markName)
  if (known !== undefined && !known.startsWith(chosen)) {
    if (there !== known) throw new OtherFileStoreError(storage, whyNot(there))
    return
  }
  await db
    .insertInto('shared_values')
    .values({ name: markName, value: chosen + randomUUID() })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  await groupCommit(db, async trx => {
    // Of instances that start together for the first time, one marks its store, and the others compare.
    await acquireLock(trx, 'file-store')
    const { value } = await trx
      .selectFrom('shared_values')
      .select('value')
      .where('name', '=', markName)
      .executeTakeFirstOrThrow()
    // Another instance may have marked the store meanwhile.
    const isNew = value.startsWith(chosen)
    const wanted = isNew ? value.slice(chosen.length) : value
    const found = await storage.readMark()
    if (found !== wanted) {
      if (!isNew || found !== undefined) throw new OtherFileStoreError(storage, whyNot(found))
      const knowsFiles = await trx.selectFrom('project_files').select('id').limit(1).executeTakeFirst()
      if (!knowsFiles && (await holdsFiles(storage))) throw new OtherFileStoreError(storage, unknownFiles)
      await storage.writeMark(wanted)
    }
    if (isNew) await writeValue(trx, wanted)
  })
}

/** Assigns the store to this database, after a move or a restore. */
export async function adoptFileStore(db: Db, storage: Storage): Promise<void> {
  // A new mark: a server that used this store with another database is refused at its next start.
  const mark = randomUUID()
  await storage.writeMark(mark)
  await groupCommit(db, async trx => {
    await acquireLock(trx, 'file-store')
    await writeValue(trx, mark)
  })
}

// After the restore of a lost database the store may hold uploads that are neither in the archive nor in a restore point:
// the next sweep moves them to this place instead of deleting them.
const asideName = 'unknown_files_to'

export const asidePlace = (clock: Clock) => `set-aside-${clock.now().toISOString().replaceAll(/[:.]/g, '-')}`

export async function keepUnknownFiles(trx: Trx, clock: Clock): Promise<void> {
  await writeValue(trx, asidePlace(clock), asideName)
}

/** The place that unknown files are moved to; undefined if they are deleted. */
export const placeOfUnknownFiles = (db: Db) => readValue(db, asideName)

export async function forgetPlaceOfUnknownFiles(db: Db): Promise<void> {
  await db.deleteFrom('shared_values').where('name', '=', asideName).execute()
}

/** The mark of the database's store; undefined if it never had one. */
export async function markIn(db: Db): Promise<string | undefined> {
  return asMark(await readValue(db, markName))
}

export const asMark = (value: string | undefined) => value?.replace(chosen, '')

/** For a restore: the store keeps its mark, or has none until the next start. */
export async function writeMarkIn(trx: Trx, mark: string | undefined): Promise<void> {
  if (mark === undefined) await trx.deleteFrom('shared_values').where('name', '=', markName).execute()
  else await writeValue(trx, mark)
}

async function readValue(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('shared_values').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

async function writeValue(trx: Trx, value: string, name = markName): Promise<void> {
  await trx
    .insertInto('shared_values')
    .values({ name, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
