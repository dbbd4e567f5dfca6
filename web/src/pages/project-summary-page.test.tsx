import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ProjectSummary } from '#shared/contract/hours.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { refusal } from '../../test/fake-api.ts'
import { type Answers, cellsOf, never, ok, openAsReviewer } from '../../test/review.ts'

const call = (user = '') =>
  `GET /api/reports/project-summary?projectId=1${user}&includeTaskDetails=true&limit=1000`

type SummaryReport = ProjectSummary['reports'][number]

const task = (task_description: string, hours: number, project_id = 1) => ({
  project_id,
  project_name: project_id === 1 ? 'Apollo' : 'Gemini',
  task_description,
  hours,
})
const report = (id: number, given: Partial<SummaryReport> = {}): SummaryReport => ({
  id,
  project_id: 1,
  date: '2026-03-02',
  user_name: `Person ${id}`,
  tasks: `Tasks ${id}`,
  hours_worked: 1.3,
  is_shortened: false,
  task_details: [task(`Tasks ${id}`, 1.3)],
  ...given,
})
const summary = (reports: SummaryReport[], user: ProjectSummary['user'] = null, more: object = {}) =>
  ok({ project: { id: 1, name: 'Apollo' }, user, reports, ...more })

const open = (answers: Answers, search = '') => openAsReviewer(`/admin/projects/1/summary${search}`, answers)
const stat = async (name: string) => within(await screen.findByRole('region', { name }))

test('the heading names the project, and the user if one is given', async () => {
  const { page } = await open(
    { [call('&userId=7')]: summary([report(1)], { id: 7, name: 'Dina' }) },
    '?userId=7',
  )
  expect(await page.findByRole('heading', { level: 1, name: 'Apollo' })).toBeVisible()
  expect(page.getByText('Work by Dina')).toBeVisible()
  expect(page.getByRole('link', { name: 'Back to Reports' })).toHaveAttribute('href', '/admin/reports')
  expect(page.getByRole('link', { name: 'View All Project Work' })).toHaveAttribute(
    'href',
    '/admin/projects/1/summary',
  )
})

test('without a user it says whose work is counted', async () => {
  const { page } = await open({ [call()]: summary([report(1)]) })
  expect(await page.findByText('All team members')).toBeVisible()
})

test('it says "Of your teams" if only they are counted', async () => {
  const { page } = await open({ [call()]: summary([report(1)], null, { of_your_teams: true }) })
  expect(await page.findByText('Of your teams')).toBeVisible()
  expect(page.queryByText('All team members')).toBeNull()
})

test('Print prints the page, and the whole project is offered only when one person is shown', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const { page, user } = await open({ [call()]: summary([report(1)]) })
  await user.click(await page.findByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  expect(page.queryByRole('link', { name: 'View All Project Work' })).toBeNull()
})

test('for an unknown user, the page shows an error and no summary', async () => {
  const { page } = await open({ [call('&userId=9999')]: summary([]) }, '?userId=9999')
  expect(await page.findByText("We couldn't find this user.")).toBeVisible()
  expect(page.queryByText('No reports found for this project.')).toBeNull()
  expect(page.queryByText('All team members')).toBeNull()
  expect(page.getByRole('link', { name: 'View All Project Work' })).toHaveAttribute(
    'href',
    '/admin/projects/1/summary',
  )
})

test('a known user without reports has an empty summary', async () => {
  const { page } = await open({ [call('&userId=7')]: summary([], { id: 7, name: 'Dina' }) }, '?userId=7')
  expect(await page.findByText('No reports found for this project.')).toBeVisible()
})

test('the cards show hours, reports and tasks, each with a bar', async () => {
  await open({
    [call()]: summary([
      report(1, { hours_worked: 3.3, task_details: [task('A', 3), task('B', 0.3)] }),
      report(2, { hours_worked: 4, task_details: [task('C', 4)] }),
      report(3, { date: '2026-03-01', hours_worked: 0.15, task_details: [task('D', 0.15)] }),
    ]),
  })
  const bar = async (name: string) => (await stat(name)).getByRole('progressbar', { name })
  expect(await (await stat('Total Hours')).findByText('7h 45m')).toBeVisible()
  expect((await stat('Total Hours')).getByText('7.75 hours')).toBeVisible()
  expect(await bar('Total Hours')).toHaveAttribute('aria-valuenow', '77.5')
  expect(await bar('Total Hours')).toHaveAttribute('aria-valuetext', '7 hours 45 minutes')
  expect((await stat('Reports')).getByText('3')).toBeVisible()
  expect((await stat('Reports')).getByText('across 2 days')).toBeVisible()
  expect(await bar('Reports')).toHaveAttribute('aria-valuenow', '15')
  expect(await bar('Reports')).toHaveAttribute('aria-valuetext', '3')
  expect((await stat('Tasks')).getByText('4')).toBeVisible()
  expect((await stat('Tasks')).getByText('Completed for this project')).toBeVisible()
  expect(await bar('Tasks')).toHaveAttribute('aria-valuenow', '40')
  expect(await bar('Tasks')).toHaveAttribute('aria-valuetext', '4')
})

