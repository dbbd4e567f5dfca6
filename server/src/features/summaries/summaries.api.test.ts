import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Summary, summaryReply } from '#shared/contract/summaries.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Role } from '#shared/roles.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'
import type { Event } from '../../events/event.ts'
import { runJobs } from '../../jobs/run-jobs.ts'
import { notificationMailJob, queueMailsJob } from '../notifications/notification-mail.job.ts'
import { announceSummary } from './summaries.job.ts'

const mailServer = await startMailServer()
afterAll(mailServer.close)
const { as, cast, clock, ctx, db, make } = await startTestApp({ settings: mailServer.settings })
ctx.config.timeZone = 'UTC'
const apollo = await make.project({ name: 'Apollo' })
const gemini = await make.project({ name: 'Gemini' })
// The users were created on Tuesday 10 March 2026. The tests use the following weeks.
const [friday, monday] = ['2026-03-20', '2026-03-23']

const hire = (name: string, role?: Role, created_at = '2026-03-02T09:00:00.000Z') =>
  make.user(role, { name, created_at })

type Work = [project: { id: number }, hours: string]

async function report(who: Person, date: string, rows: Work[], more = {}) {
  clock.set(`${date}T16:00:00.000Z`)
  const task_details = rows.map(([{ id }, hours]) => ({ description: 'Work', hours, project_id: id }))
  return make.report(who, { date, project_id: rows[0]?.[0].id ?? 0, task_details, ...more })
}

async function read(date: string, who = cast.max): Promise<Summary> {
  const reply = await as(who).get(`/api/team/summaries/${date}`)
  expect(reply.status, reply.text).toBe(200)
  return summaryReply.parse(reply.body)
}
const set = (input: object) => as(cast.ada).put('/api/settings', input)
const names = (people: { name: string }[]) => people.map(({ name }) => name)

const staff = [cast.dina, cast.omar, cast.desi, cast.mark]

beforeEach(async () => {
  mailServer.mails.length = 0
  for (const table of [
    'notifications',
    'comments',
    'blockers',
    'report_rows',
    'report_projects',
    'reports',
  ] as const)
    await db.deleteFrom(table).execute()
  for (const table of ['day_counts', 'absences', 'holidays', 'organization_settings'] as const)
    await db.deleteFrom(table).execute()
  for (const table of ['team_leads', 'team_members', 'teams'] as const) await db.deleteFrom(table).execute()
  const hired = db.selectFrom('users').select('id').where('email', 'like', 'person-%')
  await db.deleteFrom('sign_ins').where('user_id', 'in', hired).execute()
  await db.deleteFrom('users').where('email', 'like', 'person-%').execute()
})

describe('GET /team/summaries/{date} is refused', () => {
  test('without a token, and to staff before anything else', async () => {
    for (const path of ['/api/team/summaries/x', `/api/team/summaries/${friday}`]) {
      expectRefusal(await as(null).get(path), 401, messages.signIn.noToken)
      for (const who of staff) expectRefusal(await as(who).get(path), 403, messages.general.notAllowed)
    }
  })

  test('for an invalid date', async () => {
    for (const date of ['x', '2026-02-30', '1999-12-31', '2101-01-01', 'latest'])
      expectRefusal(await as(cast.max).get(`/api/team/summaries/${date}`), 404, messages.general.notFound)
  })
})

