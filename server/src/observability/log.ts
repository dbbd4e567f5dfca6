import { type Logger, pino, stdSerializers } from 'pino'
import { atSource } from './source-stack.ts'

/** Lines are buffered up to this size while the log reader stalls; further lines are dropped. */
const mostWaitingBytes = 16 * 1024 * 1024

/**
 * The log has one JSON line per entry. Lines are written in the background and in batches, because one system call per
 * line would add a tenth to the cost of a small request. The rest is flushed when the process exits.
 */
export function createLog(level: string, descriptor: number = process.stdout.fd): Logger {
  const destination = pino.destination({ dest: descriptor, sync: false, maxLength: mostWaitingBytes })
  // When the pipe is closed or the disk is full, the server continues without its log, and a shutdown doesn't wait for it.
  destination.on('error', () => {
    destination.flushSync = () => {}
  })
  return pino(
    { level, serializers: { err: error => maskSecrets(stdSerializers.err(atSource(error) as Error)) } },
    destination,
  )
}

/** The query of a URL, such as a code or a signature, and anything as long as a token or a key. */
const secrets = /(?<=\bhttps?:\/\/[^\s?#"']*)\?[^\s"')]*|[\w-]{40,}/g

/** Errors of libraries may quote what was called. */
function maskSecrets<Fields extends object>(error: Fields): Fields {
  for (const [name, value] of Object.entries(error))
    if (typeof value === 'string') Object.assign(error, { [name]: value.replace(secrets, '…') })
  return error
}
