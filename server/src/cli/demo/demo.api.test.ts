import { expect, test } from 'vitest'
import { addDays, addMonths, isoWeekday } from '#shared/dates.ts'
import { expectRightCounts } from '../../../test/kept-counts.ts'
import { startTestApp } from '../../../test/start-test-app.ts'
import { listNotifications } from '../../features/notifications/notifications.service.ts'
import { suggestFor } from '../../features/suggestions/suggestions.service.ts'
import { listTeams } from '../../features/teams/teams.service.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { fillWithDemoTeam } from './fill.ts'

const { clock, ctx, db } = await startTestApp({ withCast: false })
// A Wednesday afternoon in the server's zone, after the summary of the day before.
const today = '2026-03-11'
clock.set(new Date(`${today}T15:00:00`).toISOString())
await fillWithDemoTeam(ctx)

const people = await db.selectFrom('users').selectAll().orderBy('id').execute()
const named = (name: string) => people.find(person => person.name.startsWith(name))?.id ?? 0
const reports = await db.selectFrom('reports').selectAll().orderBy('id').execute()
const on = (date: string) => reports.filter(report => report.date === date)
const yesterday = addDays(today, -1)

test('two zones, a part-timer, and a person who is invited', async () => {
  expect(people.filter(({ time_zone }) => time_zone !== null)).toHaveLength(1)
  expect(people.filter(({ working_days }) => working_days !== null)).toHaveLength(1)
  expect(people.filter(({ password_hash }) => password_hash === null)).toHaveLength(1)
})

test('three teams, a lead of two of them, and a person in two', async () => {
  const { data } = await listTeams(ctx, { id: named('Ada'), role: 'admin' } as SignedIn, {
    page: 1,
    limit: 10,
    mine: false,
  })
  expect(data.map(({ name }) => name)).toEqual(['Brand and Marketing', 'Customer Portal', 'Field App'])
  const isLead = (name: string) => data.filter(({ leads }) => leads.some(({ id }) => id === named(name)))
  expect(isLead('Max')).toHaveLength(2)
  const ofDesi = await db
    .selectFrom('team_members')
    .selectAll()
    .where('user_id', '=', named('Desi'))
    .execute()
  expect(ofDesi).toHaveLength(2)
})

test('the commits of today are suggested to their authors, one line for each branch', async () => {
  const { activity } = await suggestFor(ctx, { id: named('Dina') } as SignedIn, today)
  expect(activity.map(({ title, project_name }) => [title, project_name])).toEqual([
    ['Load the orders in one query', 'Customer Portal'],
    ['Test the filter of invoices and 2 more commits', 'Customer Portal'],
  ])
  const source = await db.selectFrom('activity_sources').selectAll().executeTakeFirstOrThrow()
  expect(source).toMatchObject({ kind: 'gitea', unmatched: 1 })
})

test('a holiday last month, one on vacation now, one sick last week', async () => {
  const holidays = await db.selectFrom('holidays').select('date').execute()
  expect(holidays.map(({ date }) => date.slice(0, 7))).toEqual([addMonths(today.slice(0, 7), -1)])
  const absences = await db.selectFrom('absences').selectAll().execute()
  const onVacation = absences.filter(
    ({ kind, start_date, end_date }) => kind === 'vacation' && start_date <= today && today <= end_date,
  )
  expect(onVacation).toHaveLength(1)
  const monday = addDays(today, 1 - isoWeekday(today))
  const wasSick = absences.filter(
    ({ kind, start_date, end_date }) =>
      kind === 'sick' && start_date >= addDays(monday, -7) && end_date < monday,
  )
  expect(wasSick).toHaveLength(1)
})

test('a person with two devices', async () => {
  const signIns = await db
    .selectFrom('sign_ins')
    .select('device')
    .where('user_id', '=', named('Dina'))
    .execute()
  expect(signIns.filter(({ device }) => device !== null).map(({ device }) => device)).toHaveLength(2)
})

test('late reports and missing ones', async () => {
  expect(reports.some(({ date, created_at }) => created_at.slice(0, 10) > date)).toBe(true)
  const days = new Set(reports.filter(({ date }) => date < yesterday).map(({ date }) => date))
  const ofOmar = reports.filter(({ user_id, date }) => user_id === named('Omar') && date < yesterday)
  expect(ofOmar.length).toBeLessThan(days.size)
})

