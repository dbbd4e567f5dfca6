import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { answer, refusal } from '../../test/fake-api.ts'
import { makeReport, makeReportPage, makeReview } from '../../test/reports.ts'
import { type Answers, listCall, ok, openAsReviewer, reportsFrom, watchDownloads } from '../../test/review.ts'

const bulk = 'POST /api/reports/review'
const filtered = (page = 1) => listCall(page, '&review=unreviewed')

/** Reports of others; 7 is the signed-in reviewer. */
const firstPage = reportsFrom(11, 10)
const secondPage = reportsFrom(21, 5)

const open = (answers: Answers = {}, search = '') =>
  openAsReviewer(`/admin/reports${search}`, {
    [listCall()]: ok(makeReportPage(firstPage, 15)),
    [listCall(2)]: ok(makeReportPage(secondPage, 15, 2)),
    'GET /api/users': ok([]),
    ...answers,
  })

const table = async () => within(await screen.findByRole('table', { name: 'All Reports' }))
const box = async (id: number) =>
  (await table()).findByRole('checkbox', { name: new RegExp(`^Select report by Person ${id},`) })
const mark = (count: number) => screen.getByRole('button', { name: `Mark reviewed (${count})` })
const updated = (...updated_ids: number[]) => ok({ updated: updated_ids.length, updated_ids })

test('the review filter is in the URL, the call, the summary and the links', async () => {
  const { user, here, page } = await open({ [filtered()]: ok(makeReportPage(reportsFrom(11, 2))) })
  await table()
  await user.selectOptions(page.getByLabelText('Review'), 'To review')
  expect(here()).toBe('/admin/reports?review=unreviewed')
  expect(await screen.findByText('2 reports')).toBeVisible()
  const active = within(screen.getByRole('list', { name: 'Active filters' }))
  const links = (await table()).getAllByRole('link').map(link => link.getAttribute('href'))
  expect(links[0]).toBe('/admin/reports/11?review=unreviewed')
  await user.click(active.getByRole('button', { name: 'Remove filter Review: To review' }))
  expect(here()).toBe('/admin/reports')
})

test.each(['reviewed', 'needs_changes'])('%s is a valid filter; any other value is ignored', async state => {
  const { unmount, page } = await open(
    { [listCall(1, `&review=${state}`)]: ok(makeReportPage(reportsFrom(11, 2))) },
    `?review=${state}`,
  )
  await table()
  expect(page.getByLabelText('Review')).toHaveValue(state)
  unmount()
  await open({}, '?review=read')
  expect(await screen.findByText('15 reports')).toBeVisible()
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull()
})

test('the export uses the review filter', async () => {
  watchDownloads()
  const call = 'GET /api/reports/export/csv?review=unreviewed'
  const { user, api } = await open(
    { [filtered()]: ok(makeReportPage(firstPage)), [call]: async () => answer(200, 'Date') },
    '?review=unreviewed',
  )
  await table()
  await user.click(screen.getByRole('button', { name: 'Export to CSV' }))
  await waitFor(() => expect(api.named(call)).toHaveLength(1))
})

test('reports that are unreviewed or need changes are marked in words in the first cell', async () => {
  const reports = [
    makeReport({ id: 1, user_id: 1 }),
    makeReport({ id: 2, user_id: 2, review: makeReview({ state: 'needs_changes' }) }),
    makeReport({ id: 3, user_id: 3, review: makeReview({ state: 'reviewed', reviewer_name: 'Max' }) }),
  ]
  await open({ [listCall()]: ok(makeReportPage(reports)) })
  const rows = (await table()).getAllByRole('row').slice(1)
  expect(rows.map(row => row.children[0]?.textContent?.replace(/^.*2026/, ''))).toEqual([
    'To review',
    'Needs changes',
    '',
  ])
})

test('only unreviewed reports of others can be selected', async () => {
  const reports = [
    makeReport({ id: 1, user_id: 7 }),
    makeReport({ id: 2, user_id: 2, user_name: 'Person 2' }),
    makeReport({ id: 3, user_id: 3, review: makeReview({ state: 'reviewed' }) }),
  ]
  await open({ [listCall()]: ok(makeReportPage(reports)) })
  expect(await box(2)).toBeVisible()
  expect((await table()).getAllByRole('checkbox')).toHaveLength(1)
})

