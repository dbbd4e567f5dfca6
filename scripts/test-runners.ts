import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exitCode, runNode } from './child.mjs'
import { type Counted, countPlaywright, countVitest, judge, type Tally } from './tally.ts'

export type Outcome = Tally & { failures?: string[] }

type Options = {
  env?: NodeJS.ProcessEnv
  /** Parts of file names, and options of the runner. Without them all files run. */
  files?: string[]
  /** Whether only some tests were requested, of which a runner may have none. */
  isFiltered?: boolean
}

/** Runs these projects of vitest.config.ts, or all of them. */
export function runVitest(projects: string[], options: Options): Promise<Outcome> {
  return runAndCount('Vitest', options, countVitest, report => [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...projects.map(project => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...(options.isFiltered ? ['--passWithNoTests'] : []),
    ...(options.files ?? []),
  ])
}

export function runPlaywright(options: Options): Promise<Outcome> {
  return runAndCount('Playwright', options, countPlaywright, () => [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--reporter=list,json',
    ...(options.isFiltered ? ['--pass-with-no-tests'] : []),
    ...(options.files ?? []),
  ])
}

async function runAndCount<Report>(
  name: string,
  { env, isFiltered = false }: Options,
  count: (report: Report) => Counted,
  args: (report: string) => string[],
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'daily-report-tests-'))
  const report = join(folder, 'report.json')
  const readCounted = () => {
    try {
      return count(JSON.parse(readFileSync(report, 'utf8')))
    } catch {
      return undefined
    }
  }
  try {
    const ending = await runNode(args(report), { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report } })
    if (ending.stoppedBy) {
      rmSync(folder, { recursive: true, force: true })
      process.exit(exitCode({ code: null, signal: ending.stoppedBy }))
    }
    const counted = readCounted()
    const { complaint, ...tally } = judge(counted, exitCode(ending), isFiltered)
    const complaints = complaint ? [`✗ ${name} ${complaint}.`] : []
    return { ...tally, failures: [...(counted?.failures ?? []), ...complaints] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
