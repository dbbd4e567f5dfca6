import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { messages } from '#shared/messages.ts'
import type { Role } from '#shared/roles.ts'
import { absencePage, makeAbsence, makeTeamMonth } from '../../test/calendar.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { fakeApi, makeToken, personOf, refusal } from '../../test/fake-api.ts'
import { renderApp } from '../../test/render-app.tsx'
import { project } from '../../test/review.ts'

type Answers = Parameters<typeof fakeApi>[0]
const ok = (body: unknown) => ({ status: 200, body })
const person = (id: number, name: string, role: Role = 'developer') => ({ id, name, role })

const team = 'GET /api/calendar/team?page=1'
const people = [
  {
    user: person(3, 'Dina Developer'),
    given: {
      '2026-03-02': { state: 'submitted', report_id: 11, hours: 7.3 },
      '2026-03-03': { state: 'late', report_id: 12, hours: 6 },
      '2026-03-24': { state: 'off', absence_id: 40 },
    } as const,
  },
  { user: person(4, 'Omar Developer') },
]

async function open(answers: Answers = {}, search = '') {
  vi.useFakeTimers({ now: new Date(2026, 2, 18, 9), toFake: ['Date'] })
  localStorage.setItem('token', makeToken())
  const api = fakeApi(
    {
      'GET /api/auth/me': ok(personOf('manager')),
      'GET /api/projects': ok([project(5, 'Apollo')]),
      [team]: ok(makeTeamMonth(people)),
      ...answers,
    },
    { othersWait: true },
  )
  const app = renderApp(`/admin/calendar${search}`)
  await screen.findByRole('heading', { level: 1, name: 'Calendar' })
  return { ...app, api, user: userEvent.setup() }
}

const grid = () => screen.findByRole('grid', { name: /^Team in/ })
const cell = (name: string, number: number) =>
  screen.getByLabelText(new RegExp(`^${name}.*(\\b${number} March|March ${number},)`))
const dialog = () => within(screen.getByRole('dialog'))

test('the table has names and dates as headers, and hours or a mark in each cell', async () => {
  await open()
  const table = within(await grid())
  expect(table.getAllByRole('columnheader')).toHaveLength(33)
  expect(table.getAllByRole('rowheader').map(head => head.textContent)).toEqual([
    'Dina Developer',
    'Omar Developer',
    'Total',
  ])
  expect(cell('Dina', 2)).toHaveAttribute('href', '/admin/reports/11')
  expect(cell('Dina', 2)).toHaveAttribute('data-text', '7h 30m')
  expect(cell('Dina', 2)).toHaveAccessibleName(/: Submitted, 7 hours 30 minutes$/)
  expect(cell('Dina', 3)).toHaveAccessibleName(/: Late, 6 hours$/)
  expect(cell('Omar', 2)).toHaveAccessibleName(/: Missing$/)
  expect(cell('Dina', 24)).toHaveAccessibleName(/: Time off$/)
  expect(table.getByRole('columnheader', { current: 'date' })).toHaveTextContent('18')
  expect(screen.getByText('2 people')).toBeVisible()
})

const sums = async () => {
  const rows = within(await grid()).getAllByRole('row')
  return rows.map(row => [...row.children].slice(1, 5).map(cell => cell.textContent))
}

test('the hours of each person and of each day are added', async () => {
  const omar = { user: person(4, 'Omar Developer'), given: { '2026-03-02': { report_id: 13, hours: 1.45 } } }
  await open({ [team]: ok(makeTeamMonth([...people.slice(0, 1), omar])) })
  const [, dinas, omars, total] = await sums()
  expect(dinas?.[0]).toBe('13h 30m')
  expect(omars?.[0]).toBe('1h 45m')
  // All days, Sunday the 1st, Monday the 2nd, Tuesday the 3rd.
  expect(total).toEqual(['15h 15m', '', '9h 15m', '6h'])
})

test("the cell of a total can't be opened", async () => {
  const { user, here } = await open()
  const before = here()
  await user.click(within(await grid()).getAllByText('13h 30m')[0] as HTMLElement)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(here()).toBe(before)
})

