import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { ListedReport } from '#shared/contract/reports.ts'
import { messages } from '#shared/messages.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { refusal } from '../../test/fake-api.ts'
import { makeComment, makeDetails, makeReport, makeReportPage, makeReview } from '../../test/reports.ts'
import { type Answers, listCall, ok, openAsReviewer } from '../../test/review.ts'

const one = (id: number) => `GET /api/reports/${id}?include_task_details=true`
const post = (id: number) => `POST /api/reports/${id}/review`
const unreviewed = '?review=unreviewed'

/** As the server sorts them: the newest first, the highest id first. */
const report = (id: number, given: Partial<ListedReport> = {}) =>
  makeReport({ id, user_id: 100 + id, user_name: `Person ${id}`, tasks: `Tasks ${id}`, ...given })
const reports = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => report(from - index))
const reviewed = (id: number, reviewer_name = 'Robin Reyes') =>
  ok({ report: report(id, { review: makeReview({ state: 'reviewed', reviewer_name }) }) })

const detailsOf = (...ids: number[]) =>
  Object.fromEntries(ids.map(id => [one(id), ok(makeDetails({ report: report(id) }))]))

const open = (id: number, answers: Answers = {}, search = '') =>
  openAsReviewer(`/admin/reports/${id}${search}`, {
    ...detailsOf(1, 2, 3, 4, 5),
    [listCall()]: ok(makeReportPage(reports(5, 1))),
    ...answers,
  })

const bar = async () => within(await screen.findByRole('region', { name: 'Review' }))
const mark = async () => (await bar()).findByRole('button', { name: /^Mark reviewed/ })
const title = (id: number) => screen.findByRole('heading', { level: 1, name: new RegExp(`Person ${id}$`) })
const next = () => screen.findByRole('link', { name: /^Next report: / })

test('"Mark reviewed" sends the version on screen, opens the next report and can be undone', async () => {
  const { user, api, here } = await open(4, {
    [post(4)]: [reviewed(4), ok({ report: report(4) })],
  })
  await next()
  await user.click(await mark())
  await title(3)
  expect(here()).toBe('/admin/reports/3')
  expect(await screen.findByText(messages.reviews.marked('Person 4'))).toBeVisible()
  await user.keyboard('u')
  await title(4)
  expect(here()).toBe('/admin/reports/4')
  await waitFor(() => expect(api.named(post(4))).toHaveLength(2))
  expect(api.named(post(4)).map(({ body }) => body)).toEqual([
    { state: 'reviewed', seen: { revision: 1, state: 'unreviewed' } },
    { state: 'unreviewed', seen: { revision: 1, state: 'reviewed' } },
  ])
  expect(await mark()).toBeVisible()
})

test('r reviews and opens the next report, j and k change the report, c and n focus their fields, ? lists the keys', async () => {
  const { user, here } = await open(5, { [post(5)]: reviewed(5) })
  await next()
  await user.keyboard('r')
  await title(4)
  await user.keyboard('j')
  await title(3)
  await user.keyboard('k')
  expect(here()).toBe('/admin/reports/4')
  await title(4)
  const comment = await screen.findByRole('textbox', { name: 'Add a comment' })
  await user.keyboard('c')
  expect(comment).toHaveFocus()
  await user.keyboard('r{Escape}n')
  expect(comment).toHaveValue('r')
  expect(screen.getByRole('textbox', { name: 'What should Person 4 change?' })).toHaveFocus()
  await user.keyboard('{Escape}?')
  const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(help).toHaveTextContent('Previous and next report')
  expect(here()).toBe('/admin/reports/4')
})

test('asking for changes sends the comment, which the thread shows', async () => {
  const review = makeReview({ state: 'needs_changes', reviewer_name: 'Robin Reyes', comment_id: 9 })
  const asked = report(4, { review })
  const { user, api } = await open(4, {
    [post(4)]: ok({ report: asked }),
    [one(4)]: [
      ok(makeDetails({ report: report(4) })),
      ok(makeDetails({ report: asked, comments: [makeComment(9, { comment: 'Which importer?' })] })),
    ],
  })
  await mark()
  await user.click((await bar()).getByRole('button', { name: /^Ask for changes/ }))
  await user.type(screen.getByRole('textbox', { name: 'What should Person 4 change?' }), 'Which importer?')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await (await bar()).findByText('Robin Reyes asked for changes')).toBeVisible()
  expect(await screen.findByRole('article', { name: /^Comment by/ })).toHaveTextContent('Which importer?')
  expect(api.named(post(4))[0]?.body).toEqual({
    state: 'needs_changes',
    comment: 'Which importer?',
    seen: { revision: 1, state: 'unreviewed' },
  })
  expect(screen.queryByRole('textbox', { name: /should Person 4 change/ })).toBeNull()
})

test('a refusal that arrives after the next report is open links back to its report', async () => {
  allowConsole(/has edited this report/)
  const { user } = await open(4, { [post(4)]: refusal(409, messages.reviews.editedSince('Person 4')) })
  await next()
  await user.click(await mark())
  await title(3)
  const link = await screen.findByRole('link', { name: 'Go back to that report' })
  expect(link.closest('.alert')).toHaveTextContent(messages.reviews.editedSince('Person 4'))
  await user.click(link)
  await title(4)
  expect((await bar()).getByRole('alert')).toHaveTextContent(messages.reviews.editedSince('Person 4'))
  expect(await mark()).toBeVisible()
})

