import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import type { ReportDetails } from '#shared/contract/reports.ts'
import { messages } from '#shared/messages.ts'
import { type Role, reviewers } from '#shared/roles.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { fakeApi, makeToken, personOf, refusal } from '../../test/fake-api.ts'
import { renderApp } from '../../test/render-app.tsx'
import { makeComment, makeDetails, makeReport, makeReview, makeRow } from '../../test/reports.ts'

const call = 'GET /api/reports/3?include_task_details=true'

type Answer = Parameters<typeof fakeApi>[0][string]

async function openWith(reply: Answer, role: Role = 'developer') {
  vi.useFakeTimers({ now: new Date(2026, 2, 2, 18), toFake: ['Date'] })
  localStorage.setItem('token', makeToken())
  const api = fakeApi({ 'GET /api/auth/me': { status: 200, body: personOf(role) }, [call]: reply })
  const app = renderApp('/reports/3')
  await screen.findByRole('heading', { level: 1, name: 'Report Details' })
  return { ...app, api, user: userEvent.setup(), page: within(screen.getByRole('main')) }
}

async function open(details: Partial<ReportDetails> = {}, role?: Role) {
  const app = await openWith({ status: 200, body: makeDetails(details) }, role)
  await app.page.findByRole('article', { name: /^Report for/ })
  return app
}

const fact = (label: string) => screen.getByText(label).nextElementSibling

test('the page shows date, hours and submitted time', async () => {
  const created_at = new Date(2026, 2, 2, 16, 42).toISOString()
  await open({ report: makeReport({ created_at }) })
  expect(fact('Date')).toHaveTextContent(/Monday.*2026/)
  expect(fact('Hours Worked')).toHaveTextContent('1h 15m')
  const submitted = fact('Submitted')?.querySelector('time')
  expect(submitted).toHaveAttribute('datetime', created_at)
  expect(submitted?.title).toMatch(/Monday/)
  expect(screen.queryByText('edited')).toBeNull()
})

test('an edited report says so', async () => {
  await open({ report: makeReport({ is_edited: true }) })
  expect(screen.getByText('edited')).toBeVisible()
})

test('tasks are numbered, and the total of hours is exact to the minute', async () => {
  await open()
  const table = within(screen.getByRole('table', { name: 'Tasks' }))
  const cells = (row: HTMLElement) => [...row.children].map(cell => cell.textContent)
  expect(table.getAllByRole('row').map(cells)).toEqual([
    ['#', 'Project', 'Description', 'Hours'],
    ['1', 'Apollo', 'Read the files', '45m'],
    ['2', 'Gemini', 'Write the rows', '30m'],
    ['', 'Total', '', '1h 15m'],
  ])
  expect(screen.getByRole('region', { name: 'Summary' })).toHaveTextContent('Wrote the importer')
})

test('a row names its task, with a link if the viewer may open it', async () => {
  const task_details = [
    makeRow({ id: 1, task_id: 5, task_title: 'Import the files' }),
    makeRow({ id: 2, task_id: 6, task_title: 'Moved to another user' }),
    // A row that was chosen from the suggestions has the task's title as its description.
    makeRow({ id: 3, task_id: 5, task_title: 'Import the files', task_description: 'Import the files' }),
    makeRow({ id: 4, task_id: 6, task_title: 'Moved', task_description: 'Moved' }),
    makeRow({ id: 5 }),
  ]
  await open({ report: makeReport({ task_details }), open_tasks: [5] })
  const table = within(screen.getByRole('table', { name: 'Tasks' }))
  const cells = table.getAllByRole('row').map(row => row.children[2]?.textContent?.replace(/\s*\n\s*/g, ' '))
  expect(cells).toEqual([
    'Description',
    'Read the files Task: Import the files',
    'Read the files Task: Moved to another user',
    'Import the files Open task',
    'Moved',
    'Read the files',
    '',
  ])
  const links = table.getAllByRole('link').map(link => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Import the files', '/tasks/5'],
    ['Open task', '/tasks/5'],
  ])
})

test('without task details the plain tasks text is shown instead', async () => {
  await open({ report: makeReport({ task_details: [] }) })
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByRole('region', { name: 'Tasks' })).toHaveTextContent('Wrote the importer')
})

