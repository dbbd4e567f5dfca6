import { type Logger, pino, stdSerializers } from 'pino'
import { atSource } from './source-stack.ts'

/** A reader that stands still may have so much waiting; what is logged after that is dropped. */
const mostWaitingBytes = 16 * 1024 * 1024

/**
 * One JSON line per entry. Written in the background, what came meanwhile together: a system call for every line would be
 * a tenth of the work of a small request. A process that ends writes the rest first.
 */
export function createLog(level: string, descriptor: number = process.stdout.fd): Logger {
  const destination = pino.destination({ dest: descriptor, sync: false, maxLength: mostWaitingBytes })
  // The reader is gone or the disk is full: the server goes on without its log, and doesn't wait for it at its end.
  destination.on('error', () => {
    destination.flushSync = () => {}
  })
  return pino(
    { level, serializers: { err: error => stdSerializers.err(atSource(error) as Error) } },
    destination,
  )
}
