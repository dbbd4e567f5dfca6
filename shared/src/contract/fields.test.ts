import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { messages } from '../messages.ts'
import { emailField, emailKey, isPeriod, periodQuery } from './fields.ts'

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

test.each([
  '\u212aate@example.com',
  'kate@e\u212ca.example',
  'm\u0130a@example.com',
  'k\u00e4te@example.com',
])('an e-mail has only ASCII letters before it is written in lower case: %j', email => {
  expect(emailField.safeParse(email)).toMatchObject({
    success: false,
    error: { issues: [{ message: messages.users.emailInvalid }] },
  })
  expect(emailKey(email)).toBe(email)
})

test('the case of an e-mail does not matter', () => {
  expect(emailField.parse(' Kate@Example.COM ')).toBe('kate@example.com')
  expect(emailKey(' Kate@Example.COM ')).toBe('kate@example.com')
})
