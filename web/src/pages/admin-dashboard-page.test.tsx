import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { allowConsole } from '../../test/console-watch.ts'
import { answer } from '../../test/fake-api.ts'
import { makeReportPage } from '../../test/reports.ts'
import {
  type Answers,
  listCall,
  never,
  ok,
  openAsReviewer,
  person,
  project,
  reportsFrom,
  watchDownloads,
} from '../../test/review.ts'

const today = 'GET /api/reports?date=2026-03-31&limit=100'

const open = (answers: Answers = {}) =>
  openAsReviewer('/admin/dashboard', {
    [today]: ok(makeReportPage(reportsFrom(1, 2), 1234)),
    'GET /api/users': ok([person(1, 'Dina'), person(2, 'Max', 'manager')]),
    'GET /api/projects': ok([project(1, 'Apollo'), project(2, 'Gemini'), project(3, 'Mercury')]),
    [listCall()]: ok(makeReportPage(reportsFrom(1, 10), 40)),
    ...answers,
  })
const card = (name: string) => within(screen.getByRole('region', { name }))
const hrefs = (name: string) =>
  card(name)
    .getAllByRole('link')
    .map(link => link.getAttribute('href'))

test("it greets and counts today's reports, team members and projects", async () => {
  const { page } = await open()
  expect(page.getByText('Good morning, Robin.')).toBeVisible()
  // The answer's total, not the length of its list.
  expect(await card("Today's Reports").findByText((1234).toLocaleString())).toBeVisible()
  expect(await card('Team Members').findByText('2')).toBeVisible()
  expect(await card('Projects').findByText('3')).toBeVisible()
  expect(hrefs('Team Members')).toEqual(['/admin/register', '/admin/reports'])
  expect(hrefs('Projects')).toEqual(['/admin/projects'])
  expect(hrefs("Today's Reports")).toEqual(['/admin/reports?startDate=2026-03-31&endDate=2026-03-31'])
})

test('the five latest reports', async () => {
  const { page } = await open()
  const table = within(await page.findByRole('table', { name: 'Recent Reports' }))
  expect(table.getAllByRole('row')).toHaveLength(1 + 5)
  expect(table.getByText('Person 1')).toBeVisible()
  expect(table.getAllByText('1h 15m')).toHaveLength(5)
  expect(table.getByRole('link', { name: /^View report by Person 5/ })).toHaveAttribute(
    'href',
    '/admin/reports/5',
  )
})

test('a card that fails says so and can be asked again; the others stand', async () => {
  allowConsole(/^The server answered with status 500/)
  const { user } = await open({
    'GET /api/users': [{ status: 500 }, ok([person(1, 'Dina')])],
    [listCall()]: { status: 500 },
  })
  expect(await card('Team Members').findByRole('alert')).toHaveTextContent(
    'Failed to load users. Please try again.',
  )
  expect(await card('Projects').findByText('3')).toBeVisible()
  expect(await card('Recent Reports').findByRole('alert')).toHaveTextContent('Failed to load reports')
  await user.click(card('Team Members').getByRole('button', { name: 'Try again' }))
  expect(await card('Team Members').findByText('1')).toBeVisible()
})

test('nothing waits for anything else', async () => {
  const waiting = { [today]: never, 'GET /api/users': never, 'GET /api/projects': never }
  const { api } = await open({ ...waiting, [listCall()]: never })
  for (const call of [...Object.keys(waiting), listCall()]) {
    await waitFor(() => expect(api.named(call)).toHaveLength(1))
  }
})

test("the quick export takes today's reports", async () => {
  const saved = watchDownloads()
  const { user, page, api } = await open({
    'GET /api/reports/export/csv?startDate=2026-03-31&endDate=2026-03-31': async () =>
      answer(200, 'Date\r\n2026-03-31'),
  })
  await user.click(page.getByRole('button', { name: "Export today's reports" }))
  expect(await page.findByText('Saved reports-2026-03-31.csv.')).toBeVisible()
  expect(saved[0]?.name).toBe('reports-2026-03-31.csv')
  expect(await saved[0]?.text).toBe('Date\r\n2026-03-31')
  const [call] = api.named('GET /api/reports/export/csv?startDate=2026-03-31&endDate=2026-03-31')
  expect(call?.headers.get('x-auth-token')).toBe(localStorage.getItem('token'))
})

test('no reports at all', async () => {
  const { page } = await open({ [listCall()]: ok(makeReportPage([])) })
  expect(await page.findByText('No reports yet')).toBeVisible()
})