describe('GET /team/summaries/{date}', () => {
  test('has the users who reported, are missing or off by name, and marks late reports', async () => {
    const thursday = '2026-03-19'
    await report(cast.omar, thursday, [[apollo, '7']])
    clock.set('2026-03-20T08:00:00.000Z')
    await make.report(cast.dina, { date: thursday, project_id: apollo.id })
    await as(cast.desi).post('/api/absences', { start_date: thursday, end_date: thursday, kind: 'sick' })
    const summary = await read(thursday)
    expect(summary.reported.map(({ user, is_late }) => [user.name, is_late])).toEqual([
      ['Dina Developer', true],
      ['Omar Developer', false],
    ])
    expect(names(summary.missing)).toEqual(['Mark Marketing'])
    expect(names(summary.off)).toEqual(['Desi Designer'])
    expect(summary.due).toEqual([])
    expect(summary.counts).toEqual({
      expected: 3,
      submitted: 1,
      late: 1,
      missing: 1,
      due: 0,
      off: 1,
      to_review: 2,
      earlier_to_review: 0,
    })
    expect(JSON.stringify(summary)).not.toContain('sick')
    expect(summary.week).toBeNull()
  })

  test('today, users who haven’t reported are due', async () => {
    clock.set('2026-03-19T12:00:00.000Z')
    const summary = await read('2026-03-19')
    expect(names(summary.due)).toEqual(names(staff).sort())
    expect(summary.missing).toEqual([])
    expect(summary).toMatchObject({ today: '2026-03-19', previous: '2026-03-18', next: null })
  })

  test('counts reports to review of the day and of earlier days, without the viewer’s own', async () => {
    const wednesday = await report(cast.dina, '2026-03-18', [[apollo, '1']])
    await report(cast.dina, '2026-03-19', [[apollo, '1']])
    await report(cast.max, '2026-03-19', [[apollo, '1']])
    expect((await read('2026-03-19')).counts).toMatchObject({ to_review: 1, earlier_to_review: 1 })
    expect((await read('2026-03-19', cast.ada)).counts).toMatchObject({ to_review: 2, earlier_to_review: 1 })
    await as(cast.ada).post(`/api/reports/${wednesday.id}/review`, { state: 'reviewed' })
    const { counts, reported } = await read('2026-03-19')
    expect(counts).toMatchObject({ to_review: 1, earlier_to_review: 0 })
    expect(reported.map(({ review_state }) => review_state)).toEqual(['unreviewed', 'unreviewed'])
  })

  test('has the open blockers, the oldest first, without those of later days', async () => {
    await report(cast.dina, '2026-03-16', [[apollo, '1']], { blockers: 'No test server' })
    await report(cast.omar, '2026-03-18', [[gemini, '1']], { blockers: `Waiting ${'long '.repeat(100)}` })
    await report(cast.mark, '2026-03-18', [[gemini, '1']], { blockers: 'Solved soon' })
    await report(cast.desi, '2026-03-19', [[gemini, '1']], { blockers: 'Of a later day' })
    const { data } = (await as(cast.mark).get('/api/blockers')).body
    await as(cast.mark).post(`/api/blockers/${data[0].id}/resolve`)
    const { blockers } = await read('2026-03-18')
    expect(blockers.total).toBe(2)
    expect(blockers.data).toMatchObject([
      { text: 'No test server', user_name: 'Dina Developer', project_name: 'Apollo', days_open: 3 },
      { user_name: 'Omar Developer', project_name: 'Gemini', owner_name: null, days_open: 1 },
    ])
    expect(blockers.data[1]?.text).toHaveLength(301)
    expect(blockers.data[1]?.text.endsWith('…')).toBe(true)
  })

  test('has hours by project and those of the same weekday a week before', async () => {
    await report(cast.dina, '2026-03-12', [
      [apollo, '4'],
      [gemini, '1.30'],
    ])
    await report(cast.dina, '2026-03-18', [[apollo, '8']])
    await report(cast.dina, '2026-03-19', [[apollo, '2']])
    await report(cast.omar, '2026-03-19', [[apollo, '3.15']])
    expect((await read('2026-03-19')).hours).toEqual({
      minutes: 315,
      minutes_before: 330,
      projects: [
        { id: apollo.id, name: 'Apollo', minutes: 315, minutes_before: 240 },
        { id: gemini.id, name: 'Gemini', minutes: 0, minutes_before: 90 },
      ],
    })
  })

  test('includes the week on its last working day', async () => {
    await report(cast.dina, '2026-03-14', [[gemini, '1']])
    await report(cast.dina, '2026-03-16', [[apollo, '4']])
    await report(cast.dina, friday, [[apollo, '2']])
    await report(cast.omar, friday, [[gemini, '3']])
    await report(cast.omar, '2026-03-21', [[gemini, '1']])
    clock.set(`${monday}T09:00:00.000Z`)
    const { week } = await read(friday)
    expect(week).toMatchObject({ first: '2026-03-16', last: '2026-03-22' })
    expect(
      week?.days.map(({ date, submitted, expected, minutes }) => [date, submitted, expected, minutes]),
    ).toEqual([
      ['2026-03-16', 1, 4, 240],
      ['2026-03-17', 0, 4, 0],
      ['2026-03-18', 0, 4, 0],
      ['2026-03-19', 0, 4, 0],
      [friday, 2, 4, 300],
      ['2026-03-21', 1, 1, 60],
    ])
    expect(week?.hours).toMatchObject({
      minutes: 600,
      minutes_before: 60,
      projects: [
        { name: 'Apollo', minutes: 360, minutes_before: 0 },
        { name: 'Gemini', minutes: 240, minutes_before: 60 },
      ],
    })
    for (const day of ['2026-03-19', '2026-03-21', '2026-03-22', monday])
      expect((await read(day)).week, day).toBeNull()
    // If Friday is a holiday, the week ends on Thursday.
    await as(cast.ada).post('/api/holidays', { date: friday, name: 'Equinox' })
    expect((await read('2026-03-19')).week).not.toBeNull()
    expect(await read(friday)).toMatchObject({ week: null, holiday: 'Equinox', previous: '2026-03-19' })
  })

  test('names all of two hundred users', async () => {
    for (let index = 0; index < 200; index++) await hire(`Person ${String(index).padStart(3, '0')}`)
    clock.set(`${monday}T09:00:00.000Z`)
    const { missing, counts } = await read('2026-03-19')
    expect(counts.missing).toBe(204)
    expect(missing).toHaveLength(204)
    await db.deleteFrom('users').where('name', 'like', 'Person %').execute()
  })
})

