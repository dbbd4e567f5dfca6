import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { messages } from '../messages.ts'
import { isPeriod, periodQuery } from './fields.ts'

const { dateInvalid, dayTooEarly, dayTooLate, endBeforeStart, toRequired, tooManyDays } = messages.fields

/** The first message of each field. */
function errorsOf(from: string, to: string) {
  const { error } = z.object(periodQuery).check(isPeriod(31)).safeParse({ from, to })
  const issues = error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []
  return Object.fromEntries(issues.toReversed())
}

test.each([
  ['2026-03-01', '2026-03-31', {}],
  ['2026-03-01', '2026-04-01', { to: tooManyDays(31) }],
  ['2026-03-02', '2026-03-01', { to: endBeforeStart }],
  ['x', '2026-03-01', { from: dateInvalid }],
  ['2026-02-30', '2026-02-20', { from: dateInvalid }],
  ['2101-01-01', '2026-03-01', { from: dayTooLate }],
  ['2026-03-01', '1999-12-31', { to: dayTooEarly }],
  ['2026-03-01', '', { to: toRequired }],
  ['x', 'x', { from: dateInvalid, to: dateInvalid }],
])('a period from %j to %j has an error only where it is wrong', (from, to, errors) => {
  expect(errorsOf(from, to)).toEqual(errors)
})