test('a click on a check box does not open the report', async () => {
  const { user, here } = await open()
  await user.click(await box(11))
  expect(await box(11)).toBeChecked()
  expect(here()).toBe('/admin/reports')
})

test('a click with Shift selects or clears the range, in both directions', async () => {
  const { user } = await open()
  await user.click(await box(14))
  fireEvent.click(await box(17), { shiftKey: true })
  expect(mark(4)).toBeVisible()
  fireEvent.click(await box(12), { shiftKey: true })
  expect(mark(6)).toBeVisible()
  fireEvent.click(await box(15), { shiftKey: true })
  // The range from 12 to 15 gets the state of the last one pressed.
  expect(mark(2)).toBeVisible()
})

test('selected reports of several pages are marked in one call, with the versions shown, and can be undone', async () => {
  const { user, api } = await open({ [bulk]: [updated(11, 12, 21), updated(11, 12, 21)] })
  await user.click(await box(11))
  await user.click(await box(12))
  await user.click(screen.getByRole('button', { name: 'Page 2' }))
  await user.click(await box(21))
  await user.click(mark(3))
  expect(await screen.findByText(messages.reviews.markedSeveral(3))).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Selected reports' })).toBeNull()
  await waitFor(async () =>
    expect((await table()).queryByRole('checkbox', { name: /Person 21,/ })).toBeNull(),
  )
  await user.keyboard('u')
  expect(await box(21)).not.toBeChecked()
  await waitFor(() => expect(api.named(bulk)).toHaveLength(2))
  expect(api.named(bulk).map(({ body }) => body)).toEqual([
    { ids: [11, 12, 21], state: 'reviewed', revisions: [1, 1, 1], states: Array(3).fill('unreviewed') },
    { ids: [11, 12, 21], state: 'unreviewed', revisions: [1, 1, 1], states: Array(3).fill('reviewed') },
  ])
})

test('all reports of the page can be selected and cleared', async () => {
  const { user } = await open()
  await user.click(await box(11))
  await user.click(screen.getByRole('button', { name: 'Select all on this page' }))
  expect(mark(10)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Select all on this page' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(await box(11)).not.toBeChecked()
  expect(screen.queryByRole('region', { name: 'Selected reports' })).toBeNull()
})

test('a change of filters clears the selection', async () => {
  const { user, page } = await open({ [filtered()]: ok(makeReportPage(firstPage)) })
  await user.click(await box(11))
  await user.selectOptions(page.getByLabelText('Review'), 'To review')
  await waitFor(async () => expect(await box(11)).not.toBeChecked())
  expect(screen.queryByRole('region', { name: 'Selected reports' })).toBeNull()
})

test('in the list of unreviewed reports, marked reports are replaced by the next ones', async () => {
  const { user } = await open(
    {
      [filtered()]: [ok(makeReportPage(firstPage, 15)), ok(makeReportPage(reportsFrom(12, 10), 14))],
      [bulk]: updated(11),
    },
    '?review=unreviewed',
  )
  await user.click(await box(11))
  await user.click(mark(1))
  expect(await screen.findByText('14 reports')).toBeVisible()
  expect(await box(21)).toBeVisible()
})

test('a refusal is shown, and the rows are unchanged', async () => {
  allowConsole(/database is away/)
  const { user } = await open({ [bulk]: refusal(503, 'The database is away') })
  await user.click(await box(11))
  await user.click(mark(1))
  expect(await screen.findByRole('alert')).toHaveTextContent('The database is away')
  expect(await box(11)).toBeVisible()
})

test('reports that have changed meanwhile are left out, and a notice says so', async () => {
  const one = 'GET /api/reports/12?include_task_details=true'
  const edited = makeReport({ ...firstPage[1], revision: 2, tasks: 'Another text' })
  const { user } = await open({
    [bulk]: updated(11),
    [one]: ok({ report: edited, comments: [], edit_window_days: 3, open_tasks: [] }),
  })
  await user.click(await box(11))
  await user.click(await box(12))
  await user.click(mark(2))
  expect(await screen.findByRole('alert')).toHaveTextContent(messages.reviews.leftOut(1))
  expect(await screen.findByText('Another text')).toBeVisible()
  expect(await box(12)).toBeVisible()
})
