import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { makeMonth } from '../../test/calendar.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { fakeApi, makeToken, personOf, refusal } from '../../test/fake-api.ts'
import { renderApp } from '../../test/render-app.tsx'
import { makeReport, makeReportPage, makeReview } from '../../test/reports.ts'
import { watchInstallPrompt } from '../features/install/install-prompt.ts'

type Answers = Parameters<typeof fakeApi>[0]

const query = (page: number) => `GET /api/reports/me?page=${page}&limit=10&include_task_details=true`
const many = Array.from({ length: 10 }, (_, index) => makeReport({ id: index + 1 }))

async function open(answers: Answers, path = '/reports') {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  localStorage.setItem('token', makeToken())
  // Only some tests are about the weeks, which are loaded beside the list.
  const api = fakeApi(
    { 'GET /api/auth/me': { status: 200, body: personOf('developer') }, ...answers },
    { othersWait: true },
  )
  const app = renderApp(path)
  await screen.findByRole('heading', { level: 1, name: 'My Reports' })
  return { ...app, api, user: userEvent.setup() }
}

const ok = (body: unknown) => ({ status: 200, body })
const table = () => screen.findByRole('table', { name: 'My Reports' })

test('each row shows date, tasks and hours, and a link to view the report; the total is above', async () => {
  await open({ [query(1)]: ok(makeReportPage([makeReport({ hours_worked: 7.3 })])) })
  const rows = within(await table())
  expect(rows.getAllByRole('columnheader').map(cell => cell.textContent)).toEqual([
    'Date',
    'Tasks',
    'Hours Worked',
    'Action',
  ])
  const date = rows.getByText(/2026/)
  expect(date).toHaveAttribute('datetime', '2026-03-02')
  expect(date.title).toMatch(/Monday.*March/)
  expect(rows.getByText('Wrote the importer')).toBeVisible()
  expect(rows.getByText('7h 30m')).toHaveClass('cell-end')
  const view = rows.getByRole('link', { name: /^View report for Monday/ })
  expect(view).toHaveTextContent('View')
  expect(view).toHaveAttribute('href', '/reports/3')
  expect(screen.getByText('1 report')).toBeVisible()
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Submit Report' })).toHaveAttribute(
    'href',
    '/reports/new',
  )
})

test.each([
  ['x'.repeat(100), 'x'.repeat(100)],
  ['x'.repeat(101), `${'x'.repeat(100)}...`],
])('tasks longer than 100 characters are cut and end in "..."', async (tasks, shown) => {
  await open({ [query(1)]: ok(makeReportPage([makeReport({ tasks })])) })
  expect(within(await table()).getByText(/^x/)).toHaveTextContent(shown)
})

test('blockers and comments are marked in the Tasks cell', async () => {
  const reports = [
    makeReport({ id: 1, blockers: 'No access to staging', comment_count: 1 }),
    makeReport({ id: 2, blockers: 'n/a', comment_count: 12 }),
  ]
  await open({ [query(1)]: ok(makeReportPage(reports)) })
  const rows = within(await table()).getAllByRole('row')
  // The icons contain line breaks.
  expect(rows.map(row => row.children[1]?.textContent?.replace(/\s+/g, ' '))).toEqual([
    'Tasks',
    'Wrote the importer Has blockers 1 comment',
    'Wrote the importer 12 comments',
  ])
})

test('the review state is marked in the Tasks cell', async () => {
  const reviewer_name = 'Max Muster'
  const reports = [
    makeReport({ id: 1, review: makeReview({ state: 'reviewed', reviewer_name }) }),
    makeReport({ id: 2, review: makeReview({ state: 'needs_changes', reviewer_name }) }),
    // The reviewer of a report that was reviewed before the upgrade is unknown.
    makeReport({ id: 4, review: makeReview({ state: 'reviewed' }) }),
  ]
  await open({ [query(1)]: ok(makeReportPage(reports)) })
  const rows = within(await table()).getAllByRole('row')
  expect(rows.map(row => row.children[1]?.textContent?.replace(/\s+/g, ' '))).toEqual([
    'Tasks',
    'Wrote the importer Reviewed by Max Muster',
    'Wrote the importer Max Muster asked for changes',
    'Wrote the importer',
  ])
})

test('line breaks in the tasks stay visible', async () => {
  await open({ [query(1)]: ok(makeReportPage([makeReport({ tasks: 'The importer \n\n  Its tests' })])) })
  expect(within(await table()).getByText(/importer/)).toHaveTextContent('The importer · Its tests')
})

test('a click on a row opens the report', async () => {
  const { user, here } = await open({
    [query(1)]: ok(makeReportPage([makeReport()])),
    'GET /api/reports/3?include_task_details=true': () => new Promise<Response>(() => {}),
  })
  await user.click(within(await table()).getByText('Wrote the importer'))
  await waitFor(() => expect(here()).toBe('/reports/3'))
})