test('the link back to a refused report keeps the page of the list', async () => {
  allowConsole(/has edited this report/)
  const { user, here } = await open(11, {
    ...detailsOf(9, 10, 11, 12),
    [listCall()]: ok(makeReportPage(reports(20, 11), 15)),
    [listCall(2)]: ok(makeReportPage(reports(10, 6), 15, 2)),
    [post(11)]: refusal(409, messages.reviews.editedSince('Person 11')),
  })
  await next()
  await user.click(await mark())
  await title(10)
  expect(here()).toBe('/admin/reports/10?page=2')
  const link = await screen.findByRole('link', { name: 'Go back to that report' })
  expect(link).toHaveAttribute('href', '/admin/reports/11')
})

test('the last report of the list stays open after the review', async () => {
  const { user, here } = await open(1, { [post(1)]: reviewed(1) })
  await user.click(await mark())
  expect(await (await bar()).findByText('Reviewed by Robin Reyes')).toBeVisible()
  expect(here()).toBe('/admin/reports/1')
})

test("the reviewer's own report has no buttons, and the keys do nothing", async () => {
  const own = report(4, { user_id: 7, user_name: 'Robin Reyes' })
  const { user, api, here } = await open(4, { [one(4)]: ok(makeDetails({ report: own })) })
  await screen.findByRole('textbox', { name: 'Add a comment' })
  expect((await bar()).queryByRole('button')).toBeNull()
  await user.keyboard('rn')
  expect(api.named(post(4))).toHaveLength(0)
  expect(here()).toBe('/admin/reports/4')
  expect(screen.queryByRole('textbox', { name: /should .* change/ })).toBeNull()
})

describe('in the list of unreviewed reports', () => {
  const call = (page = 1) => listCall(page, '&review=unreviewed')

  test('a report that has left the list still has its neighbours', async () => {
    const answers = { [call()]: ok(makeReportPage([report(5), report(3), report(2)])) }
    await open(4, answers, unreviewed)
    expect(await next()).toHaveAttribute('href', `/admin/reports/3${unreviewed}`)
    expect(screen.getByRole('link', { name: /^Previous report/ })).toHaveAttribute(
      'href',
      `/admin/reports/5${unreviewed}`,
    )
    expect(screen.queryByText(/\d of \d/)).toBeNull()
  })

  test('a report of another day is found by its date', async () => {
    const [newer, older] = [report(1, { date: '2026-03-03' }), report(9, { date: '2026-03-01' })]
    await open(4, { [call()]: ok(makeReportPage([newer, older])) }, unreviewed)
    expect(await next()).toHaveAttribute('href', `/admin/reports/9${unreviewed}`)
  })

  test('reviewing one report after the other skips none, although later reports move up a page', async () => {
    const ids = Array.from({ length: 13 }, (_, index) => 13 - index)
    const done = new Set<number>()
    const pageOf = (page: number) => async () => {
      const left = ids.filter(id => !done.has(id)).map(id => report(id))
      const body = makeReportPage(left.slice((page - 1) * 10, page * 10), left.length, page)
      return new Response(JSON.stringify(body))
    }
    const answers: Answers = { ...detailsOf(...ids), [call(1)]: pageOf(1), [call(2)]: pageOf(2) }
    for (const id of ids) {
      answers[post(id)] = async () => {
        done.add(id)
        return new Response(JSON.stringify(reviewed(id).body))
      }
    }
    const { user, here } = await open(13, answers, unreviewed)
    for (const id of ids.slice(0, -1)) {
      await title(id)
      expect(await next()).toHaveAttribute('href', `/admin/reports/${id - 1}${unreviewed}`)
      await user.keyboard('r')
      await waitFor(() => expect(done).toContain(id))
    }
    await title(1)
    await user.keyboard('r')
    await waitFor(() => expect(done.size).toBe(13))
    expect(here()).toBe(`/admin/reports/1${unreviewed}`)
  })

  test('when its last page becomes empty, Previous leads to the page before', async () => {
    const answers = {
      [call(2)]: ok(makeReportPage([], 10, 2)),
      [call(1)]: ok(makeReportPage(reports(20, 11), 10)),
    }
    await open(4, answers, `${unreviewed}&page=2`)
    expect(await screen.findByRole('link', { name: /^Previous report/ })).toHaveAttribute(
      'href',
      `/admin/reports/11${unreviewed}`,
    )
    expect(screen.getByRole('button', { name: 'Next report' })).toBeDisabled()
  })

  test('there are no neighbours while other reports may be between them', async () => {
    const answers = {
      [call(1)]: ok(makeReportPage(reports(50, 41), 30)),
      [call(2)]: { status: 500 },
    }
    allowConsole(/status 500/)
    await open(4, answers, unreviewed)
    await mark()
    expect(screen.queryByRole('navigation', { name: 'Reports in this list' })).toBeNull()
  })
})
