import { randomUUID } from 'node:crypto'
import { lockAlone } from '../db/engine.ts'
import type { Db, Trx } from '../db/schema.ts'
import type { Storage } from './storage.ts'

// Which store holds the files of a database: a random mark, kept in both. Without it, an instance that looks
// for the files in another place would show "not found" for some requests, lose uploads to its own disk, and
// sweep away as leftovers what belongs to somebody else's database.

export const markName = 'file_store'
/** Chosen, but perhaps not written into the store yet: a crash in between must lock nobody out. */
const chosen = 'chosen:'

/** Says what to do, so it is shown as it is. */
export class OtherFileStoreError extends Error {
  constructor(storage: Storage, mark: string | undefined) {
    super(
      `The files of this database are not in ${storage.where}: ` +
        (mark === undefined
          ? 'nothing there says that it belongs to this database.\n'
          : 'that belongs to another database, or this database was set up anew.\n') +
        'All instances on one database must use the same store: the same S3_ENDPOINT and S3_BUCKET, or one shared ' +
        'DATA_DIR. Nothing was changed.\n' +
        'Were the files moved, or is this the right place after all? Then bring them all there and run once:\n' +
        '  npm run admin -- adopt-files\n' +
        'To start over with an empty database, empty the store as well.',
    )
    this.name = 'OtherFileStoreError'
  }
}

/** The first instance marks the store; every later start, wherever it runs, must find the same mark. */
export async function joinFileStore(db: Db, storage: Storage): Promise<void> {
  await db
    .insertInto('shared_values')
    .values({ name: markName, value: chosen + randomUUID() })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  await db.transaction().execute(async trx => {
    // Of instances that start together for the first time, one marks its store, and the others compare.
    await lockAlone(trx, 'file-store')
    const { value } = await trx
      .selectFrom('shared_values')
      .select('value')
      .where('name', '=', markName)
      .executeTakeFirstOrThrow()
    const isNew = value.startsWith(chosen)
    const wanted = isNew ? value.slice(chosen.length) : value
    const found = await storage.readMark()
    if (found !== wanted) {
      if (!isNew || found !== undefined) throw new OtherFileStoreError(storage, found)
      await storage.writeMark(wanted)
    }
    if (isNew) await writeValue(trx, wanted)
  })
}

/** Makes this the store of this database, whatever it was before: after a move, and after a restore. */
export async function adoptFileStore(db: Db, storage: Storage): Promise<void> {
  // A new one: whoever else believes the store to be theirs is told so at their next start.
  const mark = randomUUID()
  await storage.writeMark(mark)
  await db.transaction().execute(async trx => {
    await lockAlone(trx, 'file-store')
    await writeValue(trx, mark)
  })
}

/** The mark that a database knows its store by; undefined if it never had one. */
export async function markIn(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('shared_values')
    .select('value')
    .where('name', '=', markName)
    .executeTakeFirst()
  return asMark(row?.value)
}

export const asMark = (value: string | undefined) => value?.replace(chosen, '')

/** For whoever fills a database anew: the store goes on with the mark it has, or with none until the next start. */
export async function writeMarkIn(trx: Trx, mark: string | undefined): Promise<void> {
  if (mark === undefined) await trx.deleteFrom('shared_values').where('name', '=', markName).execute()
  else await writeValue(trx, mark)
}

async function writeValue(trx: Trx, value: string): Promise<void> {
  await trx
    .insertInto('shared_values')
    .values({ name: markName, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
