import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type AppProcess, startApp, temporaryFolder } from './support/app-process.ts'
import { figure, isLong, percentile } from './support/form.ts'
import { startProbeThread, timesOf } from './support/probe.ts'
import { seedLongReports, seedReports } from './support/seed.ts'
import { makeTeam } from './support/team.ts'

const pipelined = 100
/** The memory limit of the process in all cases. */
const mostMemoryMb = 400
/** The limit for the 99th percentile of other users' requests. */
const othersMs = 250

test('a hundred unread responses with long reports, and a summary of them, delay no other request', async () => {
  const place = { dataDir: temporaryFolder() }
  const app = await startApp(place)
  const team = await makeTeam(app, 3, place)
  const [attacker, other] = team.members
  const reports = 700
  await seedReports(place, { ...team, members: team.members.slice(1) }, 20)
  await seedLongReports(place, { userId: attacker?.id ?? 0, projectId: team.projects[0] ?? 0, reports })
  const startReader = () => startProbeThread(app, '/api/reports/me?limit=10', other?.token ?? '', 10)
  const before = isLong ? await quietFigure(startReader) : {}

  const memory = watchMemory(app)
  const probe = await startReader()
  const { port } = new URL(app.url)
  const socket = connect(Number(port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.pause()
  socket.write(
    `GET /api/reports/me?limit=100&include_task_details=true HTTP/1.1\r\nHost: x\r\nx-auth-token: ${attacker?.token}\r\n\r\n`.repeat(
      pipelined,
    ),
  )
  await sleep(isLong ? 10_000 : 3000)

  const summaries = []
  for (let times = 0; times < (isLong ? 10 : 2); times++) {
    const summary = await app.expectCall(200, {
      path: `/api/reports/project-summary?projectId=${team.projects[0]}&includeTaskDetails=true&limit=1000`,
      token: team.adminToken,
    })
    expect(summary.body.reports).toHaveLength(reports + 2 * 20)
    summaries.push(Buffer.byteLength(summary.text))
  }
  const list = await app.expectCall(200, {
    path: '/api/reports?limit=100&include_task_details=true',
    token: team.adminToken,
  })
  // The CSV repeats summary, blockers and plan in each of a report's hundred lines, which makes 9 MB per report.
  const csv = await app.expectCall(200, {
    path: '/api/reports/export/csv?startDate=2010-01-01&endDate=2010-01-03',
    token: team.adminToken,
  })
  const during = await probe.stop()
  const memoryMb = memory.stop()
  socket.destroy()

  const p99 = percentile(timesOf(during), 99)
  const ownP99 = percentile(timesOf(during, 'ownMs'), 99)
  figure('long reports', {
    reports,
    'lists asked for and not read': pipelined,
    'summary MB': Math.round(Math.max(...summaries) / 1e5) / 10,
    'list MB': Math.round(Buffer.byteLength(list.text) / 1e5) / 10,
    'export of three MB': Math.round(Buffer.byteLength(csv.text) / 1e6),
    ...before,
    'others p99 meanwhile ms': p99,
    'of their own time ms': ownP99,
    'others slowest ms': percentile(timesOf(during), 100),
    'most memory MB': memoryMb,
  })
  // 503 is allowed, because other tests load the machine.
  expect(during.filter(({ status }) => status !== 200 && (isLong || status !== 503))).toEqual([])
  expect(Math.max(...summaries)).toBeLessThan(15_000_000)
  expect(Buffer.byteLength(list.text)).toBeLessThan(6_000_000)
  expect(memoryMb).toBeLessThan(mostMemoryMb)
  // Other tests run at the same time, so the wait for a processor is subtracted.
  expect(isLong ? p99 : ownP99, 'p99 of others').toBeLessThan(othersMs)
  expect(await app.kill('SIGTERM')).toEqual({ code: 0, signal: null })
})

/** Measures the other request without load. */
async function quietFigure(startReader: () => ReturnType<typeof startProbeThread>) {
  const reader = await startReader()
  await sleep(1000)
  return { 'others p99 before ms': percentile(timesOf(await reader.stop()), 99) }
}

/** The peak memory of the process (VmHWM, Linux). */
function watchMemory(app: AppProcess) {
  let most = 0
  const look = () => {
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${app.pid}/status`, 'utf8')) ?? []
    most = Math.max(most, Number(kilobytes) / 1024)
  }
  const timer = setInterval(look, 50)
  return {
    stop() {
      clearInterval(timer)
      look()
      return Math.round(most)
    },
  }
}
