import { expect, test } from 'vitest'
import { closingLine, duration, judge, slowest, tallyPlaywright, tallyVitest } from './tally.ts'

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

test('a stage that ran nothing has failed, unless only a part was asked for, which others may have', () => {
  expect(judge({ ...clean, passed: 0 }, 0, false)).toMatchObject({ passed: 0, failed: 1 })
  expect(judge({ ...clean, passed: 0 }, 0, true)).toEqual({ passed: 0, failed: 0 })
  expect(judge(undefined, 0, true)).toEqual({ passed: 0, failed: 0 })
  expect(judge(undefined, 1, true)).toMatchObject({ passed: 0, failed: 1 })
})

test('a stage that ends badly after its last test has failed', () => {
  expect(judge(clean, 1, false)).toMatchObject({ passed: 3, failed: 1 })
})

test('skipped tests count as failed, unless only a part was asked for', () => {
  expect(judge({ ...clean, skipped: 2 }, 0, false)).toMatchObject({ passed: 3, failed: 2 })
  expect(judge({ ...clean, skipped: 2 }, 0, true)).toEqual({ passed: 3, failed: 0 })
})

test('a test file that cannot be loaded counts as one failure, and each failure is named', () => {
  const times = { startTime: 1000, endTime: 1250 }
  const passed = { status: 'passed', fullName: 'adds up', failureMessages: null }
  const failed = {
    status: 'failed',
    fullName: 'hours add up',
    failureMessages: ['\u001b[31mAssertionError\u001b[39m: expected 1 to be 2\n    at hours.test.ts:3'],
  }
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [
      { name: '/a/sums.test.ts', status: 'passed', message: '', ...times, assertionResults: [passed] },
      { name: '/a/hours.test.ts', status: 'failed', message: '', ...times, assertionResults: [failed] },
      {
        name: '/a/torn.test.ts',
        status: 'failed',
        message: 'Unexpected token',
        ...times,
        assertionResults: [],
      },
    ],
  }
  expect(tallyVitest(report)).toEqual({
    passed: 1,
    failed: 2,
    skipped: 0,
    failures: [
      '✗ torn.test.ts: Unexpected token',
      '✗ hours.test.ts › hours add up: AssertionError: expected 1 to be 2',
    ],
    files: ['sums.test.ts', 'hours.test.ts', 'torn.test.ts'].map(file => ({ file, took: 250 })),
  })
})

test('flaky browser tests and errors outside of tests count as failed, and each is named', () => {
  const spec = (title: string, status: string, error?: { message: string }) => ({
    title,
    file: 'journeys/people.spec.ts',
    tests: [{ status, results: [{ duration: 40, ...(error && { error }) }] }],
  })
  const report = {
    stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 },
    errors: [{ message: 'No server' }],
    suites: [
      {
        specs: [
          spec('signs in', 'expected'),
          spec('signs out', 'unexpected', { message: 'Error: no button\n' }),
        ],
        suites: [{ specs: [spec('goes back', 'flaky', { message: 'Error: too late' })] }],
      },
    ],
  }
  expect(tallyPlaywright(report)).toEqual({
    passed: 5,
    failed: 3,
    skipped: 2,
    failures: [
      '✗ outside of the tests: No server',
      '✗ people.spec.ts › signs out: Error: no button',
      '✗ people.spec.ts › goes back: Error: too late',
    ],
    files: [{ file: 'people.spec.ts', took: 120 }],
  })
})

test('the end of a run tells which files took the longest', () => {
  const files = [
    { file: 'quick.test.ts', took: 900 },
    { file: 'slow.test.ts', took: 75_400 },
    { file: 'slower.spec.ts', took: 754_000 },
  ]
  expect(slowest(files, 2)).toEqual(['12 min 34 s  slower.spec.ts', ' 1 min 15 s  slow.test.ts'])
  expect(duration(900)).toBe('1 s')
})
