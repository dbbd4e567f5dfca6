import { existsSync } from 'node:fs'
import { mkdtemp, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import type { Clock } from '#shared/dates.ts'
import type { Config } from '../config.ts'
import { connect } from '../db/connect.ts'
import { isDiskFull } from '../db/errors.ts'
import type { Db } from '../db/schema.ts'
import { schemaVersion } from '../db/schema-version.ts'
import { withSnapshot } from '../db/snapshot.ts'
import { countRows, listTables, readRows, readSequences, type Table } from '../db/tables.ts'
import { syncToDisk } from '../lib/disk.ts'
import { programText } from '../lib/program-version.ts'
import { markIn, OtherFileStoreError, whyNot } from '../storage/file-store.ts'
import type { Storage } from '../storage/storage.ts'
import {
  type End,
  excludedTables,
  fileEntry,
  formatVersion,
  type Manifest,
  manifestName,
  rowsEntry,
} from './archive-format.ts'
import { type ArchiveWriter, createArchive } from './archive-writer.ts'
import { BackupError } from './backup-error.ts'
import { makeBackupFolder, unfinishedPrefix } from './backup-folder.ts'
import type { Progress } from './progress.ts'

/** The size of one part of a table: small enough for any memory, large enough that tar's 512-byte blocks don't matter. */
const partBytes = 1024 * 1024

export type BackupOptions = {
  config: Pick<Config, 'dataDir' | 'databaseUrl'>
  storage: Storage
  clock: Clock
  progress: Progress
  /** The archive that can undo a restore: no server is running, and a missing file does not stop the backup. */
  isRestorePoint?: boolean
}
export type Backup = { file: string; bytes: number; rows: number } & Pick<
  End,
  'files' | 'removed_meanwhile' | 'lost'
>

/**
 * Writes a consistent archive of everything while the app is in use. A file that a user deletes for good before it is copied
 * is left out together with its row, as if it had been deleted before the backup.
 */
export async function makeBackup(file: string, options: BackupOptions): Promise<Backup> {
  const target = resolve(file)
  if (existsSync(target)) throw new BackupError(`${target} already exists. Nothing was changed.`)
  try {
    await makeBackupFolder(dirname(target))
    // Written in a private folder and renamed when complete, so a crash never leaves half an archive under the final name.
    const scratch = await mkdtemp(join(dirname(target), unfinishedPrefix(process.pid)))
    try {
      return await withSnapshot(options.config, scratch, async snapshot => {
        const growing = join(scratch, basename(target))
        const summary = await writeArchive(snapshot, growing, options)
        await rename(growing, target)
        await syncToDisk(dirname(target))
        return { file: target, ...summary }
      })
    } finally {
      await rm(scratch, { recursive: true, force: true })
    }
  } catch (error) {
    if (isDiskFull(error))
      throw new BackupError(
        `There isn't enough disk space for the backup in ${dirname(target)}. No partial backup was left behind.`,
        {
          cause: error,
        },
      )
    throw error
  }
}

async function writeArchive(snapshot: Db, file: string, options: BackupOptions) {
  const { config, storage, clock, progress, isRestorePoint = false } = options
  const tables = (await listTables(snapshot)).filter(({ name }) => !excludedTables.includes(name))
  if (!tables.some(({ name }) => name === 'schema_migrations'))
    throw new BackupError('The database is empty, so there is nothing to back up.')
  const mark = await markIn(snapshot)
  const found = await storage.readMark()
  // With another store, every file would be missing or wrong. A restore must still be possible, because it repairs that.
  if (!isRestorePoint && mark !== undefined && mark !== found)
    throw new OtherFileStoreError(storage, whyNot(found))
  const version = await schemaVersion(snapshot)
  const manifest: Manifest = {
    format: formatVersion,
    version: programText,
    ...(version && { schema_version: version }),
    engine: config.databaseUrl ? 'postgres' : 'sqlite',
    created_at: clock.now().toISOString(),
    migrations: (await snapshot.selectFrom('schema_migrations').select('name').orderBy('name').execute()).map(
      ({ name }) => name,
    ),
    tables,
    sequences: await readSequences(snapshot),
  }

  const archive = createArchive(file)
  try {
    await archive.addText(manifestName, JSON.stringify(manifest, null, 2))
    // A restore holds the database exclusively: a second connection would fail, and no process can delete a row.
    const live = isRestorePoint ? undefined : connect(config, { withoutQueryTimeout: true })
    const files = await writeFiles(archive, snapshot, live, tables, storage, progress).finally(() =>
      live?.destroy(),
    )
    const rows = await writeTables(archive, snapshot, tables, files.removed_meanwhile, progress)
    await archive.finish({ rows, ...files } satisfies Omit<End, 'checksums'>)
    const handle = await open(file)
    const { size } = await handle.stat().finally(() => handle.close())
    return { bytes: size, rows: Object.values(rows).reduce((sum, count) => sum + count, 0), ...files }
  } catch (error) {
    await archive.abandon(error)
    throw error
  }
}

async function writeFiles(
  archive: ArchiveWriter,
  snapshot: Db,
  live: Db | undefined,
  tables: Table[],
  storage: Storage,
  progress: Progress,
): Promise<Pick<End, 'files' | 'removed_meanwhile' | 'lost'>> {
  const result: Awaited<ReturnType<typeof writeFiles>> = { files: 0, removed_meanwhile: [], lost: [] }
  if (!tables.some(({ name }) => name === 'project_files')) return result
  const { bytes } = await snapshot
    .selectFrom('project_files')
    .select(({ fn }) => fn.sum<number | null>('file_size').as('bytes'))
    .executeTakeFirstOrThrow()
  progress.step('Files')
  progress.start(bytes ?? 0, 'bytes')
  const columns = ['id', 'file_name', 'file_size', 'storage_name']
  for await (const rows of readRows(snapshot, { name: 'project_files', columns })) {
    for (const { id, file_name, file_size, storage_name } of rows as FileRow[]) {
      const content = await storage.read(storage_name)
      if (content) {
        const exact = exactly(content, file_size)
        await archive.add(fileEntry(storage_name), file_size, exact.content)
        result.files++
        if (exact.isOff()) result.lost.push({ id, file_name })
      } else {
        const row = await (live ?? snapshot)
          .selectFrom('project_files')
          .select('id')
          .where('id', '=', id)
          .executeTakeFirst()
        result[row ? 'lost' : 'removed_meanwhile'].push({ id, file_name })
      }
      progress.advance(file_size)
    }
  }
  progress.finish()
  return result
}

type FileRow = { id: number; file_name: string; file_size: number; storage_name: string }

/** Yields as many bytes as the row says, because tar needs the size first; a file of another size is cut or padded. */
function exactly(content: Readable, size: number) {
  let got = 0
  async function* cutOrFilled() {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (got < size) yield chunk.subarray(0, size - got)
      got += chunk.length
    }
    for (let at = got; at < size; at += partBytes) yield Buffer.alloc(Math.min(partBytes, size - at))
  }
  return { content: cutOrFilled(), isOff: () => got !== size }
}

async function writeTables(
  archive: ArchiveWriter,
  snapshot: Db,
  tables: Table[],
  removed: End['removed_meanwhile'],
  progress: Progress,
): Promise<Record<string, number>> {
  const isRemoved = new Set(removed.map(({ id }) => id))
  let total = 0
  for (const { name } of tables) total += await countRows(snapshot, name)
  progress.step('Rows')
  progress.start(total, 'rows')

  const written: Record<string, number> = {}
  for (const table of tables) {
    let part = 0
    let text = ''
    written[table.name] = 0
    const flush = async () => {
      await archive.addText(rowsEntry(table.name, ++part), text)
      text = ''
    }
    for await (const rows of readRows(snapshot, table)) {
      progress.advance(rows.length)
      for (const row of rows) {
        if (table.name === 'project_files' && isRemoved.has(row.id as number)) continue
        written[table.name] = (written[table.name] ?? 0) + 1
        text += `${JSON.stringify(row)}\n`
        if (text.length >= partBytes) await flush()
      }
    }
    if (text !== '') await flush()
  }
  progress.finish()
  return written
}
