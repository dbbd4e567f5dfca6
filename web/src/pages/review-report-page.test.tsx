import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { allowConsole } from '../../test/console-watch.ts'
import { answer, refusal } from '../../test/fake-api.ts'
import { makeComment, makeDetails, makeReport, makeReportPage, makeRow } from '../../test/reports.ts'
import { type Answers, listCall, never, ok, openAsReviewer, reportsFrom } from '../../test/review.ts'

const one = (id: number) => `GET /api/reports/${id}?include_task_details=true`
const detailsOf = (id: number) => ok(makeDetails({ report: reportsFrom(id, 1)[0] }))

/** 25 reports on three pages. */
const pages: Answers = {
  [listCall(1)]: ok(makeReportPage(reportsFrom(1, 10), 25)),
  [listCall(2)]: ok(makeReportPage(reportsFrom(11, 10), 25, 2)),
  [listCall(3)]: ok(makeReportPage(reportsFrom(21, 5), 25, 3)),
}

const open = (id: number, search = '', answers: Answers = {}) =>
  openAsReviewer(`/admin/reports/${id}${search}`, { [one(id)]: detailsOf(id), ...pages, ...answers })

const previous = () => screen.findByRole('link', { name: /^Previous report: / })
const next = () => screen.findByRole('link', { name: /^Next report: / })
const heading = (name: RegExp) => screen.findByRole('heading', { level: 1, name })
const title = async (id: number) => expect(await heading(new RegExp(`Person ${id}$`))).toBeVisible()

test('the page shows developer, email, hours, tasks, blockers and plan', async () => {
  const report = makeReport({ id: 99, blockers: 'No access', tomorrow_plan: 'Ship it', is_edited: true })
  const { page } = await open(99, '', { [one(99)]: ok(makeDetails({ report })) })
  expect(await heading(/Robin Reyes$/)).toBeVisible()
  expect(page.getByRole('link', { name: 'robin@example.com' })).toHaveAttribute(
    'href',
    'mailto:robin@example.com',
  )
  expect((await page.findByText('Hours Worked')).nextElementSibling).toHaveTextContent('1h 15m')
  expect(page.getByRole('table', { name: 'Tasks' })).toHaveTextContent('Read the files')
  expect(page.getByRole('region', { name: 'Blockers' })).toHaveTextContent('No access')
  expect(page.getByRole('region', { name: /^Tomorrow.s plan$/ })).toHaveTextContent('Ship it')
  expect(page.getByText('edited')).toBeVisible()
  // No loaded page of the list contains it, so it has no neighbours.
  expect(page.queryByRole('navigation', { name: 'Reports in this list' })).toBeNull()
})

test('a row links to its task, also while only the list is loaded', async () => {
  const report = makeReport({
    id: 5,
    task_details: [makeRow({ task_id: 8, task_title: 'Import the files' })],
  })
  const { page } = await open(5, '', { [one(5)]: never, [listCall(1)]: ok(makeReportPage([report])) })
  const link = await page.findByRole('link', { name: 'Import the files' })
  expect(link).toHaveAttribute('href', '/tasks/8')
})

test('"Back to Reports" keeps filters and page of the list', async () => {
  const { page } = await open(12, '?userId=2&startDate=2026-03-01&page=2')
  expect(page.getByRole('link', { name: 'Back to Reports' })).toHaveAttribute(
    'href',
    '/admin/reports?userId=2&startDate=2026-03-01&page=2',
  )
})

