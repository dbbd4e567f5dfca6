import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { CalendarDay } from '#shared/contract/calendar.ts'
import type { Notification } from '#shared/contract/notifications.ts'
import { addDays } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { ownTimeZone } from '#shared/zones.ts'
import { makeAccount } from '../../test/account.ts'
import { makeBlocker, makeBlockerPage, noBlockers } from '../../test/blockers.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { fakeApi, makeToken, personOf, refusal } from '../../test/fake-api.ts'
import { makeNotification, makeNotificationPage } from '../../test/notifications.ts'
import { renderApp } from '../../test/render-app.tsx'
import { makeComment, makeReport, makeReportPage, makeReview } from '../../test/reports.ts'
import { makeTaskPage } from '../../test/tasks.ts'

const onDay = (date: string) => `GET /api/reports/me?date=${date}&limit=1&include_task_details=true`
const submitted = (given = {}) => ({ status: 200, body: makeReportPage([makeReport(given)]) })
const noTasks = { status: 200, body: makeTaskPage([]) }
/** The first page of My Reports. */
const latest = 'GET /api/reports/me?page=1&limit=10&include_task_details=true'
const nothing = { status: 200, body: makeReportPage([]) }

const account = (time_zone: string) => ({
  status: 200,
  body: makeAccount('developer', {
    effective: { time_zone, working_days: [1, 2, 3, 4, 5], reminder_time: '17:00' },
  }),
})

type Answers = Parameters<typeof fakeApi>[0]

const month = 'GET /api/calendar/me?month=2026-03'
const makeDay = (date: string, more: Partial<CalendarDay> = {}): CalendarDay => ({
  date,
  state: 'none',
  report_id: null,
  hours: null,
  absence_id: null,
  holiday: null,
  ...more,
})
/** The week of Monday 2 March. `days` overrides fields of its days, by weekday. */
const weekOf = (days: Partial<Record<number, Partial<CalendarDay>>> = {}) => ({
  status: 200,
  body: {
    month: '2026-03',
    today: '2026-03-02',
    days: [1, 2, 3, 4, 5, 6, 7].map(weekday => makeDay(addDays('2026-03-01', weekday), days[weekday])),
  },
})
const inbox = 'GET /api/notifications?unread=true&limit=2'
const inboxOf = (...notifications: Notification[]) => ({
  status: 200,
  body: makeNotificationPage(notifications),
})

async function open(answers: Answers) {
  vi.useFakeTimers({ now: new Date(2026, 2, 2, 18), toFake: ['Date'] })
  localStorage.setItem('token', makeToken())
  const api = fakeApi({
    'GET /api/auth/me': { status: 200, body: personOf('developer') },
    'GET /api/projects/me': { status: 200, body: [] },
    'GET /api/tasks?page=1&limit=5&status=in_progress': noTasks,
    'GET /api/tasks?page=1&limit=5&status=pending': noTasks,
    'GET /api/account': account(ownTimeZone()),
    'GET /api/reports/missed': { status: 200, body: { days: [], reminders: [] } },
    [latest]: answers[onDay('2026-03-02')] ?? nothing,
    [month]: weekOf(),
    [inbox]: inboxOf(),
    ...noBlockers,
    ...answers,
  })
  const app = renderApp('/dashboard')
  const card = within(await screen.findByRole('region', { name: "Today's Status" }))
  return { ...app, api, card, user: userEvent.setup() }
}

const reminder = () => screen.queryByText(/daily report by 11:59 PM/)

test('after submitting, the card shows the time, the hours and a View link, and the reminder is gone', async () => {
  const { card } = await open({ [onDay('2026-03-02')]: submitted({ hours_worked: 7.3 }) })
  expect(await card.findByText(/^Submitted at/)).toBeVisible()
  // The quick action stays, and no longer asks for the report.
  expect(screen.getByText(messages.reports.sentToday)).toBeInTheDocument()
  expect(card.getByText(/\d:\d\d/)).toHaveAttribute('datetime', '2026-03-02T16:42:00.000Z')
  expect(card.getByText('7h 30m logged')).toBeVisible()
  const view = card.getByRole('link', { name: /^View/ })
  expect(view).toHaveTextContent('View')
  expect(view).toHaveAttribute('href', '/reports/3')
  expect(card.queryByText(/Task details missing/)).toBeNull()
  expect(reminder()).toBeNull()
})

