import { formatCount } from '#shared/numbers.ts'
/** Reports progress to the operator, one step at a time: `start` begins the next one. */
export type Progress = {
  /** Begins the next step. */
  step(title: string): void
  start(total: number, unit: 'bytes' | 'rows'): void
  advance(by: number): void
  finish(): void
}

export const noProgress: Progress = { step() {}, start() {}, advance() {}, finish() {} }

const megabyte = 1024 * 1024

export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  return bytes < megabyte ? `${(bytes / 1024).toFixed(1)} kB` : `${(bytes / megabyte).toFixed(1)} MB`
}

const width = 30
const redrawMs = 100

/** Draws a bar on a terminal; elsewhere, such as in a log, prints a line at every quarter. */
export function consoleProgress(out: NodeJS.WriteStream = process.stderr): Progress {
  let title = ''
  let total = 0
  let done = 0
  let unit: 'bytes' | 'rows' = 'bytes'
  let drawnAt = 0
  let quarters = 0

  const amount = (value: number) => (unit === 'bytes' ? sizeText(value) : `${formatCount(value)} rows`)
  const share = () => (total === 0 ? 1 : Math.min(done / total, 1))

  function draw() {
    const full = Math.round(share() * width)
    const bar = '█'.repeat(full) + '░'.repeat(width - full)
    out.write(
      `\r${title.padEnd(18)} ${bar} ${String(Math.floor(share() * 100)).padStart(3)} %  ${amount(done)}\x1b[K`,
    )
  }

  return {
    step(next) {
      title = next
    },
    start(expected, of) {
      total = expected
      unit = of
      done = 0
      quarters = 0
      drawnAt = 0
      if (out.isTTY) draw()
    },
    advance(by) {
      done += by
      if (out.isTTY) {
        const now = performance.now()
        if (now - drawnAt < redrawMs) return
        drawnAt = now
        draw()
      } else if (Math.floor(share() * 4) > quarters && share() < 1) {
        quarters = Math.floor(share() * 4)
        out.write(`${title}: ${quarters * 25} %\n`)
      }
    },
    finish() {
      done = Math.max(done, total)
      if (out.isTTY) {
        draw()
        out.write('\n')
      } else out.write(`${title}: ${amount(done)}, done\n`)
    },
  }
}
