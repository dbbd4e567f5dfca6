import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Suggestions } from '#shared/contract/suggestions.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { allowConsole } from '../../../../test/console-watch.ts'
import { refusal } from '../../../../test/fake-api.ts'
import {
  apollo,
  makeSuggestions,
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
  suggestionsCall,
  summary,
  today,
} from '../../../../test/report-form.tsx'
import { makeDetails, makeReport, makeReportPage, makeRow } from '../../../../test/reports.ts'

beforeEach(startClock)

const submits = { 'POST /api/reports': { status: 201, body: saved } }
const oneProject = { 'GET /api/projects/me': { status: 200, body: [apollo] } }
const task = (task_id: number, title: string, project_id = 2) => ({
  task_id,
  title,
  project_id,
  project_name: project_id === 2 ? 'Gemini' : 'Apollo',
  status: 'pending' as const,
})
const some = makeSuggestions({
  plan: { report_id: 2, date: '2026-03-27', lines: ['Fix the login', 'Write the tests', 'Call Ada'] },
  tasks: [task(9, 'Draw the map'), task(8, 'Paint it')],
  recent: [{ description: 'Stand-up', project_id: 1, project_name: 'Apollo' }],
})
const given = (body: Suggestions = some) => ({ [suggestionsCall]: { status: 200, body } })

const line = (name: string | RegExp) => screen.getByRole('button', { name })
const isOffered = (name: string | RegExp) => screen.queryByRole('button', { name }) !== null
const linesOf = (group: string) =>
  within(screen.getByRole('list', { name: group }))
    .getAllByRole('listitem')
    .map(item => item.textContent?.trim())
const slot = 'report-draft:7:2026-03-31'
const hours = (number: number) => row(number).hours() as HTMLInputElement
const carry = () => screen.queryByRole('button', { name: /^Carry over/ })
const useDescriptions = () => screen.queryByRole('button', { name: 'Use the task descriptions' })

