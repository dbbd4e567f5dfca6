// `npm test` and its parts. Every stage runs, whatever became of the one before; the last line counts all of them.
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser, findFirefox, firefoxMissing } from '../e2e/support/browser.ts'
import { hasHistory, historyMissing } from '../server/test/history.ts'
import { hasObjectStore, objectStoreMissing } from '../server/test/object-store/object-store.ts'
import { findPostgres, postgresMissing } from '../server/test/postgres-server.ts'
import { missingTools } from '../tests/faults/support/tools.ts'
import { auditProduction } from './audit.ts'
import { ensureBuilt, server, web } from './build.mjs'
import { runChecks } from './checks.ts'
import { exitCode, root, runNode } from './child.mjs'
import { contentOf, leftBehind } from './left-behind.ts'
import {
  type Counted,
  closingLine,
  duration,
  type FileTime,
  finish,
  judge,
  slowest,
  type Tally,
  tallyPlaywright,
  tallyVitest,
} from './tally.ts'

const [part = 'all', ...rest] = process.argv.slice(2)
// The faults and the scale have two forms: long when asked for by name or by `long`, short inside `npm test` or with --short;
// --count=N says how often. Everything else is a part of a file name.
const isOption = (word: string) => word === '--short' || word.startsWith('--count=')
const filter = rest.filter(word => !isOption(word))
const isLongForm = ['faults', 'scale', 'long'].includes(part) && !rest.includes('--short')

// Other tests run beside them.
const twoWorkers = ['--maxWorkers=2']

/** `output`: a file that gets what a stage prints, which others would mix with. */
const stages: Record<string, (output?: number) => Promise<Tally>> = {
  check: () => runChecks({ isQuick: part === 'quick' }),
  unit: output => vitest(['unit', 'web'], part === 'all' ? twoWorkers : [], {}, filter, output),
  programs: () => vitest(['programs']),
  // What a change is tried against while it is being made; `npm test` has the rest.
  sqlite: output => vitest(['api-sqlite'], twoWorkers, {}, filter, output),
  api: output => vitest(['api-*'], [], {}, filter, output),
  faults: () =>
    vitest(['faults'], isLongForm ? ['--no-file-parallelism'] : [], {
      FAULTS_FORM: isLongForm ? 'long' : 'short',
      FAULTS_COUNT: rest.find(word => word.startsWith('--count='))?.slice('--count='.length),
    }),
  processes: output => vitest(['programs', 'faults'], twoWorkers, { FAULTS_FORM: 'short' }, filter, output),
  scale: output => vitest(['scale'], [], { FAULTS_FORM: isLongForm ? 'long' : 'short' }, filter, output),
  e2e: async () => {
    await ensureBuilt([web, server])
    await ensureBrowser()
    return playwright()
  },
  security: securityInLongForm,
}

// Several instances need a database server and a common store of files: without them there is nothing to see.
const scale = findPostgres() && hasObjectStore() ? ['scale'] : []

/**
 * Groups of lanes: one group after the other, its lanes at the same time, the stages of a lane in turn. What waits, for
 * servers, leases and timeouts, leaves the processor to what computes. The browser wants it for itself.
 */
const parts: Record<string, string[][][]> = {
  // The short form of the security suites is among these.
  all: [
    [
      ['check', 'processes', ...scale],
      ['unit', 'api'],
    ],
    [['e2e']],
  ],
  quick: [[['check'], ['unit'], ['sqlite']]],
  long: [[['faults', 'scale', 'security']]],
}
const groups = parts[part] ?? [[[part]]]
const chosen = groups.flat(2)
const isChosen = (...names: string[]) => names.some(name => chosen.includes(name))
const leftOut = [
  ...(isChosen('api', 'processes', 'faults', 'security') && findPostgres() === undefined
    ? [postgresMissing]
    : []),
  ...(isChosen('api') && !hasObjectStore() ? [objectStoreMissing] : []),
  ...(isChosen('programs', 'processes', 'api') && !hasHistory() ? [historyMissing] : []),
  ...(isChosen('e2e') && !findFirefox() ? [firefoxMissing] : []),
  ...(isChosen('processes', 'faults') ? missingTools().map(({ sentence }) => sentence) : []),
]
const reports = mkdtempSync(join(tmpdir(), 'daily-report-tests-'))
const tallies: [name: string, Tally, took: number][] = []
const failures: string[] = []
const files: FileTime[] = []
let vitestRuns = 0

for (const sentence of leftOut) console.log(`${sentence}\n`)
const runTimed = async (name: string, output?: number) => {
  const began = performance.now()
  tallies.push([name, await runStage(name, output), performance.now() - began])
}
const began = performance.now()
const contentBefore = contentOf(root)
try {
  for (const [first = [], ...others] of groups) await Promise.all([runInTurn(first), ...others.map(runAside)])
} finally {
  rmSync(reports, { recursive: true, force: true })
}

