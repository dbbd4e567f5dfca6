import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { absencePage, makeAbsence, makeMonth, makeYear } from '../../test/calendar.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { fakeApi, makeToken, personOf, refusal } from '../../test/fake-api.ts'
import { renderApp } from '../../test/render-app.tsx'

type Answers = Parameters<typeof fakeApi>[0]
const ok = (body: unknown) => ({ status: 200, body })

const month = 'GET /api/calendar/me'
const year = 'GET /api/calendar/me/year'
const absences = 'GET /api/absences?from=2026-01-29&to=2026-05-02&userId=7&limit=100'
const sick = makeAbsence()
const given = {
  '2026-03-02': { state: 'submitted', report_id: 11, hours: 7.3 },
  '2026-03-03': { state: 'late', report_id: 12, hours: 6 },
  '2026-03-05': { state: 'holiday', holiday: 'Founders’ Day' },
  '2026-03-24': { state: 'off', absence_id: 40 },
  '2026-03-25': { state: 'off', absence_id: 40 },
} as const

/** Leaves out the year, which takes longer to render than everything else. */
const answersOf = (answers: Answers): Answers => ({
  'GET /api/auth/me': ok(personOf('developer')),
  [month]: ok(makeMonth('2026-03', given)),
  'GET /api/reports/missed': ok({ days: ['2026-03-17'], reminders: [] }),
  [absences]: ok(absencePage(sick)),
  ...answers,
})

async function open(answers: Answers = {}, search = '') {
  vi.useFakeTimers({ now: new Date(2026, 2, 18, 9), toFake: ['Date'] })
  localStorage.setItem('token', makeToken())
  const api = fakeApi(answersOf(answers), { othersWait: true })
  const app = renderApp(`/calendar${search}`)
  await screen.findByRole('heading', { level: 1, name: 'Calendar' })
  return { ...app, api, user: userEvent.setup() }
}

const grid = () => screen.findByRole('grid', { name: /2026/ })
/** The link or button of a day. */
function on(number: number, month = 'March'): HTMLElement {
  const words = within(screen.getByRole('grid')).getByText(
    new RegExp(`\\b${number} ${month}|${month} ${number},`),
  )
  return words.closest<HTMLElement>('[data-date]') ?? words
}
const dialog = () => within(screen.getByRole('dialog'))
const cellOf = (element: HTMLElement) => element.closest('td')

test('the month is a table with weekdays, weeks with their hours, and a text for each day', async () => {
  await open()
  const table = within(await grid())
  expect(table.getAllByRole('columnheader').map(cell => cell.getAttribute('aria-label'))).toEqual([
    null,
    'Monday',
    'Tuesday',
    'Wednesday',
    'Thursday',
    'Friday',
    'Saturday',
    'Sunday',
  ])
  expect(table.getAllByRole('rowheader')).toHaveLength(6)
  expect(table.getAllByRole('rowheader')[1]).toHaveTextContent('13h 30m')
  expect(on(2)).toHaveAccessibleName(/: Submitted, 7 hours 30 minutes$/)
  expect(on(2)).toHaveAttribute('href', '/reports/11')
  expect(on(3)).toHaveAccessibleName(/: Late, 6 hours$/)
  expect(on(4)).toHaveAccessibleName(/: Missing$/)
  expect(on(5)).toHaveAccessibleName(/: Holiday: Founders’ Day$/)
  expect(on(18)).toHaveAccessibleName(/: Due today$/)
  expect(on(18)).toHaveAttribute('aria-current', 'date')
  expect(on(21)).toHaveAccessibleName(/: Not a working day$/)
  await waitFor(() => expect(on(24)).toHaveAccessibleName(/: Sick$/))
  expect(screen.getByRole('list', { name: 'Legend' })).toHaveTextContent('SubmittedLateMissingDue today')
})

test('today and a missing day within the edit window link to the form, older days don’t', async () => {
  await open()
  await grid()
  expect(on(18)).toHaveAttribute('href', '/reports/new?date=2026-03-18')
  await waitFor(() => expect(on(17)).toHaveAttribute('href', '/reports/new?date=2026-03-17'))
  expect(on(16)).not.toHaveAttribute('href')
})