test('the page is in the URL, and a page loaded before is shown at once', async () => {
  const second = [makeReport({ id: 11, tasks: 'The eleventh' })]
  const { user, here, api } = await open({
    [query(1)]: ok(makeReportPage(many, 11)),
    [query(2)]: ok(makeReportPage(second, 11, 2)),
  })
  await table()
  expect(screen.getByText('11 reports')).toBeVisible()
  expect(screen.getByText('1–10 of 11')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Page 2' }))
  expect(here()).toBe('/reports?page=2')
  expect(await screen.findByText('The eleventh')).toBeVisible()
  expect(screen.getByText('11–11 of 11')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Previous page' }))
  expect(here()).toBe('/reports')
  expect(screen.getAllByText('Wrote the importer')).toHaveLength(10)
  expect(api.named(query(1))).toHaveLength(1)
})

test('a URL opens at its page', async () => {
  await open({ [query(2)]: ok(makeReportPage([makeReport()], 11, 2)) }, '/reports?page=2')
  await table()
  expect(screen.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
})

test.each(['0', '-1', '1.5', 'two', ''])('?page=%s is the first page', async page => {
  const { api } = await open({ [query(1)]: ok(makeReportPage(many, 11)) }, `/reports?page=${page}`)
  await table()
  expect(api.named(query(1))).toHaveLength(1)
})

test('a page beyond the last one becomes the last', async () => {
  const { here } = await open(
    {
      [query(9)]: ok(makeReportPage([], 11, 9)),
      [query(2)]: ok(makeReportPage([makeReport({ tasks: 'The eleventh' })], 11, 2)),
    },
    '/reports?page=9',
  )
  expect(await screen.findByText('The eleventh')).toBeVisible()
  expect(here()).toBe('/reports?page=2')
})

test('without any report, the page says so and links to the form', async () => {
  await open({ [query(1)]: ok(makeReportPage([])) })
  expect(await screen.findByText('No reports yet')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Submit your first report' })).toHaveAttribute(
    'href',
    '/reports/new',
  )
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByText('0 reports')).toBeVisible()
})

test('a failed load shows "Failed to load reports" and can be retried', async () => {
  allowConsole(/^The server answered with status 500/)
  const { user } = await open({ [query(1)]: [{ status: 500 }, ok(makeReportPage([makeReport()]))] })
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load reports')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await table()).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('while it loads, a placeholder has the shape of the list', async () => {
  await open({ [query(1)]: () => new Promise<Response>(() => {}) })
  expect(screen.getByText('Loading...')).toBeInTheDocument()
  expect(screen.queryByRole('table')).toBeNull()
})

test('after the third report, installing the app is offered until the user answers, if the browser supports it', async () => {
  const hint = () => screen.queryByRole('region', { name: 'Install the app' })
  const page = (total: number) => ({ [query(1)]: ok(makeReportPage(many.slice(0, total), total)) })
  watchInstallPrompt()
  const unable = await open(page(3))
  await table()
  expect(hint()).toBeNull()
  unable.unmount()

  window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }))
  const second = await open(page(2))
  await table()
  expect(hint()).toBeNull()
  second.unmount()

  const third = await open(page(3))
  await waitFor(() => expect(hint()).toBeVisible())
  await third.user.click(screen.getByRole('button', { name: 'No, thanks' }))
  expect(hint()).toBeNull()
  third.unmount()
  await open(page(4))
  await table()
  expect(hint()).toBeNull()
})

test('the last four weeks are shown with this week and the one before, and each day leads to its report', async () => {
  vi.useFakeTimers({ now: new Date(2026, 2, 18, 9), toFake: ['Date'] })
  const worked = { state: 'submitted', hours: 7.3 } as const
  await open({
    [query(1)]: ok(makeReportPage([makeReport()])),
    'GET /api/calendar/me?month=2026-02': ok(
      makeMonth('2026-02', { '2026-02-20': { ...worked, report_id: 4 } }),
    ),
    'GET /api/calendar/me?month=2026-03': ok(
      makeMonth('2026-03', {
        '2026-03-11': { ...worked, report_id: 5 },
        '2026-03-16': { ...worked, report_id: 6 },
        '2026-03-17': { ...worked, report_id: 7 },
      }),
    ),
  })
  const weeks = within(await screen.findByRole('figure', { name: 'Your last four weeks' }))
  expect(weeks.getByText('15h this week, 7h 30m last week.')).toBeVisible()
  // 20 February is before these weeks.
  expect(weeks.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
    '/reports/5',
    '/reports/6',
    '/reports/7',
  ])
})

test('without hours, and on a server without calendars, there are no weeks', async () => {
  allowConsole(/^Not found/)
  vi.useFakeTimers({ now: new Date(2026, 2, 31, 9), toFake: ['Date'] })
  const { api } = await open({
    [query(1)]: ok(makeReportPage([makeReport()])),
    'GET /api/calendar/me?month=2026-03': ok(makeMonth('2026-03')),
    'GET /api/calendar/me?month=2026-04': refusal(404, 'Not found'),
  })
  await table()
  await waitFor(() => expect(api.named('GET /api/calendar/me?month=2026-04')).toHaveLength(1))
  expect(screen.queryByRole('figure')).toBeNull()
})
