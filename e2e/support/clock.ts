import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type MovedClock = {
  /** For the server's environment. */
  env: NodeJS.ProcessEnv
  /** From now on it is this instant, and time goes on from there. */
  moveTo(instant: string): void
  remove(): void
}

/** The clock of a server that a test starts: midnight comes when the test says so. */
export function makeClock(instant: string): MovedClock {
  const folder = mkdtempSync(join(tmpdir(), 'daily-report-clock-'))
  const file = join(folder, 'offset')
  // Renamed, so that the server never reads an empty file, which would be the real time.
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
