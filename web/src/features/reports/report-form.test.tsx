import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { allowConsole } from '../../../test/console-watch.ts'
import { answer, refusal } from '../../../test/fake-api.ts'
import {
  apollo,
  blockers,
  fillIn,
  onDay,
  openAs,
  openNew,
  pass,
  plan,
  row,
  rowCount,
  saved,
  startClock,
  submitButton,
  summary,
  today,
  total,
} from '../../../test/report-form.tsx'
import { makeReport, makeReportPage, makeRow } from '../../../test/reports.ts'

beforeEach(startClock)

const alert = () => screen.findByRole('alert')
const submits = { 'POST /api/reports': { status: 201, body: saved } }

describe('the page', () => {
  test('has its title, a read-only date of today and every field', async () => {
    await openNew()
    expect(screen.getByRole('heading', { level: 1, name: 'Submit Daily Report' })).toBeVisible()
    expect(document.title).toBe('Submit Report · Daily Report App')
    expect(screen.getByLabelText('Date')).toHaveValue('Tuesday, March 31, 2026')
    expect(screen.getByLabelText('Date')).toHaveAttribute('readonly')
    for (const field of [summary(), blockers(), plan(), row(1).project(), row(1).description()]) {
      expect(field).toHaveValue('')
    }
    expect(row(1).hours()).toHaveAttribute('type', 'number')
    expect(row(1).hours()).toHaveAttribute('step', '0.01')
    expect(row(1).hours()).toHaveAttribute('min', '0')
    expect(screen.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/dashboard')
  })

  test('offers staff the projects they are assigned to', async () => {
    const { api } = await openNew()
    expect(screen.getAllByRole('option').map(option => option.textContent)).toEqual([
      'Select project',
      'Apollo',
      'Gemini',
    ])
    expect(api.named('GET /api/projects')).toEqual([])
  })

  test('offers reviewers every project', async () => {
    const { api } = await openNew({}, 'manager')
    expect(screen.getByRole('option', { name: 'Gemini' })).toBeInTheDocument()
    expect(api.named('GET /api/projects/me')).toEqual([])
  })

  test('preselects no project, even if there is only one', async () => {
    const { user } = await openNew({ 'GET /api/projects/me': { status: 200, body: [apollo] } })
    expect(row(1).project()).toHaveDisplayValue('Select project')
    await user.click(screen.getByRole('button', { name: 'Submit Report' }))
    expect(await screen.findByText('Project selection is required')).toBeVisible()
  })

  test('explains to staff without a project whom to ask, above the form', async () => {
    await openNew({ 'GET /api/projects/me': { status: 200, body: [] } })
    expect(screen.getByText(messages.reports.noProjects)).toBeVisible()
  })

  test('without a project links reviewers to Manage Projects, above the form', async () => {
    await openNew({ 'GET /api/projects': { status: 200, body: [] } }, 'admin')
    expect(screen.getByText(messages.reports.noProjectsAtAll)).toBeVisible()
    // One link is in the navigation, the other is the next step.
    expect(screen.getAllByRole('link', { name: 'Manage Projects' })).toHaveLength(2)
  })

  test('shows "Failed to load projects" and a button to retry', async () => {
    allowConsole(/^Broken/)
    const { user } = openAs('developer', '/reports/new', {
      'GET /api/projects/me': [refusal(500, 'Broken'), { status: 200, body: [apollo] }],
    })
    expect(await screen.findByText('Failed to load projects')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: 'Submit Report' })).toBeVisible()
  })

  test("links to today's report if there is one, to read and edit it", async () => {
    await openNew({ [onDay(today)]: { status: 200, body: makeReportPage([makeReport({ date: today })]) } })
    expect(screen.getByText(messages.reports.alreadySubmittedToday)).toBeVisible()
    expect(screen.getByRole('link', { name: 'View Report' })).toHaveAttribute('href', '/reports/3')
    const edit = screen.getByRole('link', { name: 'Edit Report' })
    expect(edit).toHaveAttribute('href', '/reports/edit/3')
    expect(edit).toHaveClass('btn-primary')
  })

  test('shows that report, and does not focus the form', async () => {
    const rows = [1, 2, 3, 4, 5].map(id => makeRow({ id, task_description: `Task number ${id}`, hours: 1.3 }))
    const report = makeReport({ date: today, hours_worked: 7.3, task_details: rows })
    await openNew({ [onDay(today)]: { status: 200, body: makeReportPage([report]) } })
    const notice = screen.getByRole('region', { name: messages.reports.alreadySubmittedToday })
    expect(notice).toHaveTextContent('Apollo Task number 11h 30m')
    expect(notice).toHaveTextContent('Total, with 2 more tasks7h 30m')
    expect(notice).not.toHaveTextContent('Task number 4')
    expect(screen.getByRole('form')).not.toContainElement(document.activeElement as HTMLElement)
  })
})

