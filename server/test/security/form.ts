import { appendFileSync } from 'node:fs'
import { testEngine } from '../test-database.ts'

// The same suites in two forms: short in every `npm test`, long in `npm run test:security`, which prints figures.

export const isLong = process.env.SECURITY_FORM === 'long'

/** How often, in this form. */
export const times = (short: number, long: number) => (isLong ? long : short)

/** Says what the long form measured; scripts/test.ts prints all of them at the end. */
export function figure(what: string, value: string | number) {
  const file = process.env.SECURITY_FIGURES
  if (file) appendFileSync(file, `${testEngine()}: ${what}: ${value}\n`)
}
