import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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
  const moveTo = (to: string) => writeFileSync(file, String(Date.parse(to) - Date.now()))
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