describe('the neighbours in the list', () => {
  test('are linked', async () => {
    await open(5)
    expect(await previous()).toHaveAttribute('href', '/admin/reports/4')
    expect(await next()).toHaveAttribute('href', '/admin/reports/6')
    expect(screen.getByText('5 of 25')).toBeVisible()
    expect(await next()).toHaveAttribute('aria-keyshortcuts', 'ArrowRight j')
    expect((await next()).querySelector('.key-hint')).toHaveAttribute('data-key', 'J')
    expect((await previous()).querySelector('.key-hint')).toHaveAttribute('data-key', 'K')
  })

  test('can be on other pages', async () => {
    await open(11, '?page=2')
    await waitFor(async () => expect(await previous()).toHaveAttribute('href', '/admin/reports/10'))
    expect(await next()).toHaveAttribute('href', '/admin/reports/12?page=2')
    expect(screen.getByText('11 of 25')).toBeVisible()
  })

  test('continue with the first report of the next page', async () => {
    await open(20, '?page=2')
    await waitFor(async () => expect(await next()).toHaveAttribute('href', '/admin/reports/21?page=3'))
  })

  test('are missing at both ends of the list', async () => {
    const { unmount } = await open(1)
    await next()
    expect(screen.getByRole('button', { name: 'Previous report' })).toBeDisabled()
    unmount()
    await open(25, '?page=3')
    await previous()
    expect(screen.getByRole('button', { name: 'Next report' })).toBeDisabled()
  })

  test('keep the filters', async () => {
    await open(2, '?userId=7', {
      [listCall(1, '&userId=7')]: ok(makeReportPage(reportsFrom(1, 3))),
    })
    expect(await next()).toHaveAttribute('href', '/admin/reports/3?userId=7')
  })

  test('are found for a report that has moved to the next page', async () => {
    await open(11, '?page=1')
    expect(await next()).toHaveAttribute('href', '/admin/reports/12?page=2')
    expect(await previous()).toHaveAttribute('href', '/admin/reports/10')
  })

  test('are prefetched and shown at once', async () => {
    const { user, api } = await open(5, '', { [one(6)]: never })
    const link = await next()
    await waitFor(() => expect(api.named(one(6))).toHaveLength(1))
    await user.click(link)
    await title(6)
    // The list has the report; only the comments are loaded.
    expect(screen.getByRole('article', { name: /^Report for/ })).toHaveTextContent('Tasks 6')
  })

  test('open with the arrow keys, but not from a text field', async () => {
    const { user, here, page } = await open(5, '', { [one(6)]: detailsOf(6), [one(4)]: detailsOf(4) })
    await next()
    await user.keyboard('{ArrowRight}')
    expect(here()).toBe('/admin/reports/6')
    await title(6)
    await user.keyboard('{ArrowLeft}')
    expect(here()).toBe('/admin/reports/5')
    await user.type(await page.findByRole('textbox', { name: 'Add a comment' }), 'Good{ArrowLeft}')
    expect(here()).toBe('/admin/reports/5')
    await user.click(document.body)
    await user.keyboard('{Control>}{ArrowLeft}{/Control}')
    expect(here()).toBe('/admin/reports/5')
  })
})

describe('comments', () => {
  const comments = [
    makeComment(1, { user_name: 'Dina', user_role: 'developer' }),
    makeComment(2, { user_name: 'Ada', user_role: 'admin' }),
    makeComment(3, { user_name: 'Desi', user_role: 'designer', parent_id: 2 }),
  ]

  test('only comments by staff have a Reply button', async () => {
    const { page } = await open(5, '', { [one(5)]: ok(makeDetails({ comments })) })
    await page.findByText('Comment 3')
    expect(
      page.getAllByRole('button', { name: /^Reply to/ }).map(button => button.getAttribute('aria-label')),
    ).toEqual(['Reply to Dina', 'Reply to Desi'])
  })

  test('a new comment is shown at once', async () => {
    const { user, page } = await open(5, '', {
      'POST /api/reports/5/comments': { status: 201, body: [makeComment(1, { comment: 'Well done' })] },
    })
    await user.type(await page.findByRole('textbox', { name: 'Add a comment' }), 'Well done')
    await user.click(page.getByRole('button', { name: 'Add Comment' }))
    const comment = await within(page.getByRole('region', { name: /^Comments/ })).findByRole('article')
    expect(comment).toHaveTextContent('Well done')
    expect(comment).toHaveFocus()
  })

  test('a failed comment shows "Failed to add comment. Please try again." and keeps the text', async () => {
    allowConsole(/^The server answered with status 500/)
    const { user, page } = await open(5, '', { 'POST /api/reports/5/comments': { status: 500 } })
    const field = await page.findByRole('textbox', { name: 'Add a comment' })
    await user.type(field, 'Well done')
    await user.click(page.getByRole('button', { name: 'Add Comment' }))
    expect(await page.findByText('Failed to add comment. Please try again.')).toBeVisible()
    expect(field).toHaveValue('Well done')
  })
})

test.each([
  ['missing', refusal(404, 'Report not found')],
  ['not for them', refusal(403, "You don't have permission to do this.")],
])('a report that is %s reads "Report not found"', async (_what, reply) => {
  allowConsole(/^Report not found/, /^You don't have permission/)
  const { page } = await open(99, '', { [one(99)]: reply })
  expect(await page.findByText('Report not found')).toBeVisible()
  expect(page.getByRole('link', { name: 'Back to Reports' })).toBeVisible()
})

test('any other failure shows "Failed to load report details. Please try again."', async () => {
  allowConsole(/^The server answered with status 500/)
  const { user, page } = await open(99, '', { [one(99)]: [{ status: 500 }, detailsOf(99)] })
  expect(await page.findByRole('alert')).toHaveTextContent('Failed to load report details. Please try again.')
  await user.click(page.getByRole('button', { name: 'Try again' }))
  await title(99)
})

test('if the list fails to load, only the links to its neighbours are missing', async () => {
  allowConsole(/^The server answered with status 500/)
  const { page } = await open(5, '', { [listCall(1)]: async () => answer(500) })
  await title(5)
  expect(page.queryByRole('link', { name: /^Next report/ })).toBeNull()
})
