import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { isRefusedRow, isUnreadable } from '../db/errors.ts'
import { migrateWithin, migrations } from '../db/migrate.ts'
import { type ExclusiveLock, withExclusiveLock } from '../db/replace.ts'
import type { Trx } from '../db/schema.ts'
import { insertRows, listTables, withoutForeignKeys, writeSequences } from '../db/tables.ts'
import { keepResumed, outgoingPauseName, outgoingResumedName, pauseOutgoing } from '../jobs/outgoing-pause.ts'
import {
  asMark,
  holdsFiles,
  keepUnknownFiles,
  markName,
  StoreOfAnotherError,
  writeMarkIn,
} from '../storage/file-store.ts'
import type { End, Manifest } from './archive-format.ts'
import { readArchive } from './archive-reader.ts'
import { BackupError } from './backup-error.ts'
import { archiveName, backupFolder } from './backup-folder.ts'
import { checkArchive, isRestored, migrationsOf } from './check-archive.ts'
import { type BackupOptions, makeBackup } from './make-backup.ts'

export type Restored = {
  manifest: Manifest
  rows: number
  files: number
  /** Files of the archive's rows that were missing or damaged when it was made. */
  lost: End['lost']
  /** The archive of the former state; absent if there was none. */
  restorePoint: string | undefined
  /** How many former files were already missing or damaged, so that the restore point lacks them. */
  lostBefore: number
  /** Whether the files may belong to another database that is still in use. */
  isStoreOfAnother: boolean
  /** Whether the next start moves files that the archive doesn't know to another folder. */
  keepsUnknownFiles: boolean
  /** Whether everything outgoing waits until an admin resumes it, because the data may be a copy of another server's. */
  isOutgoingPaused: boolean
}

/**
 * Replaces the data by those of the archive, on the configured engine. The archive is read twice: it is verified to its last
 * byte before anything is changed, then restored. Files are written first, under new names, so the old state stays complete
 * until the new database replaces the old one in one step.
 */
export async function restoreBackup(
  file: string,
  options: BackupOptions & {
    config: Pick<Config, 'backupDir' | 's3'>
    /** Called in the transaction that replaces the data, after the last migration. */
    onRestored?: (trx: Trx, restored: { manifest: Manifest; end: End }) => Promise<void>
  },
): Promise<Restored> {
  const { config, storage, clock, progress } = options
  progress.step('Checking')
  let archivedMark: string | undefined
  let archivedPause: string | undefined
  const { manifest, end } = await checkArchive(file, progress, {
    rows: async (table, json) => {
      if (table !== 'shared_values') return
      const values = new Map(
        (JSON.parse(json) as { name: string; value: string }[]).map(({ name, value }) => [name, value]),
      )
      archivedMark = asMark(values.get(markName)) ?? archivedMark
      archivedPause = values.get(outgoingPauseName) ?? archivedPause
    },
  })
  await storage.check()
  let before: RestorePoint = { restorePoint: undefined, lostBefore: 0, isComplete: false }
  let isStoreOfAnother = false
  let keepsUnknownFiles = false
  let isOutgoingPaused = false

  await withExclusiveLock(config, async database => {
    const mark = await storage.readMark()
    // Otherwise the next start would sweep away the files of the database that the store belongs to.
    const known = await knownMark(database)
    const isOurStore = mark === undefined || mark === known
    // A damaged or missing database can't prove that the files were its own.
    const wasOurs = known === 'damaged' || (database.state === 'empty' && !config.databaseUrl && !config.s3)
    if (!isOurStore && !wasOurs && mark !== archivedMark) throw new StoreOfAnotherError(storage)
    isStoreOfAnother = !isOurStore
    // The mark tells an archive of this place from one of another server, whose mails and webhooks would go out twice.
    const live = known === archivedMark && (await isLive(database))
    const resumedAt = live ? await database.sharedValue(outgoingResumedName) : undefined
    // An earlier version ignores the pause. So after rolling back and forward again, the archive's pause stays, unless the
    // database says that an admin has resumed since.
    isOutgoingPaused = !live || (archivedPause !== undefined && !(resumedAt && resumedAt >= archivedPause))
    before = await keepRestorePoint(database, options)
    progress.step('Restoring')
    const restored = new Set<string>()
    await database.replace(async trx => {
      // The schema of the archive comes first, so that older rows fit; the remaining migrations then upgrade them.
      await migrateWithin(trx, migrationsOf(manifest), clock)
      const tables = (await listTables(trx)).filter(isRestored)
      await withoutForeignKeys(trx, async () => {
        for (const { name } of tables) await sql`delete from ${sql.table(name)}`.execute(trx)
        await readArchive(file, progress, {
          rows: async (name, json) => {
            const table = tables.find(known => known.name === name)
            if (table) await insertRows(trx, table, json)
          },
          file: async (name, content) => {
            restored.add(name)
            await storage.write(name, content, { isAgain: true })
          },
        })
      }).catch(error => {
        throw isRefusedRow(error) ? refusedRows(file, error) : error
      })
      await writeSequences(trx, manifest.sequences)
      await writeMarkIn(trx, mark)
      await migrateWithin(trx, migrations, clock)
      await (isOutgoingPaused ? pauseOutgoing(trx, clock) : keepResumed(trx, resumedAt))
      // Uploads since the backup are in no restore point, because there was no database to back up.
      keepsUnknownFiles = !before.isComplete && (await holdsFiles(storage, restored))
      if (keepsUnknownFiles) await keepUnknownFiles(trx, clock)
      await options.onRestored?.(trx, { manifest, end })
    })
  })
  const rows = Object.values(end.rows).reduce((sum, count) => sum + count, 0)
  const { restorePoint, lostBefore } = before
  return {
    manifest,
    rows,
    files: end.files,
    lost: end.lost,
    restorePoint,
    lostBefore,
    isStoreOfAnother,
    keepsUnknownFiles,
    isOutgoingPaused,
  }
}