test('a report that is unsent on this device counts as written, also for a missed day', async () => {
  localStorage.setItem('waiting-reports:7', '2026-02-27 2026-03-02')
  const { card } = await open({
    [onDay('2026-03-02')]: nothing,
    'GET /api/reports/missed': { status: 200, body: { days: ['2026-02-26', '2026-02-27'], reminders: [] } },
  })
  expect(await card.findByText(messages.offline.notSent)).toBeVisible()
  expect(card.getByRole('link', { name: 'View' })).toHaveAttribute('href', '/reports/new')
  expect(reminder()).toBeNull()
  const missed = within(await screen.findByRole('region', { name: 'Missed days' }))
  expect(missed.getAllByRole('listitem')).toHaveLength(1)
  expect(missed.getByText(/Thursday 26/)).toBeVisible()
})

test("the review of today's report is shown in its card", async () => {
  const review = makeReview({ state: 'reviewed', reviewer_name: 'Max Muster' })
  const { card } = await open({ [onDay('2026-03-02')]: submitted({ review }) })
  expect(await card.findByText('Reviewed by Max Muster')).toBeVisible()
})

test("requested changes are listed with links; those of today's report are in its card", async () => {
  const review = makeReview({ state: 'needs_changes', reviewer_name: 'Max Muster' })
  const reports = [
    makeReport({ id: 5, date: '2026-03-02', review }),
    makeReport({ id: 4, date: '2026-02-27', review }),
    makeReport({ id: 3, date: '2026-02-26' }),
  ]
  await open({
    [onDay('2026-03-02')]: submitted({ review }),
    [latest]: { status: 200, body: makeReportPage(reports) },
  })
  const asked = within(await screen.findByRole('region', { name: 'Changes requested' }))
  expect(asked.getAllByRole('listitem')).toHaveLength(1)
  expect(asked.getByText('Max Muster asked for changes')).toBeVisible()
  expect(asked.getByRole('link', { name: /^See what to change: report for Friday 27/ })).toHaveAttribute(
    'href',
    '/reports/4',
  )
})

test('if the latest reports fail to load, the rest of the page is shown', async () => {
  allowConsole(/Broken/)
  await open({ [onDay('2026-03-02')]: nothing, [latest]: refusal(500, 'Broken') })
  const card = await screen.findByText(/^Look back at your reports/)
  await waitFor(() => expect(card.closest('.held-back')).toBeNull())
  expect(screen.queryByRole('region', { name: 'Changes requested' })).toBeNull()
})

test.each([[], undefined])('without task details, stored hours are shown', async task_details => {
  const { card } = await open({ [onDay('2026-03-02')]: submitted({ task_details }) })
  expect(await card.findByText('Task details missing - showing stored hours')).toBeVisible()
  expect(card.getByText('1h 15m logged')).toBeVisible()
})

test('before submitting, the card says so and has a Submit Now link, and the reminder is shown', async () => {
  const { card } = await open({ [onDay('2026-03-02')]: nothing })
  expect(await card.findByText('Not submitted')).toBeVisible()
  expect(card.getByRole('link', { name: 'Submit Now' })).toHaveAttribute('href', '/reports/new')
  expect(reminder()).toBeVisible()
})

test('while loading, the card shows no status, and the space of the reminder is reserved', async () => {
  const { card } = await open({ [onDay('2026-03-02')]: () => new Promise<Response>(() => {}) })
  expect(card.getByText('Loading...')).toBeInTheDocument()
  expect(card.queryByRole('link')).toBeNull()
  expect(reminder()).not.toBeVisible()
})

test('a failed load shows "Failed to load reports" and can be retried', async () => {
  allowConsole(/^The server answered with status 500/)
  const { card, user } = await open({
    [onDay('2026-03-02')]: [{ status: 500 }, nothing],
    [latest]: { status: 500 },
  })
  expect(await card.findByRole('alert')).toHaveTextContent('Failed to load reports')
  expect(reminder()).toBeVisible()
  await user.click(card.getByRole('button', { name: 'Try again' }))
  expect(await card.findByText('Not submitted')).toBeVisible()
})

test('after midnight the card shows the new day', async () => {
  const { card } = await open({ [onDay('2026-03-02')]: submitted(), [onDay('2026-03-03')]: nothing })
  await card.findByText(/^Submitted at/)
  vi.setSystemTime(new Date(2026, 2, 3, 0, 1))
  act(() => void window.dispatchEvent(new Event('focus')))
  expect(await card.findByText('Not submitted')).toBeVisible()
  await waitFor(() => expect(reminder()).toBeVisible())
})

