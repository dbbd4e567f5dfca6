import { pino } from 'pino'

/** More than this in one turn is written at once. */
const mostBytes = 8192

/**
 * Writes what is logged in one turn of the event loop at its end, together: a call of the system for every line would
 * be a tenth of the work of a small request. A reader that is slow is waited for, one that is gone is not missed.
 */
export function linesOfATurn(file: number | string): { write(line: string): void } {
  const out = pino.destination({ dest: file, sync: true, minLength: mostBytes })
  let isDue = false
  const writeAll = () => {
    isDue = false
    out.flushSync()
  }
  process.on('exit', writeAll)
  return {
    write(line) {
      out.write(line)
      if (isDue) return
      isDue = true
      setImmediate(writeAll)
    },
  }
}
