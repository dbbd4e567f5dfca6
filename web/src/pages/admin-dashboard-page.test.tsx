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

test("the dashboard greets and shows the numbers of today's reports, team members and projects", async () => {
  const { page } = await open()
  expect(page.getByText('Good morning, Robin.')).toBeVisible()
  // The count is the response's total, not the length of its list.
  expect(await card("Today's Reports").findByText((1234).toLocaleString())).toBeVisible()
  expect(await card('Team Members').findByText('2')).toBeVisible()
  expect(await card('Projects').findByText('3')).toBeVisible()
  // Each number links to its list. A number of a single day also names that day.
  expect(hrefs('Team Members')).toEqual(['/admin/users', '/admin/register', '/admin/reports'])
  expect(hrefs('Projects')).toEqual(['/admin/project-hours', '/admin/projects', '/admin/insights'])
  const ofToday = '/admin/reports?startDate=2026-03-31&endDate=2026-03-31'
  expect(hrefs("Today's Reports")).toEqual([ofToday, ofToday])
  expect(card("Today's Reports").getByText('Tue 31 Mar')).toBeVisible()
  expect(card('Team Members').getByRole('link', { name: '2 people' })).toBeVisible()
})

test('Recent Reports lists the five latest reports', async () => {
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

test('a card that fails to load can be loaded again, and the other cards are shown', async () => {
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

test('all calls are sent at once', async () => {
  const waiting = { [today]: never, 'GET /api/users': never, 'GET /api/projects': never }
  const { api } = await open({ ...waiting, [listCall()]: never })
  for (const call of [...Object.keys(waiting), listCall()]) {
    await waitFor(() => expect(api.named(call)).toHaveLength(1))
  }
})

test("the quick export contains today's reports", async () => {
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

  test('admins see why email is paused and can resume it with one click', async () => {
    withMail()
    const me = { 'GET /api/auth/me': ok(personOf('admin')) }
    const { page, user } = await open({ ...me, ...paused, [resume]: ok(makeSettings()) })
    expect(await page.findByText(messages.mail.pausedTitle)).toBeVisible()
    await user.click(page.getByRole('button', { name: 'Resume' }))
    expect(await page.findByText(messages.mail.resumed)).toBeVisible()
    expect(page.queryByText(messages.mail.pausedTitle)).toBeNull()
  })

  test('the settings are not requested for managers or without mail', async () => {
    const { api } = await open(paused)
    expect(await card('Projects').findByText('3')).toBeVisible()
    expect(api.named(settings)).toHaveLength(0)
  })
})

describe('the cards To review and Missing today', () => {
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
      earlier_own: 0,
      today_to_review: 0,
      owing: { total: 2, people: people.slice(0, 2) },
      ...given,
    })

  test('in the morning, each number names its day and links to that day', async () => {
    await open({ [overview]: waiting({ today_to_review: 3 }) })
    expect(await card('To review').findByText('4')).toBeVisible()
    expect(card('To review').getByText('Mon 30 Mar')).toBeVisible()
    // Before the summary's time, Today opens with the last working day.
    expect(hrefs('To review')).toEqual(['/admin/today', '/admin/today', '/admin/today?date=2026-03-31'])
    expect(card('To review').getByRole('link', { name: '3 today' })).toBeVisible()
    expect(card('Missing today').getByText('2')).toBeVisible()
    expect(card('Missing today').getByText('Tue 31 Mar')).toBeVisible()
    const faces = within(card('Missing today').getByRole('list', { name: 'Reports are missing from' }))
    expect(faces.getAllByRole('listitem').map(face => face.title)).toEqual(['Person 1', 'Person 2'])
    expect(card('Missing today').queryByText(/more$/)).toBeNull()
    expect(hrefs('Missing today')).toEqual(['/admin/today?date=2026-03-31', '/admin/today?date=2026-03-31'])
  })

  test('once Today opens with today, both numbers are of today', async () => {
    await open({ [overview]: waiting({ date: '2026-03-31', today_to_review: 4 }) })
    expect(await card('To review').findByText('Tue 31 Mar')).toBeVisible()
    expect(hrefs('To review')).toEqual(['/admin/today', '/admin/today'])
    expect(hrefs('Missing today')).toEqual(['/admin/today', '/admin/today'])
  })

  test('a card shows at most three faces, and the reports of earlier days that are still to review', async () => {
    await open({ [overview]: waiting({ earlier_to_review: 12, owing: { total: 11, people } }) })
    expect(await card('Missing today').findByText('and 8 more')).toBeInTheDocument()
    expect(card('Missing today').getAllByRole('listitem')).toHaveLength(3 + 1)
    expect(card('To review').getByRole('link', { name: '12 earlier' })).toHaveAttribute(
      'href',
      '/admin/reports?endDate=2026-03-29&review=unreviewed',
    )
  })

  test("the number of earlier reports equals that of its list, which includes the viewer's own", async () => {
    await open({ [overview]: waiting({ earlier_to_review: 12, earlier_own: 2 }) })
    expect(await card('To review').findByRole('link', { name: '14 earlier, 2 of them yours' })).toBeVisible()
  })

  test('without reports of others to review, the viewer’s own earlier ones are not mentioned', async () => {
    await open({ [overview]: waiting({ earlier_own: 2 }) })
    expect(await card('To review').findByText('4')).toBeVisible()
    expect(card('To review').queryByText(/earlier/)).toBeNull()
  })

  test('with nothing to do, the number is 0', async () => {
    await open({ [overview]: waiting({ to_review: 0, owing: { total: 0, people: [] } }) })
    expect(await card('To review').findByText('0')).toBeVisible()
    expect(card('Missing today').getByText('0')).toBeVisible()
    expect(card('Missing today').queryByRole('list')).toBeNull()
  })

  test('a failure is shown only in these cards', async () => {
    allowConsole(/^The server answered with status 500/)
    const { user } = await open({ [overview]: [{ status: 500 }, waiting()] })
    expect(await card('Missing today').findByRole('alert')).toHaveTextContent(messages.teamDay.overviewFailed)
    expect(await card('Projects').findByText('3')).toBeVisible()
    await user.click(card('To review').getByRole('button', { name: 'Try again' }))
    expect(await card('To review').findByText('4')).toBeVisible()
  })
})

test('without any report, Recent Reports says so', async () => {
  const { page } = await open({ [listCall()]: ok(makeReportPage([])) })
  expect(await page.findByText('No reports yet')).toBeVisible()
  expect(page.getByRole('link', { name: 'See who reports today' })).toHaveAttribute('href', '/admin/today')
})

describe('the first steps of an admin on an empty server', () => {
  const fresh = {
    'GET /api/auth/me': ok(personOf('admin')),
    [today]: ok(makeReportPage([])),
    [listCall()]: ok(makeReportPage([])),
    'GET /api/users': ok([person(1, 'Ada', 'admin')]),
    'GET /api/projects': ok([]),
    'GET /api/settings': ok(makeSettings({ is_checked: false })),
  }
  const steps = async () => within(await screen.findByRole('region', { name: 'First steps' }))
  const lines = async () => (await steps()).getAllByRole('listitem').map(line => line.textContent.trim())

  test('say what to do and where, above the specified cards and table', async () => {
    const { page } = await open(fresh)
    const list = await steps()
    expect(await lines()).toEqual([
      expect.stringMatching(/^Add a project.*To do$/),
      expect.stringMatching(/^Invite people.*To do$/),
      expect.stringMatching(/^Check working days.*Monday to Friday, Europe\/Berlin.*To do$/),
      expect.stringMatching(/^Set up email/),
      expect.stringMatching(/^See the demo.*npm run demo/),
    ])
    expect(list.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
      '/admin/projects',
      '/admin/register',
      '/admin/settings',
      '/admin/settings#mail',
    ])
    expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
    for (const [name, count] of [
      ["Today's Reports", '0'],
      ['Team Members', '1'],
      ['Projects', '0'],
    ] as const)
      expect(card(name).getByText(count)).toBeVisible()
    expect(card('Recent Reports').getByText('No reports yet')).toBeVisible()
    expect(page.getByRole('button', { name: "Export today's reports" })).toBeVisible()
  })

  test('a completed step says so, and there is no step for mail once it is set up', async () => {
    withMail()
    await open({ ...fresh, 'GET /api/projects': ok([project(1, 'Apollo')]) })
    const [first, ...others] = await lines()
    expect(first).toMatch(/Done$/)
    expect(others).toHaveLength(3)
  })

  test('opening the settings completes their step, because the defaults may be right', async () => {
    const { user } = await open({ ...fresh, 'GET /api/projects': ok([project(1, 'Apollo')]) })
    await user.click((await steps()).getByRole('link', { name: 'Open settings' }))
    await screen.findByRole('heading', { level: 1, name: 'Settings' })
    await user.click(screen.getByRole('link', { name: 'Dashboard' }))
    expect((await lines())[2]).toMatch(/Done$/)
  })

  test('disappear once there are projects and people and the settings were opened', async () => {
    const { page } = await open({
      ...fresh,
      'GET /api/projects': ok([project(1, 'Apollo')]),
      'GET /api/users': ok([person(1, 'Ada', 'admin'), person(2, 'Dina')]),
      'GET /api/settings': ok(makeSettings()),
    })
    expect(await page.findByRole('link', { name: 'See who reports today' })).toBeVisible()
    expect(page.queryByRole('region', { name: 'First steps' })).toBeNull()
  })

  test('can be hidden, and stay so in this browser', async () => {
    const { user, page, unmount } = await open(fresh)
    await user.click((await steps()).getByRole('button', { name: 'Hide' }))
    expect(page.queryByRole('region', { name: 'First steps' })).toBeNull()
    unmount()
    const again = await open(fresh)
    expect(await again.page.findByText('No reports yet')).toBeVisible()
    expect(again.page.queryByRole('region', { name: 'First steps' })).toBeNull()
  })

  test('are not shown to managers, nor once the team has reported', async () => {
    const manager = await open({ ...fresh, 'GET /api/auth/me': ok(personOf('manager')) })
    expect(await manager.page.findByText('No reports yet')).toBeVisible()
    expect(manager.api.named('GET /api/settings')).toHaveLength(0)
    manager.unmount()
    const used = await open({ ...fresh, [listCall()]: ok(makeReportPage(reportsFrom(1, 10), 40)) })
    expect(await used.page.findByRole('table', { name: 'Recent Reports' })).toBeVisible()
    expect(used.page.queryByRole('region', { name: 'First steps' })).toBeNull()
    expect(used.api.named('GET /api/settings')).toHaveLength(0)
  })
})
