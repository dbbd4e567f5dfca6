import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'

// The same suites run in two forms: the long one for the figures in docs/reliability.md (npm run test:faults), the
// short one inside npm test. scripts/test.ts sets TEST_FORM.

export const isLong = process.env.TEST_FORM === 'long'
const given = Number(process.env.FAULTS_COUNT)

/** How often, or how many: the number for this form, unless FAULTS_COUNT gives another. */
export function count({ short, long }: { short: number; long: number }): number {
  return given > 0 ? given : isLong ? long : short
}

/** Times are promised for a machine without other load: the short form runs beside other tests and asserts none. */
export function expectWithin(measuredMs: number, promisedMs: number, what: string) {
  if (isLong) expect(measuredMs, what).toBeLessThan(promisedMs)
}

const folder = join(import.meta.dirname, '../../../dist/faults')

/** Prints figures, and adds them to dist/faults/long.txt or short.txt. */
export function figure(suite: string, figures: Record<string, number | string>) {
  const line = `${suite}: ${Object.entries(figures)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')}`
  console.log(line)
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, `${isLong ? 'long' : 'short'}.txt`), `${line}\n`)
}

/** The value below which so many of a hundred lie, in whole milliseconds. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0)
}
