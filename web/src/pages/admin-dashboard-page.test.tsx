import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { makeSettings } from '../../test/account.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { answer, personOf } from '../../test/fake-api.ts'
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
import { withMail } from '../../test/with-mail.ts'

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
  // The count is the response's total, not the length of its list.
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

describe('while email is paused after a restore', () => {
  const settings = 'GET /api/settings'
  const resume = 'POST /api/settings/resume-mail'
  const paused = { [settings]: ok(makeSettings({ mail_paused: true })) }

  test('admins see why, and resume it with one press', async () => {
    withMail()
    const me = { 'GET /api/auth/me': ok(personOf('admin')) }
    const { page, user } = await open({ ...me, ...paused, [resume]: ok(makeSettings()) })
    expect(await page.findByText(messages.mail.pausedTitle)).toBeVisible()
    await user.click(page.getByRole('button', { name: 'Resume email' }))
    expect(await page.findByText(messages.mail.resumed)).toBeVisible()
    expect(page.queryByText(messages.mail.pausedTitle)).toBeNull()
  })

  test('managers, who may not resume it, are not asked, nor is the server where mail is not set up', async () => {
    const { api } = await open(paused)
    expect(await card('Projects').findByText('3')).toBeVisible()
    expect(api.named(settings)).toHaveLength(0)
  })
})

describe('what waits for a reviewer', () => {
  const overview = 'GET /api/team/overview'
  const people = Array.from({ length: 8 }, (_, index) => ({
    id: index + 1,
    name: `Person ${index + 1}`,
    role: 'developer',
  }))
  const waiting = (given: object = {}) =>
    ok({
      date: '2026-03-30',
      today: '2026-03-31',
      to_review: 4,
      earlier_to_review: 0,
      owing: { total: 2, people: people.slice(0, 2) },
      ...given,
    })

  test('reports to review, and who is missing, both lead to Today', async () => {
    await open({ [overview]: waiting() })
    expect(await card('To review').findByText('4')).toBeVisible()
    expect(hrefs('To review')).toEqual(['/admin/today'])
    expect(card('Missing today').getByText('2')).toBeVisible()
    const faces = within(card('Missing today').getByRole('list', { name: 'Reports are missing from' }))
    expect(faces.getAllByRole('listitem').map(face => face.title)).toEqual(['Person 1', 'Person 2'])
    expect(card('Missing today').queryByText(/more$/)).toBeNull()
    // Before the summary's time, the day before is shown.
    expect(hrefs('Missing today')).toEqual(['/admin/today?date=2026-03-31'])
  })

  test('once Today opens with today, both links are the same', async () => {
    await open({ [overview]: waiting({ date: '2026-03-31' }) })
    expect(await card('Missing today').findByText('2')).toBeVisible()
    expect(hrefs('Missing today')).toEqual(['/admin/today'])
  })

  test('eight faces at most, and what waits since earlier days', async () => {
    await open({ [overview]: waiting({ earlier_to_review: 12, owing: { total: 11, people } }) })
    expect(await card('Missing today').findByText('and 3 more')).toBeVisible()
    expect(card('Missing today').getAllByRole('listitem')).toHaveLength(8)
    expect(hrefs('To review')).toEqual(['/admin/today', '/admin/reports?review=unreviewed'])
    expect(card('To review').getByRole('link', { name: '12 earlier' })).toBeVisible()
  })

  test('nothing to do is a zero', async () => {
    await open({ [overview]: waiting({ to_review: 0, owing: { total: 0, people: [] } }) })
    expect(await card('To review').findByText('0')).toBeVisible()
    expect(card('Missing today').getByText('0')).toBeVisible()
    expect(card('Missing today').queryByRole('list')).toBeNull()
  })

  test('a failure is told in its cards alone', async () => {
    allowConsole(/^The server answered with status 500/)
    const { user } = await open({ [overview]: [{ status: 500 }, waiting()] })
    expect(await card('Missing today').findByRole('alert')).toHaveTextContent(messages.teamDay.overviewFailed)
    expect(await card('Projects').findByText('3')).toBeVisible()
    await user.click(card('To review').getByRole('button', { name: 'Try again' }))
    expect(await card('To review').findByText('4')).toBeVisible()
  })
})

test('no reports at all', async () => {
  const { page } = await open({ [listCall()]: ok(makeReportPage([])) })
  expect(await page.findByText('No reports yet')).toBeVisible()
})