describe('reviewers are notified', () => {
  const events: Extract<Event, { kind: 'summary.ready' }>[] = []
  const listening = {
    ...ctx,
    listeners: [
      async (_ctx: unknown, _trx: unknown, event: Event) => {
        if (event.kind === 'summary.ready') events.push(event)
      },
    ],
  }
  const announce = () => announceSummary(listening)

  beforeEach(async () => {
    events.length = 0
    await db.deleteFrom('shared_values').where('name', '=', 'summary-told').execute()
  })

  test('once, on a working day after the summary time, about the last working day', async () => {
    await report(cast.dina, friday, [[apollo, '2']])
    for (const moment of ['2026-03-21T12:00', '2026-03-22T12:00', '2026-03-23T08:59']) {
      clock.set(`${moment}:00.000Z`)
      await announce()
    }
    expect(events).toEqual([])
    clock.set('2026-03-23T09:00:00.000Z')
    await Promise.all([announce(), announce(), announce()])
    await announce()
    expect(events).toEqual([
      {
        kind: 'summary.ready',
        date: friday,
        userIds: [cast.ada.id, cast.max.id],
        reported: 1,
        expected: 4,
        isOfTeams: false,
      },
    ])
    clock.set('2026-03-24T10:00:00.000Z')
    await announce()
    expect(events.map(({ date }) => date)).toEqual([friday, monday])
  })

  test('in the organization’s zone, and after a holiday about the last working day', async () => {
    await set({ time_zone: 'America/New_York', summary_time: '08:30' })
    await as(cast.ada).post('/api/holidays', { date: monday, name: 'Day off' })
    await report(cast.dina, friday, [[apollo, '2']])
    clock.set('2026-03-23T15:00:00.000Z')
    await announce()
    clock.set('2026-03-24T12:29:00.000Z')
    await announce()
    expect(events).toEqual([])
    clock.set('2026-03-24T12:30:00.000Z')
    await announce()
    expect(events.map(({ date }) => date)).toEqual([friday])
  })

  test('only if they had their account by then, and if reports were expected', async () => {
    const late = await hire('Late Manager', 'manager', '2026-03-23T09:00:30.000Z')
    await hire('Early Manager', 'manager')
    const invited = await hire('Invited Manager', 'manager')
    await db.updateTable('users').set({ password_hash: null }).where('id', '=', invited.id).execute()
    const former = await hire('Former Manager', 'manager')
    await db
      .updateTable('users')
      .set({ deleted_at: '2026-03-20T09:00:00.000Z' })
      .where('id', '=', former.id)
      .execute()
    await set({ reporting_roles: [] })
    clock.set('2026-03-23T09:01:00.000Z')
    await announce()
    expect(events).toEqual([])
    await set({ reporting_roles: ['developer'] })
    await announce()
    const [{ userIds } = { userIds: [] }] = events
    expect(userIds).toHaveLength(3)
    expect(userIds).not.toContain(late.id)
    expect(userIds).not.toContain(invited.id)
    expect(userIds).not.toContain(former.id)
  })
})

