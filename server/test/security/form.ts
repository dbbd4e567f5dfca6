import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { testEngine } from '../test-database.ts'

// The suites run in two forms: short in every `npm test`, and long in `npm run test:security`, which prints figures.

export const isLong = process.env.TEST_FORM === 'long'

/** The number of repetitions in this form. */
export const times = (short: number, long: number) => (isLong ? long : short)

const folder = join(import.meta.dirname, '../../../dist/security')

/** Prints a measurement of the long form and appends it to dist/security/long.txt. */
export function figure(what: string, value: string | number) {
  if (!isLong) return
  const line = `${testEngine()}: ${what}: ${value}`
  console.log(line)
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, 'long.txt'), `${line}\n`)
}
