import { deepStrictEqual } from 'node:assert'
import { addDays } from '#shared/dates.ts'
import { type Call, type Case, cases, growthCases, httpText, submits, tokenOf } from './cases.ts'
import { type DataSet, lastDay, password, sizes } from './data-sets.ts'
import type { Measured } from './load.ts'
import { type Load, memoryOf, processorTimeOf, type Server } from './processes.ts'
import { addWebhooks } from './webhooks.ts'

/** The median of several rounds, with the smallest and the largest value. */
export type Spread = { median: number; min: number; max: number }

export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const median =
    sorted.length % 2 === 1
      ? (sorted[middle] as number)
      : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
  return { median, min: sorted[0] as number, max: sorted.at(-1) as number }
}

export type Pace = { connections: number[]; rounds: number; sliceMs: number }
export type Pair = { real: Server; floor: Server }
export type Compared = {
  name: string
  connections: number
  target?: number
  /** Requests per second of the real server as a share of the floor's, by round. */
  ratio: Spread
  real: Speed
  floor: Speed
}
/** Processor time per response, which other load on the machine affects less than requests per second. */
export type Speed = { perSecond: number; p50: number; p99: number; cpuMs?: number }
type Slice = Measured & { cpuMs?: number }

/** A comparison only makes sense if both servers give the same responses. */
export async function assertSameAnswers({ real, floor }: Pair, { size }: DataSet): Promise<void> {
  for (const { name, calls } of cases) {
    for (const call of calls(size).slice(0, 8)) {
      const [ours, theirs] = await Promise.all([ask(real, call), ask(floor, call)])
      deepStrictEqual(ours, theirs, `The floor answers something else for "${name}": ${call.path}`)
    }
  }
}

async function ask({ port }: Server, { path, user = 1 }: Call): Promise<unknown> {
  const reply = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    headers: { 'x-auth-token': tokenOf(user) },
  })
  const text = await reply.text()
  return path.includes('/csv') ? text : JSON.parse(text)
}

async function withProcessorTime(server: Server, slice: () => Promise<Measured>): Promise<Slice> {
  const before = processorTimeOf(server)
  const measured = orThrow(await slice())
  const after = processorTimeOf(server)
  const cpu = before !== undefined && after !== undefined ? (after - before) / measured.answers : undefined
  return { ...measured, ...(cpu !== undefined && { cpuMs: cpu * 1000 }) }
}

/** Alternates between the real and the floor server, so that other load on the machine affects both. */
async function alternate(rounds: number, pair: Pair, slice: (server: Server) => Promise<Measured>) {
  const seen = { real: [] as Slice[], floor: [] as Slice[] }
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? (['real', 'floor'] as const) : (['floor', 'real'] as const)
    for (const which of order) {
      seen[which].push(await withProcessorTime(pair[which], () => slice(pair[which])))
    }
  }
  const middle = (list: Slice[]) => ({
    perSecond: spread(list.map(one => one.perSecond)).median,
    p50: spread(list.map(one => one.p50)).median,
    p99: spread(list.map(one => one.p99)).median,
    ...(list.every(one => one.cpuMs !== undefined) && {
      cpuMs: spread(list.map(one => one.cpuMs ?? 0)).median,
    }),
  })
  return {
    ratio: spread(seen.real.map((one, round) => one.perSecond / (seen.floor[round] as Measured).perSecond)),
    real: middle(seen.real),
    floor: middle(seen.floor),
  }
}

/** On a busy machine a server may refuse requests; then this measurement is left out and the rest continues. */
export class Refused extends Error {}

function orThrow(measured: Measured): Measured {
  const failed = Object.entries(measured.failures)
  if (failed.length > 0) throw new Refused(`a server answered ${JSON.stringify(measured.failures)}`)
  return measured
}

