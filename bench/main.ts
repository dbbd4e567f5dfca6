// `npm run bench` makes the data, compares the real server with the floor and writes bench/results.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cases } from './cases.ts'
import {
  type DataSet,
  has,
  postgresCopy,
  postgresDataSet,
  postgresHas,
  type Size,
  sqliteCopy,
  sqliteDataSet,
} from './data-sets.ts'
import { describeMachine } from './machine.ts'
import { measureMails } from './mails.ts'
import {
  assertSameAnswers,
  type Compared,
  compareCase,
  compareGrowth,
  compareSubmits,
  measureExport,
  measureSheet,
  measureSignIns,
  measureTicks,
  measureWebhooks,
  type Pace,
  Refused,
  spread,
} from './measure.ts'
import {
  type Load,
  memoryOf,
  type Server,
  startFloor,
  startLoad,
  startReal,
  startWatched,
} from './processes.ts'
import { type EngineResult, printTable, writeResults } from './results.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    mails: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
const pace: Pace = values.quick
  ? { connections: [1, 16], rounds: 3, sliceMs: 200 }
  : { connections: [1, 16, 64], rounds: 7, sliceMs: 500 }
/** With `--only`, only figures whose names match this expression are measured and printed, and none are stored. */
const only = values.only === undefined ? undefined : new RegExp(values.only)
const wants = (name: string) => only?.test(name) ?? true
/** The bench is ended after this time. */
const longestMs = (values.quick ? 4 : 40) * 60_000
setTimeout(() => {
  console.error('The bench took too long and was ended.')
  process.exit(1)
}, longestMs).unref()

const began = performance.now()
/** Whether to leave out the remaining cases, so that a quick run ends within two minutes. */
const isLate = () =>
  values.quick && values.only === undefined && performance.now() - began > (databaseUrl ? 100 : 85) * 1000

const say = (line: string) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${line}`)

if (values.mails) {
  await measureMails(say)
  process.exit()
}

const databaseUrl = process.env.DATABASE_URL || undefined
const work = mkdtempSync(join(tmpdir(), 'daily-report-bench-'))
const running = new Set<Server>()
const loads: Load[] = []
const started = async (starting: Promise<Server>) => {
  const server = await starting
  running.add(server)
  return server
}
const stopped = async (server: Server) => {
  running.delete(server)
  await server.stop()
}
let dropCopy = async () => {}

try {
  const machine = await describeMachine(databaseUrl)
  const results: EngineResult[] = []
  for (const engine of databaseUrl ? (['SQLite', 'PostgreSQL'] as const) : (['SQLite'] as const)) {
    results.push(await measureEngine(engine))
    if (values.only !== undefined) continue
    // The results are written after each engine, so that a failure of the second one doesn't lose the first.
    writeResults(values.quick ? 'quick' : 'whole', machine, results, pace)
  }
  if (values.only === undefined) {
    for (const result of results) printTable(result)
    say('Written to bench/results.')
  }
} finally {
  await Promise.all([...running].map(stopped))
  for (const load of loads) load.stop()
  await dropCopy()
  rmSync(work, { recursive: true, force: true })
}

async function measureEngine(engine: EngineResult['engine']): Promise<EngineResult> {
  const url = engine === 'PostgreSQL' ? databaseUrl : undefined
  const folder = (name: string) => {
    const path = join(work, name)
    mkdirSync(path, { recursive: true })
    return path
  }
  const dataSet = (size: Size): Promise<DataSet> =>
    url ? postgresDataSet(url, size, folder(`files-${size}`), say) : sqliteDataSet(size, say)
  say(`${engine}: data set S`)
  const s = await dataSet('S')
  const wantsL = !values.quick || (url ? await postgresHas(url, 'L') : has('L'))
  if (wantsL) say(`${engine}: data set L (a million reports: a minute or two the first time)`)
  const l = wantsL ? await dataSet('L') : undefined

  let copy: DataSet
  if (url) {
    const made = await postgresCopy(url, s, folder('files-copy'))
    dropCopy = made.drop
    copy = made
  } else copy = sqliteCopy(s, join(work, 'copy'))

  const [load, other] = [startLoad(), startLoad()]
  loads.push(load, other)

  say('start')
  await stopped(await started(startReal(copy)))
  const starts: number[] = []
  for (let round = 0; round < (values.quick || values.only ? 1 : 3); round++) {
    const server = await started(startReal(copy))
    starts.push(server.startMs)
    await stopped(server)
  }
  const pair = { real: await started(startReal(copy)), floor: await started(startFloor(copy)) }
  const idle = { real: memoryOf(pair.real), floor: memoryOf(pair.floor) }

  say('same answers?')
  await assertSameAnswers(pair, copy)
  const compared: Compared[] = []
  const compare = async (connections: number, measure: () => Promise<Compared>) => {
    if (isLate()) return
    try {
      const result = await measure()
      compared.push(result)
      say(`  ${result.name}, ${connections}: ${result.ratio.median.toFixed(2)}`)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      say(`  left out at ${connections} connections: ${error.message}`)
    }
  }
  const compareAll = async (some: typeof cases) => {
    for (const one of some.filter(({ name }) => wants(name)))
      for (const connections of pace.connections)
        await compare(connections, () => compareCase(load, pair, one, copy, connections, pace))
  }
  // Cases with a target come first, because a quick run may not reach the rest.
  await compareAll(cases.filter(one => one.target))
  for (const connections of pace.connections)
    if (wants('submit a report'))
      await compare(connections, () => compareSubmits(load, pair, copy, connections, pace))
  await compareAll(cases.filter(one => !one.target))
  const after = { real: memoryOf(pair.real), floor: memoryOf(pair.floor) }
  const signIns = wants('a hundred sign-ins at once')
    ? await measureSignIns(load, other, pair.real, copy)
    : undefined
  await stopped(pair.floor)
  let webhooks: EngineResult['webhooks']
  if (wants('submit with three webhooks') && !isLate()) {
    webhooks = await measureWebhooks(load, pair.real, copy, pace)
    say(`submit with three webhooks: ${webhooks.share.median.toFixed(2)} of that without`)
  }
  await stopped(pair.real)
  await dropCopy()

  const common = { engine, start: spread(starts), memory: { idle, after }, compared, signIns, webhooks }
  if (!l || isLate()) return common
  say('L against S')
  const [onS, onL] = [await started(startReal(s)), await started(startReal(l))]
  const memoryOnL = memoryOf(onL)
  const growth = await compareGrowth(load, onS, onL, pace, { wants, say })
  await stopped(onS)
  let exported: EngineResult['exported']
  if (wants('one large export')) {
    say('one large export')
    const floor = await started(startFloor(l))
    exported = await measureExport(load, other, { real: onL, floor }, l)
    await stopped(floor)
  }
  await stopped(onL)
  let sheet: EngineResult['sheet']
  if (wants('XLSX of 99,000 rows')) {
    const fresh = await started(startReal(l))
    sheet = await measureSheet(load, fresh)
    await stopped(fresh)
    say(
      `XLSX of 99,000 rows: ${sheet.share.toFixed(2)} of the rate of CSV, ${sheet.growth.toFixed(0)} MB more, at most ${sheet.highest.toFixed(0)} MB`,
    )
  }
  say('longest event-loop tick')
  const watched = await started(startWatched(l))
  const turns = await measureTicks(load, watched, l, { wants, say })
  await stopped(watched)
  return { ...common, memoryOnL, growth, exported, sheet, turns }
}
