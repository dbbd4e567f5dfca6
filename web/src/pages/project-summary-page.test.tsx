import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
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
const summary = (reports: SummaryReport[], user: ProjectSummary['user'] = null) =>
  ok({ project: { id: 1, name: 'Apollo' }, user, reports })

const open = (answers: Answers, search = '') => openAsReviewer(`/admin/projects/1/summary${search}`, answers)
const stat = async (name: string) => within(await screen.findByRole('region', { name }))

test('names the project, and the user when one is given', async () => {
  const { page } = await open(
    { [call('&userId=7')]: summary([report(1)], { id: 7, name: 'Dina' }) },
    '?userId=7',
  )
  expect(await page.findByRole('heading', { level: 1, name: 'Apollo' })).toBeVisible()
  expect(page.getByText('Work by Dina')).toBeVisible()
  expect(page.getByRole('link', { name: 'Back to Reports' })).toHaveAttribute('href', '/admin/reports')
})

test('an unknown user gets neither an empty summary nor the whole team’s', async () => {
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

test('hours, reports and tasks, each with its bar', async () => {
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
  expect(await bar('Total Hours')).toHaveAttribute('aria-valuetext', '7h 45m')
  expect((await stat('Reports')).getByText('3')).toBeVisible()
  expect((await stat('Reports')).getByText('across 2 days')).toBeVisible()
  expect(await bar('Reports')).toHaveAttribute('aria-valuenow', '15')
  expect(await bar('Reports')).toHaveAttribute('aria-valuetext', '3')
  expect((await stat('Tasks')).getByText('4')).toBeVisible()
  expect((await stat('Tasks')).getByText('Completed for this project')).toBeVisible()
  expect(await bar('Tasks')).toHaveAttribute('aria-valuenow', '40')
  expect(await bar('Tasks')).toHaveAttribute('aria-valuetext', '4')
})

test('days newest first, each with its count and its reports', async () => {
  const { page } = await open({
    [call()]: summary([report(1, { date: '2026-03-01' }), report(2), report(3)]),
  })
  await page.findByText('2 Reports')
  expect(page.getByText('1 Report')).toBeVisible()
  const tables = page.getAllByRole('table')
  expect(tables.map(table => within(table).getAllByRole('row').length - 1)).toEqual([2, 1])
  expect(cellsOf(tables[1] as HTMLElement)).toEqual([
    ['User', 'Tasks', 'Hours', 'Actions'],
    ['Person 1', 'Tasks 1Apollo · 1h 30m', '1h 30m', 'View Details'],
  ])
  expect(page.getByRole('link', { name: /^View Details: Person 1/ })).toHaveAttribute(
    'href',
    '/admin/reports/1',
  )
})

test.each([
  [6.01, 'success', 75.2, '6h 1m'],
  [6, 'primary', 75, '6h'],
  [3.01, 'primary', 37.7, '3h 1m'],
  [3, 'secondary', 37.5, '3h'],
  [9, 'success', 100, '9h'],
])('the circle of %d hours is %s and filled to %d percent', async (hours_worked, colour, percent, spoken) => {
  const { page } = await open({ [call()]: summary([report(1, { hours_worked })]) })
  const ring = await page.findByRole('progressbar', { name: 'Hours worked by Person 1' })
  expect(Number(ring.getAttribute('aria-valuenow'))).toBeCloseTo(percent, 1)
  expect(ring).toHaveAttribute('aria-valuetext', spoken)
  expect(ring.parentElement).toHaveClass(`hours-ring-${colour}`)
})

test('only this project’s tasks; the plain text where there are none', async () => {
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

test('"No reports found for this project."', async () => {
  const { page } = await open({ [call()]: summary([]) })
  expect(await page.findByText('No reports found for this project.')).toBeVisible()
})

test('a full answer says that there may be more', async () => {
  const day = (id: number) => `2026-0${1 + (id % 3)}-${String(1 + (id % 27)).padStart(2, '0')}`
  const many = Array.from({ length: 1000 }, (_, id) => report(id + 1, { date: day(id) }))
  const { page } = await open({ [call()]: summary(many) })
  expect(await page.findByText('Showing the latest 1,000 reports.')).toBeVisible()
})

test('"Failed to load project summary: " and what the server says, and another try', async () => {
  allowConsole(/^Not found/)
  const { user, page } = await open({ [call()]: [refusal(404, 'Not found'), summary([report(1)])] })
  expect(await page.findByRole('alert')).toHaveTextContent('Failed to load project summary: Not found')
  await user.click(page.getByRole('button', { name: 'Try again' }))
  expect(await page.findByText('Tasks 1')).toBeVisible()
})

test('while it loads, its shape stands there', async () => {
  const { page } = await open({ [call()]: never })
  expect(page.getByText('Loading...')).toBeInTheDocument()
})