export async function compareCase(
  load: Load,
  pair: Pair,
  { name, calls, target }: Case,
  { size }: DataSet,
  connections: number,
  { rounds, sliceMs }: Pace,
): Promise<Compared> {
  const requests = calls(size).map(httpText)
  const job = (server: Server, durationMs: number) =>
    load.run({ port: server.port, requests, connections, durationMs })
  await job(pair.real, sliceMs / 2)
  await job(pair.floor, sliceMs / 2)
  const seen = await alternate(rounds, pair, server => job(server, sliceMs))
  return { name, connections, ...(target?.[connections] && { target: target[connections] }), ...seen }
}

let submitted = 0

/** Each round submits the same number of new reports, because a report can't be submitted twice. */
export async function compareSubmits(
  load: Load,
  pair: Pair,
  { size }: DataSet,
  connections: number,
  { rounds, sliceMs }: Pace,
): Promise<Compared> {
  // A short warm-up run estimates how many requests fit into a slice.
  const job = (server: Server, count: number) => {
    const requests = submits(size, submitted, count).map(httpText)
    submitted += count
    return load.run({ port: server.port, requests, connections, once: true })
  }
  const { perSecond } = orThrow(await job(pair.real, 20 * connections))
  await job(pair.floor, 20 * connections)
  const count = Math.max(2 * connections, Math.round((perSecond * sliceMs) / 1000))
  const seen = await alternate(rounds, pair, server => job(server, count))
  const target = { 1: 0.8, 16: 1 }[connections]
  return { name: 'submit a report', connections, ...(target && { target }), ...seen }
}

export type WithWebhooks = { count: number; share: Spread; withThem: number; without: number }

/** Submits per second while three webhooks get every report, as a share of those without webhooks. */
export async function measureWebhooks(
  load: Load,
  real: Server,
  { size }: DataSet,
  { rounds, sliceMs }: Pace,
): Promise<WithWebhooks> {
  const connections = 16
  const job = async (count: number) => {
    const requests = submits(size, submitted, count).map(httpText)
    submitted += count
    return orThrow(await load.run({ port: real.port, requests, connections, once: true })).perSecond
  }
  const webhooks = await addWebhooks(real, 3)
  let sent = 0
  const jobWithThem = async (count: number) => {
    await webhooks.switchTo(true)
    const perSecond = await job(count)
    sent += count
    await webhooks.haveHad(sent)
    await webhooks.switchTo(false)
    return perSecond
  }
  try {
    const perSecond = await job(20 * connections)
    await jobWithThem(2 * connections)
    // Long enough that most messages are sent while reports are still coming in.
    const count = Math.max(2 * connections, Math.round((4 * perSecond * sliceMs) / 1000))
    const seen: { withThem: number; without: number }[] = []
    for (let round = 0; round < rounds; round++) {
      const isFirst = round % 2 === 0
      const early = await (isFirst ? jobWithThem(count) : job(count))
      const late = await (isFirst ? job(count) : jobWithThem(count))
      seen.push(isFirst ? { withThem: early, without: late } : { withThem: late, without: early })
    }
    return {
      count: 3,
      share: spread(seen.map(({ withThem, without }) => withThem / without)),
      withThem: spread(seen.map(({ withThem }) => withThem)).median,
      without: spread(seen.map(({ without }) => without)).median,
    }
  } finally {
    await webhooks.remove()
  }
}

/** `cpu` is the same ratio of processor time per response, which other load on the machine affects less. */
export type Growth = {
  name: string
  ratio: Spread
  cpu?: number
  s: number
  l: number
  /** On L, in milliseconds; `most` is its target. */
  p95: { value: number; most?: number | undefined }
}