describe('the groups', () => {
  test('are above the rows, with three lines each, and name the project if there are several', async () => {
    const lines = ['One line', 'Two lines', 'Three lines', 'Four lines', 'Five lines']
    const { user } = await openNew(given({ ...some, plan: { report_id: 2, date: '2026-03-27', lines } }))
    // They appear together with the form.
    expect(linesOf('From your plan of Friday')).toEqual(lines.slice(0, 3))
    expect(linesOf('Your tasks')).toEqual(['Draw the mapGemini', 'Paint itGemini'])
    expect(linesOf('Recent')).toEqual(['Stand-upApollo'])
    const list = screen.getByRole('list', { name: 'Recent' })
    expect(list.compareDocumentPosition(row(1).project())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await user.click(line('Show more'))
    expect(linesOf('From your plan of Friday')).toEqual(lines)
    expect(line('Four lines')).toHaveFocus()
    expect(isOffered('Show more')).toBe(false)
  })

  test('name the date of a plan that is a week or more old', async () => {
    await openNew(given({ ...some, plan: { report_id: 2, date: '2026-03-24', lines: ['Fix the login'] } }))
    expect(screen.getByRole('heading', { name: 'From your plan of Mar 24' })).toBeVisible()
  })

  test('without lines are hidden', async () => {
    await openNew(given({ ...some, plan: null, tasks: [] }))
    expect(screen.getAllByRole('heading', { level: 3 }).map(heading => heading.textContent)).toEqual([
      'Recent',
    ])
  })

  test('are left out when they fail to load, and for a user without earlier reports', async () => {
    allowConsole(/^No response/)
    const { unmount } = await openNew({ [suggestionsCall]: 'no response' })
    expect(screen.queryByRole('heading', { level: 3 })).toBeNull()
    unmount()
    await openNew()
    expect(screen.queryByRole('heading', { level: 3 })).toBeNull()
    expect(carry()).toBeNull()
    expect(useDescriptions()).toBeNull()
  })

  test('have the focus when the form is opened, and the summary has it if no line is left', async () => {
    const body = makeSuggestions({ plan: { report_id: 2, date: '2026-03-27', lines: ['Fix the login'] } })
    const { user, unmount } = await openNew(given(body))
    expect(line('Fix the login')).toHaveFocus()
    await user.keyboard('{Enter}3')
    await pass(1000)
    unmount()
    await openNew(given(body))
    expect(isOffered('Fix the login')).toBe(false)
    expect(summary()).toHaveFocus()
  })

  test('fill in nothing by themselves', async () => {
    await openNew(given())
    expect(rowCount()).toBe(1)
    for (const field of [summary(), plan(), row(1).project(), row(1).description()])
      expect(field).toHaveValue('')
    expect(localStorage.getItem(slot)).toBeNull()
  })
})

describe('without a network', () => {
  const goOffline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const unanswered = {
    [suggestionsCall]: 'no response',
    'GET /api/projects/me': 'no response',
    [onDay(today)]: 'no response',
  } as const

  test('the suggestions loaded last are offered, and a chosen row has its task and project', async () => {
    const { unmount } = await openNew(given())
    unmount()
    allowConsole(/^No response/)
    goOffline()
    const { user } = await openNew(unanswered)
    expect(linesOf('From your plan of Friday')).toEqual(some.plan?.lines)
    expect(linesOf('Recent')).toEqual(['Stand-upApollo'])
    await user.click(line(/^Draw the map/))
    expect(row(1).project()).toHaveDisplayValue('Gemini')
    expect(await screen.findByRole('button', { name: 'Unlink task: Draw the map' })).toBeVisible()
  })

  test('the suggestions of another user are not offered', async () => {
    const { unmount } = await openNew(given())
    unmount()
    allowConsole(/^No response/)
    goOffline()
    localStorage.setItem('remembered:8:my-projects', JSON.stringify([apollo]))
    await openNew(unanswered, 'developer', 8)
    expect(screen.queryByRole('heading', { level: 3 })).toBeNull()
  })
})

describe('choosing', () => {
  test('a plan line fills the empty row, selects the only project and focuses the hours', async () => {
    const { user } = await openNew({ ...given(), ...oneProject })
    await user.click(line('Write the tests'))
    expect(rowCount()).toBe(1)
    expect(row(1).description()).toHaveValue('Write the tests')
    expect(row(1).project()).toHaveDisplayValue('Apollo')
    expect(hours(1)).toHaveFocus()
    expect(isOffered('Write the tests')).toBe(false)
  })

  test('moves the lines that are left below the rows', async () => {
    const { user } = await openNew(given())
    const isBelow = () =>
      row(1).project().compareDocumentPosition(line('Call Ada')) === Node.DOCUMENT_POSITION_FOLLOWING
    expect(isBelow()).toBe(false)
    await user.click(line('Fix the login'))
    expect(isBelow()).toBe(true)
    // Enter in the hours still moves to the next line, although another button comes before it.
    await user.selectOptions(row(1).project(), 'Gemini')
    await user.type(hours(1), '1{Enter}')
    expect(document.activeElement).toHaveClass('suggestion')
  })

  test('the next line fills a new row, with the project of the row above', async () => {
    const { user } = await openNew(given())
    await user.click(line('Fix the login'))
    expect(row(1).project()).toHaveDisplayValue('Select project')
    await user.selectOptions(row(1).project(), 'Gemini')
    await user.click(line('Call Ada'))
    expect(row(2).description()).toHaveValue('Call Ada')
    expect(row(2).project()).toHaveDisplayValue('Gemini')
    expect(hours(2)).toHaveFocus()
  })

  test('a project that is selected later also fills the chosen rows below that have none', async () => {
    const { user } = await openNew(given())
    await user.click(line('Fix the login'))
    await user.click(line(/^Stand-up/))
    await user.click(line('Call Ada'))
    // A row takes the project of the row above when it is chosen.
    expect(row(3).project()).toHaveDisplayValue('Apollo')
    await user.click(row(3).remove())
    await user.click(row(2).remove())
    await user.click(line('Call Ada'))
    await user.click(screen.getByRole('button', { name: 'Add task' }))
    expect(row(2).project()).toHaveDisplayValue('Select project')
    await user.selectOptions(row(1).project(), 'Gemini')
    expect(row(2).project()).toHaveDisplayValue('Gemini')
    // This row was not chosen.
    expect(row(3).project()).toHaveDisplayValue('Select project')
    await user.selectOptions(row(1).project(), 'Apollo')
    expect(row(2).project()).toHaveDisplayValue('Gemini')
  })

  test('works by Enter, and a recent line selects its project', async () => {
    const { user } = await openNew(given())
    line(/^Stand-up/).focus()
    await user.keyboard('{Enter}')
    expect(row(1).project()).toHaveDisplayValue('Apollo')
    expect(hours(1)).toHaveFocus()
  })

  test('a line that was written for two projects is two suggestions', async () => {
    const standUp = (project_id: number, project_name: string) => ({
      description: 'Stand-up',
      project_id,
      project_name,
    })
    const recent = [standUp(1, 'Apollo'), standUp(2, 'Gemini')]
    const { user } = await openNew(given({ ...some, recent }))
    await user.click(line('Stand-up Apollo'))
    expect(linesOf('Recent')).toEqual(['Stand-upGemini'])
    await user.click(line('Stand-up Gemini'))
    expect([1, 2].map(number => (row(number).project() as HTMLSelectElement).value)).toEqual(['1', '2'])
    await user.click(row(1).remove())
    expect(linesOf('Recent')).toEqual(['Stand-upApollo'])
  })

  test('what was done elsewhere brings its project, also one that is not offered', async () => {
    const of = (title: string, project_id: number | null, project_name: string | null) => ({
      ...{ title, link: 'https://git.example/1' },
      ...{ project_id, project_name },
    })
    const activity = [
      of('Fix the map and 2 more commits', 2, 'Gemini'),
      of('Answer a ticket', null, null),
      ...Array.from({ length: 8 }, (_, index) => of(`Request ${index}`, 1, 'Apollo')),
    ]
    const { user, api } = await openNew({ ...given({ ...some, activity }), ...oneProject, ...submits })
    expect(linesOf('From your work')).toHaveLength(8)
    const group = screen.getByRole('list', { name: 'From your work' }).parentElement as HTMLElement
    await user.click(within(group).getByRole('button', { name: 'Show more' }))
    expect(linesOf('From your work')).toHaveLength(10)
    await user.click(line(/^Fix the map and 2 more commits/))
    expect(row(1).description()).toHaveValue('Fix the map and 2 more commits')
    expect(row(1).project()).toHaveDisplayValue('Gemini')
    expect(hours(1)).toHaveFocus()
    await user.keyboard('1{Enter}')
    expect(line('Answer a ticket')).toHaveFocus()
    await user.type(summary(), 'Work')
    await user.click(submitButton())
    await screen.findByText(messages.reports.submitted)
    expect(api.named('POST /api/reports')[0]?.body).toMatchObject({
      task_details: [{ description: 'Fix the map and 2 more commits', project_id: 2, hours: '1.00' }],
    })
  })

  test('what was done elsewhere is shown also to a user without other suggestions', async () => {
    const activity = [{ title: 'First commit', link: null, project_id: null, project_name: null }]
    await openNew(given(makeSuggestions({ activity })))
    expect(linesOf('From your work')).toEqual(['First commit'])
  })

  test('a plan line that begins with a number is not a recent line of that project', async () => {
    const recent = [{ description: 'reviews', project_id: 2, project_name: 'Gemini' }]
    const plan = { report_id: 5, date: '2026-03-30', lines: ['2 reviews'] }
    const { user } = await openNew(given({ ...some, plan, recent }))
    await user.click(line('2 reviews'))
    expect(linesOf('Recent')).toEqual(['reviewsGemini'])
  })

  test('recent lines of projects that are no longer offered are one line, without a project', async () => {
    const reading = (project_id: number) => ({ description: 'Read', project_id, project_name: 'Gone' })
    const recent = [reading(8), reading(9), ...some.recent]
    const { user } = await openNew(given({ ...some, recent }))
    expect(linesOf('Recent')).toEqual(['Read', 'Stand-upApollo'])
    await user.click(line('Read'))
    expect(row(1).project()).toHaveDisplayValue('Select project')
    expect(linesOf('Recent')).toEqual(['Stand-upApollo'])
  })

  test('by a double click chooses one line', async () => {
    const { user } = await openNew(given())
    await user.dblClick(line('Fix the login'))
    expect(rowCount()).toBe(1)
    expect(isOffered('Write the tests')).toBe(true)
  })

  test('a line that a row already contains uses that row', async () => {
    const { user } = await openNew(given())
    await user.type(row(1).description(), '- fix the LOGIN')
    await user.type(hours(1), '2')
    // A suggestion does not come and go while the user types.
    await user.click(line('Fix the login'))
    expect(rowCount()).toBe(1)
    expect(row(1).description()).toHaveValue('- fix the LOGIN')
    expect(hours(1)).toHaveValue(2)
    expect(isOffered('Fix the login')).toBe(false)
  })

  test('a row with text is never overwritten', async () => {
    const { user } = await openNew(given())
    await user.type(hours(1), '2')
    await user.click(line('Fix the login'))
    expect(rowCount()).toBe(2)
    expect(row(2).description()).toHaveValue('Fix the login')
  })

  test('is not possible in a full report', async () => {
    const task_details = Array.from({ length: limits.rowsMax }, (_, index) => ({
      project_id: '1',
      description: `Row ${index}`,
      hours: '0.05',
    }))
    const values = { tasks: 'x', blockers: '', tomorrow_plan: '', task_details }
    localStorage.setItem(slot, JSON.stringify({ saved_at: '2026-03-31T10:00:00.000Z', based_on: '', values }))
    await openNew(given())
    expect(line('Fix the login')).toBeDisabled()
  })

  test('offers the suggestion again once the row is removed, also the only row, and not before', async () => {
    const { user } = await openNew(given())
    await user.click(line('Fix the login'))
    await user.clear(row(1).description())
    await user.type(row(1).description(), 'Something else')
    expect(isOffered('Fix the login')).toBe(false)
    await user.click(row(1).remove())
    expect(row(1).description()).toHaveValue('')
    expect(row(1).description()).toHaveFocus()
    expect(isOffered('Fix the login')).toBe(true)
    await user.click(line('Fix the login'))
    expect(row(1).description()).toHaveValue('Fix the login')
    await user.click(line('Call Ada'))
    await user.click(row(1).remove())
    expect(linesOf('From your plan of Friday')).toEqual(['Fix the login', 'Write the tests'])
  })

  test('is stored in the draft, and the suggestion is offered again when that is discarded', async () => {
    const { user, unmount } = await openNew(given())
    await user.click(line('Fix the login'))
    await user.type(row(1).description(), ' page')
    unmount()
    const next = await openNew(given())
    expect(row(1).description()).toHaveValue('Fix the login page')
    expect(isOffered('Fix the login')).toBe(false)
    await next.user.click(screen.getByRole('button', { name: 'Discard draft' }))
    expect(isOffered('Fix the login')).toBe(true)
  })

  test('in another tab applies here too', async () => {
    await openNew(given())
    const chosen = { project_id: '1', description: 'Anything', hours: '', chosen: 'fix the login' }
    const linked = {
      project_id: '2',
      description: 'Drew',
      hours: '',
      task_id: '9',
      task_title: 'Draw the map',
    }
    const values = { tasks: '', blockers: '', tomorrow_plan: '', task_details: [chosen, linked] }
    act(() => {
      const draft = { saved_at: '2026-03-31T15:43:00.000Z', based_on: '', values }
      localStorage.setItem(slot, JSON.stringify(draft))
      window.dispatchEvent(new StorageEvent('storage', { key: slot }))
    })
    expect(isOffered('Fix the login')).toBe(false)
    expect(isOffered(/^Draw the map/)).toBe(false)
    expect(isOffered('Write the tests')).toBe(true)
  })
})

describe('Enter in the hours of a chosen row', () => {
  test('moves to the next line of the group, then to the summary, with eight key presses in all', async () => {
    const { user, api } = await openNew({ ...given(), ...oneProject, ...submits })
    expect(line('Fix the login')).toHaveFocus()
    await user.keyboard('{Enter}3{Enter}')
    expect(line('Write the tests')).toHaveFocus()
    await user.keyboard('{Enter}2.30{Enter}{Enter}1{Enter}')
    expect(useDescriptions()).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(summary()).toHaveValue('Fix the login\nWrite the tests\nCall Ada')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByText(messages.reports.submitted)).toBeVisible()
    expect(api.named('POST /api/reports')[0]?.body).toMatchObject({
      task_details: [{ hours: '3.00' }, { hours: '2.30' }, { hours: '1.00' }],
    })
  })

  test('moves to a missing project, and on from there', async () => {
    const { user } = await openNew(given())
    await user.click(line('Fix the login'))
    await user.keyboard('3{Enter}')
    expect(row(1).project()).toHaveFocus()
    await user.selectOptions(row(1).project(), 'Gemini')
    await user.keyboard('{Enter}')
    expect(line('Write the tests')).toHaveFocus()
  })

  test('moves to the missing hours of rows that were chosen before', async () => {
    const { user } = await openNew({ ...given(), ...oneProject })
    await user.click(line('Fix the login'))
    await user.click(line('Write the tests'))
    await user.keyboard('1{Enter}')
    expect(hours(1)).toHaveFocus()
    await user.keyboard('1{Enter}')
    expect(line('Call Ada')).toHaveFocus()
  })

  test('adds a row as usual when no value is missing', async () => {
    const body = makeSuggestions({
      recent: [{ description: 'Stand-up', project_id: 1, project_name: 'Apollo' }],
    })
    const { user } = await openNew(given(body))
    await user.type(summary(), 'Done')
    await user.click(line(/^Stand-up/))
    await user.keyboard('1{Enter}')
    expect(row(2).description()).toHaveFocus()
  })
})

