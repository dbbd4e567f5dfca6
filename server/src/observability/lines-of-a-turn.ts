import { openSync, writeSync } from 'node:fs'

/** More than this in one turn is written at once. */
const mostCharacters = 8192
/** How often one looks whether a slow reader has made room. */
const lookAgainMs = 5

/**
 * Writes what is logged in one turn of the event loop at its end, together: a call of the system for every line would
 * be a tenth of the work of a small request. A reader that is slow is waited for, one that is gone is not missed.
 */
export function linesOfATurn(file: number | string): { write(line: string): void } {
  const descriptor = typeof file === 'number' ? file : openSync(file, 'a')
  let text = ''
  let isDue = false
  const writeAll = () => {
    const whole = text
    text = ''
    if (whole !== '') write(descriptor, Buffer.from(whole))
  }
  process.on('exit', writeAll)
  return {
    write(line) {
      text += line
      if (text.length > mostCharacters) writeAll()
      if (isDue) return
      isDue = true
      setImmediate(() => {
        isDue = false
        writeAll()
      })
    },
  }
}

function write(descriptor: number, bytes: Buffer): void {
  for (let from = 0; from < bytes.length; ) {
    try {
      from += writeSync(descriptor, bytes, from)
    } catch (error) {
      // Nobody reads any more, or there is no room: the server goes on without its log.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
      Atomics.wait(sleeper, 0, 0, lookAgainMs)
    }
  }
}

const sleeper = new Int32Array(new SharedArrayBuffer(4))