// Only for the whole run: developers often add files of their own while they run a part of the tests.
const left = part === 'all' ? leftBehind(root, contentBefore) : []
failures.push(...left.map(path => `✗ ${path} was made in the checkout while the tests ran.`))
const isUnknownName = filter.length > 0 && files.length === 0
if (isUnknownName) failures.push(`✗ No test file of ${part} has a name with ${filter.join(' or ')}.`)
console.log()
for (const line of failures) console.log(line)
if (filter.length === 0) console.log(['The slowest files:', ...slowest(files), ''].join('\n'))
tallies.sort(([one], [other]) => chosen.indexOf(one) - chosen.indexOf(other))
for (const [name, tally, took] of tallies)
  console.log(`${name.padEnd(9)} ${duration(took).padStart(11)}  ${closingLine(tally)}`)
if (tallies.length > 1)
  console.log(`${'in all'.padEnd(9)} ${duration(performance.now() - began).padStart(11)}`)
for (const sentence of leftOut) console.log(sentence)
finish({ passed: sum('passed'), failed: sum('failed') + left.length + Number(isUnknownName) })

async function runInTurn(names: string[]) {
  for (const name of names) await runTimed(name)
}

/** Prints what they say when each is over. */
async function runAside(names: string[]) {
  for (const name of names) {
    const file = join(reports, `${name}.log`)
    const output = openSync(file, 'w')
    await runTimed(name, output)
    closeSync(output)
    console.log(headingOf(name))
    console.log(readFileSync(file, 'utf8'))
  }
}

function headingOf(name: string) {
  return `── ${name} ${'─'.repeat(60)}`
}

async function runStage(name: string, output?: number): Promise<Tally> {
  const stage = stages[name]
  if (stage === undefined) throw new Error(`There is no test stage "${name}".`)
  if (output === undefined) console.log(headingOf(name))
  try {
    return await stage(output)
  } catch (error) {
    console.error(error)
    return { passed: 0, failed: 1 }
  }
}

/** The suites of server/test/security on both databases, the supply chain and the browser, and their figures. */
async function securityInLongForm(): Promise<Tally> {
  const figures = join(reports, 'figures')
  writeFileSync(figures, '')
  const env = { SECURITY_FORM: 'long', SECURITY_FIGURES: figures }
  const databases = ['api-sqlite', ...(findPostgres() ? ['api-postgres'] : [])]
  // A part of a name runs the suites of that name alone.
  const suites = filter.length > 0 ? filter : ['']
  const results = [
    // One after the other: what is compared by time wants the machine for itself.
    await vitest(
      databases,
      ['--no-file-parallelism'],
      env,
      suites.map(name => `server/test/security/${name}`),
    ),
  ]
  if (filter.length === 0) {
    results.push(await vitest(['unit'], [], {}, ['tests/supply-chain', 'scripts/audit']))
    await ensureBuilt([web, server])
    await ensureBrowser()
    results.push(await playwright(['stored-scripts']))
  }
  const audit = auditProduction()
  console.log(`\nFigures\n${readFileSync(figures, 'utf8')}npm audit of production: ${audit.sentence}`)
  return [...results, audit.tally].reduce((total, tally) => ({
    passed: total.passed + tally.passed,
    failed: total.failed + tally.failed,
  }))
}

function vitest(
  projects: string[],
  options: string[] = [],
  env: NodeJS.ProcessEnv = {},
  files = filter,
  output?: number,
): Promise<Tally> {
  const report = join(reports, `vitest-${++vitestRuns}.json`)
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...projects.map(project => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...options,
    ...(filter.length > 0 ? ['--passWithNoTests'] : []),
    ...files,
  ]
  return runTool('Vitest', args, report, tallyVitest, env, output)
}

function playwright(files = filter): Promise<Tally> {
  const report = join(reports, 'e2e.json')
  const args = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--reporter=list,json',
    ...(filter.length > 0 ? ['--pass-with-no-tests'] : []),
    ...files,
  ]
  return runTool('Playwright', args, report, tallyPlaywright, { PLAYWRIGHT_JSON_OUTPUT_FILE: report })
}

async function runTool<Report>(
  name: string,
  args: string[],
  report: string,
  count: (report: Report) => Counted,
  env: NodeJS.ProcessEnv = {},
  output?: number,
): Promise<Tally> {
  const ending = await runNode(args, { env, ...(output !== undefined && { output }) })
  if (ending.stoppedBy) {
    rmSync(reports, { recursive: true, force: true })
    process.exit(exitCode({ code: null, signal: ending.stoppedBy }))
  }
  const found = counted(report, count)
  const { complaint, ...tally } = judge(found, exitCode(ending), filter.length > 0)
  if (complaint) console.error(`✗ ${name} ${complaint}.`)
  files.push(...(found?.files ?? []))
  failures.push(...(found?.failures ?? []), ...(complaint ? [`✗ ${name} ${complaint}.`] : []))
  return tally
}

function counted<Report>(file: string, count: (report: Report) => Counted): Counted | undefined {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

function sum(which: keyof Tally) {
  return tallies.reduce((total, [, tally]) => total + tally[which], 0)
}
