import { flushCompileCache } from 'node:module'
import { BackupError } from './backup/backup-error.ts'
import { ConfigError, readProcessConfig } from './config.ts'
import { isDatabaseAway, isHeld } from './db/errors.ts'
import { NewerDatabaseError } from './db/migrate.ts'
import { DatabaseInUseError } from './db/replace.ts'
import { type RunningServer, startServer } from './server.ts'
import { OtherFileStoreError } from './storage/file-store.ts'
import { StoreAwayError, StoreFullError } from './storage/storage.ts'

const longestShutdownMs = 10_000
/** npm passes a terminal's Ctrl-C on although the server has had it already: that is one wish, not two. */
const sameSignalMs = 1000

/** Runs the server until it is told to stop; the difference between starting and living is here. */
export async function run(
  options: Parameters<typeof startServer>[1] & { settings?: Record<string, string> } = {},
): Promise<void> {
  let server: RunningServer | undefined
  let stoppingSince = 0
  const starting = explain(async () => {
    server = await startServer(readProcessConfig(options.settings), options)
  })

  async function stop() {
    const now = performance.now()
    if (stoppingSince > 0) {
      if (now - stoppingSince > sameSignalMs) process.exit(1)
      return
    }
    stoppingSince = now
    setTimeout(() => process.exit(1), longestShutdownMs).unref()
    // Still starting: whatever transaction is open rolls back, and the next start goes on from there.
    await server?.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
  await starting
  // Now and not only at the end: a server that is killed finds its modules compiled the next time as well.
  flushCompileCache()
}

/** Failures that a person can mend get their sentence; all others keep their stack. Both end with 1. */
export async function explain(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(sentenceFor(error) ?? error)
    process.exit(1)
  }
}

const knownErrors = [ConfigError, NewerDatabaseError, OtherFileStoreError, BackupError, DatabaseInUseError]

function sentenceFor(error: unknown): string | undefined {
  if (knownErrors.some(known => error instanceof known)) return (error as Error).message
  if (error instanceof StoreFullError) return `The file store has no room left: ${error.message}`
  if (error instanceof StoreAwayError) return `The file store cannot be reached: ${error.message}`
  const {
    code,
    message = '',
    port,
    errcode,
  } = error as NodeJS.ErrnoException & { port?: number; errcode?: number }
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use. Stop the other program or set PORT to another number.`
  if (code === 'EACCES' && port)
    return `Port ${port} needs more rights than this process has. Set PORT to another number.`
  if (errcode === 26) return 'DATA_DIR: the file daily-report.db in it is not a SQLite database.'
  if (/^(3D000|28...)$/.test(code ?? '')) return `DATABASE_URL: the database refuses: ${message}`
  if (isHeld(error))
    return 'The database is held by another command, such as a restore. Start again when that is done.'
  if (isDatabaseAway(error)) return `The database cannot be reached: ${message || code}`
  return undefined
}
