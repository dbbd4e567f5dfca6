import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './child.mjs'
import { closingLine, countPlaywright, countVitest, duration, judge, sum } from './tally.ts'

const clean = { passed: 3, failed: 0, skipped: 0 }

test('the closing line counts passed and failed tests', () => {
  const tally = sum([
    { passed: 12, failed: 0 },
    { passed: 1, failed: 2 },
  ])
  expect(closingLine(tally)).toBe('13 passed, 2 failed')
})

test('a runner has passed if all of its tests passed', () => {
  expect(judge(clean, 0, false)).toEqual({ passed: 3, failed: 0 })
})

test('a runner without a report has crashed', () => {
  expect(judge(undefined, 1, false)).toMatchObject({ passed: 0, failed: 1 })
})

test('a runner that ran no test has failed, unless no test has a requested name', () => {
  expect(judge({ ...clean, passed: 0 }, 0, false)).toMatchObject({ passed: 0, failed: 1 })
  expect(judge({ ...clean, passed: 0 }, 0, true)).toEqual({ passed: 0, failed: 0 })
  expect(judge(undefined, 0, true)).toEqual({ passed: 0, failed: 0 })
  expect(judge(undefined, 1, true)).toMatchObject({ passed: 0, failed: 1 })
})

test('a runner that exits with an error has failed even if all tests passed', () => {
  expect(judge(clean, 1, false)).toMatchObject({ passed: 3, failed: 1 })
})

test('skipped tests count as failed, unless only some tests were requested', () => {
  expect(judge({ ...clean, skipped: 2 }, 0, false)).toMatchObject({ passed: 3, failed: 2 })
  expect(judge({ ...clean, skipped: 2 }, 0, true)).toEqual({ passed: 3, failed: 0 })
})

test('a test file that cannot be loaded counts as one failure, and each failure is listed', () => {
  const passed = { status: 'passed', fullName: 'adds up' }
  const failed = { status: 'failed', fullName: 'hours add up' }
  const report = {
    numPassedTests: 2,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      { name: join(root, 'a/sums.test.ts'), status: 'passed', assertionResults: [passed] },
      { name: join(root, 'a/hours.test.ts'), status: 'failed', assertionResults: [passed, failed] },
      { name: join(root, 'a/torn.test.ts'), status: 'failed', assertionResults: [] },
    ],
  }
  expect(countVitest(report)).toEqual({
    passed: 2,
    failed: 2,
    skipped: 2,
    failures: ['✗ a/hours.test.ts › hours add up', '✗ a/torn.test.ts'],
  })
})

test('flaky browser tests and errors outside of tests count as failed', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }
  const errors = [{ message: 'No server' }]
  expect(countPlaywright({ stats, errors })).toEqual({ passed: 5, failed: 3, skipped: 2 })
})

test('durations are minutes and seconds', () => {
  expect(duration(900)).toBe('1 s')
  expect(duration(754_000)).toBe('12 min 34 s')
})