describe('the focus', () => {
  test('starts in the first field, on the first load', async () => {
    await openNew()
    expect(summary()).toHaveFocus()
  })

  test('stays where the user has set it while the form was loading', async () => {
    const projects = Promise.withResolvers<Response>()
    const { user } = openAs('developer', '/reports/new', { 'GET /api/projects/me': () => projects.promise })
    await screen.findByRole('heading', { level: 1, name: 'Submit Daily Report' })
    await user.tab()
    const focused = document.activeElement
    expect(focused).toHaveTextContent('Skip to content')
    projects.resolve(answer(200, [apollo]))
    await screen.findByRole('button', { name: 'Submit Report' })
    expect(focused).toHaveFocus()
  })

  test('starts in the first field after a navigation too, also when everything is cached', async () => {
    const { user } = await openNew()
    await user.click(screen.getByRole('link', { name: 'Cancel' }))
    await screen.findByRole('heading', { level: 1, name: /Robin/ })
    const [link] = screen.getAllByRole('link', { name: 'Submit Report' })
    await user.click(link as HTMLElement)
    await screen.findByRole('heading', { name: 'Submit Daily Report' })
    await waitFor(() => expect(summary()).toHaveFocus())
  })

  test('skips the date', async () => {
    const { user } = await openNew()
    expect(screen.getByLabelText('Date')).toHaveAttribute('tabindex', '-1')
    await user.tab({ shift: true })
    expect(screen.getByRole('form', { name: 'Submit Daily Report' })).not.toContainElement(
      document.activeElement as HTMLElement,
    )
  })
})

