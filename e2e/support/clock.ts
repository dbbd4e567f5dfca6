import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type MovedClock = {
  /** Environment variables for the server. */
  env: NodeJS.ProcessEnv
  /** Sets the clock to this instant, from which it keeps running. */
  moveTo(instant: string): void
  remove(): void
}

/** A clock that a test can move, for a server that it starts. */
export function makeClock(instant: string): MovedClock {
  const folder = mkdtempSync(join(tmpdir(), 'daily-report-clock-'))
  const file = join(folder, 'offset')
  // Renaming is atomic, so the server never reads an empty file, which would mean the real time.
  const moveTo = (to: string) => {
    writeFileSync(`${file}.next`, String(Date.parse(to) - Date.now()))
    renameSync(`${file}.next`, file)
  }
  moveTo(instant)
  return {
    env: {
      NODE_OPTIONS: `--import=${new URL('./moved-clock.mjs', import.meta.url).href}`,
      CLOCK_FILE: file,
    },
    moveTo,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
