import { expect, test } from 'vitest'
import { closingLine, judge, tallyPlaywright, tallyVitest } from './tally.ts'

const clean = { passed: 3, failed: 0, skipped: 0 }

test('the closing line counts what passed and what failed', () => {
  expect(closingLine({ passed: 12, failed: 0 })).toBe('12 passed, 0 failed')
})

test('a stage that passed everything has passed', () => {
  expect(judge(clean, 0, false)).toEqual({ passed: 3, failed: 0 })
})

test('a stage without a report has crashed', () => {
  expect(judge(undefined, 1, false)).toMatchObject({ passed: 0, failed: 1 })
})

test('a stage that ran nothing has failed', () => {
  expect(judge({ ...clean, passed: 0 }, 0, false)).toMatchObject({ passed: 0, failed: 1 })
})

test('a stage that ends badly after its last test has failed', () => {
  expect(judge(clean, 1, false)).toMatchObject({ passed: 3, failed: 1 })
})

test('skipped tests count as failed, unless only a part was asked for', () => {
  expect(judge({ ...clean, skipped: 2 }, 0, false)).toMatchObject({ passed: 3, failed: 2 })
  expect(judge({ ...clean, skipped: 2 }, 0, true)).toEqual({ passed: 3, failed: 0 })
})

test('a test file that cannot be loaded counts as one failure', () => {
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'failed', assertionResults: [] },
    ],
  }
  expect(tallyVitest(report)).toEqual({ passed: 1, failed: 2, skipped: 0 })
})

test('flaky browser tests and errors outside of tests count as failed', () => {
  const report = { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{}] }
  expect(tallyPlaywright(report)).toEqual({ passed: 5, failed: 3, skipped: 2 })
})