const days = ['2026-02-24', '2026-02-25', '2026-02-26', '2026-02-27']
const missed = (...left: string[]) => ({ status: 200, body: { days: left, reminders: [] } })
const timeOff = (date: string) => ({
  id: 5,
  user_id: 7,
  user_name: 'Robin Reyes',
  start_date: date,
  end_date: date,
  kind: 'other',
  note: null,
})

test('the latest three missed days are listed, each with a link to write the report', async () => {
  await open({ [onDay('2026-03-02')]: nothing, 'GET /api/reports/missed': missed(...days) })
  const lines = within(await screen.findByRole('region', { name: 'Missed days' })).getAllByRole('listitem')
  expect(lines.map(line => within(line).getByText(/^No report for/).textContent)).toEqual([
    'No report for Friday 27 February',
    'No report for Thursday 26 February',
    'No report for Wednesday 25 February',
  ])
  expect(within(lines[0] as HTMLElement).getByRole('link', { name: /^Write it now/ })).toHaveAttribute(
    'href',
    '/reports/new?date=2026-02-27',
  )
})

test('a missed day with a reminder from a reviewer is one line and always listed', async () => {
  const reminders = ['2026-02-24', '2026-03-02'].map(date => ({
    date,
    name: 'Max Muster',
    created_at: '2026-03-02T08:00:00.000Z',
  }))
  const body = { days, reminders }
  await open({ [onDay('2026-03-02')]: nothing, 'GET /api/reports/missed': { status: 200, body } })
  const lines = within(await screen.findByRole('region', { name: 'Missed days' })).getAllByRole('listitem')
  expect(lines.map(line => within(line).getByText(/report for/, { selector: 'p' }).textContent)).toEqual([
    'Max Muster reminded you about your report for Monday 2 March',
    'No report for Friday 27 February',
    'Max Muster reminded you about your report for Tuesday 24 February',
  ])
  expect(within(lines[0] as HTMLElement).getByRole('link', { name: /^Write it now/ })).toHaveAttribute(
    'href',
    '/reports/new',
  )
})

test('days with a draft are all listed, and are not offered as time off', async () => {
  const drafts = ['2025-03-02', '2026-02-07', '2026-02-14', '2026-02-21', '2026-03-02']
  const body = { days: drafts, drafts, reminders: [] }
  await open({ [onDay('2026-03-02')]: nothing, 'GET /api/reports/missed': { status: 200, body } })
  const lines = within(await screen.findByRole('region', { name: 'Drafts' })).getAllByRole('listitem')
  expect(lines.map(line => line.querySelector('p')?.textContent)).toEqual([
    'A draft of your report for Saturday, February 21, 2026 is waiting',
    'A draft of your report for Saturday, February 14, 2026 is waiting',
    'A draft of your report for Saturday, February 7, 2026 is waiting',
    'A draft of your report for Sunday, March 2, 2025 is waiting',
  ])
  expect(screen.getByRole('link', { name: /^Write it now: .* February 14, 2026$/ })).toHaveAttribute(
    'href',
    '/reports/new?date=2026-02-14',
  )
  expect(screen.queryByRole('button', { name: /I was off/ })).toBeNull()
})

test("a reminder about today's report is not listed as a missed day", async () => {
  const reminders = [{ date: '2026-03-02', name: 'Max Muster', created_at: '2026-03-02T08:00:00.000Z' }]
  const body = { days: [], reminders }
  await open({ [onDay('2026-03-02')]: nothing, 'GET /api/reports/missed': { status: 200, body } })
  const section = within(await screen.findByRole('region', { name: 'Reminder' }))
  expect(section.getByText('Max Muster reminded you about your report for Monday 2 March')).toBeVisible()
})

