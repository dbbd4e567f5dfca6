import { statfsSync } from 'node:fs'

// Recognises the database errors that the app handles; each engine reports them differently.

type DatabaseError = { code?: string; errcode?: number; message?: string }

const sqlite = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  constraint: 19,
  mismatch: 20,
  notADatabase: 26,
  uniqueConstraint: 2067,
  primaryKeyConstraint: 1555,
  readOnlyBecauseMoved: 1032,
}

const connectionCodes = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH'.split(
    ' ',
  ),
)
// 08: connection exceptions, 57P: shutting down or starting up, 53: out of connections, memory or disk.
const unavailableStates = /^(080(00|01|03|04|06|07)|57P0[123]|53[0234]00)$/
// pg reports these as plain errors without a code.
const connectionSentences =
  /^(Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/

function details(error: unknown): DatabaseError {
  return typeof error === 'object' && error !== null ? (error as DatabaseError) : {}
}

/** The database can't be reached now; the same request may succeed in a moment. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code = '', message = '' } = details(error)
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  return (
    connectionCodes.has(code) ||
    unavailableStates.test(code) ||
    connectionSentences.test(message) ||
    isLocked(error)
  )
}

export function isDiskFull(error: unknown): boolean {
  const { code, errcode = 0 } = details(error)
  // A quota and a limit on file sizes have the same effect as a full disk.
  return /^(53100|ENOSPC|EDQUOT|EFBIG)$/.test(code ?? '') || (errcode & 0xff) === sqlite.full
}

/** With less free space than this, SQLite can't create the files of its write-ahead log. */
const leastBytes = 100_000

/** Without space for its journal or shared memory, SQLite reports an I/O error; the free space shows the real cause. */
export function withDiskFull(error: unknown, folder: string): unknown {
  if (!isUnusable(error)) return error
  const { bsize, bavail, files, ffree } = statfsSync(folder)
  // A disk can also run out of inodes. Some file systems don't count them.
  return bsize * bavail < leastBytes || (files > 0 && ffree === 0)
    ? Object.assign(new Error('no space left', { cause: error }), { code: 'ENOSPC' })
    : error
}

/** The opened file was replaced by another, as at the end of a restore. It has to be opened again. */
export function isReplaced(error: unknown): boolean {
  return details(error).errcode === sqlite.readOnlyBecauseMoved
}

/** Another connection or process holds the lock on the SQLite file. */
export function isLocked(error: unknown): boolean {
  return [sqlite.busy, sqlite.locked].includes((details(error).errcode ?? 0) & 0xff)
}

/** The file is not a SQLite database, or its pages are damaged. */
export function isUnreadable(error: unknown): boolean {
  return [sqlite.corrupt, sqlite.notADatabase].includes((details(error).errcode ?? 0) & 0xff)
}

/** The file, its folder or its disk cannot be read or written. */
export function isUnusable(error: unknown): boolean {
  return [sqlite.ioError, sqlite.cannotOpen].includes((details(error).errcode ?? 0) & 0xff)
}

/** The file isn't writable, the server is a standby, or the database was set to read-only. */
export function isReadOnly(error: unknown): boolean {
  const { code, errcode = 0 } = details(error)
  return code === '25006' || ((errcode & 0xff) === sqlite.readOnly && !isReplaced(error))
}

/** PostgreSQL's code; SQLite doesn't throw an error for it where foreign keys are checked at the end. */
export const foreignKeyViolation = '23503'

/** A row can't be stored: it breaks a rule of its table, or a value has the wrong type. */
export function isRefusedRow(error: unknown): boolean {
  const { code = '', errcode = 0 } = details(error)
  return /^2[23]\w{3}$/.test(code) || [sqlite.constraint, sqlite.mismatch].includes(errcode & 0xff)
}

export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = details(error)
  return code === '23505' || errcode === sqlite.uniqueConstraint || errcode === sqlite.primaryKeyConstraint
}
