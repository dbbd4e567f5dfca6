import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import * as z from 'zod/mini'
import { writtenBy } from '../db/schema-version.ts'
import { isOurName } from '../storage/storage.ts'
import {
  type End,
  endSchema,
  formatVersion,
  type Manifest,
  manifestSchema,
  parseEntryName,
} from './archive-format.ts'
import { BackupError } from './backup-error.ts'
import type { Progress } from './progress.ts'

/** Far larger than the entries of a backup. Without this limit a crafted archive could exhaust the memory. */
const largestTextBytes = 64 * 1024 * 1024

type Row = Record<string, unknown>

export type ArchiveVisitor = {
  manifest?(manifest: Manifest): Promise<void>
  /** Gets a part of a table as a JSON array. */
  rows?(table: string, json: string): Promise<void>
  /** Must read the content to its end. */
  file?(storageName: string, content: Readable): Promise<void>
}

/**
 * Reads and verifies the whole archive: names, sizes, checksums, counts and that every file has its row. Throws a
 * BackupError at the first difference.
 */
export async function readArchive(
  file: string,
  progress: Progress,
  visitor: ArchiveVisitor = {},
): Promise<{ manifest: Manifest; end: End }> {
  const info = await stat(file).catch(error => {
    throw new BackupError(`The archive ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  })
  if (info.isDirectory())
    throw new BackupError(`${file} is a folder, not an archive. Name the .tar.gz file in it.`)
  progress.start(info.size, 'bytes')
  const result = await readEntries(file, progress, visitor)
  progress.finish()
  return result
}

async function readEntries(file: string, progress: Progress, visitor: ArchiveVisitor) {
  const refuse = (what: string) => damaged(file, what)
  const parse = <T>(schema: z.ZodMiniType<T>, text: string, name: string): T => {
    const result = schema.safeParse(jsonOf(text))
    if (!result.success) throw refuse(`${name} is not valid`)
    return result.data
  }

  let manifest: Manifest | undefined
  let end: End | undefined
  let unchecked: string[] = []
  const allChecksums = createHash('sha256')
  const rows: Record<string, number> = {}
  const files = new Set<string>()
  const namedFiles: { id: number; storageName: string }[] = []

  for await (const { name, type, size, content } of entriesOf(file, progress)) {
    const entry = parseEntryName(name)
    if (!entry || type !== 'file') throw refuse(`it contains "${name}", which is not part of a backup`)
    if (end) throw refuse('there is data after its end')
    if ((manifest === undefined) !== (entry.kind === 'manifest'))
      throw refuse("it doesn't start like a backup")
    if (entry.kind !== 'file' && size > largestTextBytes) throw refuse(`${name} is too large`)

    const sum = createHash('sha256')
    const summed = content.pipe(
      new Transform({
        transform(chunk, _encoding, done) {
          sum.update(chunk)
          done(null, chunk)
        },
      }),
    )
    content.on('error', error => summed.destroy(asDamage(file, error)))

    if (entry.kind === 'file') {
      if (files.has(entry.storageName)) throw refuse(`${name} is in it twice`)
      files.add(entry.storageName)
      if (visitor.file) await visitor.file(entry.storageName, summed)
      else for await (const _ of summed);
    } else {
      const text = await textOf(summed)
      if (entry.kind === 'manifest') {
        manifest = parse(manifestSchema, text, name)
        refuseNewer(manifest)
        await visitor.manifest?.(manifest)
      } else if (entry.kind === 'rows') {
        const { table } = entry
        const columns = manifest?.tables.find(known => known.name === table)?.columns
        if (!columns) throw refuse(`the table ${table} is not in its list`)
        const json = `[${text.trimEnd().split('\n')}]`
        const some = parse(z.array(z.record(z.string(), z.unknown())), json, name)
        for (const row of some) if (!hasExactly(row, columns)) throw refuse(`a row in ${name} is incomplete`)
        rows[table] = (rows[table] ?? 0) + some.length
        if (table === 'project_files') {
          for (const row of some) {
            if (typeof row.storage_name !== 'string' || !isOurName(row.storage_name))
              throw refuse('a row names a file outside the store')
            namedFiles.push({ id: Number(row.id), storageName: row.storage_name })
          }
        }
        await visitor.rows?.(table, json)
      } else if (entry.kind === 'checksums') {
        allChecksums.update(text)
        if (text !== unchecked.map(line => `${line}\n`).join('')) throw refuse("its checksums don't match")
        unchecked = []
      } else {
        end = parse(endSchema, text, name)
      }
    }
    if (entry.kind !== 'checksums') unchecked.push(`${sum.digest('hex')}  ${name}`)
  }

  if (!manifest) throw refuse("it isn't a backup")
  if (!end) throw refuse('its end is missing')
  // Only the last entry itself is left; everything before it has been compared.
  if (unchecked.length !== 1 || end.checksums !== allChecksums.digest('hex'))
    throw refuse("its checksums don't match")
  for (const { name } of manifest.tables) {
    if ((rows[name] ?? 0) !== end.rows[name]) throw refuse(`rows of ${name} are missing`)
  }
  if (files.size !== end.files) throw refuse('files are missing')
  const lost = new Set(end.lost.map(({ id }) => id))
  for (const { id, storageName } of namedFiles) {
    if (!files.has(storageName) && !lost.has(id)) throw refuse(`the file ${storageName} is missing`)
  }
  return { manifest, end }
}

async function* entriesOf(file: string, progress: Progress) {
  const counted = createReadStream(file).on('data', chunk => progress.advance(chunk.length))
  const plain = createGunzip()
  counted.on('error', error => plain.destroy(error))
  counted.pipe(plain)
  // gzip's checksum follows the last entry, so reading all entries is not enough: the stream has to end without an error.
  const unpacked = finished(plain, { writable: false })
  unpacked.catch(() => {})
  // Node's own adapter would write the next chunk after the reader has been cancelled, and that write fails.
  const entries = ReadableStream.from<Uint8Array<ArrayBuffer>>(plain).pipeThrough(
    createTarDecoder({ strict: true }),
  )
  try {
    for await (const { header, body } of entries) {
      const content = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])
      yield { name: header.name, type: header.type, size: header.size, content }
    }
    await unpacked
  } catch (error) {
    throw asDamage(file, error as Error)
  } finally {
    counted.destroy()
    plain.destroy()
  }
}

async function textOf(content: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

const hasExactly = (row: Row, columns: string[]) =>
  Object.keys(row).length === columns.length && columns.every(column => Object.hasOwn(row, column))

function refuseNewer({ format, version }: Manifest) {
  if (format <= formatVersion) return
  throw new BackupError(
    `This archive was written by ${writtenBy(version)}. Nothing was changed. Restore it with the newer version.`,
  )
}

/** Errors of unpacking mean a damaged archive; errors of the disk are rethrown unchanged. */
function asDamage(file: string, error: Error): Error {
  if (error instanceof BackupError || (error as NodeJS.ErrnoException).syscall) return error
  return damaged(file, error.message.replace(/\.$/, '') || "it can't be unpacked", error)
}

function damaged(file: string, what: string, cause?: unknown) {
  return new BackupError(`The archive ${file} is damaged or incomplete: ${what}. Nothing was changed.`, {
    cause,
  })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