test('an invited person has no states, and the calendar says why', async () => {
  const none = { state: 'none' } as const
  const ines = {
    user: { ...person(5, 'Ines Invited'), invited: true },
    given: { '2026-03-02': none, '2026-03-03': { ...none, absence_id: 41 } },
  }
  await open({ [team]: ok(makeTeamMonth([...people, ines])) })
  const row = within(await grid()).getByRole('row', { name: /^Ines Invited/ })
  expect(within(row).getByText('Invited')).toBeVisible()
  expect(cell('Ines', 2)).toHaveAccessibleName(/: Invited, hasn't joined yet$/)
  expect(cell('Ines', 3)).toHaveAccessibleName(/: Time off$/)
  expect(screen.getByText(/^Invited people haven't joined yet\./)).toBeVisible()
})

test('a cell with a report opens it', async () => {
  const { user, here } = await open()
  await grid()
  await user.click(cell('Dina', 2))
  await waitFor(() => expect(here()).toBe('/admin/reports/11'))
})

test('the timesheet shows the same month and filters', async () => {
  await open({}, '?role=developer')
  expect(screen.getByRole('link', { name: 'Timesheet' })).toHaveAttribute(
    'href',
    '/admin/timesheet?role=developer&month=2026-03',
  )
})

test('one cell is a tab stop, and the arrow keys, Home and End move between cells', async () => {
  const { user } = await open()
  const table = await grid()
  const stops = () => [...table.querySelectorAll('[tabindex="0"]')]
  expect(stops()).toEqual([cell('Dina', 18)])
  cell('Dina', 18).focus()
  await user.keyboard('{ArrowDown}{ArrowRight}')
  expect(cell('Omar', 19)).toHaveFocus()
  await user.keyboard('{Home}')
  expect(cell('Omar', 1)).toHaveFocus()
  // The cell with the name is not focusable.
  await user.keyboard('{ArrowLeft}')
  expect(cell('Omar', 1)).toHaveFocus()
  await user.keyboard('{ArrowUp}{End}')
  expect(cell('Dina', 31)).toHaveFocus()
  expect(stops()).toEqual([cell('Dina', 31)])
})

test('PageDown leads to the next month, and the focus stays in the same place', async () => {
  const { user, here } = await open({
    'GET /api/calendar/team?month=2026-04&page=1': ok(makeTeamMonth(people, '2026-04')),
  })
  await grid()
  cell('Omar', 31).focus()
  await user.keyboard('{PageDown}')
  expect(await screen.findByRole('grid', { name: 'Team in April 2026' })).toBeVisible()
  expect(here()).toBe('/admin/calendar?month=2026-04')
  expect(screen.getByLabelText(/^Omar.*(\b30 April|April 30,)/)).toHaveFocus()
})

test('a missing day offers time off for that person, which is shown at once', async () => {
  const added = makeAbsence({ id: 41, user_id: 4, user_name: 'Omar Developer' })
  const { user, api } = await open({ 'POST /api/absences': { status: 201, body: added } })
  await grid()
  await user.click(cell('Omar', 17))
  await screen.findByRole('dialog', { name: 'Add time off for Omar Developer' })
  await user.selectOptions(dialog().getByLabelText('Kind'), 'Sick')
  await user.click(dialog().getByRole('button', { name: 'Add time off' }))
  expect(await screen.findByText('Time off added: 1 day.')).toBeVisible()
  expect(api.named('POST /api/absences')[0]?.body).toEqual({
    user_id: 4,
    start_date: '2026-03-17',
    end_date: '2026-03-17',
    kind: 'sick',
    note: null,
  })
})

test('refused time off opens the dialog again with the error', async () => {
  allowConsole(/already time off/)
  const { user } = await open({
    'POST /api/absences': refusal(409, 'There is already time off on these days'),
  })
  await grid()
  await user.click(cell('Omar', 17))
  await user.click(await screen.findByRole('button', { name: 'Add time off' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('There is already time off on these days')
  expect(dialog().getByLabelText('First day')).toHaveValue('2026-03-17')
  await waitFor(() => expect(cell('Omar', 17)).toHaveAccessibleName(/: Missing$/))
})

test('existing time off is loaded when it is opened', async () => {
  const { user } = await open({
    'GET /api/absences?from=2026-03-24&to=2026-03-24&userId=3&limit=100': ok(
      absencePage(makeAbsence({ user_id: 3, user_name: 'Dina Developer', note: 'Flu' })),
    ),
  })
  await grid()
  await user.click(cell('Dina', 24))
  await screen.findByRole('dialog', { name: 'Edit time off for Dina Developer' })
  expect(dialog().getByLabelText('Note (optional)')).toHaveValue('Flu')
})

test('role and project are in the URL, and a new filter starts at the first page', async () => {
  const filtered = 'GET /api/calendar/team?month=2026-03&role=designer&projectId=5&page=1'
  const { user, here } = await open(
    {
      'GET /api/calendar/team?month=2026-03&page=2': ok(makeTeamMonth(people)),
      'GET /api/calendar/team?month=2026-03&role=designer&page=1': ok(makeTeamMonth(people)),
      [filtered]: ok(makeTeamMonth([])),
      'GET /api/calendar/team?month=2026-03&page=1': ok(makeTeamMonth(people)),
    },
    '?month=2026-03&page=2',
  )
  await screen.findByRole('option', { name: 'Apollo' })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Designer')
  expect(here()).toBe('/admin/calendar?month=2026-03&role=designer')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Project' }), 'Apollo')
  expect(here()).toBe('/admin/calendar?month=2026-03&role=designer&projectId=5')
  expect(await screen.findByText('No users match these filters.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(here()).toBe('/admin/calendar?month=2026-03')
  expect(await grid()).toBeVisible()
})

test('without users a next step is offered, and a failed load can be retried', async () => {
  allowConsole(/^The server answered with status 500/)
  const { user } = await open({ [team]: [{ status: 500 }, ok(makeTeamMonth([]))] })
  expect(await screen.findByText("We couldn't load the calendar. Please try again.")).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(messages.calendar.noUsers)).toBeVisible()
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Register User' })).toBeVisible()
})

test('a page has fifty users', async () => {
  const page = makeTeamMonth(people)
  await open({ [team]: ok({ ...page, pagination: { total: 51, pages: 2, page: 1, limit: 50 } }) })
  await grid()
  expect(screen.getByText('51 people')).toBeVisible()
  expect(screen.getByRole('rowheader', { name: 'Total of this page' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Page 2' })).toBeVisible()
})
