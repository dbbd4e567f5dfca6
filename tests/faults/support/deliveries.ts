import { once } from 'node:events'
import { expect } from 'vitest'
import { type AppProcess, startApp } from './app-process.ts'
import { count, figure } from './form.ts'
import { startHoldingReceiver } from './holding-receiver.ts'
import { dayNumber, makeTeam, reportFor } from './team.ts'
import { type Place, withDatabase } from './verify.ts'

/** Longer than the leases of a killed process last, so that another process takes over at once. */
const stepMs = 5 * 60_000
const preload = [new URL('../children/jumping-clock.ts', import.meta.url).href]
const webhooks = 3
const reportsPerRound = 8

/**
 * Kills instances during deliveries: before the receiver responds, and right after its responses, which may not have been
 * stored yet.
 */
export async function killUnderDeliveries(engine: string, instances: number, place: Place) {
  const receiver = await startHoldingReceiver()
  const env = { OUTGOING_ALLOW: '127.0.0.1', ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }) }
  let aheadMs = 0
  async function setClock({ child }: AppProcess) {
    const confirmed = once(child, 'message')
    child.send({ clockMs: aheadMs, elapsedMs: aheadMs })
    await confirmed
  }
  async function start() {
    const app = await startApp({ dataDir: place.dataDir, env, preload })
    await setClock(app)
    return app
  }
  const apps: AppProcess[] = []
  for (let index = 0; index < instances; index++) apps.push(await start())
  const [first] = apps
  if (!first) throw new Error('no instance')
  const team = await makeTeam(first, 4, place)
  for (let nth = 0; nth < webhooks; nth++) {
    const body = { name: `Webhook ${nth}`, url: `${receiver.url}/${nth}`, events: ['report.submitted'] }
    await first.expectCall(201, { method: 'POST', path: '/api/webhooks', token: team.adminToken, body })
  }

  const confirmed: number[] = []
  let written = 0
  const submit = () =>
    Promise.all(
      Array.from({ length: reportsPerRound }, async () => {
        const number = written++
        const body = reportFor(team, dayNumber(number), `number ${number}`, 1)
        const token = team.members[number % team.members.length]?.token
        const app = apps[number % apps.length]
        // If the instance is killed before it responds, the report may or may not exist.
        const reply = await app
          ?.call({ method: 'POST', path: '/api/reports', token, body })
          .catch(() => undefined)
        if (reply?.status === 201) confirmed.push(reply.body.report.id)
      }),
    )

  /** Everything that is still to be sent, without the jobs of schedules. */
  const left = () =>
    withDatabase(place, async db => {
      const [jobs, waiting] = await Promise.all([
        db
          .selectFrom('jobs')
          .select(['kind', 'lease', 'due_at', 'failed_at'])
          .where('kind', 'in', ['webhook.event', 'webhook.deliver'])
          .execute(),
        db.selectFrom('webhook_deliveries').select('id').where('next_try_at', 'is not', null).execute(),
      ])
      return { jobs, waiting: waiting.length }
    })
  /** Whether nothing arrived for longer than the time between two polls of an instance. */
  const isQuiet = async () => {
    const { length } = receiver.received
    await new Promise(resolve => setTimeout(resolve, 1200))
    return receiver.received.length === length
  }
  /** Moves the clock until the leases of the killed process have expired, all retries were due and nothing is left. */
  async function drain() {
    for (let jumps = 0; jumps < 100 && (await left()).jobs.length > 0; jumps++) {
      // A delivery that is under way while the clock jumps would be sent again, as if its instance had been killed.
      while (!(await isQuiet()));
      aheadMs += stepMs
      for (const app of apps) await setClock(app)
    }
    expect(await left()).toEqual({ jobs: [], waiting: 0 })
  }

  const rounds = count({ short: 2, long: 60 })
  for (let round = 0; round < rounds; round++) {
    const before = receiver.received.length
    receiver.hold()
    await submit()
    await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(before + webhooks)
    // In every other round the receiver responds before the kill.
    if (round % 2 === 1) receiver.release()
    const writing = submit()
    const victim = round % apps.length
    await apps[victim]?.kill()
    await writing
    receiver.release()
    apps[victim] = await start()
    await drain()
  }

  const stored = await withDatabase(place, db => db.selectFrom('reports').select('id').execute())
  expect(confirmed.filter(id => !stored.some(report => report.id === id))).toEqual([])
  const ids = new Map<string, Set<string>>()
  const bodies = new Map<string, Set<string>>()
  for (const { path, id, body } of receiver.received) {
    const report = `${path} ${JSON.parse(body).data.id}`
    ids.set(report, (ids.get(report) ?? new Set()).add(id))
    bodies.set(`${path} ${id}`, (bodies.get(`${path} ${id}`) ?? new Set()).add(body))
  }
  // Every existing report arrived at every webhook in exactly one message, however often that message was sent.
  const expected = stored.flatMap(({ id }) => Array.from({ length: webhooks }, (_, nth) => `/${nth} ${id}`))
  expect([...ids.keys()].sort()).toEqual(expected.sort())
  expect([...ids].filter(([, messages]) => messages.size !== 1)).toEqual([])
  expect([...bodies].filter(([, sent]) => sent.size !== 1)).toEqual([])
  const copies = receiver.received.length - ids.size
  figure(`webhooks under fire, ${engine}`, {
    instances,
    kills: rounds,
    'confirmed reports': confirmed.length,
    messages: ids.size,
    'second copies, with the same id': copies,
    'not delivered': 0,
  })
  for (const app of apps) expect(await app.kill('SIGTERM')).toEqual({ code: 0, signal: null })
}
