import { relative } from 'node:path'
import { root } from './child.mjs'

export type Tally = { passed: number; failed: number }

export const closingLine = ({ passed, failed }: Tally) => `${passed} passed, ${failed} failed`

export function sum(tallies: readonly Tally[]): Tally {
  const total = { passed: 0, failed: 0 }
  for (const { passed, failed } of tallies) {
    total.passed += passed
    total.failed += failed
  }
  return total
}

/** Prints the last line of a test run and sets the exit code. */
export function finish(tally: Tally) {
  console.log(closingLine(tally))
  process.exitCode = tally.failed === 0 ? 0 : 1
}

/** The counts of a test runner. `failures` are printed again at the end of a run, because its own output is far above. */
export type Counted = Tally & { skipped: number; failures?: string[] }

/** The fields of Vitest's JSON report that are used here. */
export type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
}

/** A file that could not be loaded has no failed test, so it counts as one itself. */
export function countVitest(report: VitestReport): Counted {
  const failures = report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const file = relative(root, name)
      const tests = assertionResults.filter(({ status }) => status === 'failed')
      return tests.length > 0 ? tests.map(({ fullName }) => `✗ ${file} › ${fullName}`) : [`✗ ${file}`]
    })
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
  }
}

/** The fields of Playwright's JSON report that are used here. Playwright itself lists failures at its end. */
export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

export const countPlaywright = ({ stats, errors }: PlaywrightReport): Counted => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + errors.length,
  skipped: stats.skipped,
})

/**
 * A runner has failed if it crashed, ran no test or skipped one. With `isFiltered` only some tests were requested, so the
 * runner may skip the others or have none of that name.
 */
export function judge(
  counted: Counted | undefined,
  exitCode: number,
  isFiltered: boolean,
): Tally & { complaint?: string } {
  if (isFiltered && exitCode === 0 && !counted?.passed) return { passed: 0, failed: 0 }
  if (counted === undefined) return { passed: 0, failed: 1, complaint: 'crashed before it could report' }
  const { passed, failed, skipped } = counted
  if (skipped > 0 && !isFiltered)
    return {
      passed,
      failed: failed + skipped,
      complaint: `skipped ${skipped} tests, which counts as failing them`,
    }
  if (passed + failed === 0) return { passed, failed: 1, complaint: 'ran no tests' }
  if (exitCode !== 0 && failed === 0)
    return { passed, failed: 1, complaint: `ended with code ${exitCode} although no test failed` }
  return { passed, failed }
}

/** 754_000 → "12 min 34 s" */
export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
