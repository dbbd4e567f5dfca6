import * as z from 'zod/mini'
import { searchTables } from '../db/search-query.ts'
import { isOurName } from '../storage/storage.ts'

// The archive is the same for both engines: a gzipped tar that any tar program can open.
//
//   manifest.json           first: the version that wrote it, when, its tables and migrations
//   files/<storage name>    every uploaded file
//   tables/<name>/<part>    rows, one JSON object a line, in parts of known size because a tar header needs it
//   checksums/<part>        SHA-256 of the entries since the previous checksums, as `sha256sum` writes it
//   end.json                last: how many rows and files the archive has

/**
 * Sessions and the like belong to one installation, so archives leave them out: after a restore every user signs in again.
 * Access tokens and calendar addresses too, because an archive would bring back those that were deleted since.
 */
const ofOneInstallation = [
  'sign_ins',
  'access_tokens',
  'calendar_feeds',
  'sign_in_challenges',
  'sign_in_failures',
  'known_devices',
  'setup_codes',
  'waiting_sign_ons',
]
/** The search indexes are made of other tables, and without progress the first start after a restore builds them. */
const builtAgain = [...searchTables, 'search_progress']
export const excludedTables: readonly string[] = [...ofOneInstallation, ...builtAgain]

/** Increased when older versions can't read a new format. */
export const formatVersion = 1

const count = z.int().check(z.nonnegative())

export const manifestSchema = z.object({
  format: z.int(),
  version: z.string(),
  /** The version that wrote the database last; an older one may have made the archive. */
  schema_version: z.optional(z.string()),
  engine: z.enum(['sqlite', 'postgres']),
  created_at: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      name: z.string().check(z.regex(/^[a-z][a-z0-9_]*$/)),
      columns: z.array(z.string().check(z.regex(/^[a-z][a-z0-9_]*$/))),
    }),
  ),
  sequences: z.record(z.string(), count),
})
export type Manifest = z.infer<typeof manifestSchema>

const fileNote = z.object({ id: z.int(), file_name: z.string() })

export const endSchema = z.object({
  rows: z.record(z.string(), count),
  files: count,
  /** Files that a user deleted while the backup ran: neither the file nor its row is in the archive. */
  removed_meanwhile: z.array(fileNote),
  /** Files that a row names, but that are missing from the store or have another size there. */
  lost: z.array(fileNote),
  /** The checksum of all lines of all checksums. */
  checksums: z.string(),
})
export type End = z.infer<typeof endSchema>

export const manifestName = 'manifest.json'
export const endName = 'end.json'
export const fileEntry = (storageName: string) => `files/${storageName}`
export const rowsEntry = (table: string, part: number) => `tables/${table}/${padded(part)}.ndjson`
export const checksumsEntry = (part: number) => `checksums/${padded(part)}.txt`
const padded = (part: number) => String(part).padStart(6, '0')

/** The only accepted names: an entry with another name was not written by a backup and never becomes a path. */
export function parseEntryName(name: string) {
  const [, table] = /^tables\/([a-z][a-z0-9_]*)\/\d{6,}\.ndjson$/.exec(name) ?? []
  if (table) return { kind: 'rows', table } as const
  const [, storageName = ''] = /^files\/(.*)$/.exec(name) ?? []
  if (isOurName(storageName)) return { kind: 'file', storageName } as const
  if (/^checksums\/\d{6,}\.txt$/.test(name)) return { kind: 'checksums' } as const
  if (name === manifestName) return { kind: 'manifest' } as const
  if (name === endName) return { kind: 'end' } as const
  return undefined
}
