import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type AppProcess, startApp, temporaryFolder } from './support/app-process.ts'
import { count, figure, isLong } from './support/form.ts'
import { makeTeam } from './support/team.ts'
import { upload } from './support/uploads.ts'
import { expectNothingLostOrTorn } from './support/verify.ts'
import { createWriters, emptyLedger } from './support/writers.ts'

const reads = [
  '/api/reports?limit=10',
  '/api/reports/me',
  '/api/projects',
  '/api/tasks',
  '/api/users',
  '/api/reports/project-hours',
  '/api/reports/export/csv?startDate=2001-01-01&endDate=2001-03-01',
  '/healthz',
]

test('under long mixed load memory and file descriptors stay flat, and no response is 5xx', async () => {
  const seconds = count({ short: 4, long: 900 })
  const place = { dataDir: temporaryFolder() }
  const app = await startApp(place)
  const team = await makeTeam(app, 8)
  const ledger = emptyLedger()
  const statuses = new Map<number, number>()
  const note = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const until = performance.now() + seconds * 1000
  const isOver = () => performance.now() > until
  const running = createWriters(team, ledger).run(app, note)
  const samples: { memoryMb: number; descriptors: number }[] = []
  const work = [
    ...team.members.slice(0, 4).map(async (_, index) => {
      for (let turn = index; !isOver(); turn++) {
        const answer = await app.call({ path: reads[turn % reads.length] ?? '', token: team.adminToken })
        note(answer.status)
      }
    }),
    (async () => {
      for (let turn = 0; !isOver(); turn++) {
        const member = team.members[turn % team.members.length]
        const token = await app.signIn(member ?? { email: '', password: '' })
        await app.expectCall(200, { method: 'POST', path: '/api/auth/logout', token })
        const sent = await upload({
          url: app.url,
          token: team.adminToken,
          project: team.projects[0] ?? 0,
          name: 'soak.bin',
          content: Buffer.alloc(20_000, turn % 256),
        })
        note(sent?.status ?? 0)
        await sleep(200)
      }
    })(),
    (async () => {
      while (!isOver()) {
        await sleep((seconds * 1000) / 60)
        samples.push(sampleOf(app))
      }
    })(),
  ]
  await Promise.all(work)
  await running.stop()

  const [early, late] = [samples.slice(20, 40), samples.slice(40)]
  const mean = (some: typeof samples, of: keyof (typeof samples)[number]) =>
    Math.round(some.reduce((sum, sample) => sum + sample[of], 0) / some.length)
  figure('soak', {
    seconds,
    answers: [...statuses.values()].reduce((a, b) => a + b, 0),
    'answers 5xx': [...statuses]
      .filter(([status]) => status >= 500)
      .reduce((sum, [, times]) => sum + times, 0),
    'confirmed writes': ledger.confirmed,
    'memory in the second third MB': mean(early, 'memoryMb'),
    'in the last third MB': mean(late, 'memoryMb'),
    'descriptors in the second third': mean(early, 'descriptors'),
    'descriptors in the last third': mean(late, 'descriptors'),
  })
  // 503 is allowed, because other tests load the machine.
  const isFailure = (status: number) => status === 0 || (status >= 500 && (isLong || status !== 503))
  expect([...statuses.keys()].filter(isFailure)).toEqual([])
  if (isLong) {
    expect(mean(late, 'memoryMb')).toBeLessThan(mean(early, 'memoryMb') * 1.15 + 10)
    expect(mean(late, 'descriptors')).toBeLessThanOrEqual(mean(early, 'descriptors') + 5)
  }
  await expectNothingLostOrTorn(place, ledger)
  expect(await app.kill('SIGTERM')).toEqual({ code: 0, signal: null })
})

function sampleOf(app: AppProcess) {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${app.pid}/status`, 'utf8')) ?? []
  return {
    memoryMb: Number(kilobytes) / 1024,
    descriptors: readdirSync(`/proc/${app.pid}/fd`).length,
  }
}