test("blockers and tomorrow's plan keep their lines; only http(s) can be clicked", async () => {
  const blockers = 'Waiting for https://example.com/1\njavascript:alert(1)'
  const { page } = await open({ report: makeReport({ blockers, tomorrow_plan: 'First\nSecond' }) })
  const part = within(page.getByRole('region', { name: 'Blockers' }))
  expect(part.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual(['https://example.com/1'])
  const plan = page.getByRole('region', { name: "Tomorrow's plan" })
  expect(plan.querySelector('.written-text')?.textContent).toBe('First\nSecond')
})

test('blockers are highlighted above the tasks; "none" is plain text beside the plan', async () => {
  const blocked = await open({ report: makeReport({ blockers: 'No access to staging' }) })
  const titles = () =>
    screen.getAllByRole('heading', { level: 2 }).map(heading => heading.textContent?.trim())
  expect(titles().slice(0, 3)).toEqual(['Blockers', 'Summary', 'Tasks'])
  expect(screen.getByRole('region', { name: 'Blockers' })).toHaveClass('report-blockers')
  blocked.unmount()
  await open({ report: makeReport({ blockers: 'None.' }) })
  expect(titles().slice(0, 4)).toEqual(['Summary', 'Tasks', 'Blockers', "Tomorrow's plan"])
  const calm = screen.getByRole('region', { name: 'Blockers' })
  expect(calm).toHaveTextContent('None.')
  expect(calm).not.toHaveClass('report-blockers')
})

test('a summary that repeats the tasks is folded', async () => {
  const user = userEvent.setup()
  await open({ report: makeReport({ tasks: 'Write the rows\nread the files' }) })
  const summary = within(screen.getByRole('region', { name: 'Summary' }))
  const text = summary.getByText(/^Write the rows/)
  expect(text).not.toBeVisible()
  await user.click(summary.getByText(messages.teamDay.sameAsRows))
  expect(text).toBeVisible()
})

test('the submitted time has a date only if that is another day', async () => {
  const created_at = new Date(2026, 2, 2, 16, 42).toISOString()
  const time = () => fact('Submitted')?.querySelector('time')?.textContent
  const same = await open({ report: makeReport({ date: '2026-03-02', created_at }) })
  expect(time()).not.toContain('2026')
  same.unmount()
  await open({ report: makeReport({ date: '2026-03-01', created_at }) })
  expect(time()).toContain('2026')
})

test('missing blockers and plan are shown as such', async () => {
  await open()
  expect(screen.getByRole('region', { name: 'Blockers' })).toHaveTextContent('None reported.')
  expect(screen.getByRole('region', { name: "Tomorrow's plan" })).toHaveTextContent('No plan added.')
})

describe('the review', () => {
  const asked = makeReview({
    state: 'needs_changes',
    reviewer_name: 'Max Muster',
    reviewed_at: '2026-03-02T17:00:00.000Z',
    comment_id: 2,
  })

  test('is not shown before the report is reviewed, nor if the reviewer is unknown', async () => {
    const { page, unmount } = await open()
    expect(page.queryByText(/Reviewed by|asked for changes/)).toBeNull()
    unmount()
    const old = makeReview({ state: 'reviewed' })
    const earlier = await open({ report: makeReport({ review: old }) })
    expect(earlier.page.queryByText(/Reviewed/)).toBeNull()
  })

  test('shows "Reviewed by {name}"', async () => {
    const review = makeReview({ state: 'reviewed', reviewer_name: 'Max Muster' })
    const { page } = await open({ report: makeReport({ review }) })
    expect(page.getByText('Reviewed by Max Muster')).toBeVisible()
  })

  test('shows "{name} asked for changes" with the comment at the top', async () => {
    const comments = [makeComment(1), makeComment(2, { comment: 'Which importer?\nPlease say.' })]
    const { page } = await open({ report: makeReport({ review: asked }), comments })
    const notice = page.getByRole('region', { name: 'Max Muster asked for changes' })
    expect(notice).toHaveTextContent('Which importer? Please say.')
    expect(page.getAllByRole('heading', { level: 2 })[0]).toHaveTextContent('Max Muster asked for changes')
  })

  test('shows only the sentence if the comment is missing', async () => {
    const { page } = await open({ report: makeReport({ review: asked }) })
    expect(page.getByRole('region', { name: 'Max Muster asked for changes' })).toBeVisible()
  })

  test.each([
    ['needs_changes', true],
    ['reviewed', false],
    ['unreviewed', false],
  ] as const)('after the window, %s: can be edited: %s', async (state, isThere) => {
    const review = { ...asked, state }
    const { page } = await open({ report: makeReport({ date: '2026-01-05', review }) })
    expect(page.queryByRole('link', { name: 'Edit Report' }) !== null).toBe(isThere)
  })
})

test('"Back to Reports" links to the list', async () => {
  const { page } = await open()
  expect(page.getByRole('link', { name: 'Back to Reports' })).toHaveAttribute('href', '/reports')
})

describe('the Edit Report button, seen on 2 March', () => {
  const edit = () => screen.queryByRole('link', { name: 'Edit Report' })

  test.each([
    ['2026-03-02', 3, true],
    ['2026-03-01', 3, true],
    ['2026-02-28', 3, true],
    ['2026-02-27', 3, false],
    ['2026-03-01', 1, false],
    ['2026-03-02', 1, true],
  ])('of a report of %s, in a window of %d days: %s', async (date, edit_window_days, isThere) => {
    await open({ report: makeReport({ date }), edit_window_days })
    expect(edit() !== null).toBe(isThere)
    if (isThere) expect(edit()).toHaveAttribute('href', '/reports/edit/3')
  })

  test.each(reviewers)('never on another user’s report, not even for a %s', async role => {
    await open({ report: makeReport({ user_id: 99, user_name: 'Dina Dell' }) }, role)
    expect(edit()).toBeNull()
    expect(fact('Developer')).toHaveTextContent('Dina Dell')
  })
})

test.each([
  ['missing', refusal(404, 'Report not found')],
  ['another user’s', refusal(403, "You don't have permission to do this.")],
])('a report that is %s reads "Report not found"', async (_what, reply) => {
  allowConsole(/^Report not found/, /^You don't have permission/)
  const { page } = await openWith(reply)
  expect(await page.findByText('Report not found')).toBeVisible()
  expect(page.getByRole('link', { name: 'Back to Reports' })).toBeVisible()
  expect(page.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('any other failure shows "Failed to load report details. Please try again." and can be retried', async () => {
  allowConsole(/^The server answered with status 500/)
  const { user, page } = await openWith([{ status: 500 }, { status: 200, body: makeDetails() }])
  expect(await page.findByRole('alert')).toHaveTextContent('Failed to load report details. Please try again.')
  await user.click(page.getByRole('button', { name: 'Try again' }))
  expect(await page.findByText('Read the files')).toBeVisible()
})

test('while it loads, a placeholder has the shape of the page', async () => {
  const { page } = await openWith(() => new Promise<Response>(() => {}))
  expect(page.getByText('Loading...')).toBeInTheDocument()
  expect(page.queryByRole('link', { name: 'Edit Report' })).toBeNull()
})

describe('comments', () => {
  test('an empty list says so', async () => {
    const { page } = await open()
    expect(within(page.getByRole('region', { name: 'Comments' })).getByText(/^No comments yet/)).toBeVisible()
    expect(page.queryByRole('textbox')).toBeNull()
  })

  test('a reply is sent with the id of its comment and shown at once', async () => {
    const first = makeComment(1)
    const { user, page } = await open({ comments: [first] })
    fakeApi({
      'POST /api/reports/3/comments': {
        status: 201,
        body: [first, makeComment(2, { parent_id: 1, comment: 'On it.' })],
      },
    })
    await user.click(page.getByRole('button', { name: 'Reply to Max Muster' }))
    await user.type(page.getByRole('textbox'), 'On it.')
    await user.click(page.getByRole('button', { name: 'Reply' }))
    await waitFor(() => expect(page.getByText('On it.').closest('article')).toHaveFocus())
    expect(page.queryByRole('textbox')).toBeNull()
  })
})