/** Compares the median latency of the real server on S and on L, one request at a time. */
export async function compareGrowth(
  load: Load,
  s: Server,
  l: Server,
  { rounds, sliceMs }: Pace,
  { wants, say }: { wants: (name: string) => boolean; say: (line: string) => void },
): Promise<Growth[]> {
  const found: Growth[] = []
  for (const { name, calls, mostMs } of growthCases.filter(one => wants(one.name))) {
    const [onS, onL] = [calls('S').map(httpText), calls('L').map(httpText)]
    const job = (server: Server, requests: string[], durationMs: number) =>
      load.run({ port: server.port, requests, connections: 1, durationMs })
    await job(s, onS, sliceMs / 2)
    // All requests run once before the measurement, so that both servers have their pages in memory.
    await load.run({ port: l.port, requests: onL, connections: 1, count: onL.length })
    const seen = { s: [] as Slice[], l: [] as Slice[] }
    for (let round = 0; round < rounds; round++) {
      seen.s.push(await withProcessorTime(s, () => job(s, onS, sliceMs)))
      seen.l.push(await withProcessorTime(l, () => job(l, onL, sliceMs)))
    }
    const ratio = spread(seen.l.map(({ p50 }, round) => p50 / (seen.s[round] as Slice).p50))
    const p50Of = (slices: Slice[]) => spread(slices.map(({ p50 }) => p50)).median
    const cpuOf = (slices: Slice[]) => spread(slices.map(({ cpuMs = Number.NaN }) => cpuMs)).median
    const cpu = cpuOf(seen.l) / cpuOf(seen.s)
    const p95 = spread(seen.l.map(each => each.p95)).median
    say(
      `  ${name}: ${ratio.median.toFixed(2)}, by processor time ${cpu.toFixed(2)} (${cpuOf(seen.l).toFixed(1)} ms); p95 on L ${p95.toFixed(1)} ms`,
    )
    found.push({
      name,
      ratio,
      ...(Number.isFinite(cpu) && { cpu }),
      s: p50Of(seen.s),
      l: p50Of(seen.l),
      p95: { value: p95, most: mostMs },
    })
  }
  return found
}

export type Export = {
  lines: number
  /** Lines per second of the real server. */
  real: number
  floor: number
  /** The growth of the memory in MB. */
  growth: { real: number; floor: number }
  /** Milliseconds of a list that another client reads during the export. */
  others: { p50: number; p99: number }
}

/** Measures an export of many days while another client reads a list. */
export async function measureExport(load: Load, other: Load, pair: Pair, { size }: DataSet): Promise<Export> {
  const { people, days } = sizes[size]
  const wantedDays = Math.min(days, Math.ceil(1_000_000 / (3 * people)))
  const lines = wantedDays * people * 3
  const path = `/reports/export/csv?startDate=${addDays(lastDay, 1 - wantedDays)}&endDate=${lastDay}`
  const list = cases[0]?.calls(size).map(httpText) ?? []

  const exportFrom = async (server: Server) => {
    const before = memoryOf(server)
    let highest = before
    const sampling = setInterval(() => {
      highest = Math.max(highest, memoryOf(server))
    }, 20)
    const began = performance.now()
    const [seconds, others] = await other
      .during({ port: server.port, requests: list, connections: 1, pauseMs: 5 }, async () => {
        const job = { port: server.port, requests: [httpText({ path, user: 1 })], connections: 1, count: 1 }
        orThrow(await load.run(job))
        return (performance.now() - began) / 1000
      })
      .finally(() => clearInterval(sampling))
    return { perSecond: lines / seconds, growth: highest - before, others }
  }
  const floor = await exportFrom(pair.floor)
  const real = await exportFrom(pair.real)
  return {
    lines,
    real: real.perSecond,
    floor: floor.perSecond,
    growth: { real: real.growth, floor: floor.growth },
    others: { p50: real.others.p50, p99: real.others.p99 },
  }
}

export type Sheet = { rows: number; share: number; growth: number; highest: number }

/** Compares an export as XLSX with the same export as CSV: rows by processor time, and memory. */
export async function measureSheet(load: Load, server: Server): Promise<Sheet> {
  const days = 33
  const path = (format: string) =>
    `/reports/export/${format}?startDate=${addDays(lastDay, 1 - days)}&endDate=${lastDay}`
  const run = async (format: string) => {
    const before = memoryOf(server)
    let highest = before
    const sampling = setInterval(() => {
      highest = Math.max(highest, memoryOf(server))
    }, 20)
    const job = { port: server.port, requests: [httpText({ path: path(format), user: 1 })], connections: 1 }
    const slice = await withProcessorTime(server, () => load.run({ ...job, count: 1 })).finally(() =>
      clearInterval(sampling),
    )
    return { ...slice, growth: highest - before, highest }
  }
  const [sheet, csv] = [await run('xlsx'), await run('csv')]
  return {
    rows: 3 * sizes.L.people * days,
    share: (csv.cpuMs ?? Number.NaN) / (sheet.cpuMs ?? Number.NaN),
    growth: sheet.growth,
    highest: sheet.highest,
  }
}

