import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { type Person, startTestApp } from '../../../test/start-test-app.ts'
import { readConfig } from '../../config.ts'
import { runJobs } from '../../jobs/run-jobs.ts'
import { smtpMailer } from '../../mail/mailer.ts'
import { notificationMailJob, queueMailsJob } from './notification-mail.job.ts'
import { unsubscribe } from './unsubscribe.service.ts'

const refused: string[] = []
const server = await startMailServer({ refuses: refused })
afterAll(server.close)
// Tuesday 10 March 2026, 9:00 UTC.
const statements: string[] = []
const { as, call, cast, clock, ctx, db, make } = await startTestApp({
  settings: server.settings,
  log: event => void statements.push(event.query.sql),
})
ctx.config.timeZone = 'UTC'
const project = await make.project()

const header = (mail: (typeof server.mails)[number] | undefined, key: string) =>
  mail?.headers.find(entry => entry.key === key)?.value
const subjects = () => server.mails.map(mail => mail.subject)
const isSent = async () => {
  const rows = await db.selectFrom('jobs').selectAll().where('kind', '=', notificationMailJob.kind).execute()
  return rows.every(row => row.lease === null && row.last_error !== null)
}

/** Queues what is due and sends it. */
async function sendDue(mailer = ctx.mailer) {
  await queueMailsJob.run(ctx, null, new AbortController().signal)
  const running = runJobs({ ...ctx, mailer }, [notificationMailJob], { pollMs: 5 })
  onTestFinished(() => running.stop())
  await expect.poll(isSent).toBe(true)
  await running.stop()
}

/** Advances the clock past the delay in which more notifications can join a mail. */
async function sendLater() {
  clock.advance({ seconds: limits.mailDelayMs / 1000 })
  await sendDue()
}

let day = 1
const report = (who: Person = cast.dina) =>
  make.report(who, { date: `2026-02-${String(day++).padStart(2, '0')}`, project_id: project.id })
const comment = (id: number, text: string, who: Person = cast.max, more: object = {}) =>
  as(who).post(`/api/reports/${id}/comments`, { comment: text, ...more })
const account = (who: Person, body: object) => as(who).put('/api/account', body)

beforeEach(async () => {
  clock.set('2026-03-10T09:00:00.000Z')
  await db.deleteFrom('notifications').execute()
  await db.deleteFrom('jobs').execute()
  await db.deleteFrom('muted_mails').execute()
  await db
    .updateTable('users')
    .set({ email_notifications: 'instant', time_zone: null, reminder_time: null })
    .execute()
  server.mails.length = 0
  refused.length = 0
})

describe('no mail', () => {
  test('before its time, and about what was read, muted or turned off meanwhile', async () => {
    const { id } = await report()
    await comment(id, 'Which page?')
    await sendDue()
    expect(server.mails).toEqual([])
    await as(cast.dina).post('/api/notifications/read', {})
    await sendLater()
    expect(server.mails).toEqual([])

    await comment(id, 'Which book?')
    await account(cast.dina, { muted: ['comment'] })
    await sendLater()
    expect(server.mails).toEqual([])

    await account(cast.dina, { muted: [] })
    await comment(id, 'Which shelf?')
    clock.advance({ seconds: 60 })
    await queueMailsJob.run(ctx, null, new AbortController().signal)
    await account(cast.dina, { email_notifications: 'off' })
    await sendDue()
    expect(server.mails).toEqual([])
    expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([])
  })

  test('about a report that was reviewed, and to an account that was deleted meanwhile', async () => {
    const { id } = await report()
    await as(cast.max).post(`/api/reports/${id}/review`, { state: 'reviewed' })
    const { body } = await as(cast.ada).post('/api/auth/register', {
      name: 'Gone Soon',
      email: 'gone@example.com',
      role: 'developer',
      password: 'secret-1',
    })
    const gone = { ...body.user, password: '' }
    await comment((await report(gone)).id, 'Hello')
    await as(cast.ada).delete(`/api/users/${gone.id}`)
    await sendLater()
    expect(server.mails).toEqual([])
  })

  test('to a reviewer who may no longer read the report', async () => {
    const { id } = await report()
    await comment(id, '@Max, look', cast.ada, { mentions: [cast.max.id] })
    const { name, email } = cast.max
    clock.advance({ seconds: 60 })
    await queueMailsJob.run(ctx, null, new AbortController().signal)
    await as(cast.ada).put(`/api/users/${cast.max.id}`, { name, email, role: 'designer' })
    await sendDue()
    expect(server.mails.filter(mail => mail.to?.[0]?.address === cast.max.email)).toEqual([])
    await as(cast.ada).put(`/api/users/${cast.max.id}`, { name, email, role: 'manager' })
  })
})