test('the totals of the month are shown', async () => {
  await open()
  await grid()
  const totals = screen.getByText('Reports').closest('dl')
  expect(totals).toHaveTextContent('Hours13h 30m Reports2 1 lateMissing')
  expect(totals).toHaveTextContent(/Time off2 days/)
})

test('the year strip has a text for each day, and a table for screen readers', async () => {
  const { container } = await open({ [year]: ok(makeYear('2026', given)) })
  const picture = await screen.findByRole('img', { name: 'Your hours in 2026' })
  expect(container.querySelectorAll('svg.year-strip')).toHaveLength(1)
  expect(picture.querySelectorAll('rect')).toHaveLength(365)
  expect(within(picture).getByText(/2 March.*: 7h 30m|March 2.*: 7h 30m/)).toBeInTheDocument()
  const table = within(screen.getByRole('table', { name: 'Hours of each day in 2026' }))
  expect(table.getAllByRole('row')).toHaveLength(13)
  expect(table.getByRole('row', { name: /^March 2026/ })).toHaveTextContent(
    /7 hours 30 minutes6 hoursMissing/,
  )
})

describe('by keyboard', () => {
  test('one day is a tab stop; arrow keys move between days and weeks, Home and End within a week', async () => {
    const { user } = await open()
    await grid()
    const stops = () => [...screen.getByRole('grid').querySelectorAll('[tabindex="0"]')]
    expect(stops()).toEqual([on(18)])
    on(18).focus()
    await user.keyboard('{ArrowRight}')
    expect(on(19)).toHaveFocus()
    await user.keyboard('{ArrowUp}')
    expect(on(12)).toHaveFocus()
    await user.keyboard('{Home}')
    expect(on(9)).toHaveFocus()
    await user.keyboard('{End}')
    expect(on(15)).toHaveFocus()
    await user.keyboard('{ArrowDown}{ArrowLeft}')
    expect(on(21)).toHaveFocus()
    await user.keyboard('{Control>}{Home}{/Control}')
    expect(on(1)).toHaveFocus()
    expect(stops()).toEqual([on(1)])
  })

  test('PageDown and an arrow key past the edge of a month lead to a day of the other month', async () => {
    const { user, here } = await open({
      'GET /api/calendar/me?month=2026-04': ok(makeMonth('2026-04')),
      'GET /api/calendar/me?month=2026-03': ok(makeMonth('2026-03', given)),
    })
    await grid()
    on(31).focus()
    await user.keyboard('{PageDown}')
    await waitFor(() => expect(on(30, 'April')).toHaveFocus())
    expect(here()).toBe('/calendar?month=2026-04')
    await user.keyboard('{Control>}{Home}{/Control}{ArrowLeft}')
    await waitFor(() => expect(on(31)).toHaveFocus())
    expect(here()).toBe('/calendar?month=2026-03')
  })

  test('no key leads beyond the last month of the calendar', async () => {
    const { user, here } = await open(
      { 'GET /api/calendar/me?month=2100-12': ok(makeMonth('2100-12')) },
      '?month=2100-12',
    )
    await screen.findByRole('grid', { name: /2100/ })
    on(31, 'December').focus()
    await user.keyboard('{ArrowRight}{PageDown}{ArrowDown}')
    expect(on(31, 'December')).toHaveFocus()
    expect(here()).toBe('/calendar?month=2100-12')
    await user.keyboard('{ArrowLeft}')
    expect(on(30, 'December')).toHaveFocus()
  })

  test('Enter opens the report of a day', async () => {
    const { user, here } = await open()
    await grid()
    on(2).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(here()).toBe('/reports/11'))
  })

  test('Shift and arrow keys select days, Escape clears them, Enter opens the dialog', async () => {
    const { user } = await open()
    await grid()
    on(26).focus()
    await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}')
    expect(on(28)).toHaveFocus()
    expect(screen.getByText('3 days selected')).toBeVisible()
    expect(cellOf(on(26))).toHaveAttribute('aria-selected', 'true')
    expect(cellOf(on(25))).toHaveAttribute('aria-selected', 'false')
    await user.keyboard('{Escape}')
    expect(screen.queryByText('3 days selected')).toBeNull()
    await user.keyboard('{Shift>}{ArrowLeft}{/Shift}{Enter}')
    await screen.findByRole('dialog', { name: 'Add time off' })
    expect(dialog().getByLabelText('First day')).toHaveValue('2026-03-27')
    expect(dialog().getByLabelText('Last day')).toHaveValue('2026-03-28')
    expect(dialog().getByLabelText('Kind')).toHaveFocus()
    await user.click(dialog().getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(on(27)).toHaveFocus()
    expect(screen.queryByText('2 days selected')).toBeNull()
  })
})

