import { expect, test } from 'vitest'
import { hasBlockers } from './blockers.ts'

test.each([
  null,
  '',
  '  \n',
  'none',
  'None',
  ' NONE. ',
  'no',
  'No.',
  'nothing!',
  'n/a',
  'N/A.',
  'nil',
  '-',
  '--',
  '–',
  '—.',
  '...',
  'No blockers.',
])('%j names no blocker', text => {
  expect(hasBlockers(text)).toBe(false)
})

test.each([
  'Waiting for the design',
  'No access to staging',
  'none of the tests run',
  'n',
  '- the build',
  '?',
])('%j is a blocker', text => {
  expect(hasBlockers(text)).toBe(true)
})

test('the patterns don’t run on a long text', () => {
  expect(hasBlockers(`${'. '.repeat(100_000)}x`)).toBe(true)
})
