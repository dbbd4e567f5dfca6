import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { limits } from '#shared/limits.ts'
import { settings } from '../../../server/src/config.ts'
import { type AppProcess, startApp } from './app-process.ts'
import { behaviours, startFailingMailServer } from './failing-mail-server.ts'
import { count, figure } from './form.ts'
import { dayNumber, makeTeam, reportFor } from './team.ts'
import { type Place, withDatabase } from './verify.ts'

const minute = 60_000
/** After this time mails are due and the leases of a killed process have expired. */
const stepMs = 3 * minute
const commentsPerRound = 4
const connections = Number(settings.MAIL_CONNECTIONS.default)
const preload = [new URL('../children/jumping-clock.ts', import.meta.url).href]

const anyOf = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)] as T
/** A text that no other mail contains, not even as a part. */
const mark = (number: number) => `comment-${number}-end`

/** Kills instances one by one while the mail server fails in every way and the clock jumps ahead and back. */
export async function killUnderMails(engine: string, instances: number, place: Place) {
  const mails = await startFailingMailServer()
  onTestFinished(mails.close)
  const env = { ...mails.env, ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }) }
  let clockMs = 0
  async function setClock({ child }: AppProcess) {
    const confirmed = once(child, 'message')
    child.send({ clockMs })
    await confirmed
  }
  async function start() {
    const app = await startApp({ dataDir: place.dataDir, env, preload })
    await setClock(app)
    return app
  }
  const apps: AppProcess[] = []
  for (let index = 0; index < instances; index++) apps.push(await start())
  const team = await makeTeam(apps[0] as AppProcess, 8, place)
  const reports: number[] = []
  for (const [index, { token }] of team.members.entries()) {
    const body = reportFor(team, dayNumber(index), `of member ${index}`, 1)
    const reply = await anyOf(apps).expectCall(201, { method: 'POST', path: '/api/reports', token, body })
    reports.push(reply.body.report.id)
  }
  const jump = async (byMs: number) => {
    clockMs += byMs
    for (const app of apps) await setClock(app)
  }

  /** Waits, because another instance would take the lease of a mail that is being sent for expired, and send it again. */
  const jumpBetweenMails = async () => {
    for (let before = -1; before !== mails.taken.length; await sleep(500)) before = mails.taken.length
    await jump(stepMs)
  }

  const rounds = count({ short: 6, long: 200 })
  const confirmed = new Set<number>()
  let [sent, kills, jumpsBack] = [0, 0, 0]
  const write = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const number = sent++
        const path = `/api/reports/${anyOf(reports)}/comments`
        const call = { method: 'POST', path, token: team.adminToken, body: { comment: mark(number) } }
        // If the instance is killed before it responds, the comment may or may not exist.
        const reply = await anyOf(apps)
          .call(call)
          .catch(() => undefined)
        if (reply?.status === 201) confirmed.add(number)
      }),
    )
  for (let round = 0; round < rounds; round++) {
    const behaviour = behaviours[round % behaviours.length] ?? 'takes'
    mails.setBehaviour(behaviour)
    await write(commentsPerRound)
    const before = mails.received[behaviour]
    await jumpBetweenMails()
    // Waits until a mail is being sent: the kill comes before the mail server's response, before the commit, or after both.
    for (let waits = 0; waits < 100 && mails.received[behaviour] === before; waits++) await sleep(100)
    await sleep(Math.random() * 200)
    const writing = write(commentsPerRound)
    await sleep(Math.random() * 50)
    const victim = Math.floor(Math.random() * apps.length)
    await apps[victim]?.kill()
    kills++
    await writing
    apps[victim] = await start()
    if (round % 4 === 3) {
      // The clock jumps an hour back, as after a correction, and ahead again.
      await jump(-60 * minute)
      jumpsBack++
      await sleep(Math.random() * 500)
      await jump(60 * minute)
    }
  }

  mails.setBehaviour('takes')
  const left = () =>
    withDatabase(place, async db => {
      const [jobs, due] = await Promise.all([
        db.selectFrom('jobs').select(['id', 'failed_at']).where('kind', '=', 'notification.mail').execute(),
        db.selectFrom('notifications').select('id').where('mail_due_at', 'is not', null).execute(),
      ])
      return { jobs, due: due.length }
    })
  let retried = 0
  for (let waits = 0; waits < 600; waits++) {
    const { jobs, due } = await left()
    if (jobs.length === 0 && due === 0) break
    for (const { id } of jobs.filter(({ failed_at }) => failed_at !== null)) {
      const path = `/api/settings/deliveries/${id}/retry`
      const reply = await anyOf(apps).call({ method: 'POST', path, token: team.adminToken })
      if (reply.status === 200) retried++
    }
    await jumpBetweenMails()
    await sleep(500)
  }
  expect(await left()).toEqual({ jobs: [], due: 0 })

  const rows = await withDatabase(place, db =>
    db
      .selectFrom('comments')
      .leftJoin('notifications', 'notifications.comment_id', 'comments.id')
      .select(['comments.comment', 'notifications.id', 'notifications.mail_id'])
      .execute(),
  )
  const written = new Set(rows.map(({ comment }) => comment))
  // Every confirmed comment exists, and every existing comment has exactly one notification.
  expect([...confirmed].filter(number => !written.has(mark(number)))).toEqual([])
  expect(rows.filter(({ id }) => id === null)).toEqual([])
  expect(rows.length).toBe(written.size)
  expect(rows.filter(({ mail_id }) => mail_id === null)).toEqual([])
  let counted = 0
  for (const told of Map.groupBy(rows, row => row.mail_id).values()) {
    const isIn = (mail: string) => told.some(({ comment }) => mail.includes(comment))
    const itsMails = mails.taken.filter(isIn)
    const quoted = told.filter(({ comment }) => itsMails.some(mail => mail.includes(comment))).length
    expect(quoted).toBe(Math.min(told.length, limits.mailItems))
    // A mail that was tried for long has more comments than it quotes, and counts the others.
    const more = told.length - quoted
    if (more > 0) expect(itsMails.filter(mail => !mail.includes(`and ${more} more`))).toEqual([])
    counted += more
  }
  const ids = mails.taken.map(mail => /^message-id:\s*(\S+)/im.exec(mail)?.[1])
  expect(ids).not.toContain(undefined)
  const extra = ids.length - new Set(ids).size
  // A killed process may have been sending one mail on each connection.
  expect(extra).toBeLessThanOrEqual(kills * connections)
  figure(`mails under fire, ${engine}`, {
    instances,
    kills,
    'jumps back': jumpsBack,
    'confirmed comments': confirmed.size,
    'without a notification': 0,
    'told twice': 0,
    'mails taken': ids.length,
    'second copies': extra,
    'counted instead of quoted': counted,
    'not delivered': 0,
    'refused, busy, hung, dropped': behaviours
      .slice(1)
      .map(behaviour => mails.received[behaviour])
      .join(' '),
    'tried again by hand': retried,
  })
  for (const app of apps) expect(await app.kill('SIGTERM')).toEqual({ code: 0, signal: null })
}