describe('"Carry over"', () => {
  test('adds the lines that were not chosen to the end of the plan, once, and can be undone', async () => {
    const { user } = await openNew(given())
    expect(carry()).toHaveTextContent('Carry over 3 lines')
    await user.click(line('Fix the login'))
    await user.type(plan(), '- call ada')
    expect(carry()).toHaveTextContent('Carry over 1 line')
    await user.click(carry() as HTMLElement)
    expect(plan()).toHaveValue('- call ada\n- Write the tests')
    expect(screen.getByText("Added to tomorrow's plan.")).toBeVisible()
    expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(plan()).toHaveValue('- call ada')
    await user.click(carry() as HTMLElement)
    await user.type(plan(), '!')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  test('is hidden when every line is a row', async () => {
    const { user } = await openNew(given())
    for (const name of ['Fix the login', 'Write the tests', 'Call Ada']) await user.click(line(name))
    expect(carry()).toBeNull()
  })
})

describe('"Use the task descriptions"', () => {
  test('is shown while the summary is empty and a row has text, and can be undone', async () => {
    const { user } = await openNew()
    expect(useDescriptions()).toBeNull()
    await user.type(row(1).description(), 'Packed')
    await waitFor(() => expect(useDescriptions()).toBeVisible())
    await user.click(useDescriptions() as HTMLElement)
    expect(summary()).toHaveValue('Packed')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(summary()).toHaveValue('')
    await user.type(summary(), 'Mine')
    expect(useDescriptions()).toBeNull()
  })

  test('is at the summary once a submit found it missing', async () => {
    const { user } = await openNew(submits)
    await user.selectOptions(row(1).project(), 'Apollo')
    await user.type(row(1).description(), 'Packed')
    await user.type(hours(1), '1')
    await user.click(submitButton())
    await waitFor(() => expect(summary()).toHaveAccessibleDescription('Summary of tasks is required'))
    await waitFor(() => expect(useDescriptions()).toBeVisible())
    await user.tab()
    expect(useDescriptions()).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(summary()).toBeValid()
    await user.click(submitButton())
    expect(await screen.findByText(messages.reports.submitted)).toBeVisible()
  })
})

describe('a row that is linked to a task', () => {
  const unlink = () => screen.findByRole('button', { name: 'Unlink task: Draw the map' })

  test('shows the task, and is sent with it', async () => {
    const { user, api } = await openNew({ ...given(), ...submits })
    await user.click(line(/^Draw the map/))
    expect(row(1).project()).toHaveDisplayValue('Gemini')
    expect(await unlink()).toBeVisible()
    await user.type(hours(1), '1')
    await user.type(summary(), 'Drew')
    await user.click(submitButton())
    await screen.findByText(messages.reports.submitted)
    expect(api.named('POST /api/reports')[0]?.body).toMatchObject({
      task_details: [{ description: 'Draw the map', project_id: 2, task_id: 9 }],
    })
  })

  test('can be unlinked, and linked again by choosing the task', async () => {
    const { user } = await openNew(given())
    await user.click(line(/^Draw the map/))
    await user.click(await unlink())
    expect(screen.queryByRole('button', { name: /^Unlink/ })).toBeNull()
    expect(row(1).description()).toHaveValue('Draw the map')
    expect(row(1).description()).toHaveFocus()
    await user.click(line(/^Draw the map/))
    expect(rowCount()).toBe(1)
    expect(await unlink()).toBeVisible()
  })

  test('needs a confirmation before another project unlinks it', async () => {
    const { user } = await openNew(given())
    await user.click(line(/^Draw the map/))
    await unlink()
    await user.selectOptions(row(1).project(), 'Apollo')
    const question = await screen.findByRole('dialog', { name: 'Unlink the task?' })
    expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(row(1).project()).toHaveDisplayValue('Gemini')
    expect(await unlink()).toBeVisible()
    await user.selectOptions(row(1).project(), 'Apollo')
    await user.click(screen.getByRole('button', { name: 'Unlink' }))
    expect(row(1).project()).toHaveDisplayValue('Apollo')
    expect(screen.queryByRole('button', { name: /^Unlink/ })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test.each([messages.reports.taskNotYours, messages.reports.taskOfOtherProject])(
    'that the server refuses says so at the row: %s',
    async sentence => {
      allowConsole(/^This task/)
      const answer = refusal(400, sentence, { 'task_details.0.task_id': sentence })
      const { user } = await openNew({ ...given(), 'POST /api/reports': answer })
      await user.click(line(/^Draw the map/))
      await user.type(hours(1), '1')
      await user.type(summary(), 'Drew')
      await user.click(submitButton())
      const button = await unlink()
      await waitFor(() => expect(button).toHaveAccessibleDescription(sentence))
      expect(button).toHaveFocus()
    },
  )

  test('offers the project of the task, also to a user who is not assigned to it', async () => {
    const { user } = await openNew({ ...given(), ...oneProject })
    await user.click(line(/^Draw the map/))
    expect(row(1).project()).toHaveDisplayValue('Gemini')
    expect(await unlink()).toBeVisible()
  })
})

describe('a task in the URL', () => {
  const open = async (path: string, answers = {}) => {
    const app = openAs('developer', path, { ...given(), ...answers })
    await screen.findByRole('button', { name: 'Submit Report' })
    return app
  }

  test('adds its row once, and is removed from the URL', async () => {
    const { here } = await open('/reports/new?task=9')
    await waitFor(() => expect(hours(1)).toHaveFocus())
    expect(row(1).description()).toHaveValue('Draw the map')
    await waitFor(() => expect(here()).toBe('/reports/new'))
    expect(rowCount()).toBe(1)
  })

  test('is loaded if it is no longer suggested, and added to the rows of the draft', async () => {
    const done = { id: 4, title: 'Ship it', project_id: 1, project_name: 'Apollo', status: 'completed' }
    const values = {
      tasks: '',
      blockers: '',
      tomorrow_plan: '',
      task_details: [{ project_id: '1', description: 'Written', hours: '1.00' }],
    }
    localStorage.setItem(slot, JSON.stringify({ saved_at: '2026-03-31T10:00:00.000Z', based_on: '', values }))
    const { here } = await open('/reports/new?task=4', {
      'GET /api/tasks/4': { status: 200, body: { data: done } },
    })
    await waitFor(() => expect(hours(2)).toHaveFocus())
    expect(row(1).description()).toHaveValue('Written')
    expect(row(2).description()).toHaveValue('Ship it')
    expect(await screen.findByRole('button', { name: 'Unlink task: Ship it' })).toBeVisible()
    await waitFor(() => expect(here()).toBe('/reports/new'))
  })

  test('adds its project to its row if that is not offered, also after a reload, and is sent with it', async () => {
    const done = { id: 4, title: 'Ship it', project_id: 5, project_name: 'Hermes', status: 'completed' }
    const answers = { ...oneProject, ...submits, 'GET /api/tasks/4': { status: 200, body: { data: done } } }
    const { unmount } = await open('/reports/new?task=4', answers)
    await waitFor(() => expect(hours(1)).toHaveFocus())
    expect(row(1).project()).toHaveDisplayValue('Hermes')
    unmount()
    const { user, api } = await open('/reports/new', answers)
    expect(await screen.findByRole('button', { name: 'Unlink task: Ship it' })).toBeVisible()
    expect(row(1).project()).toHaveDisplayValue('Hermes')
    await user.type(hours(1), '1')
    await user.type(summary(), 'Shipped')
    // The next row has the same project.
    await user.click(screen.getByRole('button', { name: 'Add task' }))
    expect(row(2).project()).toHaveDisplayValue('Hermes')
    await user.click(row(2).remove())
    await user.click(line('Call Ada'))
    expect(row(2).project()).toHaveDisplayValue('Apollo')
    await user.click(row(2).remove())
    await user.click(submitButton())
    await waitFor(() => expect(api.named('POST /api/reports')).toHaveLength(1))
    expect(api.named('POST /api/reports')[0]?.body).toMatchObject({
      task_details: [{ project_id: 5, task_id: 4 }],
    })
  })

  test('adds no second row if the draft has one', async () => {
    const linked = {
      project_id: '2',
      description: 'Drew',
      hours: '1.00',
      task_id: '9',
      task_title: 'Draw the map',
    }
    const values = { tasks: '', blockers: '', tomorrow_plan: '', task_details: [linked] }
    localStorage.setItem(slot, JSON.stringify({ saved_at: '2026-03-31T10:00:00.000Z', based_on: '', values }))
    await open('/reports/new?task=9')
    await waitFor(() => expect(hours(1)).toHaveFocus())
    expect(rowCount()).toBe(1)
  })

  describe("once today's report is sent", () => {
    const report = makeReport({ date: today })
    const done = { id: 4, title: 'Ship it', project_id: 1, project_name: 'Apollo', status: 'completed' }
    const sent = {
      [onDay(today)]: { status: 200, body: makeReportPage([report]) },
      'GET /api/reports/3?include_task_details=true': { status: 200, body: makeDetails({ report }) },
      'GET /api/tasks/4': { status: 200, body: { data: done } },
    }

    test('the row is added to the rows of that report', async () => {
      const { user, api, here } = openAs('developer', '/reports/new?task=4', {
        ...sent,
        'PUT /api/reports/3': { status: 200, body: saved },
      })
      await screen.findByRole('button', { name: 'Update Report' })
      await waitFor(() => expect(hours(3)).toHaveFocus())
      expect(row(1).description()).toHaveValue('Read the files')
      expect(row(3).description()).toHaveValue('Ship it')
      expect(await screen.findByRole('button', { name: 'Unlink task: Ship it' })).toBeVisible()
      await waitFor(() => expect(here()).toBe('/reports/edit/3'))
      await user.type(hours(3), '1')
      await user.click(submitButton())
      await screen.findByText(messages.reports.updated)
      expect(api.named('PUT /api/reports/3')[0]?.body).toMatchObject({
        task_details: [{ task_id: null }, { task_id: null }, { task_id: 4, project_id: 1 }],
      })
    })

    test('no second row is added if the report has one for the task', async () => {
      const task_details = [makeRow({ task_id: 4, task_title: 'Ship it' })]
      const body = makeDetails({ report: makeReport({ date: today, task_details }) })
      openAs('developer', '/reports/new?task=4', {
        ...sent,
        'GET /api/reports/3?include_task_details=true': { status: 200, body },
      })
      await screen.findByRole('button', { name: 'Update Report' })
      await waitFor(() => expect(hours(1)).toHaveFocus())
      expect(rowCount()).toBe(1)
    })

    test('one sentence explains offline that it cannot be edited, and links to the report', async () => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
      openAs('developer', '/reports/new?task=4', sent)
      expect(await screen.findByRole('heading', { name: messages.suggestions.sentOffline })).toBeVisible()
      expect(screen.getByRole('link', { name: 'View Report' })).toHaveAttribute('href', '/reports/3')
      expect(screen.queryByRole('link', { name: 'Edit Report' })).toBeNull()
      expect(screen.queryByRole('button', { name: 'Submit Report' })).toBeNull()
    })
  })

  test('is ignored if it is unknown or of another user', async () => {
    allowConsole(/not found/i)
    const { here } = await open('/reports/new?task=77', {
      [suggestionsCall]: { status: 200, body: makeSuggestions() },
      'GET /api/tasks/77': refusal(404, messages.tasks.notFound),
    })
    await waitFor(() => expect(here()).toBe('/reports/new'))
    await pass(10)
    expect(row(1).description()).toHaveValue('')
    expect(summary()).toHaveFocus()
  })
})