describe('by mouse or touch', () => {
  const drag = (from: number, ...over: number[]) => {
    const mouse = { pointerType: 'mouse', button: 0 }
    fireEvent.pointerDown(on(from), mouse)
    for (const number of over) fireEvent.pointerOver(on(number), mouse)
    const last = on(over.at(-1) ?? from)
    fireEvent.pointerUp(last, mouse)
    return last
  }

  test('dragging over days opens the dialog, also backwards', async () => {
    await open()
    await grid()
    drag(27, 26, 20, 19)
    await screen.findByRole('dialog', { name: 'Add time off' })
    expect(dialog().getByLabelText('First day')).toHaveValue('2026-03-19')
    expect(dialog().getByLabelText('Last day')).toHaveValue('2026-03-27')
    expect(dialog().getByText('9 days')).toBeVisible()
  })

  test('a drag that ends where it started opens no report', async () => {
    const { here } = await open()
    await grid()
    fireEvent.click(drag(2, 3, 2))
    await screen.findByRole('dialog', { name: 'Add time off' })
    expect(here()).toBe('/calendar')
  })

  test('a touch selects after a long press, and scrolls before that', async () => {
    await open()
    await grid()
    const touch = { pointerType: 'touch', button: 0 }
    fireEvent.pointerDown(on(26), touch)
    fireEvent.pointerOver(on(27), touch)
    fireEvent.pointerUp(on(27), touch)
    expect(screen.queryByText(/selected/)).toBeNull()
    fireEvent.pointerDown(on(26), touch)
    expect(await screen.findByText('1 day selected')).toBeVisible()
    fireEvent.pointerOver(on(27), touch)
    expect(screen.getByText('2 days selected')).toBeVisible()
    fireEvent.pointerUp(on(27), touch)
    await screen.findByRole('dialog', { name: 'Add time off' })
  })
})

