import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'

// The suites run in two forms: the long one (`npm run test:faults`) makes the figures in docs/reliability.md, and the short
// one is part of `npm test`. scripts/test.ts sets TEST_FORM.

export const isLong = process.env.TEST_FORM === 'long'
const given = Number(process.env.FAULTS_COUNT)

/** The number for this form, unless FAULTS_COUNT sets another. */
export function count({ short, long }: { short: number; long: number }): number {
  return given > 0 ? given : isLong ? long : short
}

/** Time limits hold on a machine without other load, so only the long form asserts them. */
export function expectWithin(measuredMs: number, promisedMs: number, what: string) {
  if (isLong) expect(measuredMs, what).toBeLessThan(promisedMs)
}

const folder = join(import.meta.dirname, '../../../dist/faults')

/** Prints figures and appends them to dist/faults/long.txt or short.txt. */
export function figure(suite: string, figures: Record<string, number | string>) {
  const line = `${suite}: ${Object.entries(figures)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')}`
  console.log(line)
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, `${isLong ? 'long' : 'short'}.txt`), `${line}\n`)
}

/** The percentile in whole milliseconds. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0)
}
