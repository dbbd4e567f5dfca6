import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { testEngine } from '../test-database.ts'

// The same suites run in two forms: short in every `npm test`, long in `npm run test:security`, which prints figures.

export const isLong = process.env.TEST_FORM === 'long'

/** How often, in this form. */
export const times = (short: number, long: number) => (isLong ? long : short)

const folder = join(import.meta.dirname, '../../../dist/security')

/** Prints what the long form measured, and adds it to dist/security/long.txt. */
export function figure(what: string, value: string | number) {
  if (!isLong) return
  const line = `${testEngine()}: ${what}: ${value}`
  console.log(line)
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, 'long.txt'), `${line}\n`)
}