describe('a lead is notified about the people of their teams', () => {
  const team = async (name: string, lead_ids: number[], member_ids: number[]) =>
    (await as(cast.ada).post('/api/teams', { name, lead_ids, member_ids })).body as { id: number }
  const inboxOf = async (who: Person) => {
    const { data } = (await as(who).get('/api/notifications')).body
    return data.filter(({ kind }: { kind: string }) => kind === 'summary')
  }
  const { dina, omar, desi, mark, max, ada } = cast

  beforeEach(async () => {
    await db.deleteFrom('shared_values').where('name', '=', 'summary-told').execute()
  })

  test('in several teams each person counts once; other reviewers get everyone’s', async () => {
    const lead = await hire('Lena Lead', 'manager')
    const other = await hire('Omid Other', 'manager')
    await team('Web', [lead.id], [dina.id, omar.id])
    await team('App', [lead.id], [omar.id, desi.id])
    await team('Ads', [other.id], [mark.id])
    await report(dina, friday, [[apollo, '2']])
    await report(mark, friday, [[apollo, '4']])
    clock.set(`${monday}T09:00:00.000Z`)
    await Promise.all([announceSummary(ctx), announceSummary(ctx)])
    expect(await inboxOf(lead)).toMatchObject([
      {
        text: 'Summary of Friday 20 March for your teams: 1 of 3 reported',
        link: `/admin/summaries/${friday}?team=mine`,
      },
    ])
    expect(await inboxOf(other)).toMatchObject([
      { text: 'Summary of Friday 20 March for your teams: 1 of 1 reported' },
    ])
    for (const who of [max, ada])
      expect(await inboxOf(who)).toMatchObject([
        { text: 'Summary of Friday 20 March: 2 of 4 reported', link: `/admin/summaries/${friday}` },
      ])
  })

  test('not on a day when no report of theirs is expected, and a lead of no one gets everyone’s', async () => {
    const [idle, empty, member] = [
      await hire('Ida Idle', 'manager'),
      await hire('Emil Empty', 'manager'),
      await hire('Mia Member', 'manager'),
    ]
    await team('Away', [idle.id], [desi.id])
    await team('Empty', [empty.id], [])
    // To belong to a team is not to lead it.
    await team('Managers', [], [member.id])
    await as(desi).post('/api/absences', { start_date: friday, end_date: friday, kind: 'vacation' })
    clock.set(`${monday}T09:00:00.000Z`)
    await announceSummary(ctx)
    expect(await inboxOf(idle)).toEqual([])
    for (const who of [empty, member, max])
      expect(await inboxOf(who)).toMatchObject([{ text: 'Summary of Friday 20 March: 0 of 3 reported' }])
  })

  test('the mail has their numbers only, links to lists of the same people, and to everyone’s', async () => {
    const lead = await hire('Lena Lead', 'manager')
    const { id } = await team('Web', [lead.id], [dina.id, omar.id])
    await report(dina, friday, [[apollo, '2']], { blockers: 'No test server' })
    await report(mark, friday, [[gemini, '4']], { blockers: 'No budget' })
    await report(mark, '2026-03-19', [[gemini, '4']], { blockers: null })
    clock.set(`${monday}T09:00:00.000Z`)
    await announceSummary(ctx)
    clock.advance({ seconds: limits.mailDelayMs / 1000 })
    await queueMailsJob.run(ctx, null, new AbortController().signal)
    const running = runJobs(ctx, [notificationMailJob], { pollMs: 5 })
    onTestFinished(() => running.stop())
    const mailTo = ({ email }: Person) => mailServer.mails.find(({ to }) => to?.[0]?.address === email)
    await expect.poll(() => mailServer.mails.length).toBe(3)
    const mail = mailTo(lead)
    expect(mail?.subject).toBe('Summary of Friday 20 March for your teams: 1 of 2 reported')
    for (const words of [
      'Missing (1)',
      'Omar Developer',
      'Open blockers (1)',
      'To review (1)',
      '2h in total',
      `/admin/today?date=${friday}&team=mine`,
      `/admin/summaries/${friday}?team=mine`,
      `See everyone's summary`,
      `/admin/summaries/${friday}?team=everyone`,
    ])
      expect(mail?.text).toContain(words)
    for (const words of ['Mark Marketing', 'Desi Designer', 'No budget', 'Gemini', 'from earlier days'])
      expect(mail?.text).not.toContain(words)
    // The page has the same numbers.
    const page = summaryReply.parse((await as(lead).get(`/api/team/summaries/${friday}?teamId=${id}`)).body)
    expect(page.counts).toMatchObject({ submitted: 1, missing: 1, to_review: 1, earlier_to_review: 0 })
    expect(page).toMatchObject({ hours: { minutes: 120 }, blockers: { total: 1 } })
    expect(mailTo(ada)?.text).toContain('Mark Marketing')
    expect(mailTo(ada)?.text).not.toContain('team=')
  })

  test('a lead who lost the team before the mail is sent reads nothing of it there', async () => {
    const lead = await hire('Lena Lead', 'manager')
    const { id } = await team('Web', [lead.id], [dina.id])
    clock.set(`${monday}T09:00:00.000Z`)
    await announceSummary(ctx)
    await as(ada).delete(`/api/teams/${id}/leads/${lead.id}`)
    clock.advance({ seconds: limits.mailDelayMs / 1000 })
    await queueMailsJob.run(ctx, null, new AbortController().signal)
    const running = runJobs(ctx, [notificationMailJob], { pollMs: 5 })
    onTestFinished(() => running.stop())
    await expect.poll(() => mailServer.mails.length).toBe(3)
    const mail = mailServer.mails.find(({ to }) => to?.[0]?.address === lead.email)
    expect(mail?.subject).toBe('Summary of Friday 20 March: 0 of 4 reported')
  })
})

