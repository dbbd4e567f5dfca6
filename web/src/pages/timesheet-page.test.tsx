import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { messages } from '#shared/messages.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { answer, fakeApi, makeToken, personOf } from '../../test/fake-api.ts'
import { renderApp } from '../../test/render-app.tsx'
import { type Answers, ok, project, watchDownloads } from '../../test/review.ts'
import { makeTimesheet } from '../../test/timesheet.ts'

const { happyDOM, innerWidth } = window as Window & {
  happyDOM?: { setViewport: (size: { width: number }) => void }
}
const resize = (width: number) => happyDOM?.setViewport({ width })
afterEach(() => resize(innerWidth))

const week = 'GET /api/timesheet?from=2026-03-16&to=2026-03-22&page=1'
const march = 'GET /api/timesheet?from=2026-03-01&to=2026-03-31&page=1'
const inMarch = { from: '2026-03-01', to: '2026-03-31' }

const dina = { id: 3, name: 'Dina Developer', minutes: { '2026-03-16': 450, '2026-03-17': 60 } }
const omar = {
  id: 4,
  name: 'Omar Developer',
  minutes: { '2026-03-16': 105 },
  states: { '2026-03-17': 'off', '2026-03-18': 'due', '2026-03-19': 'holiday' },
} as const
const holidays = [{ date: '2026-03-19', name: 'Founders’ Day' }]
const people = makeTimesheet([dina, omar], { holidays })

/** Opens the timesheet on Wednesday, 18 March 2026. */
async function open(answers: Answers = {}, search = '') {
  vi.useFakeTimers({ now: new Date(2026, 2, 18, 9), toFake: ['Date'] })
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  localStorage.setItem('token', makeToken())
  const api = fakeApi(
    {
      'GET /api/auth/me': ok(personOf('manager')),
      'GET /api/projects': ok([project(5, 'Apollo')]),
      [week]: ok(people),
      [march]: ok(makeTimesheet([dina, omar], inMarch)),
      ...answers,
    },
    { othersWait: true },
  )
  const app = renderApp(`/admin/timesheet${search}`)
  await screen.findByRole('heading', { level: 1, name: 'Timesheet' })
  return { ...app, api, user: userEvent.setup() }
}

const grid = () => screen.findByRole('grid', { name: /^Hours in/ })
const cell = (name: string, number: number) =>
  screen.getByLabelText(new RegExp(`^${name}.*(\\b${number} March|March ${number},)`))
const sumsOf = async (name: RegExp) => {
  const row = within(await grid()).getByRole('row', { name })
  return [...row.children].slice(1, 4).map(cell => cell.textContent)
}

test('hours are added for each person and each day, and totals are those of all people', async () => {
  await open()
  expect(await sumsOf(/^Dina/)).toEqual(['8h 30m', '', ''])
  // All days, Monday, Tuesday.
  expect(await sumsOf(/^Total/)).toEqual(['10h 15m', '9h 15m', '1h'])
  expect(screen.getByText('2 people')).toBeVisible()
  expect(screen.queryByText(messages.calendar.invitedHint)).toBeNull()
})

test('a day has its hours, or a mark and its word', async () => {
  await open()
  await grid()
  expect(cell('Dina', 16)).toHaveAttribute('data-text', '7h 30m')
  expect(cell('Dina', 16)).toHaveAccessibleName(/: 7 hours 30 minutes$/)
  for (const [number, name, text, words] of [
    [18, 'Dina', 'Missing', 'Missing'],
    [17, 'Omar', 'Time off', 'Time off'],
    [18, 'Omar', 'Due today', 'Due today'],
    [19, 'Omar', 'Holiday', 'Holiday: Founders’ Day'],
  ] as const) {
    expect(cell(name, number)).toHaveAttribute('data-text', text)
    expect(cell(name, number)).toHaveAccessibleName(new RegExp(`: ${words}$`))
  }
  expect(cell('Dina', 21)).not.toHaveAttribute('data-text')
  expect(cell('Dina', 21)).toHaveAccessibleName(/: Not a working day$/)
  // A week has words beside its marks, so it needs no legend.
  expect(screen.queryByRole('list', { name: 'Legend' })).toBeNull()
})