test('a full bar says what it measures, and each week leads to its reports', async () => {
  const { page } = await open({
    [call()]: summary([
      report(1, { hours_worked: 6 }),
      report(2, { hours_worked: 4, user_name: 'Person 1' }),
      report(3, { hours_worked: 2, date: '2026-02-18' }),
    ]),
  })
  expect((await stat('Total Hours')).getByText('6h a day; the bar is full at 10h')).toBeVisible()
  expect((await stat('Reports')).getByText('by 2 people; the bar is full at 20')).toBeVisible()
  expect((await stat('Tasks')).getByText('1.0 per report; the bar is full at 10')).toBeVisible()
  expect(page.getByText('A circle is full at 8h.')).toBeVisible()
  const weeks = within(page.getByRole('figure', { name: 'Hours per week' }))
  expect(weeks.getByText(/^12h in 3 weeks, most in .* \(10h\)\.$/)).toBeVisible()
  expect(weeks.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
    '/admin/reports?projectId=1&startDate=2026-02-18&endDate=2026-02-22',
    '/admin/reports?projectId=1&startDate=2026-03-02&endDate=2026-03-02',
  ])
})

test('the weeks of one person lead to the reports of that person', async () => {
  const dina = { id: 7, name: 'Dina' }
  const reports = [report(1), report(2, { date: '2026-02-18' })]
  const { page } = await open({ [call('&userId=7')]: summary(reports, dina) }, '?userId=7')
  const [first] = within(await page.findByRole('figure')).getAllByRole('link')
  expect(first).toHaveAttribute('href', expect.stringContaining('?userId=7&projectId=1&'))
})

test('a single week has no picture', async () => {
  const { page } = await open({ [call()]: summary([report(1)]) })
  expect(await page.findByText('Tasks 1')).toBeVisible()
  expect(page.queryByRole('figure')).toBeNull()
})

test('days are listed newest first, each with its number of reports', async () => {
  const { page } = await open({
    [call()]: summary([report(1, { date: '2026-03-01' }), report(2), report(3)]),
  })
  const newest = (await page.findByText('2 Reports')).parentElement
  expect(newest).toHaveTextContent('2 Reports 3h')
  expect(page.getByText('1 Report')).toBeVisible()
  const tables = page.getAllByRole('table')
  expect(tables.map(table => within(table).getAllByRole('row').length - 1)).toEqual([2, 1])
  expect(cellsOf(tables[1] as HTMLElement)).toEqual([
    ['User', 'Tasks', 'Hours', 'Actions'],
    ['Person 1', 'Tasks 1 Apollo 1h 30m', '1h 30m', 'View Details'],
  ])
  expect(page.getByRole('link', { name: /^View Details: Person 1/ })).toHaveAttribute(
    'href',
    '/admin/reports/1',
  )
})

test.each([
  [6.01, 'success', 75.2, '6 hours 1 minute'],
  [6, 'primary', 75, '6 hours'],
  [3.01, 'primary', 37.7, '3 hours 1 minute'],
  [3, 'secondary', 37.5, '3 hours'],
  [9, 'success', 100, '9 hours'],
])('the circle of %d hours is %s and filled to %d percent', async (hours_worked, colour, percent, spoken) => {
  const { page } = await open({ [call()]: summary([report(1, { hours_worked })]) })
  const ring = await page.findByRole('progressbar', { name: 'Hours worked by Person 1' })
  expect(Number(ring.getAttribute('aria-valuenow'))).toBeCloseTo(percent, 1)
  expect(ring).toHaveAttribute('aria-valuetext', spoken)
  expect(ring.parentElement).toHaveClass(`hours-ring-${colour}`)
})

test('reports show only tasks of this project, or the plain text if they have none', async () => {
  const { page } = await open({
    [call()]: summary([
      report(1, { task_details: [task('Ours', 1), task('Theirs', 1, 2)] }),
      report(2, { task_details: [], tasks: 'Just words' }),
    ]),
  })
  expect(await page.findByText('Ours')).toBeVisible()
  expect(page.queryByText('Theirs')).toBeNull()
  expect(page.getByText('Just words')).toBeVisible()
})

test('an empty summary shows "No reports found for this project."', async () => {
  const { page } = await open({ [call()]: summary([]) })
  expect(await page.findByText('No reports found for this project.')).toBeVisible()
})

test('an answer at the limit says that there may be more reports', async () => {
  const day = (id: number) => `2026-0${1 + (id % 3)}-${String(1 + (id % 27)).padStart(2, '0')}`
  const many = Array.from({ length: 1000 }, (_, id) => report(id + 1, { date: day(id) }))
  const { page } = await open({ [call()]: summary(many) })
  expect(await page.findByText('Showing the latest 1,000 reports.')).toBeVisible()
})

test('a failed load shows "Failed to load project summary: " with the reason and can be retried', async () => {
  allowConsole(/^Not found/)
  const { user, page } = await open({ [call()]: [refusal(404, 'Not found'), summary([report(1)])] })
  expect(await page.findByRole('alert')).toHaveTextContent('Failed to load project summary: Not found')
  await user.click(page.getByRole('button', { name: 'Try again' }))
  expect(await page.findByText('Tasks 1')).toBeVisible()
})

test('while it loads, a placeholder has the shape of the page', async () => {
  const { page } = await open({ [call()]: never })
  expect(page.getByText('Loading...')).toBeInTheDocument()
})
