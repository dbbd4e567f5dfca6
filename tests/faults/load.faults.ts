import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startLoad } from '../../bench/processes.ts'
import { type AppProcess, admin, startApp, temporaryFolder } from './support/app-process.ts'
import { callerOf } from './support/calls.ts'
import { count, expectWithin, figure, isLong, percentile } from './support/form.ts'
import { startProbe, timesOf } from './support/probe.ts'
import { seedReports } from './support/seed.ts'
import { makeTeam } from './support/team.ts'

const smallPage = '/api/reports?limit=10'
const largePage = '/api/reports?limit=100&include_task_details=true'
/** The limit for the 99th percentile of another user's small page. */
const lowMs = 500

async function startLoaded(days: number, { members = 20, withCostlySignIns = false } = {}) {
  const place = { dataDir: temporaryFolder() }
  const app = await startApp(place)
  const team = await makeTeam(app, members, withCostlySignIns ? undefined : place)
  await seedReports(place, team, days)
  return { app, team }
}

/** Measures the small page without other load, as a figure of the long form. */
async function quietFigure(app: AppProcess, token: string): Promise<Record<string, number>> {
  if (!isLong) return {}
  const probe = startProbe(app, smallPage, token, 10)
  await sleep(3000)
  return { 'small page p99 before ms': percentile(timesOf(await probe.stop()), 99) }
}

test('a rush of sign-ins is served or refused with Retry-After, and delays no reader', async () => {
  const { app, team } = await startLoaded(50, { members: 4, withCostlySignIns: true })
  const before = await quietFigure(app, team.adminToken)
  const rush = count({ short: 40, long: 1000 })
  const { call, close } = callerOf(app.url, { maxSockets: rush })
  const probe = startProbe(app, smallPage, team.adminToken)
  const answers = await Promise.all(
    Array.from({ length: rush }, (_, index) => {
      const { email, password } = team.members[index % team.members.length] ?? admin
      return call({ method: 'POST', path: '/api/auth/login', body: { email, password } })
    }),
  )
  const during = timesOf(await probe.stop())
  close()
  const turnedAway = answers.filter(answer => answer.status === 503)
  expect(turnedAway.filter(answer => answer.headers['retry-after'] === undefined)).toEqual([])
  const succeeded = answers.filter(answer => answer.status === 200).length
  expect(succeeded + turnedAway.length).toBe(rush)
  expect(succeeded).toBeGreaterThan(0)
  figure('sign-ins at once', {
    'sign-ins': rush,
    succeeded,
    'turned away with Retry-After': turnedAway.length,
    'slowest ms': percentile(
      answers.map(answer => answer.ms),
      100,
    ),
    ...before,
    'small page p99 meanwhile ms': percentile(during, 99),
  })
  expectWithin(percentile(during, 99), lowMs, 'reader p99 during sign-ins')
  await app.kill('SIGTERM')
})

