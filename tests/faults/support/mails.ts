import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { settings } from '../../../server/src/config.ts'
import { type AppProcess, startApp } from './app-process.ts'
import { count, figure } from './form.ts'
import { moods, startMoodyMailServer } from './moody-mail-server.ts'
import { dayNumber, makeTeam, reportFor } from './team.ts'
import { type Place, withDatabase } from './verify.ts'

const minute = 60_000
/** So long that mails are due, and that the jobs of a killed process are free again. */
const stepMs = 3 * minute
const commentsPerRound = 4
const connections = Number(settings.MAIL_CONNECTIONS.default)
const preload = [new URL('../children/jumping-clock.ts', import.meta.url).href]

const anyOf = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)] as T
/** Stands alone in the text of a mail. */
const mark = (number: number) => `comment-${number}-end`

/** Instances are killed one by one while the mail server is in every mood, and the clock jumps ahead and back. */
export async function killUnderMails(engine: string, instances: number, place: Place) {
  const mails = await startMoodyMailServer()
  onTestFinished(mails.close)
  const env = { ...mails.env, ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }) }
  let clockMs = 0
  async function tell({ child }: AppProcess) {
    const told = once(child, 'message')
    child.send({ clockMs })
    await told
  }
  async function start() {
    const app = await startApp({ dataDir: place.dataDir, env, preload })
    await tell(app)
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
    for (const app of apps) await tell(app)
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
        // One that was killed before it answered: the comment may be there or not.
        const reply = await anyOf(apps)
          .call(call)
          .catch(() => undefined)
        if (reply?.status === 201) confirmed.add(number)
      }),
    )
  for (let round = 0; round < rounds; round++) {
    const mood = moods[round % moods.length] ?? 'takes'
    mails.setMood(mood)
    await write(commentsPerRound)
    const before = mails.seen[mood]
    await jump(stepMs)
    // Under way: the kill comes before the mail server's answer, between it and the commit, or after both.
    for (let waits = 0; waits < 100 && mails.seen[mood] === before; waits++) await sleep(100)
    await sleep(Math.random() * 200)
    const writing = write(commentsPerRound)
    await sleep(Math.random() * 50)
    const victim = Math.floor(Math.random() * apps.length)
    await apps[victim]?.kill()
    kills++
    await writing
    apps[victim] = await start()
    if (round % 4 === 3) {
      // An hour back, as after a correction, and ahead again.
      await jump(-60 * minute)
      jumpsBack++
      await sleep(Math.random() * 500)
      await jump(60 * minute)
    }
  }

  mails.setMood('takes')
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
    await jump(stepMs)
    await sleep(500)
  }
  expect(await left()).toEqual({ jobs: [], due: 0 })

  const rows = await withDatabase(place, db =>
    db
      .selectFrom('comments')
      .leftJoin('notifications', 'notifications.comment_id', 'comments.id')
      .select(['comments.comment', 'notifications.id'])
      .execute(),
  )
  const written = new Set(rows.map(({ comment }) => comment))
  // What was confirmed is there, and of every comment that is there its author was told exactly once.
  expect([...confirmed].filter(number => !written.has(mark(number)))).toEqual([])
  expect(rows.filter(({ id }) => id === null)).toEqual([])
  expect(rows.length).toBe(written.size)
  const copies = [...written].map(comment => mails.taken.filter(mail => mail.includes(comment)).length)
  expect(copies.filter(number => number === 0)).toEqual([])
  const ids = mails.taken.map(mail => /^message-id: (.*)$/im.exec(mail)?.[1])
  const extra = ids.length - new Set(ids).size
  // As many as the killed process may have been sending.
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
    'not delivered': 0,
    'refused, busy, hung, dropped': moods
      .slice(1)
      .map(mood => mails.seen[mood])
      .join(' '),
    'tried again by hand': retried,
  })
  for (const app of apps) expect(await app.kill('SIGTERM')).toEqual({ code: 0, signal: null })
}
