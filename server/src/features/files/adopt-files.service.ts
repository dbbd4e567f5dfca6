import type { Context } from '../../context.ts'
import { CommandError } from '../../lib/command-error.ts'
import { adoptFileStore, asidePlace, restoreHint } from '../../storage/file-store.ts'
import type { Storage } from '../../storage/storage.ts'
import { findAllStorageNames } from './files.queries.ts'

/** Marks the file store as belonging to this database, and returns a sentence about it. Deletes nothing. */
export async function adoptFiles(ctx: Context, { anyway }: { anyway: boolean }): Promise<string> {
  const { storage } = ctx
  await storage.check()
  const { expected, missing, unknown } = await compare(new Set(await findAllStorageNames(ctx.db)), storage)
  const found = `${expected - missing} of the ${countFiles(expected)} of this database are in ${storage.where}.`
  if (!anyway && unknown.length > 0) throw new CommandError(`${found} ${unknownSentence(unknown.length)}`)
  if (!anyway && missing > 0)
    throw new CommandError(`${found} Copy the others there, or add --anyway. Nothing was changed.`)
  // They are moved before the store is marked, so that the sweep at the next start can't delete them.
  const aside = unknown.length > 0 ? await storage.setAside(unknown, asidePlace(ctx.clock)) : undefined
  await adoptFileStore(ctx.db, storage)
  const moved =
    aside === undefined
      ? ''
      : ` ${countFiles(unknown.length)} that it doesn't know were moved to ${aside}. Nothing was deleted.`
  return `${found} The store now belongs to this database.${moved}`
}

/** Refuses a file store with files before the database is created, because none of them would be in the new database. */
export async function refuseUnknownFiles(storage: Storage): Promise<void> {
  await storage.check()
  const { unknown } = await compare(new Set(), storage)
  if (unknown.length > 0)
    throw new CommandError(
      `There is no database yet. In ${storage.where}: ${unknownSentence(unknown.length)}`,
    )
}

async function compare(expected: ReadonlySet<string>, storage: Storage) {
  const unknown: string[] = []
  let found = 0
  for await (const some of storage.list()) {
    for (const { name } of some) {
      if (expected.has(name)) found++
      else unknown.push(name)
    }
  }
  return { expected: expected.size, missing: expected.size - found, unknown }
}

const unknownSentence = (count: number) =>
  `${countFiles(count)} that this database doesn't know. If the database was lost, restore a backup first:\n` +
  restoreHint +
  'To continue without these files, add --anyway. They are moved to another folder, not deleted, and the command prints its name. ' +
  'Nothing was changed.'

const countFiles = (count: number) => `${count} file${count === 1 ? '' : 's'}`