test('slow headers, slow bodies and slow readers of the export delay no other request', async () => {
  const { app, team } = await startLoaded(100)
  const { port } = new URL(app.url)
  const before = await quietFigure(app, team.adminToken)
  const each = count({ short: 50, long: 200 })
  const sockets: Socket[] = []
  const open = (head: string) => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(head)
    sockets.push(socket)
    return socket
  }
  const auth = `x-auth-token: ${team.adminToken}\r\n`
  for (let index = 0; index < each; index++) {
    open('GET /healthz HTTP/1.1\r\nHost: x\r\n')
    open(
      `POST /api/reports HTTP/1.1\r\nHost: x\r\n${auth}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
    )
    open(
      `GET /api/reports/export/csv?startDate=2000-01-01&endDate=2026-01-01 HTTP/1.1\r\nHost: x\r\n${auth}\r\n`,
    ).pause()
  }
  const probe = startProbe(app, smallPage, team.adminToken)
  const until = performance.now() + (isLong ? 40_000 : 3000)
  while (performance.now() < until) {
    // Sends a byte from time to time, like a very slow client.
    for (const socket of sockets) if (socket.writable && !socket.isPaused()) socket.write('a')
    await sleep(1000)
  }
  const during = await probe.stop()
  // Headers may take 15 seconds and bodies 20, so the server has closed these connections by now.
  const stillOpen = sockets.filter(socket => !socket.isPaused() && !socket.destroyed).length
  if (isLong) expect(stillOpen).toBe(0)
  for (const socket of sockets) socket.destroy()
  // 503 is allowed, because other tests load the machine.
  expect(during.filter(({ status }) => status !== 200 && (isLong || status !== 503))).toEqual([])
  figure('slow clients', {
    'slow headers, bodies, export readers each': each,
    'slow senders still connected at the end': stillOpen,
    ...before,
    'small page p99 meanwhile ms': percentile(timesOf(during), 99),
  })
  expectWithin(percentile(timesOf(during), 99), lowMs, 'reader p99 among slow clients')
  await app.kill('SIGTERM')
})

test('at ten times its capacity the server refuses some requests at once, serves the others in time, and recovers', async () => {
  const { app, team } = await startLoaded(50)
  const capacity = await measureCapacity(app, team.adminToken)
  const before = await quietFigure(app, team.adminToken)
  const connections = count({ short: 300, long: 1000 })
  const seconds = isLong ? 20 : 2
  // The client runs in its own process so that it is not the bottleneck.
  const crowd = startLoad()
  onTestFinished(() => crowd.stop())
  const probe = startProbe(app, smallPage, team.adminToken)
  const from = performance.now()
  const coming = crowd.run({
    port: Number(new URL(app.url).port),
    requests: [`GET ${largePage} HTTP/1.1\r\nHost: x\r\nx-auth-token: ${team.adminToken}\r\n\r\n`],
    connections,
    durationMs: seconds * 1000,
    // This pause gives ten times the capacity if every request is answered at once.
    pauseMs: (1000 * connections) / (10 * capacity),
  })
  const { answers, failures, p50, p99 } = await coming
  // Includes the time after the planned end, because all clients have to finish.
  const gone = performance.now()
  const ended = from + seconds * 1000
  await expect.poll(() => isQuickAgain(probe.samples, gone), { timeout: 300_000, interval: 20 }).toBe(true)
  const recoveredMs = performance.now() - ended
  const during = (await probe.stop()).filter(({ at }) => at >= from && at < ended)

  const { 503: shed = 0, ...others } = failures
  figure('ten times capacity', {
    'capacity per second': Math.round(capacity),
    'asked per second': Math.round(answers / seconds),
    served: answers - shed,
    'turned away with 503': shed,
    'answers p50 ms': Math.round(p50),
    'answers p99 ms': Math.round(p99),
    ...before,
    'small page p99 meanwhile ms': percentile(timesOf(during), 99),
    'small pages turned away meanwhile': during.filter(({ status }) => status === 503).length,
    'small pages meanwhile': during.length,
    'recovered after ms': Math.round(recoveredMs),
  })
  expect(others).toEqual({})
  expect(during.filter(({ status, retryAfter }) => status === 503 && retryAfter === undefined)).toEqual([])
  expect(answers - shed).toBeGreaterThan(0)
  expectWithin(recoveredMs, 5000, 'recovery')
  await app.kill('SIGTERM')
})

/** Responses per second with 16 clients that each wait for their response. */
async function measureCapacity(app: AppProcess, token: string): Promise<number> {
  let answered = 0
  const measure = async (forMs: number) => {
    const from = performance.now()
    answered = 0
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        while (performance.now() - from < forMs) {
          const { status } = await app.call({ path: largePage, token })
          expect([200, 503]).toContain(status)
          answered++
        }
      }),
    )
    return (answered * 1000) / (performance.now() - from)
  }
  await measure(500)
  return measure(isLong ? 2000 : 500)
}

const isQuickAgain = (samples: readonly { at: number; status: number; ms: number }[], since: number) =>
  samples.some(({ at, status, ms }) => at >= since && status === 200 && ms < lowMs)