test('an invited user has a badge instead of a total, and a note says what it means', async () => {
  const days = Object.fromEntries(people.days.map(day => [day, 'none'] as const))
  const ina = { id: 5, name: 'Ina Invited', invited: true, states: days }
  await open({ [week]: ok(makeTimesheet([dina, ina])) })
  expect(await sumsOf(/^Ina/)).toEqual(['Invited', '', ''])
  expect(cell('Ina', 16)).toHaveAccessibleName(/: Invited, hasn't joined yet$/)
  expect(screen.getByText(messages.calendar.invitedHint)).toBeVisible()
})

test('in a month the legend explains the marks', async () => {
  await open({}, '?month=2026-03')
  await grid()
  expect(cell('Dina', 18)).not.toHaveAttribute('data-text')
  expect(screen.getByRole('list', { name: 'Legend' })).toHaveTextContent('Missing')
})

test('a cell with hours opens the reports of that day, and other cells open nothing', async () => {
  const { user, here } = await open()
  await grid()
  await user.click(cell('Omar', 17))
  expect(here()).toBe('/admin/timesheet')
  await user.click(cell('Dina', 16))
  await waitFor(() => expect(here()).toBe('/admin/reports?userId=3&startDate=2026-03-16&endDate=2026-03-16'))
})

test('with a project, the link keeps it, and a report without hours on it shows none', async () => {
  const other = { ...omar, states: { '2026-03-17': 'late' } } as const
  await open(
    {
      'GET /api/timesheet?from=2026-03-16&to=2026-03-22&projectId=5&page=1': ok(makeTimesheet([dina, other])),
    },
    '?projectId=5',
  )
  await grid()
  expect(cell('Dina', 16)).toHaveAttribute('href', expect.stringMatching(/&projectId=5$/))
  expect(cell('Omar', 17)).toHaveAccessibleName(/: No hours$/)
  expect(cell('Omar', 17)).not.toHaveAttribute('href')
})

test('week and month, role and project are in the URL', async () => {
  const { user, here } = await open({
    'GET /api/timesheet?from=2026-02-01&to=2026-02-28&page=1': ok(
      makeTimesheet([dina], { from: '2026-02-01', to: '2026-02-28' }),
    ),
    'GET /api/timesheet?from=2026-02-01&to=2026-02-28&role=designer&page=1': ok(makeTimesheet([])),
  })
  await user.click(screen.getByRole('link', { name: 'Month' }))
  expect(here()).toBe('/admin/timesheet?month=2026-03')
  await user.click(await screen.findByRole('link', { name: /^Previous month/ }))
  expect(here()).toBe('/admin/timesheet?month=2026-02')
  expect(screen.getByRole('link', { name: 'This month' })).toBeVisible()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Designer')
  expect(here()).toBe('/admin/timesheet?month=2026-02&role=designer')
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  expect(here()).toBe('/admin/timesheet?month=2026-02')
  await user.click(screen.getByRole('link', { name: 'Week' }))
  expect(here()).toBe('/admin/timesheet?week=2026-01-26')
})

test('Page Down leads to the next week, and the focus stays in its place', async () => {
  const { user, here } = await open({
    'GET /api/timesheet?from=2026-03-23&to=2026-03-29&page=1': ok(
      makeTimesheet([dina, omar], { from: '2026-03-23', to: '2026-03-29' }),
    ),
  })
  await grid()
  cell('Omar', 17).focus()
  await user.keyboard('{PageDown}')
  await waitFor(() => expect(screen.getByLabelText(/^Omar.*(\b24 March|March 24,)/)).toHaveFocus())
  expect(here()).toBe('/admin/timesheet?week=2026-03-23')
})

test('a page has fifty people, and the total says that it is of all', async () => {
  await open({ [week]: ok({ ...people, pagination: { total: 60, pages: 2, page: 1, limit: 50 } }) })
  expect(await screen.findByRole('rowheader', { name: 'Total of 60 people' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Page 2' })).toBeVisible()
})

test('limited managers read that these are the people of their teams', async () => {
  await open({ [week]: ok({ ...people, of_your_teams: true }) })
  expect(await screen.findByText('2 people · Of your teams')).toBeVisible()
})

test('without people a next step is offered, and a failed load can be retried', async () => {
  allowConsole(/^The server answered with status 500/)
  const { user } = await open({ [week]: [{ status: 500 }, ok(makeTimesheet([]))] })
  expect(await screen.findByText('Failed to load the timesheet. Please try again.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(messages.calendar.noUsers)).toBeVisible()
})

test('on a phone a month has a cell for each week, which leads to its days', async () => {
  resize(375)
  const { user, here } = await open({}, '?month=2026-03')
  // The first of March is a Sunday, the 31st a Tuesday: six weeks.
  const row = within(await grid()).getByRole('row', { name: /^Dina/ })
  const weeks = within(row).getAllByRole('link')
  expect(weeks).toHaveLength(6)
  expect(weeks[3]).toHaveAccessibleName(/: 8 hours 30 minutes, 3 days missing$/)
  expect(weeks[3]).toHaveAttribute('data-note', '3 missing')
  await user.click(weeks[3] as HTMLElement)
  expect(here()).toBe('/admin/timesheet?week=2026-03-16')
})

test.each(['CSV', 'XLSX'])('the export as %s has the filters of the screen', async label => {
  const format = label.toLowerCase()
  const saved = watchDownloads()
  const call = `GET /api/timesheet/export?format=${format}&from=2026-03-01&to=2026-03-31&role=developer`
  const { user } = await open(
    { [call]: async () => answer(200, 'the file') },
    '?month=2026-03&role=developer&page=2',
  )
  await user.click(screen.getByRole('button', { name: label }))
  expect(await screen.findByText(`Saved timesheet-2026-03-01-2026-03-31.${format}.`)).toBeVisible()
  expect(saved.map(({ name }) => name)).toEqual([`timesheet-2026-03-01-2026-03-31.${format}`])
})