test('"I was off" adds time off for that day at once; its kind can be changed, and Undo deletes it', async () => {
  const { api, user } = await open({
    [onDay('2026-03-02')]: nothing,
    'GET /api/reports/missed': [missed('2026-02-27'), missed(), missed(), missed('2026-02-27')],
    'POST /api/absences': { status: 201, body: timeOff('2026-02-27') },
    'PUT /api/absences/5': { status: 200, body: { ...timeOff('2026-02-27'), kind: 'sick' } },
    'DELETE /api/absences/5': { status: 200, body: { msg: 'Time off deleted.' } },
  })
  const section = within(await screen.findByRole('region', { name: 'Missed days' }))
  await user.click(section.getByRole('button', { name: 'I was off on Friday 27 February' }))
  expect(await section.findByText('Friday 27 February is now time off.')).toBeVisible()
  expect(section.queryByText(/^No report for/)).toBeNull()
  expect(api.named('POST /api/absences')[0]?.body).toEqual({
    start_date: '2026-02-27',
    end_date: '2026-02-27',
    kind: 'other',
  })
  const sick = section.getByRole('button', { name: 'Sick' })
  expect(section.getByRole('button', { name: 'Other' })).toHaveAttribute('aria-pressed', 'true')
  await user.click(sick)
  await waitFor(() => expect(sick).toHaveAttribute('aria-pressed', 'true'))
  expect(sick).toHaveFocus()
  expect(api.named('PUT /api/absences/5')[0]?.body).toEqual({ kind: 'sick' })
  await user.click(section.getByRole('button', { name: 'Undo' }))
  expect(await section.findByText('Friday 27 February is no longer time off.')).toBeVisible()
  expect(await section.findByText('No report for Friday 27 February')).toBeVisible()
  expect(api.named('DELETE /api/absences/5')).toHaveLength(1)
})

test('if time off is refused, the reason is shown and the day stays listed', async () => {
  allowConsole(/already time off/)
  const { user } = await open({
    [onDay('2026-03-02')]: nothing,
    'GET /api/reports/missed': missed('2026-02-27'),
    'POST /api/absences': refusal(409, 'There is already time off on these days'),
  })
  const section = within(await screen.findByRole('region', { name: 'Missed days' }))
  await user.click(section.getByRole('button', { name: /^I was off/ }))
  expect(await section.findByRole('alert')).toHaveTextContent('There is already time off on these days')
  expect(section.getByText('No report for Friday 27 February')).toBeVisible()
})

const elsewhere = 'Pacific/Kiritimati'
const offer = () => screen.queryByText(`Your browser is in ${ownTimeZone()}. Use it for your account?`)

test("the browser's time zone is offered once per account, and a refusal is remembered", async () => {
  const answers = { [onDay('2026-03-02')]: nothing, 'GET /api/account': account(elsewhere) }
  const { user, unmount, api } = await open(answers)
  await waitFor(() => expect(offer()).toBeVisible())
  await user.click(screen.getByRole('button', { name: 'No' }))
  expect(offer()).toBeNull()
  expect(api.named('PUT /api/account')).toHaveLength(0)
  unmount()
  const again = await open(answers)
  await again.card.findByText('Not submitted')
  expect(offer()).toBeNull()
  expect(again.api.named('GET /api/account')).toHaveLength(0)
})

test("accepting the browser's time zone saves it and confirms", async () => {
  const { user, api } = await open({
    [onDay('2026-03-02')]: nothing,
    'GET /api/account': [account(elsewhere), account(ownTimeZone())],
    'PUT /api/account': account(ownTimeZone()),
  })
  await user.click(await screen.findByRole('button', { name: `Yes, use ${ownTimeZone()}` }))
  expect(await screen.findByText(`Your account now uses ${ownTimeZone()}.`)).toBeVisible()
  expect(api.named('PUT /api/account')[0]?.body).toEqual({ time_zone: ownTimeZone() })
})

test('no time zone is offered if the browser has the same one', async () => {
  const { card } = await open({ [onDay('2026-03-02')]: nothing })
  await card.findByText('Not submitted')
  expect(offer()).toBeNull()
  expect(screen.queryByRole('region', { name: 'Missed days' })).toBeNull()
})