describe('time off', () => {
  const post = 'POST /api/absences'
  const added = makeAbsence({ id: 41, start_date: '2026-03-26', end_date: '2026-03-27', kind: 'vacation' })

  async function chooseTwoDays(answers: Answers) {
    const opened = await open(answers)
    await grid()
    on(26).focus()
    await opened.user.keyboard('{Shift>}{ArrowRight}{/Shift}{Enter}')
    await screen.findByRole('dialog')
    return opened
  }

  test('is shown before the server has answered, and can be undone', async () => {
    let answer = (_: Response) => {}
    const reply = new Promise<Response>(resolve => {
      answer = resolve
    })
    const after = makeMonth('2026-03', {
      ...given,
      '2026-03-26': { state: 'off', absence_id: 41 },
      '2026-03-27': { state: 'off', absence_id: 41 },
    })
    const { user, api } = await chooseTwoDays({
      [post]: () => reply,
      [month]: [ok(makeMonth('2026-03', given)), ok(after), ok(makeMonth('2026-03', given))],
      [absences]: [ok(absencePage(sick)), ok(absencePage(sick, added)), ok(absencePage(sick))],
      'DELETE /api/absences/41': ok({ msg: 'Time off deleted.' }),
    })
    await user.type(dialog().getByLabelText('Note (optional)'), 'By the sea')
    await user.click(dialog().getByRole('button', { name: 'Add time off' }))
    await waitFor(() => expect(on(26)).toHaveAccessibleName(/: Vacation$/))
    expect(on(27)).toHaveAccessibleName(/: Vacation$/)
    expect(on(28)).toHaveAccessibleName(/: Not a working day$/)
    expect(screen.getByText('Time off added: 2 days.')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(api.named(post)[0]?.body).toEqual({
      start_date: '2026-03-26',
      end_date: '2026-03-27',
      kind: 'vacation',
      note: 'By the sea',
    })

    answer(new Response(JSON.stringify(added), { status: 201 }))
    await waitFor(() => expect(api.named(month)).toHaveLength(2))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(api.named('DELETE /api/absences/41')).toHaveLength(1))
    await waitFor(() => expect(on(26)).toHaveAccessibleName(/: Upcoming$/))
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  test('keeps the focus on its day, also if the day was a link before', async () => {
    const { user } = await open({ [post]: () => new Promise<Response>(() => {}) })
    await grid()
    await waitFor(() => expect(on(17)).toHaveAttribute('href', '/reports/new?date=2026-03-17'))
    on(16).focus()
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}{Enter}')
    await screen.findByRole('dialog')
    await user.click(dialog().getByRole('button', { name: 'Add time off' }))
    await waitFor(() => expect(on(17)).toHaveAccessibleName(/: Vacation$/))
    expect(on(17)).toHaveFocus()
  })

  test('that is refused is removed, and the dialog shows the error and keeps the input', async () => {
    allowConsole(/already time off/)
    const { user } = await chooseTwoDays({ [post]: refusal(409, 'There is already time off on these days') })
    await user.selectOptions(dialog().getByLabelText('Kind'), 'Other')
    await user.type(dialog().getByLabelText('Note (optional)'), 'Moving house')
    await user.click(dialog().getByRole('button', { name: 'Add time off' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('There is already time off on these days')
    expect(dialog().getByRole('alert')).toHaveFocus()
    expect(dialog().getByLabelText('Kind')).toHaveValue('other')
    expect(dialog().getByLabelText('Note (optional)')).toHaveValue('Moving house')
    expect(dialog().getByLabelText('First day')).toHaveValue('2026-03-26')
    expect(on(26)).toHaveAccessibleName(/: Upcoming$/)
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  test('moving the first day behind the last moves the last along', async () => {
    const { user, api } = await chooseTwoDays({ [post]: ok({ ...sick, start_date: '2026-03-30' }) })
    const change = (label: string, value: string) =>
      fireEvent.change(dialog().getByLabelText(label), { target: { value } })
    change('First day', '2026-03-27')
    expect(dialog().getByLabelText('Last day')).toHaveValue('2026-03-27')
    change('First day', '2026-03-30')
    expect(dialog().getByLabelText('Last day')).toHaveValue('2026-03-30')
    expect(dialog().getByText('1 day')).toBeVisible()
    // An earlier or empty first day leaves the last one.
    change('First day', '2026-03-25')
    change('First day', '')
    expect(dialog().getByLabelText('Last day')).toHaveValue('2026-03-30')
    change('First day', '2026-03-30')
    await user.click(dialog().getByRole('button', { name: 'Add time off' }))
    await waitFor(() =>
      expect(api.named(post)[0]?.body).toMatchObject({ start_date: '2026-03-30', end_date: '2026-03-30' }),
    )
  })

  test('with an end before its start shows an error under the field and is not submitted', async () => {
    const { user, api } = await chooseTwoDays({})
    fireEvent.change(dialog().getByLabelText('Last day'), { target: { value: '2026-03-20' } })
    await user.click(dialog().getByRole('button', { name: 'Add time off' }))
    expect(await dialog().findByText('The end date is before the start date')).toBeVisible()
    expect(dialog().getByLabelText('Last day')).toHaveFocus()
    expect(api.named(post)).toHaveLength(0)
  })

  test('can be edited by opening one of its days', async () => {
    const { user, api } = await open({ 'PUT /api/absences/40': ok({ ...sick, end_date: '2026-03-26' }) })
    await grid()
    await waitFor(() => expect(on(24)).toHaveAccessibleName(/: Sick$/))
    await user.click(on(25))
    await screen.findByRole('dialog', { name: 'Edit time off' })
    expect(dialog().getByLabelText('First day')).toHaveValue('2026-03-24')
    expect(dialog().getByLabelText('Kind')).toHaveValue('sick')
    fireEvent.change(dialog().getByLabelText('Last day'), { target: { value: '2026-03-26' } })
    await user.click(dialog().getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Time off changed.')).toBeVisible()
    expect(api.named('PUT /api/absences/40')[0]?.body).toEqual({
      start_date: '2026-03-24',
      end_date: '2026-03-26',
      kind: 'sick',
      note: null,
    })
  })

  test('that was deleted is restored by Undo', async () => {
    const { user, api } = await open({
      'DELETE /api/absences/40': ok({ msg: 'Time off deleted.' }),
      [post]: { status: 201, body: { ...sick, id: 42 } },
    })
    await grid()
    await waitFor(() => expect(on(24)).toHaveAccessibleName(/: Sick$/))
    await user.click(on(24))
    await user.click(await screen.findByRole('button', { name: 'Delete time off' }))
    expect(await screen.findByText('Time off deleted.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(api.named(post)).toHaveLength(1))
    expect(api.named(post)[0]?.body).toMatchObject({ start_date: '2026-03-24', kind: 'sick' })
  })

  test('can be added from a day without a report and from the button at the top', async () => {
    const { user } = await open()
    await grid()
    await user.click(on(30))
    await screen.findByRole('dialog', { name: 'Add time off' })
    expect(dialog().getByLabelText('Last day')).toHaveValue('2026-03-30')
    await user.click(dialog().getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Add time off' }))
    await screen.findByRole('dialog')
    expect(dialog().getByLabelText('First day')).toHaveValue('2026-03-18')
  })
})

test('all calls are sent at once, and the month is in the URL', async () => {
  const never = () => new Promise<Response>(() => {})
  const { api } = await open({ [month]: never })
  await waitFor(() =>
    expect(api.calls.map(({ name }) => name).sort()).toEqual(
      ['GET /api/auth/me', month, year, 'GET /api/reports/missed', absences].sort(),
    ),
  )
})

test('links lead to other months and back to the current one', async () => {
  const { user, here } = await open({ 'GET /api/calendar/me?month=2026-02': ok(makeMonth('2026-02')) })
  await grid()
  expect(screen.getByRole('link', { name: 'Next month: April 2026' })).toHaveAttribute(
    'href',
    '/calendar?month=2026-04',
  )
  await user.click(screen.getByRole('link', { name: 'Previous month: February 2026' }))
  expect(await screen.findByRole('grid', { name: 'February 2026' })).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'This month' }))
  expect(here()).toBe('/calendar')
})

test('a month that failed to load can be loaded again', async () => {
  allowConsole(/^The server answered with status 500/)
  const { user } = await open({ [month]: [{ status: 500 }, ok(makeMonth('2026-03', given))] })
  expect(await screen.findByText("We couldn't load the calendar. Please try again.")).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await grid()).toBeVisible()
})

test('a reviewer who is not expected to report sees that no reports are due', async () => {
  const none = Object.fromEntries(makeMonth().days.map(({ date }) => [date, { state: 'none' as const }]))
  await open({
    'GET /api/auth/me': ok(personOf('manager')),
    [month]: ok(makeMonth('2026-03', none)),
  })
  expect(await screen.findByText('You have no reports due this month.')).toBeVisible()
})

test('a link opens the dialog for new time off, once', async () => {
  const { here } = await open({}, '#add-time-off')
  expect(await screen.findByRole('dialog', { name: 'Add time off' })).toBeVisible()
  expect(dialog().getByLabelText('First day')).toHaveValue('2026-03-18')
  expect(here()).toBe('/calendar')
  expect(window.location.hash).toBe('')
})
