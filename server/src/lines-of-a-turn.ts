import type { Writable } from 'node:stream'

/**
 * Writes what is logged in one turn of the event loop at its end, together: a call of the system for every line would
 * be a tenth of the work of a small request. Whatever ends the process but kill -9, nothing stays behind.
 */
export function linesOfATurn(out: Writable): { write(line: string): void } {
  let lines = ''
  const writeAll = () => {
    if (lines !== '') out.write(lines)
    lines = ''
  }
  process.on('exit', writeAll)
  // A log that nobody reads any more is no reason to stop.
  out.on('error', () => {})
  return {
    write(line) {
      if (lines === '') setImmediate(writeAll)
      lines += line
    },
  }
}