test('open blockers are listed; a resolved one keeps its line and can be reopened by Undo', async () => {
  const own = makeBlocker({ id: 4, days_open: 4 })
  const cared = makeBlocker({ id: 5, user_id: 9, user_name: 'Dina', text: 'No access to the server' })
  const { api, user } = await open({
    [onDay('2026-03-02')]: nothing,
    'GET /api/blockers': [
      { status: 200, body: makeBlockerPage([own, cared], 12) },
      { status: 200, body: makeBlockerPage([cared], 11) },
    ],
    'POST /api/blockers/4/resolve': {
      status: 200,
      body: { ...own, resolved_at: '2026-03-02T17:00:00.000Z' },
    },
    'POST /api/blockers/4/reopen': { status: 200, body: own },
  })
  const region = within(await screen.findByRole('region', { name: 'Open Blockers' }))
  const lines = () => region.getAllByRole('listitem')
  expect(lines()[0]).toHaveTextContent('4 daysWaiting for the design')
  expect(lines()[1]).toHaveTextContent('No access to the serverDina')
  expect(region.getByText('and 10 more')).toBeVisible()
  await user.click(region.getByRole('button', { name: 'Resolved: Waiting for the design' }))
  const undo = await region.findByRole('button', { name: 'Undo resolving: Waiting for the design' })
  expect(lines()).toHaveLength(2)
  expect(lines()[0]).toHaveTextContent('Resolved')
  await user.click(undo)
  expect(await region.findByRole('button', { name: 'Resolved: Waiting for the design' })).toHaveFocus()
  expect(api.named('POST /api/blockers/4/reopen')).toHaveLength(1)
})