describe('a mail', () => {
  test('contains who did what, the comment itself and one button that leads to it', async () => {
    const { id, date } = await report()
    const text = `Which page?\n\n<b>Bold</b> & ${'long '.repeat(100)}end`
    const { body } = await as(cast.max).post(`/api/reports/${id}/review`, {
      state: 'needs_changes',
      comment: text,
    })
    await sendLater()
    const [mail] = server.mails
    expect(server.mails).toHaveLength(1)
    expect(mail?.to).toEqual([{ name: cast.dina.name, address: cast.dina.email }])
    expect(mail?.subject).toBe(
      `${cast.max.name} asked for changes to your report of ${Number(date.slice(8))} February`,
    )
    expect(mail?.text).toContain('> Which page?\n')
    expect(mail?.text?.replaceAll('\n> ', ' ')).toContain('long end')
    expect(mail?.html).toContain('&#60;b&#62;Bold&#60;/b&#62; &#38; long')
    const { id: commentId } =
      body.report.comments?.at(-1) ??
      (await db.selectFrom('comments').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow())
    expect(mail?.text).toContain(`https://reports.example.com/reports/${id}#comment-${commentId}`)
    expect(mail?.html?.match(/class="button"/g)).toHaveLength(1)
  })

  test('has all of the longest comment, and a long word of it stays on the screen', async () => {
    const { id } = await report()
    const longest = `https://example.com/${'path/'.repeat(100)}`.padEnd(limits.commentMax - 3, 'x')
    await comment(id, `${longest}end`)
    await sendLater()
    expect(server.mails[0]?.text).toContain(`> ${longest}end\n`)
    expect(server.mails[0]?.html).toMatch(/<div style="[^"]*overflow-wrap:break-word[^"]*">/)
  })

  test('a name can neither add a header nor a recipient', async () => {
    const { id } = await report()
    const evil = 'Max\r\nBcc: eve@example.com'
    await db.updateTable('users').set({ name: evil }).where('id', '=', cast.max.id).execute()
    await db
      .updateTable('users')
      .set({ name: 'Dina <eve@example.com>, "x' })
      .where('id', '=', cast.dina.id)
      .execute()
    await comment(id, 'Hello')
    await sendLater()
    const [mail] = server.mails
    expect(mail?.bcc).toBeUndefined()
    expect(mail?.to?.map(to => to.address)).toEqual([cast.dina.email])
    for (const { id, name } of [cast.max, cast.dina])
      await db.updateTable('users').set({ name }).where('id', '=', id).execute()
  })

  test('five comments in a minute make one, those on several reports too, and another kind has its own', async () => {
    const [first, second] = [await report(), await report()]
    for (let number = 1; number <= 5; number++) {
      await comment(first.id, `Comment ${number}`)
      clock.advance({ seconds: 10 })
    }
    clock.advance({ seconds: 10 })
    await sendDue()
    expect(subjects()).toEqual([
      `${cast.max.name} commented on your report of ${Number(first.date.slice(8))} February (5)`,
    ])
    for (let number = 1; number <= 5; number++)
      expect(server.mails[0]?.text).toContain(`> Comment ${number}\n`)
    expect(server.mails[0]?.text).toContain('10 March at 09:00')
    clock.advance({ minutes: 10 })
    await sendDue()
    expect(server.mails).toHaveLength(1)

    server.mails.length = 0
    await comment(first.id, 'One')
    await comment(second.id, 'Two', cast.ada)
    await as(cast.max).post(`/api/reports/${second.id}/review`, { state: 'needs_changes', comment: 'Three' })
    await sendLater()
    expect(subjects().sort()).toEqual([
      '2 new comments on your reports',
      expect.stringContaining('asked for changes'),
    ])
    const both = server.mails.find(mail => mail.subject?.startsWith('2'))
    expect(both?.text).toContain(`https://reports.example.com/reports/${first.id}#comment-`)
    expect(both?.text).toContain(`https://reports.example.com/reports/${second.id}#comment-`)
    expect(both?.text).toContain('Open your notifications:\nhttps://reports.example.com/notifications')
  })

  test('what was read before it goes out is left out', async () => {
    const { id } = await report()
    await comment(id, 'First one')
    await comment(id, 'Second one')
    const { body } = await as(cast.dina).get('/api/notifications')
    await as(cast.dina).post('/api/notifications/read', { ids: [body.data[1].id] })
    await sendLater()
    expect(server.mails).toHaveLength(1)
    expect(server.mails[0]?.text).toContain('Second one')
    expect(server.mails[0]?.text).not.toContain('First one')
  })

  test('a request for changes goes out once, also when it is reviewed and that is undone', async () => {
    const review = async (id: number, body: object) => {
      const reply = await as(cast.max).post(`/api/reports/${id}/review`, body)
      expect(reply.status, reply.text).toBe(200)
    }
    const undo = { state: 'needs_changes', seen: { revision: 1, state: 'reviewed' } }
    const unread = async () => {
      const { body } = await as(cast.dina).get('/api/notifications')
      return body.data.filter((each: { read_at: unknown }) => each.read_at === null)
    }
    const [early, late] = [await report(), await report()]
    await review(late.id, { state: 'needs_changes', comment: 'Which page?' })
    await sendLater()
    expect(subjects()).toEqual([expect.stringContaining('asked for changes')])
    await review(late.id, { state: 'reviewed' })
    expect(await unread()).toMatchObject([{ text: expect.stringContaining('reviewed') }])
    await review(late.id, undo)
    await sendLater()
    expect(server.mails).toHaveLength(1)
    expect(await unread()).toMatchObject([
      { kind: 'review', text: expect.stringContaining('asked for changes'), excerpt: 'Which page?' },
    ])

    // The review is undone before the mail was sent, so the mail follows.
    await review(early.id, { state: 'needs_changes', comment: 'Which book?' })
    await review(early.id, { state: 'reviewed' })
    await review(early.id, undo)
    await sendLater()
    await sendLater()
    expect(server.mails).toHaveLength(2)
    expect(server.mails[1]?.text).toContain('Which book?')
  })

  const undo = { state: 'needs_changes', seen: { revision: 1, state: 'reviewed' } }
  async function review(id: number, body: object) {
    const reply = await as(cast.max).post(`/api/reports/${id}/review`, body)
    expect(reply.status, reply.text).toBe(200)
  }

  test('a request for changes goes out once, also when a review of it is undone while the mail server takes it', async () => {
    const { id } = await report()
    await review(id, { state: 'needs_changes', comment: 'Which page?' })
    clock.advance({ seconds: limits.mailDelayMs / 1000 })
    const { mailer } = ctx
    await sendDue({
      ...mailer,
      async send(...mail) {
        await review(id, { state: 'reviewed' })
        await review(id, undo)
        await mailer.send(...mail)
      },
    })
    await sendLater()
    expect(server.mails).toHaveLength(1)
  })

  test('a request for changes that the mail server refused goes out after a review that is undone', async () => {
    const { id } = await report()
    await review(id, { state: 'needs_changes', comment: 'Which page?' })
    refused.push(cast.dina.email)
    await sendLater()
    await review(id, { state: 'reviewed' })
    refused.length = 0
    await review(id, undo)
    await sendLater()
    expect(server.mails).toHaveLength(1)
  })

  test('a request for changes whose mail is queued goes out once, before or after a review that is undone', async () => {
    const ask = async () => {
      const { id } = await report()
      await review(id, { state: 'needs_changes', comment: `Which page of ${id}?` })
      clock.advance({ seconds: limits.mailDelayMs / 1000 })
      await queueMailsJob.run(ctx, null, new AbortController().signal)
      await review(id, { state: 'reviewed' })
      return id
    }
    const sent = await ask()
    // The mail job ran while the report was reviewed.
    await sendDue()
    expect(server.mails).toEqual([])
    await review(sent, undo)
    await sendLater()
    expect(server.mails.map(mail => mail.text)).toEqual([expect.stringContaining(`Which page of ${sent}?`)])

    const waiting = await ask()
    await review(waiting, undo)
    await sendDue()
    await sendLater()
    await sendLater()
    expect(server.mails).toHaveLength(2)
    expect(server.mails[1]?.text).toContain(`Which page of ${waiting}?`)
  })

  test('its times are those of the reader', async () => {
    await account(cast.dina, { time_zone: 'Asia/Kolkata' })
    const { id } = await report()
    await comment(id, 'One')
    await comment(id, 'Two', cast.ada)
    await sendLater()
    expect(server.mails[0]?.text).toContain('10 March at 14:30')
  })
})