describe('a valid report', () => {
  test('is sent completely, once, and redirects to /reports after 2 seconds', async () => {
    const { user, api, here } = await openNew(submits)
    await fillIn(user)
    await user.click(screen.getByRole('button', { name: 'Add task' }))
    await user.selectOptions(row(2).project(), 'Gemini')
    await user.type(row(2).description(), 'Swept')
    await user.type(row(2).hours(), '0.45')
    await user.type(blockers(), 'None')
    await user.type(plan(), 'Rest')
    await user.dblClick(submitButton())
    expect(await screen.findByText(messages.reports.submitted)).toBeVisible()
    expect(api.named('POST /api/reports').map(call => call.body)).toEqual([
      {
        date: today,
        tasks: 'Shipped it',
        blockers: 'None',
        tomorrow_plan: 'Rest',
        project_id: 1,
        hours_worked: 8.15,
        task_details: [
          { description: 'Packed', hours: '7.30', project_id: 1, task_id: null },
          { description: 'Swept', hours: '0.45', project_id: 2, task_id: null },
        ],
      },
    ])
    await pass(limits.redirectDelayMs - 500)
    expect(here()).toBe('/reports/new')
    await pass(500)
    expect(here()).toBe('/reports')
  })

  test('does not show the notice about an existing report after it was sent', async () => {
    const none = { status: 200, body: makeReportPage([]) }
    const one = { status: 200, body: makeReportPage([makeReport({ date: today })]) }
    const { user } = await openNew({ ...submits, [onDay(today)]: [none, one] })
    await fillIn(user)
    await user.click(submitButton())
    expect(await screen.findByText(messages.reports.submitted)).toBeVisible()
    await pass(100)
    expect(screen.queryByText(messages.reports.alreadySubmittedToday)).toBeNull()
  })

  test('shows its progress on the button', async () => {
    let reply = (_response: Response) => {}
    const { user } = await openNew({
      'POST /api/reports': () =>
        new Promise(resolve => {
          reply = resolve
        }),
    })
    await fillIn(user)
    await user.click(submitButton())
    expect(screen.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
    reply(answer(201, saved))
    expect(await screen.findByRole('button', { name: 'Submitted' })).toBeDisabled()
  })
})

describe('a submit with invalid fields', () => {
  test('shows every message under its field, focuses the first and sends nothing', async () => {
    const { user, api } = await openNew()
    await user.click(submitButton())
    expect(await alert()).toHaveTextContent(messages.reports.fillTasks)
    expect(summary()).toHaveFocus()
    expect(summary()).toHaveAccessibleDescription('Summary of tasks is required')
    expect(row(1).project()).toHaveAccessibleDescription('Project selection is required')
    expect(row(1).description()).toHaveAccessibleDescription('Task description is required')
    expect(row(1).hours()).toHaveAccessibleDescription('Hours are required')
    expect(api.named('POST /api/reports')).toEqual([])
  })

  test.each([
    ['0', 'Hours must be positive'],
    ['24.01', 'Hours cannot exceed 24'],
    ['1.234', 'Hours must be in hour.minutes format, such as 1.30 for 1 h 30 min'],
  ])('hours of %s: %s', async (hours, sentence) => {
    const { user } = await openNew()
    await fillIn(user)
    await user.clear(row(1).hours())
    await user.type(row(1).hours(), hours)
    await user.click(submitButton())
    await waitFor(() => expect(row(1).hours()).toHaveAccessibleDescription(expect.stringContaining(sentence)))
    expect(row(1).hours()).toHaveFocus()
  })

  test('a sum of zero hours: "Total hours must be greater than zero"', async () => {
    const { user } = await openNew()
    await fillIn(user)
    await user.clear(row(1).hours())
    await user.type(row(1).hours(), '0')
    await user.click(submitButton())
    expect(await alert()).toHaveTextContent('Total hours must be greater than zero')
  })

  test('errors of the second row are shown too', async () => {
    const { user } = await openNew()
    await fillIn(user)
    await user.click(screen.getByRole('button', { name: 'Add task' }))
    await user.type(row(2).description(), 'Half a row')
    await user.click(submitButton())
    await waitFor(() => expect(row(2).hours()).toHaveFocus())
    expect(row(1).hours()).not.toHaveAttribute('aria-invalid')
  })

  test('a missing summary has its own message, and the alert is the general one', async () => {
    const { user } = await openNew()
    await fillIn(user)
    await user.clear(summary())
    await user.click(submitButton())
    expect(await alert()).toHaveTextContent(messages.general.invalidInput)
    expect(summary()).toHaveFocus()
  })

  test('a message disappears as soon as the field is valid, and moves with its row', async () => {
    const { user } = await openNew()
    await user.click(screen.getByRole('button', { name: 'Add task' }))
    await user.click(submitButton())
    await user.type(summary(), 'x')
    expect(summary()).not.toHaveAccessibleDescription()
    await user.type(row(2).description(), 'Kept')
    await user.click(row(1).remove())
    expect(row(1).description()).toHaveValue('Kept')
    expect(row(1).description()).toBeValid()
    expect(row(1).hours()).toHaveAccessibleDescription('Hours are required')
  })
})

describe('hours', () => {
  test('are spelled out while they are typed', async () => {
    const { user } = await openNew()
    await user.type(row(1).hours(), '1.5')
    expect(row(1).hours()).toHaveAccessibleDescription('1 h 50 min')
    expect(row(1).hours()).toHaveValue(1.5)
  })

  test.each([
    ['1.5', '1.50'],
    ['1.75', '2.15'],
    ['3', '3.00'],
    ['.45', '0.45'],
  ])('%s is normalised to %s on blur', async (typed, left) => {
    const { user } = await openNew()
    await user.type(row(1).hours(), typed)
    await user.tab()
    expect((row(1).hours() as HTMLInputElement).value).toBe(left)
  })

  // Browsers drop these characters from a number input; in Chromium: e2e/journeys/hours-as-written.spec.ts.
  test.each([
    ['1:30', '1.30', '1 h 30 min'],
    ['1h30', '1.30', '1 h 30 min'],
    ['1h 30m', '1.30', '1 h 30 min'],
    ['1h5m', '1.05', '1 h 5 min'],
    ['1,30', '1.30', '1 h 30 min'],
    ['90m', '1.30', '1 h 30 min'],
    ['90 min', '1.30', '1 h 30 min'],
    ['2h', '2.00', '2 h'],
    [':45', '0.45', '45 min'],
    ['1.30m', '1.30', '1 h 30 min'],
    ['2abc', '2.00', '2 h'],
    ['1h30m{Backspace}{Backspace}{Backspace}5', '1.05', '1 h 5 min'],
    ['90m{Backspace}', '90.00', '90 h'],
  ])('%s typed is %s', async (typed, left, echo) => {
    const { user } = await openNew()
    await user.type(row(1).hours(), typed)
    expect(row(1).hours()).toHaveAccessibleDescription(echo)
    await user.tab()
    expect((row(1).hours() as HTMLInputElement).value).toBe(left)
  })

  test.each([
    ['1:30', '1.30'],
    ['01:30:00', '1.30'],
    ['1 h 30 min', '1.30'],
    ['90 min', '1.30'],
    ['1,30', '1.30'],
    ['1.30', '1.30'],
    ['half a day', '8.00'],
  ])('%s pasted over 8 is %s', async (pasted, left) => {
    const { user } = await openNew()
    await user.type(row(1).hours(), '8')
    await user.tripleClick(row(1).hours())
    await user.paste(pasted)
    await user.click(summary())
    expect((row(1).hours() as HTMLInputElement).value).toBe(left)
  })

  describe('that may be meant as a decimal', () => {
    const offer = () => screen.queryByRole('button', { name: /instead\?$/ })

    test.each([
      ['1.5', '1 h 30 min instead?', '1.50', '1.30'],
      ['1.75', '1 h 45 min instead?', '2.15', '1.45'],
      ['.5', '30 min instead?', '0.50', '0.30'],
    ])('%s: offers "%s", also once the field is left', async (typed, words, left, accepted) => {
      const { user } = await openNew()
      await user.type(row(1).hours(), typed)
      expect(offer()).toHaveTextContent(words)
      expect(offer()?.parentElement).toHaveAttribute('aria-live', 'polite')
      await user.tab()
      expect((row(1).hours() as HTMLInputElement).value).toBe(left)
      expect(offer()).toHaveFocus()
      await user.keyboard('{Enter}')
      expect((row(1).hours() as HTMLInputElement).value).toBe(accepted)
      expect(row(1).hours()).toHaveFocus()
      expect(offer()).toBeNull()
      await user.tab()
      expect((row(1).hours() as HTMLInputElement).value).toBe(accepted)
      expect(offer()).toBeNull()
    })

    test('the offer disappears when the hours are changed', async () => {
      const { user } = await openNew()
      await user.type(row(1).hours(), '1.5')
      await user.click(summary())
      expect(offer()).toBeVisible()
      await user.clear(row(1).hours())
      await user.type(row(1).hours(), '1.50')
      expect(offer()).toBeNull()
    })

    test.each(['1.30', '1.15', '1.25', '0.50', '2', '1h5', '25.70'])('%s: offers nothing', async typed => {
      const { user } = await openNew()
      await user.type(row(1).hours(), typed)
      expect(offer()).toBeNull()
    })
  })

  test.each([
    ['1.00', '{ArrowDown}', '0.59'],
    ['1.59', '{ArrowUp}', '2.00'],
    ['1.5', '{ArrowUp}', '1.51'],
    ['1.75', '{ArrowDown}', '2.14'],
    ['0', '{ArrowDown}', '0.00'],
    ['1:30', '{ArrowUp}{ArrowUp}', '1.32'],
  ])('%s and %s is %s, without an offer', async (typed, keys, stepped) => {
    const { user } = await openNew()
    await user.type(row(1).hours(), typed)
    await user.keyboard(keys)
    expect((row(1).hours() as HTMLInputElement).value).toBe(stepped)
    expect(screen.queryByRole('button', { name: /instead\?$/ })).toBeNull()
  })

  test('an arrow key starts at 0 in an empty field', async () => {
    const { user } = await openNew()
    await user.click(row(1).hours())
    await user.keyboard('{ArrowUp}')
    expect((row(1).hours() as HTMLInputElement).value).toBe('0.01')
  })

  test('a negative value becomes 0', async () => {
    await openNew()
    fireEvent.change(row(1).hours(), { target: { value: '-2' } })
    expect(row(1).hours()).toHaveValue(0)
  })

  test('the mouse wheel changes nothing', async () => {
    const { user } = await openNew()
    await user.type(row(1).hours(), '2')
    fireEvent.wheel(row(1).hours(), { deltaY: 100 })
    expect(row(1).hours()).not.toHaveFocus()
    expect(row(1).hours()).toHaveValue(2)
  })

  test('the total follows the rows, carries at 60 minutes and is announced', async () => {
    const { user } = await openNew()
    expect(total()).toHaveTextContent('0.00 (0 min)')
    await user.type(row(1).hours(), '6.45')
    await user.click(screen.getByRole('button', { name: 'Add task' }))
    await user.type(row(2).hours(), '0.45')
    expect(total()).toHaveTextContent('7.30 (7 h 30 min)')
    expect(screen.getAllByRole('status')).toContain(total())
  })

  test('more than 24 hours show a warning and can be sent', async () => {
    const { user } = await openNew(submits)
    await fillIn(user)
    await user.click(screen.getByRole('button', { name: 'Add task' }))
    await user.type(row(2).description(), 'All night')
    await user.type(row(2).hours(), '16.30')
    expect(screen.queryByText(messages.reports.longDay)).toBeNull()
    await user.type(row(2).hours(), '{Backspace}1')
    expect(screen.getByText(messages.reports.longDay)).toBeVisible()
    await user.click(submitButton())
    expect(await screen.findByText(messages.reports.submitted)).toBeVisible()
  })
})

describe('rows by keyboard', () => {
  test('Enter moves from the description to the hours and on to a new row of the same project', async () => {
    const { user, api } = await openNew()
    await user.selectOptions(row(1).project(), 'Gemini')
    await user.type(row(1).description(), 'First{Enter}')
    expect(row(1).hours()).toHaveFocus()
    await user.keyboard('1.75{Enter}')
    expect((row(1).hours() as HTMLInputElement).value).toBe('2.15')
    expect(rowCount()).toBe(2)
    expect(row(2).description()).toHaveFocus()
    expect(row(2).project()).toHaveDisplayValue('Gemini')
    expect(api.named('POST /api/reports')).toEqual([])
  })

  test('Enter moves to the next row, and from an empty last row to the blockers', async () => {
    const { user } = await openNew()
    await user.type(row(1).description(), 'First')
    await user.click(screen.getByRole('button', { name: 'Add task' }))
    await user.click(row(1).hours())
    await user.keyboard('{Enter}')
    expect(row(2).description()).toHaveFocus()
    await user.keyboard('{Enter}{Enter}')
    expect(blockers()).toHaveFocus()
    expect(rowCount()).toBe(2)
  })

  describe('a row that Enter added', () => {
    async function openWithAdded() {
      const app = await openNew(submits)
      await fillIn(app.user)
      await app.user.keyboard('{Enter}')
      expect(rowCount()).toBe(2)
      expect(row(2).description()).toHaveFocus()
      return app
    }

    test('is removed on submit if it is untouched', async () => {
      const { user, api } = await openWithAdded()
      await user.keyboard('{Control>}{Enter}{/Control}')
      expect(await screen.findByText(messages.reports.submitted)).toBeVisible()
      expect(rowCount()).toBe(1)
      expect(api.named('POST /api/reports')[0]?.body).toMatchObject({
        hours_worked: 7.3,
        task_details: [{ description: 'Packed', hours: '7.30', project_id: 1 }],
      })
    })

    test('is removed by the submit button too', async () => {
      const { user } = await openWithAdded()
      await user.click(submitButton())
      expect(await screen.findByText(messages.reports.submitted)).toBeVisible()
    })

    test('is removed when it loses the focus, not before', async () => {
      const { user } = await openWithAdded()
      await user.tab()
      expect(row(2).hours()).toHaveFocus()
      await user.tab()
      expect(row(2).remove()).toHaveFocus()
      await pass(10)
      expect(rowCount()).toBe(2)
      await user.tab()
      await waitFor(() => expect(rowCount()).toBe(1))
      expect(screen.getByRole('button', { name: 'Add task' })).toHaveFocus()
    })

    test('moves the focus to the blockers on Enter in its empty description', async () => {
      const { user } = await openWithAdded()
      await user.keyboard('{Enter}')
      expect(blockers()).toHaveFocus()
      await waitFor(() => expect(rowCount()).toBe(1))
    })

    test('stays while the button for another row is pressed, and then is replaced', async () => {
      const { user } = await openWithAdded()
      const add = screen.getByRole('button', { name: 'Add task' })
      await user.pointer({ target: add, keys: '[MouseLeft>]' })
      await pass(100)
      expect(rowCount()).toBe(2)
      await user.pointer({ target: add, keys: '[/MouseLeft]' })
      expect(row(2).description()).toHaveFocus()
      await pass(10)
      expect(rowCount()).toBe(2)
      // This row was added by the button.
      await user.click(submitButton())
      await waitFor(() =>
        expect(row(2).description()).toHaveAccessibleDescription('Task description is required'),
      )
    })

    test.each([
      ['its description', () => row(2).description()],
      ['its hours', () => row(2).hours()],
    ])('stays once something is written: %s', async (_, field) => {
      const { user } = await openWithAdded()
      await user.type(field(), '2')
      await user.click(summary())
      await pass(10)
      expect(rowCount()).toBe(2)
      await user.click(submitButton())
      expect(await alert()).toHaveTextContent(messages.reports.fillTasks)
    })

    test('stays if another project is selected', async () => {
      const { user } = await openWithAdded()
      await user.selectOptions(row(2).project(), 'Gemini')
      await user.click(summary())
      await pass(10)
      expect(rowCount()).toBe(2)
    })

    test('stays when all other rows are removed', async () => {
      const { user } = await openWithAdded()
      await user.click(row(1).remove())
      await pass(10)
      expect(rowCount()).toBe(1)
    })
  })

  test('a row added by the button and left empty is refused', async () => {
    const { user, api } = await openNew(submits)
    await fillIn(user)
    await user.click(screen.getByRole('button', { name: 'Add task' }))
    await user.click(submitButton())
    expect(await alert()).toHaveTextContent(messages.reports.fillTasks)
    expect(row(2).description()).toHaveAccessibleDescription('Task description is required')
    expect(row(2).hours()).toHaveAccessibleDescription('Hours are required')
    expect(api.named('POST /api/reports')).toEqual([])
  })

  test('a new row starts at its project if the row above has none', async () => {
    const { user } = await openNew()
    await user.click(screen.getByRole('button', { name: 'Add task' }))
    expect(row(2).project()).toHaveFocus()
  })

  test('Shift+Enter is a new line', async () => {
    const { user } = await openNew()
    await user.type(row(1).description(), 'One{Shift>}{Enter}{/Shift}Two')
    expect(row(1).description()).toHaveValue('One\nTwo')
  })

  test('removing a row focuses its neighbour, and one row always remains', async () => {
    const { user } = await openNew()
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
    for (const text of ['One', 'Two', 'Three']) {
      if (text !== 'One') await user.click(screen.getByRole('button', { name: 'Add task' }))
      await user.type(row(rowCount()).description(), text)
    }
    await user.click(row(2).remove())
    expect(row(2).description()).toHaveValue('Three')
    expect(row(2).description()).toHaveFocus()
    await user.click(row(2).remove())
    expect(row(1).description()).toHaveValue('One')
    expect(row(1).description()).toHaveFocus()
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
  })

  test.each(['Control', 'Meta'])('%s+Enter submits, from the hours too', async key => {
    const { user, api } = await openNew(submits)
    await fillIn(user)
    await user.clear(row(1).hours())
    await user.type(row(1).hours(), `1.75{${key}>}{Enter}{/${key}}`)
    expect(await screen.findByText(messages.reports.submitted)).toBeVisible()
    expect(api.named('POST /api/reports')[0]?.body).toMatchObject({
      hours_worked: 2.15,
      task_details: [{ hours: '2.15' }],
    })
  })

  test('Enter in the date sends nothing', async () => {
    const { user, api } = await openNew(submits)
    await fillIn(user)
    await user.type(screen.getByLabelText('Date'), '{Enter}')
    expect(api.named('POST /api/reports')).toEqual([])
  })
})

describe('at midnight', () => {
  const nextDay = { [onDay('2026-04-01')]: { status: 200, body: makeReportPage([]) } }

  async function passMidnight() {
    await pass(7 * 3_600_000)
    fireEvent.focus(window)
  }

  test('an untouched form changes to the new day', async () => {
    await openNew(nextDay)
    await passMidnight()
    await waitFor(() => expect(screen.getByLabelText('Date')).toHaveValue('Wednesday, April 1, 2026'))
  })

  test('a report that was begun keeps its day, which is sent', async () => {
    const { user, api } = await openNew({ ...nextDay, ...submits })
    await fillIn(user)
    await passMidnight()
    expect(await screen.findByText(/^It's a new day/)).toBeVisible()
    expect(screen.getByLabelText('Date')).toHaveValue('Tuesday, March 31, 2026')
    await user.click(submitButton())
    await screen.findByText(messages.reports.submitted)
    expect(api.named('POST /api/reports')[0]?.body).toMatchObject({ date: today })
  })

  test('a report that was begun can be moved to the new day with all its text', async () => {
    const { user, api } = await openNew({ ...nextDay, ...submits })
    await fillIn(user)
    await passMidnight()
    await user.click(await screen.findByRole('button', { name: 'Change to today' }))
    await waitFor(() => expect(screen.getByLabelText('Date')).toHaveValue('Wednesday, April 1, 2026'))
    expect(summary()).toHaveValue('Shipped it')
    await user.click(submitButton())
    await screen.findByText(messages.reports.submitted)
    expect(api.named('POST /api/reports')[0]?.body).toMatchObject({ date: '2026-04-01' })
  })
})