/** Checksums say nothing about the meaning of rows, as in the archive of a database that was edited by hand. */
const refusedRows = (file: string, cause: Error) =>
  new BackupError(
    `The archive ${file} is undamaged, but the database refuses its rows: ${cause.message}. Nothing was changed.`,
    { cause },
  )

/** The mark in the current database; `damaged` if it can't be read. */
async function knownMark(database: ExclusiveLock): Promise<string | undefined> {
  if (database.state === 'unreadable') return 'damaged'
  try {
    return asMark(await database.sharedValue(markName))
  } catch (error) {
    if (isUnreadable(error)) return 'damaged'
    throw error
  }
}

/** Whether the database to be replaced has accounts and sends email. An unreadable database counts as not live. */
async function isLive(database: ExclusiveLock): Promise<boolean> {
  if (database.state !== 'readable') return false
  try {
    return (await database.hasAccounts()) && (await database.sharedValue(outgoingPauseName)) === undefined
  } catch (error) {
    if (isUnreadable(error)) return false
    throw error
  }
}

/** `isComplete`: an archive with the files that the database knew. */
type RestorePoint = Pick<Restored, 'restorePoint' | 'lostBefore'> & { isComplete: boolean }

async function keepRestorePoint(
  database: ExclusiveLock,
  options: Parameters<typeof restoreBackup>[1],
): Promise<RestorePoint> {
  if (database.state === 'empty') return { restorePoint: undefined, lostBefore: 0, isComplete: false }
  const name = archiveName('before-restore', options.clock)
  const keepAside = async () => ({
    restorePoint: await database.keepAside(name.replace('.tar.gz', '')),
    lostBefore: 0,
    isComplete: false,
  })
  if (database.state === 'unreadable') return keepAside()
  try {
    const target = join(backupFolder(options.config), name)
    const { file, lost } = await makeBackup(target, { ...options, isRestorePoint: true })
    return { restorePoint: file, lostBefore: lost.length, isComplete: true }
  } catch (error) {
    // A damaged database can't be backed up, so its file is kept instead.
    if (isUnreadable(error)) return keepAside()
    throw error
  }
}