describe('one mail a day', () => {
  test('at the reminder time, with everything that is still unread', async () => {
    await account(cast.dina, { email_notifications: 'daily' })
    const { id } = await report()
    await comment(id, 'In the morning')
    await as(cast.max).post('/api/tasks', {
      title: 'Repair the printer',
      project_id: project.id,
      assigned_to: cast.dina.id,
      expected_hours: 1,
    })
    clock.set('2026-03-10T16:59:00.000Z')
    await sendDue()
    expect(server.mails).toEqual([])
    clock.set('2026-03-10T17:01:00.000Z')
    await sendDue()
    expect(subjects()).toEqual(['Your day: 2 notifications'])
    expect(server.mails[0]?.text).toContain('> In the morning')
    expect(server.mails[0]?.text).toContain('Repair the printer')
    clock.set('2026-03-11T17:01:00.000Z')
    await sendDue()
    expect(server.mails).toHaveLength(1)
    expect(header(server.mails[0], 'list-unsubscribe')).toContain('.daily.')
  })
})

describe('its unsubscribe link', () => {
  test('works with one click, only for this user and this kind', async () => {
    const { id } = await report()
    await comment(id, 'Hello')
    await sendLater()
    const [mail] = server.mails
    expect(header(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const [, url = ''] = /^<(.*)>$/.exec(header(mail, 'list-unsubscribe') ?? '') ?? []
    const { origin, pathname, search } = new URL(url)
    expect([origin, pathname]).toEqual(['https://reports.example.com', '/api/unsubscribe'])
    const reply = await call({
      method: 'POST',
      url: pathname + search,
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(reply.status).toBe(200)
    expect(mail?.text).toContain(`https://reports.example.com/unsubscribe${search}`)
    server.mails.length = 0
    await comment(id, 'Again')
    await as(cast.max).post(`/api/reports/${id}/review`, { state: 'needs_changes', comment: 'And again' })
    await sendLater()
    expect(subjects()).toEqual([expect.stringContaining('asked for changes')])
    expect(await unsubscribe(ctx, new URLSearchParams(search).get('code') ?? '')).toBe('comment')
  })
})

describe('a mail that fails', () => {
  test('is listed with its subject, keeps its id when it is retried, and is erased with its user', async () => {
    const { body } = await as(cast.ada).post('/api/auth/register', {
      name: 'Hard To Reach',
      email: 'hard@example.com',
      role: 'developer',
      password: 'secret-1',
    })
    const hard = { ...body.user, password: '' }
    refused.push('hard@example.com')
    const { id } = await report(hard)
    await comment(id, 'Hello')
    await sendLater()
    await db
      .updateTable('jobs')
      .set({ attempts: 8, failed_at: clock.now().toISOString() })
      .where('kind', '=', 'notification.mail')
      .execute()
    const list = async () => (await as(cast.ada).get('/api/settings/deliveries')).body.data
    const [failed] = await list()
    expect(failed).toMatchObject({
      kind: 'comment',
      to: 'hard@example.com',
      subject: expect.stringContaining('commented on your report'),
      error: expect.stringContaining('No such user here'),
    })
    refused.length = 0
    expect((await as(cast.ada).post(`/api/settings/deliveries/${failed.id}/retry`)).status).toBe(200)
    await db.updateTable('jobs').set({ last_error: null }).execute()
    await sendDue()
    expect(header(server.mails[0], 'message-id')).toMatch(
      /^<notification-[0-9a-f-]{36}@reports\.example\.com>$/,
    )

    refused.push('hard@example.com')
    await comment(id, 'Again')
    await sendLater()
    await db.updateTable('jobs').set({ failed_at: clock.now().toISOString() }).execute()
    expect(await list()).toHaveLength(1)
    await as(cast.ada).delete(`/api/users/${hard.id}`)
    await as(cast.ada).post(`/api/users/deleted/${hard.id}/erase`)
    expect(await list()).toEqual([])
  })
})

test('a mail that is tried again keeps its Message-ID; one about rows with the same ids, as after a restore, has another', async () => {
  const { id } = await report()
  await comment(id, 'Hello')
  const rows = await db.selectFrom('notifications').selectAll().execute()
  clock.advance({ seconds: limits.mailDelayMs / 1000 })
  const { mailer } = ctx
  // As if the process had ended after the mail server accepted the mail.
  await sendDue({
    ...mailer,
    async send(...args) {
      await mailer.send(...args)
      throw new Error('ended')
    },
  })
  await db.updateTable('jobs').set({ due_at: clock.now().toISOString(), last_error: null }).execute()
  await sendDue()
  await db.deleteFrom('notifications').execute()
  await db.insertInto('notifications').values(rows).execute()
  await sendDue()
  const [first, second, third] = server.mails.map(({ messageId }) => messageId)
  expect(second).toBe(first)
  expect(third).toMatch(/^<notification-[0-9a-f-]{36}@/)
  expect(third).not.toBe(first)
})

test('many at once: each notification is in one mail, however many instances queue them', async () => {
  const reports = [await report(), await report(cast.omar), await report(cast.desi)]
  for (const { id } of reports) for (const text of ['One', 'Two']) await comment(id, text)
  clock.advance({ seconds: 60 })
  const { signal } = new AbortController()
  await Promise.all(Array.from({ length: 5 }, () => queueMailsJob.run(ctx, null, signal)))
  expect(await db.selectFrom('jobs').select('id').execute()).toHaveLength(3)
  await sendDue()
  expect(server.mails).toHaveLength(3)
  for (const { text } of server.mails)
    for (const word of ['One', 'Two']) expect(text).toContain(`> ${word}\n`)
})

test('several go out at once; those to one user one after the other, in their order', async () => {
  const slow = await startMailServer({ waitsFor: 3 })
  onTestFinished(slow.close)
  const mailer = smtpMailer(readConfig({ ...slow.settings, MAIL_CONNECTIONS: '3' }).mail)
  onTestFinished(mailer.close)
  const mailed = ctx.config.mail
  onTestFinished(() => {
    ctx.config.mail = mailed
  })
  if (mailed) ctx.config.mail = { ...mailed, connections: 3 }
  const now = clock.now().toISOString()
  const people = [cast.dina, cast.omar, cast.desi, cast.mark, cast.max]
  const dates = ['2026-03-02', '2026-03-03', '2026-03-04']
  const told = (kind: 'reminder' | 'nudge', date: string) =>
    people.map(({ id }) => ({
      user_id: id,
      kind,
      key: `${kind}:${date}`,
      subject: `day:${date}`,
      actor_id: kind === 'nudge' ? cast.ada.id : null,
      comment_id: null,
      data: JSON.stringify({ date }),
      created_at: now,
      mail_due_at: now,
    }))
  await db
    .insertInto('notifications')
    .values(dates.flatMap(date => [...told('reminder', date), ...told('nudge', date)]))
    .execute()
  await sendDue(mailer)
  expect(slow.mails).toHaveLength(2 * people.length)
  expect([slow.mostAtOnce(), slow.together()]).toEqual([3, []])
  for (const { email } of people)
    expect(slow.mails.filter(({ to }) => to?.[0]?.address === email).map(({ subject }) => subject)).toEqual([
      '3 of your reports are due',
      '3 reminders about your reports',
    ])
})

describe('a mail about very many things', () => {
  const dayOf = (number: number) => `2025-${String(1 + (number % 12)).padStart(2, '0')}-01`
  let reported: Awaited<ReturnType<typeof report>> | undefined
  /** To Dina, due now, each about a comment of its own, written straight into the database. */
  async function tellMany(count: number, text: string) {
    const reader = cast.dina
    reported ??= await report(reader)
    const { id } = reported
    const created_at = clock.now().toISOString()
    const perInsert = 1000
    for (let from = 0; from < count; from += perInsert) {
      const rows = Array.from({ length: Math.min(perInsert, count - from) }, (_, index) => from + index)
      const comments = await db
        .insertInto('comments')
        .values(
          rows.map(number => ({
            report_id: id,
            parent_id: null,
            level: 1,
            user_id: cast.max.id,
            comment: `${number} ${text}`,
            created_at,
          })),
        )
        .returning('id')
        .execute()
      await db
        .insertInto('notifications')
        .values(
          comments.map(({ id: comment_id }, index) => ({
            user_id: reader.id,
            kind: 'comment' as const,
            key: null,
            subject: `report:${id}`,
            actor_id: cast.max.id,
            comment_id,
            data: JSON.stringify({ report_id: id, author: reader.id, date: dayOf(from + index) }),
            created_at,
            mail_due_at: created_at,
          })),
        )
        .execute()
    }
  }

  const texts = {
    plain: 'word '.repeat(1000),
    'not ASCII': '\u5b57'.repeat(limits.commentMax),
    'letters and signs that are not ASCII': 'ab\u5b57'.repeat(limits.commentMax / 3),
    'to be escaped': '<&>"\''.repeat(limits.commentMax / 5),
    'line breaks': 'a\n'.repeat(limits.commentMax / 2),
    emoji: '\u{1f600}'.repeat(limits.commentMax / 2),
    'equals signs': '='.repeat(limits.commentMax),
  }
  test.each(Object.entries(texts))(
    'tells twenty of them and counts the others, in 200 kB as it is sent: %s',
    async (_name, text) => {
      await tellMany(285, text)
      await sendDue()
      const [mail] = server.mails
      expect(server.mails).toHaveLength(1)
      expect(mail?.subject).toBe('285 new comments on your reports')
      expect(mail?.text).toContain('and 265 more\nhttps://reports.example.com/notifications')
      for (const number of [0, 19]) expect(mail?.text).toMatch(new RegExp(`^> ${number}\\b`, 'm'))
      expect(mail?.text).not.toMatch(/^> 20 /m)
      expect(mail?.text).toContain('…')
      expect(mail?.bytes).toBeLessThan(200_000)
      // Long texts are cut to the limit and not much below it.
      expect(mail?.bytes).toBeGreaterThan(100_000)
    },
  )

  test('a few long comments are quoted in full, and a subject counts in thousands', async () => {
    await tellMany(5, 'word '.repeat(990))
    await sendDue()
    expect(server.mails[0]?.text).not.toContain('…')
    server.mails.length = 0
    await tellMany(1021, 'short')
    await sendDue()
    expect(server.mails[0]?.subject).toBe('1,021 new comments on your reports')
    expect(server.mails[0]?.text).toContain('and 1,001 more')
  })

  test('2,600 for a reader of one mail a day: one mail, all marked, at most 500 in one statement', async () => {
    await account(cast.dina, { email_notifications: 'daily' })
    await tellMany(2600, 'word '.repeat(20))
    statements.length = 0
    await sendDue()
    // Six statements add them to the mail and six mark them: no statement grows with their number.
    const steps = statements.filter(sql => sql.startsWith('update "notifications"'))
    expect(steps.length).toBeGreaterThanOrEqual(12)
    expect(steps.every(sql => sql.includes(' limit '))).toBe(true)
    expect(subjects()).toEqual(['Your day: 2,600 notifications'])
    expect(server.mails[0]?.text).toContain('and 2,580 more')
    const left = await db
      .selectFrom('notifications')
      .select('id')
      .where(({ eb, or }) => or([eb('mailed_at', 'is', null), eb('mail_due_at', 'is not', null)]))
      .execute()
    expect(left).toEqual([])
  })

  test('what goes out while its mail is being queued again is not queued again', async () => {
    await tellMany(3, 'word')
    // Another instance sends the mail after the last read and before the insert.
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (Object.keys(result.rows[0] ?? {}).join() === 'last')
          await db.updateTable('notifications').set({ mail_due_at: null, mail_id: 1 }).execute()
        return result
      },
    }
    const { signal } = new AbortController()
    await queueMailsJob.run({ ...ctx, db: ctx.db.withPlugin(plugin) }, null, signal)
    expect(
      await db.selectFrom('jobs').select('key').where('kind', '=', 'notification.mail').execute(),
    ).toEqual([])
  })

  test('the list of failed mails reads none of its notifications', async () => {
    await tellMany(30, 'word')
    refused.push(cast.dina.email)
    await sendDue()
    await db.updateTable('jobs').set({ failed_at: clock.now().toISOString() }).execute()
    // A mail that is composed again would have no notifications left.
    await db.deleteFrom('notifications').execute()
    const { data } = (await as(cast.ada).get('/api/settings/deliveries')).body
    expect(data).toMatchObject([{ kind: 'comment', subject: '30 new comments on your reports' }])
    await db.updateTable('jobs').set({ subject: null }).execute()
    expect((await as(cast.ada).get('/api/settings/deliveries')).body.data).toMatchObject([
      { kind: 'comment', subject: 'Notification' },
    ])
  })
})