test('yesterday is mostly reviewed, today is half in, and all before is reviewed', async () => {
  const statesOf = (date: string) => Object.groupBy(on(date), ({ review_state }) => review_state)
  const { reviewed = [], unreviewed = [], needs_changes = [] } = statesOf(yesterday)
  expect(reviewed.length).toBeGreaterThan(unreviewed.length + needs_changes.length)
  expect(needs_changes).toHaveLength(1)
  expect(statesOf(today)).toEqual({ unreviewed: on(today) })
  const staff = people.filter(({ role }) => ['developer', 'designer', 'marketing'].includes(role))
  expect(on(today).length).toBeGreaterThanOrEqual(Math.floor(staff.length / 2) - 2)
  expect(on(today).length).toBeLessThan(on(yesterday).length)
  const before = reports.filter(({ date }) => date < yesterday)
  expect(before.every(({ review_state }) => review_state === 'reviewed')).toBe(true)
})

test('one was asked for changes and made them', async () => {
  const edited = on(yesterday).filter(({ revision }) => revision > 1)
  expect(edited).toMatchObject([{ review_state: 'unreviewed', revision: 2 }])
})

test('three open blockers of different age, two with an owner, and some that are resolved', async () => {
  const blockers = await db.selectFrom('blockers').selectAll().orderBy('opened_on').execute()
  const open = blockers.filter(({ resolved_at }) => resolved_at === null)
  expect(open.map(({ opened_on }) => opened_on)).toEqual([addDays(today, -9), addDays(today, -5), yesterday])
  expect(open.map(({ owner_id }) => owner_id)).toEqual([named('Max'), null, named('Dina')])
  const resolved = blockers.filter(({ resolved_at }) => resolved_at !== null)
  expect(resolved.length).toBeGreaterThan(5)
  expect(resolved.some(({ note }) => note !== null)).toBe(true)
})

test('those who have not reported today are offered a plan of three lines, tasks in progress and what they repeat', async () => {
  const reported = new Set(on(today).map(({ user_id }) => user_id))
  const waiting = on(yesterday).filter(({ user_id }) => !reported.has(user_id))
  expect(waiting.length).toBeGreaterThan(2)
  for (const { id, user_id } of waiting) {
    const { plan, recent } = await suggestFor(ctx, { id: user_id } as SignedIn, today)
    expect(plan).toMatchObject({ report_id: id, date: yesterday })
    expect(plan?.lines).toHaveLength(3)
    expect(plan?.lines.join('')).not.toMatch(/^[-\d]|\[ \]/)
    expect(recent[0]?.description).toBe('Daily stand-up')
  }
  const { tasks } = await suggestFor(ctx, { id: named('Omar') } as SignedIn, today)
  expect(tasks.map(({ status }) => status)).toEqual(['in_progress', 'pending'])
})

test('time is logged on tasks, more than estimated and less', async () => {
  const tasks = await db.selectFrom('tasks').selectAll().where('logged_minutes', '>', 0).execute()
  const over = tasks.filter(task => task.logged_minutes > task.expected_tenths * 6)
  expect(over.length).toBeGreaterThan(0)
  expect(tasks.length).toBeGreaterThan(over.length)
})

test('a manager and a developer have six kinds of notifications each that are new', async () => {
  const unreadOf = async (name: string) => {
    const { data } = await listNotifications(ctx, { id: named(name) } as SignedIn, {
      page: 1,
      limit: 25,
      unread: false,
    })
    return [...new Set(data.filter(({ read_at }) => read_at === null).map(({ kind }) => kind))].sort()
  }
  expect(await unreadOf('Max')).toEqual([
    'blocker_assigned',
    'blocker_resolved',
    'mention',
    'reply',
    'summary',
    'task_completed',
  ])
  expect(await unreadOf('Dina')).toEqual(
    expect.arrayContaining(['blocker_assigned', 'comment', 'mention', 'reply', 'review', 'task_assigned']),
  )
  const summaries = await db.selectFrom('notifications').selectAll().where('kind', '=', 'summary').execute()
  expect(summaries).toHaveLength(4)
  expect(summaries[0]?.key).toBe(`summary:${yesterday}`)
  const mailed = await db
    .selectFrom('notifications')
    .selectAll()
    .where('mail_due_at', 'is not', null)
    .execute()
  expect(mailed).toEqual([])
})

test('no comment is older than its report or than a comment before it', async () => {
  const comments = await db
    .selectFrom('comments')
    .innerJoin('reports', 'reports.id', 'comments.report_id')
    .select(['report_id', 'comments.created_at', 'reports.created_at as sent_at'])
    .orderBy('comments.id')
    .execute()
  const last = new Map<number, string>()
  for (const { report_id, created_at, sent_at } of comments) {
    expect(created_at >= (last.get(report_id) ?? sent_at), `${report_id}: ${created_at}`).toBe(true)
    last.set(report_id, created_at)
  }
})

test('its counts are right', () => expectRightCounts(db))