export type SignIns = { count: number; seconds: number; without: number; during: number }

/** The p99 of a list in milliseconds, while a hundred people sign in at once and without them. */
export async function measureSignIns(
  load: Load,
  other: Load,
  real: Server,
  { size }: DataSet,
): Promise<SignIns> {
  const list = cases[0]?.calls(size).map(httpText) ?? []
  const reading = { port: real.port, requests: list, connections: 1, pauseMs: 2 }
  const calls = Array.from({ length: 100 }, (_, index) => ({
    path: '/auth/login',
    body: { email: `person${1 + (index % sizes[size].people)}@example.com`, password },
  }))
  await other.run({ ...reading, durationMs: 500 })
  const without = await other.run({ ...reading, durationMs: 3000 })
  const began = performance.now()
  const [seconds, during] = await other.during(reading, async () => {
    const requests = calls.map(httpText)
    orThrow(await load.run({ port: real.port, requests, connections: requests.length, once: true }))
    return (performance.now() - began) / 1000
  })
  return { count: calls.length, seconds, without: without.p99, during: during.p99 }
}

/** The longest event-loop tick of a round, in milliseconds. */
export type Ticks = { name: string; longest: Spread }

/** Measures how long the largest responses, an export and a rush of sign-ins block the real server's event loop on L. */
export async function measureTicks(
  load: Load,
  server: Server,
  { size }: DataSet,
  { wants, say }: { wants: (name: string) => boolean; say: (line: string) => void },
): Promise<Ticks[]> {
  const requests: Record<string, Call[]> = {
    'a page of a hundred reports': [
      { path: '/reports?limit=100&page=40&include_task_details=true', user: 1 },
    ],
    "the team's day, 50 whole reports": [{ path: `/team/day?date=${lastDay}`, user: 1 }],
    'all projects with their people': [{ path: '/projects', user: 1 }],
    'hours of all projects': [{ path: '/reports/project-hours', user: 1 }],
    'all people': [{ path: '/users', user: 1 }],
    'an export of 30,000 reports': [
      { path: `/reports/export/csv?startDate=${addDays(lastDay, -29)}&endDate=${lastDay}`, user: 1 },
    ],
    'an export of 30,000 reports as XLSX': [
      { path: `/reports/export/xlsx?startDate=${addDays(lastDay, -29)}&endDate=${lastDay}`, user: 1 },
    ],
    'two months of the timesheet': [
      { path: `/timesheet?from=${addDays(lastDay, -61)}&to=${lastDay}`, user: 1 },
    ],
    'two months of the timesheet of all people as XLSX': [
      { path: `/timesheet/export?format=xlsx&from=${addDays(lastDay, -61)}&to=${lastDay}`, user: 1 },
    ],
    'eight sign-ins': Array.from({ length: 8 }, (_, index) => ({
      path: '/auth/login',
      body: { email: `person${1 + (index % sizes[size].people)}@example.com`, password },
    })),
  }
  const found: Ticks[] = []
  for (const [name, calls] of Object.entries(requests).filter(([name]) => wants(name))) {
    const texts = calls.map(httpText)
    const job = { port: server.port, requests: texts, connections: texts.length, once: true }
    const longest: number[] = []
    for (let round = -3; round < 11; round++) {
      await server.ask('longest tick')
      orThrow(await load.run(job))
      const tick = Number(await server.ask('longest tick'))
      // The first rounds run code that is not yet optimized.
      if (round >= 0) longest.push(tick)
    }
    const ticks = { name, longest: spread(longest) }
    say(`  ${name}: ${ticks.longest.median.toFixed(1)} ms, at best ${ticks.longest.min.toFixed(1)}`)
    found.push(ticks)
  }
  return found
}
