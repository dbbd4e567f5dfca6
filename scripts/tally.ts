import { basename } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

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
  testResults: {
    name: string
    status: string
    message: string
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[]
  }[]
}

/** What a tool counted. `failures` names each failure with its first words, so that the end of a long run tells enough. */
export type Counted = Tally & { skipped: number; failures: string[]; files: FileTime[] }

/** How long a test file took, in milliseconds. */
export type FileTime = { file: string; took: number }

/** 754_000 → "12 min 34 s" */
export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** The files that took the longest, as lines. */
export function slowest(files: readonly FileTime[], count = 10): string[] {
  return [...files]
    .sort((one, other) => other.took - one.took)
    .slice(0, count)
    .map(({ file, took }) => `${duration(took).padStart(11)}  ${file}`)
}

/** A file that could not even be loaded has no failed test to count: it counts as one itself. */
export function tallyVitest(report: VitestReport): Counted {
  const broken = report.testResults.filter(
    file => file.status === 'failed' && !file.assertionResults.some(test => test.status === 'failed'),
  )
  const failed = report.testResults.flatMap(file =>
    file.assertionResults.filter(test => test.status === 'failed').map(test => ({ file, test })),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...broken.map(file => red(basename(file.name), file.message)),
      ...failed.map(({ file, test }) =>
        red(`${basename(file.name)} › ${test.fullName}`, test.failureMessages?.[0]),
      ),
    ],
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      file: basename(name),
      took: endTime - startTime,
    })),
  }
}

/** What Playwright's JSON reporter writes, as far as it is counted. */
export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: { message?: string }[]
  suites: PlaywrightSuite[]
}
type PlaywrightSuite = {
  specs: {
    title: string
    file: string
    tests: { status: string; results: { duration: number; error?: { message?: string } }[] }[]
  }[]
  suites?: PlaywrightSuite[]
}

export function tallyPlaywright({ stats, errors, suites }: PlaywrightReport): Counted {
  const failed = specsOf(suites).filter(({ tests }) =>
    tests.some(({ status }) => status === 'unexpected' || status === 'flaky'),
  )
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: [
      ...errors.map(error => red('outside of the tests', error.message)),
      ...failed.map(({ title, file, tests }) =>
        red(
          `${basename(file)} › ${title}`,
          tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message,
        ),
      ),
    ],
    files: timesByFile(specsOf(suites)),
  }
}

function timesByFile(specs: PlaywrightSuite['specs']): FileTime[] {
  const took = new Map<string, number>()
  for (const { file, tests } of specs) {
    const own = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0)
    took.set(basename(file), (took.get(basename(file)) ?? 0) + own)
  }
  return [...took].map(([file, took]) => ({ file, took }))
}

const specsOf = (suites: PlaywrightSuite[]): PlaywrightSuite['specs'] =>
  suites.flatMap(suite => [...suite.specs, ...specsOf(suite.suites ?? [])])

/** The name of what failed and the first line of why. */
const red = (name: string, why = '') => `✗ ${name}: ${stripVTControlCharacters(why).trim().split('\n')[0]}`

/**
 * The last word on a stage: one that crashed, ran nothing or skipped something has not passed, whatever it
 * counted. `partial` says that someone asked for a part of it, and so for skipping the rest.
 */
export function judge(
  counted: Omit<Counted, 'failures' | 'files'> | undefined,
  exitCode: number,
  partial: boolean,
): Tally & { complaint?: string } {
  // Another stage may have the files that were asked for.
  if (partial && exitCode === 0 && !counted?.passed) return { passed: 0, failed: 0 }
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
