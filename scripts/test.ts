// What `npm test` and its parts run. The projects are in vitest.config.ts and playwright.config.ts.
// Every step runs, even after a failed one, and the last line counts all of them.
import { auditProduction } from './audit.ts'
import { runChecks } from './checks.ts'
import { root } from './child.mjs'
import { contentOf, leftBehind } from './left-behind.ts'
import { leftOut } from './left-out.ts'
import { closingLine, duration, finish, sum } from './tally.ts'
import { type Outcome, runPlaywright, runVitest } from './test-runners.ts'

type Step = { name: string; run: () => Promise<Outcome> }

const [command = '', ...args] = process.argv.slice(2)
const isOurs = (argument: string) => argument === '--short' || argument.startsWith('--count=')
// All other arguments are for the runners: parts of file names, and options such as --trace=on.
const files = args.filter(argument => !isOurs(argument))
// Some suites have two forms. The short one is part of `npm test`, and the long one has commands of its own.
type Form = { TEST_FORM: string; FAULTS_COUNT: string | undefined }
const shortForm: Form = { TEST_FORM: 'short', FAULTS_COUNT: undefined }
const filter = { files, isFiltered: files.length > 0, env: shortForm }
const longForm: Form = {
  TEST_FORM: args.includes('--short') ? 'short' : 'long',
  FAULTS_COUNT: args.find(argument => argument.startsWith('--count='))?.slice('--count='.length),
}
const long = { ...filter, env: longForm }

const check = (options = {}): Step => ({ name: 'check', run: () => runChecks(options) })
const vitest = (name: string, projects: string[], options = filter): Step => ({
  name,
  run: () => runVitest(projects, options),
})
const browser = (options = filter): Step => ({ name: 'browser', run: () => runPlaywright(options) })
const only = (...parts: string[]) => ({ files: parts, isFiltered: false, env: shortForm })

const faults = vitest('faults', ['faults'], long)
const scale = vitest('scale', ['scale'], long)
const securitySuites = (filter.isFiltered ? files : ['']).map(name => `server/test/security/${name}`)
const security = [
  vitest('security', ['api-sqlite', 'api-postgres'], { ...long, files: securitySuites }),
  vitest('packages', ['unit'], only('tests/supply-chain', 'scripts/audit')),
  browser(only('stored-scripts')),
  { name: 'audit', run: auditProduction },
]

const commands: Record<string, Step[]> = {
  all: [check(), vitest('tests', []), browser()],
  quick: [check({ isQuick: true }), vitest('tests', ['unit', 'web', 'api-sqlite'])],
  unit: [vitest('unit', ['unit', 'web'])],
  programs: [vitest('programs', ['programs'])],
  api: [vitest('api', ['api-*'])],
  e2e: [browser()],
  faults: [faults],
  scale: [scale],
  // A part of a name selects the security suite of that name.
  security: filter.isFiltered ? security.slice(0, 1) : security,
  long: [faults, scale, ...security],
}

const steps = commands[command]
if (!steps) throw new Error(`Unknown test command "${command}". Known: ${Object.keys(commands).join(', ')}.`)

const missing = leftOut(command)
for (const sentence of missing) console.log(`${sentence}\n`)
const contentBefore = contentOf(root)
const began = performance.now()
const results: (Outcome & { name: string; took: number })[] = []
for (const { name, run } of steps) {
  console.log(`── ${name} ${'─'.repeat(60)}`)
  const start = performance.now()
  const outcome = await run().catch(error => {
    console.error(error)
    return { passed: 0, failed: 1 }
  })
  results.push({ name, took: performance.now() - start, ...outcome })
}

const failures = results.flatMap(result => result.failures ?? [])
// Only the whole run checks this, because developers add files while they run a part of the tests.
const left = command === 'all' ? leftBehind(root, contentBefore) : []
failures.push(...left.map(path => `✗ ${path} was made in the checkout while the tests ran.`))
const tests = sum(results.filter(({ name }) => name !== 'check'))
const isUnknownName = filter.isFiltered && tests.passed + tests.failed === 0
if (isUnknownName) failures.push(`✗ No test file of ${command} has a name with ${files.join(' or ')}.`)

console.log(['', ...failures].join('\n'))
for (const { name, took, ...tally } of results)
  console.log(`${name.padEnd(9)} ${duration(took).padStart(11)}  ${closingLine(tally)}`)
console.log(`${'in all'.padEnd(9)} ${duration(performance.now() - began).padStart(11)}`)
for (const sentence of missing) console.log(sentence)
finish(sum([...results, { passed: 0, failed: left.length + Number(isUnknownName) }]))
