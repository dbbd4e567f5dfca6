export type Tally = { passed: number; failed: number }

export const closingLine = ({ passed, failed }: Tally) => `${passed} passed, ${failed} failed`

/** The very last line of every test run, and the exit code that goes with it. */
export function finish(tally: Tally) {
  console.log(closingLine(tally))
  process.exitCode = tally.failed === 0 ? 0 : 1
}

/** What Vitest's JSON reporter writes, as far as it is counted. */
export type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** A file that could not even be loaded has no failed test to count: it counts as one itself. */
export function tallyVitest(report: VitestReport): Tally & { skipped: number } {
  const broken = report.testResults.filter(
    file => file.status === 'failed' && !file.assertionResults.some(test => test.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** What Playwright's JSON reporter writes, as far as it is counted. */
export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

export function tallyPlaywright({ stats, errors }: PlaywrightReport): Tally & { skipped: number } {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }
}

/**
 * The last word on a stage: one that crashed, ran nothing or skipped something has not passed, whatever it
 * counted. `partial` says that someone asked for a part of it, and so for skipping the rest.
 */
export function judge(
  counted: (Tally & { skipped: number }) | undefined,
  exitCode: number,
  partial: boolean,
): Tally & { complaint?: string } {
  if (counted === undefined) return { passed: 0, failed: 1, complaint: 'crashed before it could report' }
  const { passed, failed, skipped } = counted
  if (skipped > 0 && !partial)
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
