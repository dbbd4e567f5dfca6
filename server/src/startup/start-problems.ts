import { BackupError } from '../backup/backup-error.ts'
import { ConfigError } from '../config.ts'
import {
  isDatabaseUnavailable,
  isDiskFull,
  isLocked,
  isReadOnly,
  isUnreadable,
  isUnusable,
} from '../db/errors.ts'
import { OtherInstanceError } from '../db/instance-lock.ts'
import { NewerDatabaseError } from '../db/migrate.ts'
import { DatabaseInUseError } from '../db/replace.ts'
import { CommandError } from '../lib/command-error.ts'
import { MailError } from '../mail/mailer.ts'
import { OtherFileStoreError } from '../storage/file-store.ts'
import { StorageUnavailableError, StoreFullError } from '../storage/storage.ts'

const knownErrors = [
  ConfigError,
  NewerDatabaseError,
  OtherFileStoreError,
  OtherInstanceError,
  BackupError,
  CommandError,
  DatabaseInUseError,
  MailError,
]

type Problem = NodeJS.ErrnoException & { port?: number; errcode?: number }

const pathProblems: Record<string, string> = {
  EISDIR: 'it is a folder where a file is needed. Name a file, or move the folder away.',
  ENOTDIR:
    'a part of this path is a file where a folder is needed. Name another path, or move that file away.',
  EEXIST: 'a file of this name is in the way. Name another path, or move it away.',
  ENOENT:
    "it doesn't exist and can't be created there. Check that the path is right and its disk is mounted.",
  ENAMETOOLONG: 'the name is too long. Name a shorter path.',
  ELOOP: 'its symbolic links lead in a circle. Name another path.',
}

/** Tells the operator what is wrong and what to do. Undefined for a defect of the program. */
export function sentenceFor(error: unknown): string | undefined {
  if (knownErrors.some(known => error instanceof known)) return (error as Error).message
  if (error instanceof StoreFullError) return `The file store is full: ${error.message}`
  if (error instanceof StorageUnavailableError) return `The file store cannot be reached: ${error.message}`
  // A host name with several IP addresses fails with one error per address; the first one tells the reason.
  const {
    code = '',
    message = '',
    port,
    path,
  } = (error instanceof AggregateError ? (error.errors[0] ?? error) : error) as Problem
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use. Stop the other program or set PORT to another number.`
  if (code === 'EACCES' && port)
    return `Port ${port} needs privileges that this process doesn't have. Set PORT to another number.`
  if (code === '53100') return `The disk of the database server is full: ${message}`
  if (isDiskFull(error))
    return `There is no space left on the disk of ${path ? `"${path}"` : 'DATA_DIR'}. Free some space, then try again.`
  if (isUnreadable(error))
    return `DATA_DIR: the database file daily-report.db in it is damaged or isn't a SQLite database (${message}). Restore a backup; the damaged file is kept beside the new one:\n  npm run admin -- restore FILE`
  if (isReadOnly(error)) return `The database is read-only: ${message}`
  if (isUnusable(error))
    return `DATA_DIR: the database file daily-report.db in it cannot be used: ${message}. Check its disk, and that this account may read and write it.`
  const refusal = postgresRefusal(code, message)
  if (refusal) return `DATABASE_URL: ${refusal}`
  if (isLocked(error))
    return 'Another command, such as a restore, is using the database. Start again when it has finished.'
  if (isDatabaseUnavailable(error)) return `The database cannot be reached: ${message || code}`
  if (path && /^(EACCES|EPERM|EROFS|EIO)$/.test(code))
    return `"${path}" cannot be used (${code}). Check its disk, and that this account may read and write it.`
  if (path && Object.hasOwn(pathProblems, code))
    return `"${path}" cannot be used (${code}): ${pathProblems[code]}`
  return undefined
}

function postgresRefusal(code: string, message: string): string | undefined {
  // Since PostgreSQL 15 only the owner of a database may create tables in its schema "public".
  if (/^(42501|3F000)$/.test(code))
    return `the database refused: ${message}. Its role must be allowed to create tables: make it the owner (ALTER DATABASE … OWNER TO …), or run, as the owner: GRANT USAGE, CREATE ON SCHEMA public TO …`
  if (/^(3D000|28...)$/.test(code)) return `the database refused: ${message}`
  if (/does not support SSL/i.test(message))
    return 'sslmode requires an encrypted connection, but this server offers none. Turn on TLS in PostgreSQL (ssl = on), or, if it runs on this machine, remove sslmode.'
  if (/^(ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(code))
    return `the certificate of the database server cannot be trusted: ${message}. Name the authority that issued it with sslrootcert=FILE, or fix the certificate.`
  if (code === 'ENOENT' && /ssl|cert|\.(pem|crt|key)/i.test(message))
    return `a certificate file that it names cannot be read: ${message}`
  return undefined
}