test("a blocker that can't be resolved stays open and shows the reason", async () => {
  allowConsole(/already resolved/)
  const { user } = await open({
    [onDay('2026-03-02')]: nothing,
    'GET /api/blockers': { status: 200, body: makeBlockerPage([makeBlocker()]) },
    'POST /api/blockers/1/resolve': refusal(409, messages.blockers.alreadyResolved),
  })
  await user.click(await screen.findByRole('button', { name: 'Resolved: Waiting for the design' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('This blocker is already resolved')
  expect(screen.getByRole('button', { name: 'Resolved: Waiting for the design' })).toBeVisible()
})

const weekRegion = async () => within(await screen.findByRole('region', { name: 'This Week' }))

test('the week shows hours and states of its days, with links to the reports or to the form', async () => {
  await open({
    [onDay('2026-03-02')]: nothing,
    'GET /api/reports/missed': missed('2026-03-05'),
    [month]: weekOf({
      1: { state: 'due' },
      2: { state: 'submitted', hours: 7.3, report_id: 4 },
      3: { state: 'late', hours: 1.45, report_id: 5 },
      4: { state: 'missing' },
      5: { state: 'off', absence_id: 2 },
      6: { state: 'off', absence_id: 2 },
      7: { state: 'free' },
    }),
  })
  const week = await weekRegion()
  const lines = week.getAllByRole('listitem')
  const linkOf = (line: HTMLElement) => within(line).queryByRole('link')?.getAttribute('href') ?? null
  expect(lines.map(linkOf)).toEqual([
    '/reports/new',
    '/reports/4',
    '/reports/5',
    '/reports/new?date=2026-03-05',
    null,
  ])
  expect(lines[0]).toHaveAttribute('aria-current', 'date')
  expect(week.getByRole('link', { name: /^Tuesday.*3.*: Submitted, 7 hours 30 minutes$/ })).toBeVisible()
  expect(week.getByRole('link', { name: /: Late, 1 hour 45 minutes$/ })).toBeVisible()
  expect(lines[4]).toHaveTextContent('Time off')
  expect(week.getByText('9h 15m')).toBeVisible()
})

test('a day outside the edit window has no link, and a working weekend is shown', async () => {
  await open({
    [onDay('2026-03-02')]: nothing,
    [month]: weekOf({ 1: { state: 'missing' }, 5: { state: 'free' }, 7: { state: 'future' } }),
  })
  const lines = (await weekRegion()).getAllByRole('listitem')
  expect(lines.map(line => line.querySelector('.week-date')?.textContent)).toEqual([
    'Mon 2',
    'Tue 3',
    'Wed 4',
    'Thu 5',
    'Sun 8',
  ])
  expect(within(lines[0] as HTMLElement).queryByRole('link')).toBeNull()
})

test('a week that spans two months loads both, any other week one', async () => {
  const { api } = await open({
    [onDay('2026-03-02')]: nothing,
    [onDay('2026-03-31')]: nothing,
    'GET /api/calendar/me?month=2026-04': {
      status: 200,
      body: { month: '2026-04', today: '2026-03-31', days: [makeDay('2026-04-01', { state: 'future' })] },
    },
    [month]: weekOf({ 1: { state: 'due' } }),
  })
  expect((await weekRegion()).getAllByRole('listitem')).toHaveLength(5)
  expect(api.named(month)).toHaveLength(1)
  vi.setSystemTime(new Date(2026, 2, 31, 9))
  act(() => void window.dispatchEvent(new Event('focus')))
  await waitFor(() => expect(api.named('GET /api/calendar/me?month=2026-04')).toHaveLength(1))
  await waitFor(async () => expect((await weekRegion()).getAllByRole('listitem')).toHaveLength(1))
})

test("users who are not expected to report don't see the week", async () => {
  await open({ [onDay('2026-03-02')]: nothing })
  const card = await screen.findByText(/^Look back at your reports/)
  await waitFor(() => expect(card.closest('.held-back')).toBeNull())
  expect(screen.queryByRole('region', { name: 'This Week' })).toBeNull()
})

test('a week that fails to load says so and can be tried again', async () => {
  allowConsole(/status 500/)
  const { user } = await open({
    [onDay('2026-03-02')]: nothing,
    [month]: [{ status: 500 }, weekOf({ 1: { state: 'due' } })],
  })
  const week = await weekRegion()
  expect(week.getByRole('alert')).toHaveTextContent("We couldn't load your week. Please try again.")
  await user.click(week.getByRole('button', { name: 'Try again' }))
  expect(await week.findByText('Due today')).toBeVisible()
})

const read = { read_at: '2026-03-02T10:00:00.000Z' }

test('the two newest unread notifications are listed with links, and a link to all of them', async () => {
  await open({
    [onDay('2026-03-02')]: nothing,
    [inbox]: inboxOf(
      makeNotification(9, read),
      makeNotification(8),
      makeNotification(7, {
        kind: 'task_assigned',
        text: 'Ada Admin assigned you the task "Importer"',
        excerpt: null,
        link: '/tasks/5',
      }),
      makeNotification(6),
    ),
  })
  const region = within(await screen.findByRole('region', { name: 'New for you' }))
  expect(region.getAllByRole('listitem')).toHaveLength(2)
  const comment = region.getByRole('link', { name: 'Max Muster commented on your report of 2 March' })
  expect(comment).toHaveAttribute('href', '/reports/3#comment-8')
  expect(region.getByText('Comment 8')).toBeVisible()
  expect(region.getByRole('link', { name: /the task "Importer"$/ })).toHaveAttribute('href', '/tasks/5')
  expect(region.getByRole('link', { name: 'See all 3' })).toHaveAttribute('href', '/notifications')
})

test('opening a notification marks it as read and leads to the comment, and the next one is listed', async () => {
  const report = makeReport({ id: 3, user_id: 7, date: '2026-03-02' })
  const { user, api } = await open({
    [onDay('2026-03-02')]: nothing,
    [inbox]: [
      inboxOf(makeNotification(9), makeNotification(8)),
      inboxOf(makeNotification(9, read), makeNotification(8)),
    ],
    'POST /api/notifications/read': { status: 200, body: { unread: 1, ids: [9] } },
    'GET /api/reports/3?include_task_details=true': {
      status: 200,
      body: { report, comments: [makeComment(8), makeComment(9)], edit_window_days: 3, open_tasks: [] },
    },
  })
  const region = within(await screen.findByRole('region', { name: 'New for you' }))
  await user.click(region.getAllByRole('link')[0] as HTMLElement)
  await waitFor(() => expect(screen.getByText('Comment 9').closest('article')).toHaveFocus())
  await waitFor(() =>
    expect(api.named('POST /api/notifications/read').map(({ body }) => body)).toEqual([{ ids: [9] }]),
  )
  await user.click(screen.getByRole('link', { name: 'Dashboard' }))
  const left = within(await screen.findByRole('region', { name: 'New for you' }))
  expect(left.getAllByRole('listitem')).toHaveLength(1)
  expect(left.getByText('Comment 8')).toBeVisible()
})

test('without unread notifications, the block is not shown', async () => {
  await open({ [onDay('2026-03-02')]: nothing, [inbox]: inboxOf(makeNotification(9, read)) })
  const card = await screen.findByText(/^Look back at your reports/)
  await waitFor(() => expect(card.closest('.held-back')).toBeNull())
  expect(screen.queryByRole('region', { name: 'New for you' })).toBeNull()
})

test('if week and notifications fail to load, the rest of the page is shown', async () => {
  allowConsole(/Broken/)
  await open({
    [onDay('2026-03-02')]: nothing,
    [month]: refusal(500, 'Broken'),
    [inbox]: refusal(500, 'Broken'),
  })
  const card = await screen.findByText(/^Look back at your reports/)
  await waitFor(() => expect(card.closest('.held-back')).toBeNull())
  expect(screen.queryByRole('region', { name: 'New for you' })).toBeNull()
})