test('a reviewer gets it in the inbox and as a mail with the words of the page', async () => {
  await db.deleteFrom('shared_values').where('name', '=', 'summary-told').execute()
  await report(cast.dina, friday, [[apollo, '2']], { blockers: 'No test server' })
  await report(cast.omar, friday, [[gemini, '3.30']], { blockers: null })
  clock.set(`${monday}T09:00:00.000Z`)
  await announceSummary(ctx)
  await announceSummary(ctx)
  for (const who of [cast.max, cast.ada]) {
    const { data } = (await as(who).get('/api/notifications')).body
    const own = data.filter(({ kind }: { kind: string }) => kind === 'summary')
    expect(own).toMatchObject([
      {
        text: 'Summary of Friday 20 March: 2 of 4 reported',
        link: `/admin/summaries/${friday}`,
        actor_name: null,
      },
    ])
  }
  expect((await as(cast.dina).get('/api/notifications')).body.unread).toBe(0)

  // The mail has the state at the time of sending, as the page does.
  await report(cast.mark, friday, [[apollo, '1']], { blockers: null })
  clock.set(`${monday}T09:00:00.000Z`)
  clock.advance({ seconds: limits.mailDelayMs / 1000 })
  await queueMailsJob.run(ctx, null, new AbortController().signal)
  const running = runJobs(ctx, [notificationMailJob], { pollMs: 5 })
  onTestFinished(() => running.stop())
  await expect.poll(() => mailServer.mails.length).toBe(2)
  const mail = mailServer.mails.find(({ to }) => to?.[0]?.address === cast.max.email)
  expect(mail?.subject).toBe('Summary of Friday 20 March: 3 of 4 reported')
  for (const words of [
    'Missing (1)',
    'Desi Designer',
    'Open blockers (1)',
    'No test server\n  3 days · Dina Developer, Apollo',
    'To review (3)',
    'Dina Developer, Mark Marketing, Omar Developer',
    '6h 30m in total, none on Friday 13 March.',
    '0 of 4 reported',
    `/admin/summaries/${friday}`,
  ])
    expect(mail?.text).toContain(words)
  expect(mail?.text).toMatch(/^Week of 16.*22 March$/m)
  for (const heading of ['Missing (1)', 'Hours by project', 'Reported (3)'])
    expect(mail?.html).toContain(heading)
  expect(mail?.html).toMatch(/href="[^"]*\/admin\/reports\/\d+"[^>]*>Dina Developer</)
})
