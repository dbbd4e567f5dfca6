import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Blocker } from '#shared/contract/blockers.ts'
import type { TeamDay } from '#shared/contract/team-day.ts'
import { messages } from '#shared/messages.ts'
import { makeBlocker, makeBlockerPage } from '../../../test/blockers.ts'
import { allowConsole } from '../../../test/console-watch.ts'
import { fakeApi, makeToken, personOf, refusal } from '../../../test/fake-api.ts'
import { renderApp } from '../../../test/render-app.tsx'
import { makeComment, makeDetails, makeReport, makeRow } from '../../../test/reports.ts'
import { project } from '../../../test/review.ts'
import { makeEntry, makeTeamDay, reviewOf, withoutReport } from '../../../test/team-day.ts'

type Answers = Parameters<typeof fakeApi>[0]
const ok = (body: unknown) => ({ status: 200, body })
const day = 'GET /api/team/day?includeUserIds=true'
const openBlockers = 'GET /api/blockers?page=1&limit=100'
const review = (id: number) => `POST /api/reports/${id}/review`
const saved = (id: number, state: 'unreviewed' | 'reviewed' | 'needs_changes' = 'reviewed') =>
  ok({
    report: makeReport({ id, review: reviewOf(state, state === 'unreviewed' ? null : 'Robin Reyes') }),
  })

const team = () =>
  makeTeamDay([
    makeEntry(1, 'Ann', { blockers: 'No access to the server', tomorrow_plan: 'Go on' }),
    makeEntry(2, 'Ben'),
    makeEntry(3, 'Cid'),
    makeEntry(4, 'Dan', { review: reviewOf('reviewed', 'Max Muster') }),
    withoutReport(5, 'Eve'),
    withoutReport(6, 'Fay', { state: 'off', absence_kind: 'sick' }),
  ])

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: object[]) => void) {
        this.callback = callback
      }
      callback: (entries: object[]) => void
      observe() {
        this.callback([{ isIntersecting: true }])
      }
      disconnect() {}
    },
  )
  Element.prototype.scrollIntoView = vi.fn()
})

async function open(
  given: TeamDay = team(),
  answers: Answers = {},
  search = '',
  { isWhole = true }: { isWhole?: boolean } = {},
) {
  vi.useFakeTimers({ now: new Date(2026, 2, 2, 17), toFake: ['Date'] })
  localStorage.setItem('token', makeToken())
  const api = fakeApi(
    {
      'GET /api/auth/me': ok(personOf('manager')),
      'GET /api/projects': ok([project(5, 'Apollo')]),
      [day]: ok(given),
      [openBlockers]: ok(makeBlockerPage([])),
      ...answers,
    },
    { othersWait: true },
  )
  const app = renderApp(`/admin/today${search}`)
  await screen.findByRole('heading', { level: 1, name: 'Today' })
  if (isWhole) await waitFor(() => expect(screen.queryByText('Loading...')).toBeNull())
  else await screen.findAllByRole('article')
  return { ...app, api, user: userEvent.setup() }
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
const card = (name: string) => screen.getByRole('article', { name })
const panel = () => within(screen.getByRole('region', { name: 'The team on this day' }))

describe('reading', () => {
  test('a card shows the whole report without a click: blockers, summary, rows, plan', async () => {
    await open()
    const ann = within(card('Ann'))
    expect(ann.getAllByRole('heading').map(({ textContent }) => textContent?.trim())).toEqual([
      'Ann',
      'Blockers',
      'Summary',
      "Tomorrow's plan",
    ])
    expect(ann.getByText('No access to the server')).toBeVisible()
    expect(within(ann.getByRole('table', { name: 'Tasks' })).getByText('Read the files')).toBeVisible()
    // The report's page leads on to the other reports of the day.
    expect(ann.getByRole('link', { name: 'Ann' })).toHaveAttribute(
      'href',
      '/admin/reports/10?startDate=2026-03-02&endDate=2026-03-02',
    )
    expect(within(card('Ben')).queryByRole('heading', { name: 'Blockers' })).toBeNull()
    expect(within(card('Dan')).getByText('Reviewed by Max Muster')).toBeVisible()
  })

  test('a row links to its task', async () => {
    const task_details = [makeRow({ task_id: 5, task_title: 'Import the files' }), makeRow({ id: 2 })]
    await open(makeTeamDay([makeEntry(1, 'Ann', { task_details })]))
    const rows = within(within(card('Ann')).getByRole('table', { name: 'Tasks' }))
    expect(rows.getByRole('link')).toHaveAccessibleName('Import the files')
    expect(rows.getByRole('link')).toHaveAttribute('href', '/tasks/5')
    expect(rows.getByRole('link').closest('td')).toHaveTextContent('Read the files')
  })

  test('the page makes four calls', async () => {
    const { api } = await open()
    expect(api.calls.map(({ name }) => name).sort()).toEqual(
      ['GET /api/auth/me', 'GET /api/projects', openBlockers, day].sort(),
    )
  })

  test('the panel shows the progress and the users by state, also those who are missing or off', async () => {
    await open()
    expect(panel().getByText('1 of 4 reviewed')).toBeVisible()
    expect(panel().getByRole('heading', { name: 'To review 3' })).toBeVisible()
    const off = within(panel().getByRole('region', { name: 'Off 1' }))
    expect(off.getByText('Fay')).toBeVisible()
    expect(off.getByText('Sick')).toBeVisible()
    expect(panel().getByRole('button', { name: 'Remind Eve' })).toBeVisible()
  })

  test("the reviewer's own report has no review buttons and is not counted", async () => {
    await open(makeTeamDay([makeEntry(1, 'Ann'), makeEntry(7, 'Robin Reyes')]))
    const own = within(card('Robin Reyes'))
    expect(own.queryByRole('button', { name: /Mark reviewed|Ask for changes/ })).toBeNull()
    expect(own.getByRole('button', { name: 'Comment' })).toBeVisible()
    expect(panel().getByText('0 of 1 reviewed')).toBeVisible()
  })

  test('a report that was cut is loaded completely when it is shown', async () => {
    const cut = makeTeamDay([makeEntry(1, 'Ann', { tasks: 'The begin…', is_shortened: true })])
    const whole = makeReport({ id: 10, user_id: 1, tasks: 'The beginning and the end' })
    await open(cut, { 'GET /api/reports/10?include_task_details=true': ok(makeDetails({ report: whole })) })
    expect(await screen.findByText('The beginning and the end')).toBeVisible()
  })

  test('a card shows the comment that asked for changes', async () => {
    const asked = makeTeamDay([makeEntry(1, 'Ann', { review: reviewOf('needs_changes', 'Max Muster', 8) })])
    const comments = [makeComment(8, { comment: 'Which rows?' })]
    await open(asked, {
      'GET /api/reports/10?include_task_details=true': ok(
        makeDetails({ report: makeReport({ id: 10 }), comments }),
      ),
    })
    expect(await screen.findByText('Which rows?')).toBeVisible()
    expect(screen.getByText('Max Muster asked for changes')).toBeVisible()
  })

  describe('a list that is longer than the first answer', () => {
    const entries = Array.from({ length: 5 }, (_, index) => makeEntry(index + 1, `Person ${index + 1}`))
    const whole = makeTeamDay(entries)
    const first = {
      ...whole,
      data: entries.slice(0, 2),
      pagination: { total: 5, pages: 3, page: 1, limit: 2 },
    }
    const chosen = (ids: string) => `GET /api/team/day?date=2026-03-02&userIds=${ids}`
    const names = () =>
      screen.getAllByRole('article').map(article => within(article).getByRole('link').textContent)

    test('is loaded by the ids of its users and keeps its order, whatever was reviewed meanwhile', async () => {
      const reviewed = makeEntry(3, 'Person 3', { review: reviewOf('reviewed', 'Max Muster') })
      const { api } = await open(first, {
        // The server lists reviewed reports last.
        [chosen('3%2C4')]: ok({ ...whole, data: [...entries.slice(3, 4), reviewed] }),
        [chosen('5')]: ok({ ...whole, data: entries.slice(4) }),
      })
      expect(await screen.findByRole('article', { name: 'Person 5' })).toBeVisible()
      expect(names()).toEqual(entries.map(({ user }) => user.name))
      expect(within(card('Person 3')).getByText('Reviewed by Max Muster')).toBeVisible()
      expect(api.calls.filter(({ name }) => name.includes('userIds'))).toHaveLength(2)
    })

    test('ends after users who are no longer on it', async () => {
      await open(first, {
        [chosen('3%2C4')]: ok({ ...whole, data: [] }),
        [chosen('5')]: ok({ ...whole, data: entries.slice(4) }),
      })
      expect(await screen.findByText(messages.teamDay.left(5))).toBeVisible()
      expect(names()).toEqual(['Person 1', 'Person 2', 'Person 5'])
    })

    test('is loaded by page numbers from an older server, which sends no ids', async () => {
      const page = (number: number) => `GET /api/team/day?date=2026-03-02&page=${number}`
      await open(
        { ...first, user_ids: [] },
        {
          [page(2)]: ok({ ...whole, user_ids: [], data: entries.slice(1, 4) }),
          [page(3)]: ok({ ...whole, user_ids: [], data: entries.slice(4) }),
        },
      )
      expect(await screen.findByRole('article', { name: 'Person 5' })).toBeVisible()
      expect(names()).toEqual(entries.map(({ user }) => user.name))
    })

    test('loses no user when an older server answers in between and ignores the ids', async () => {
      const { user } = await open(first, {
        [chosen('3%2C4')]: [
          ok({ ...whole, user_ids: [], data: entries.slice(0, 2) }),
          ok({ ...whole, data: entries.slice(2, 4) }),
        ],
        [chosen('5')]: ok({ ...whole, data: entries.slice(4) }),
      })
      expect(await screen.findByText(messages.teamDay.moreFailed)).toBeVisible()
      await user.click(screen.getByRole('button', { name: 'Try again' }))
      expect(await screen.findByRole('article', { name: 'Person 5' })).toBeVisible()
      expect(names()).toEqual(entries.map(({ user }) => user.name))
    })

    test('says what could not be loaded, and loads it on request', async () => {
      allowConsole(/status 500/)
      const { user } = await open(first, {
        [chosen('3%2C4')]: [{ status: 500 }, ok({ ...whole, data: entries.slice(2, 4) })],
        [chosen('5')]: ok({ ...whole, data: entries.slice(4) }),
      })
      expect(await screen.findByText(messages.teamDay.moreFailed)).toBeVisible()
      await user.click(screen.getByRole('button', { name: 'Try again' }))
      expect(await screen.findByRole('article', { name: 'Person 5' })).toBeVisible()
    })

    test('is loaded before all reports are marked as reviewed', async () => {
      const bulk = 'POST /api/reports/review'
      vi.stubGlobal(
        'IntersectionObserver',
        class {
          observe() {}
          disconnect() {}
        },
      )
      const { user, api } = await open(
        first,
        {
          [chosen('3%2C4')]: ok({ ...whole, data: entries.slice(2, 4) }),
          [chosen('5')]: ok({ ...whole, data: entries.slice(4) }),
          [bulk]: ok({ updated: 5, updated_ids: [10, 20, 30, 40, 50] }),
        },
        '',
        { isWhole: false },
      )
      expect(names()).toHaveLength(2)
      await user.click(screen.getByRole('button', { name: 'Mark all as reviewed' }))
      expect(await screen.findByText(messages.reviews.markedSeveral(5))).toBeVisible()
      expect(api.named(bulk)[0]?.body).toMatchObject({ ids: [10, 20, 30, 40, 50] })
    })
  })
})

describe('keys', () => {
  test('j and k go from card to card', async () => {
    await open()
    press('j')
    expect(card('Ben')).toHaveFocus()
    press('j')
    expect(card('Cid')).toHaveFocus()
    press('k')
    expect(card('Ben')).toHaveFocus()
    expect(card('Ben').scrollIntoView).toHaveBeenCalledWith({ block: 'start' })
  })

  test('r marks as reviewed at once and goes to the next report to review', async () => {
    const { api } = await open(team(), { [review(10)]: saved(10), [review(20)]: saved(20) })
    press('r')
    expect(card('Ben')).toHaveFocus()
    expect(await within(card('Ann')).findByText('Reviewed by Robin Reyes')).toBeVisible()
    expect(panel().getByText('2 of 4 reviewed')).toBeVisible()
    press('k')
    press('j')
    press('r')
    expect(card('Cid')).toHaveFocus()
    await waitFor(() => expect(api.named(review(20))).toHaveLength(1))
    expect(api.named(review(10))[0]?.body).toEqual({
      state: 'reviewed',
      seen: { revision: 1, state: 'unreviewed' },
    })
  })

  test('after the last report the end has the focus and links to reports of earlier days', async () => {
    await open(makeTeamDay([makeEntry(1, 'Ann')], { earlier_to_review: 3, earlier_own: 1 }), {
      [review(10)]: saved(10),
    })
    expect(screen.getByText('1 report is left to review.')).toBeVisible()
    press('r')
    expect(await screen.findByRole('heading', { name: messages.teamDay.caughtUp })).toHaveFocus()
    // The list behind it also has the user's own.
    const earlier = messages.teamDay.earlier(4, 1)
    expect(earlier).toBe('4 reports from earlier days are waiting, 1 of them yours')
    expect(screen.getByRole('link', { name: earlier })).toHaveAttribute(
      'href',
      '/admin/reports?endDate=2026-03-01&review=unreviewed',
    )
  })

  test('u undoes the last reviews one by one and returns to their cards', async () => {
    const { api } = await open(team(), {
      [review(10)]: [saved(10), saved(10, 'unreviewed')],
      [review(20)]: [saved(20), saved(20, 'unreviewed')],
    })
    press('r')
    press('r')
    expect(screen.getByText(messages.reviews.marked('Ben'))).toBeVisible()
    press('u')
    expect(card('Ben')).toHaveFocus()
    press('u')
    expect(card('Ann')).toHaveFocus()
    await waitFor(() => expect(api.named(review(10))).toHaveLength(2))
    expect(panel().getByText('1 of 4 reviewed')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
  })

  test('n opens the field to ask for changes; keys typed there are text; sending goes to the next report', async () => {
    const { user, api } = await open(team(), { [review(10)]: saved(10, 'needs_changes') })
    press('n')
    const field = within(card('Ann')).getByLabelText('What should Ann change?')
    expect(field).toHaveFocus()
    await user.type(field, 'jrnu?')
    expect(field).toHaveFocus()
    expect(field).toHaveValue('jrnu?')
    expect(api.named(review(10))).toEqual([])
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(card('Ben')).toHaveFocus())
    expect(api.named(review(10))[0]?.body).toMatchObject({ state: 'needs_changes', comment: 'jrnu?' })
    expect(within(card('Ann')).getByText('Robin Reyes asked for changes')).toBeVisible()
  })

  test('c opens the comments; Escape closes them, returns to the card and keeps the draft', async () => {
    const { user } = await open()
    press('c')
    const field = () => within(card('Ann')).getByLabelText('Add a comment')
    await user.type(await within(card('Ann')).findByLabelText('Add a comment'), 'Well done')
    await user.keyboard('{Escape}')
    expect(card('Ann')).toHaveFocus()
    press('c')
    expect(field()).toHaveValue('Well done')
  })

  test('? opens the list of shortcuts', async () => {
    await open()
    press('?')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  })
})

test('a refused review is undone on its card, which shows the refusal', async () => {
  allowConsole(/has asked for changes/)
  const sentence = messages.reviews.askedSince('Max Muster')
  const now = makeReport({ id: 10, user_id: 1, review: reviewOf('needs_changes', 'Max Muster', 8) })
  await open(team(), {
    [review(10)]: refusal(409, sentence),
    'GET /api/reports/10?include_task_details=true': ok(makeDetails({ report: now })),
  })
  press('r')
  expect(await within(card('Ann')).findByText(sentence)).toBeVisible()
  expect(await within(card('Ann')).findByText('Max Muster asked for changes')).toBeVisible()
  expect(card('Ben')).toHaveFocus()
  // One that needs changes is not reviewed.
  expect(panel().getByText('1 of 4 reviewed')).toBeVisible()
})

test('all remaining reports are marked as reviewed at once, and that can be undone', async () => {
  const bulk = 'POST /api/reports/review'
  const { user, api } = await open(team(), { [bulk]: ok({ updated: 3, updated_ids: [10, 20, 30] }) })
  await user.click(screen.getByRole('button', { name: 'Mark all as reviewed' }))
  expect(await screen.findByText(messages.reviews.markedSeveral(3))).toBeVisible()
  expect(panel().getByText('4 of 4 reviewed')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Mark all as reviewed' })).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Undo/ }))
  expect(await panel().findByText('1 of 4 reviewed')).toBeVisible()
  expect(api.named(bulk).map(({ body }) => body)).toEqual([
    { ids: [10, 20, 30], state: 'reviewed', revisions: [1, 1, 1], states: Array(3).fill('unreviewed') },
    { ids: [10, 20, 30], state: 'unreviewed', revisions: [1, 1, 1], states: Array(3).fill('reviewed') },
  ])
})

describe('reminding', () => {
  const nudge = 'POST /api/team/nudges'

  test('confirms the reminder and keeps the focus', async () => {
    const { user, api } = await open(team(), { [nudge]: { status: 201, body: { msg: 'ok' } } })
    await user.click(screen.getByRole('button', { name: 'Remind Eve' }))
    await waitFor(() => expect(screen.getByText('Reminded')).toHaveFocus())
    expect(screen.getByText(messages.teamDay.reminded('Eve'))).toBeInTheDocument()
    expect(api.named(nudge)[0]?.body).toEqual({ user_id: 5, date: '2026-03-02' })
  })

  test('a refusal is shown beside the name', async () => {
    allowConsole(/already been reminded/)
    const { user } = await open(team(), { [nudge]: refusal(409, messages.teamDay.alreadyReminded('Eve')) })
    await user.click(screen.getByRole('button', { name: 'Remind Eve' }))
    expect(await screen.findByText(messages.teamDay.alreadyReminded('Eve'))).toBeVisible()
  })
})

test('a new report is announced, and the list changes only on request', async () => {
  const later = makeTeamDay([...team().data, makeEntry(8, 'Gil')])
  const { user, api } = await open(team(), {
    'GET /api/team/day?limit=1': ok({ ...later, data: later.data.slice(0, 1) }),
  })
  vi.setSystemTime(new Date(2026, 2, 2, 17, 1))
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  const button = await screen.findByRole('button', { name: '1 new report' })
  expect(screen.queryByRole('article', { name: 'Gil' })).toBeNull()
  api.calls.length = 0
  fakeApi({ [day]: ok(later) }, { othersWait: true })
  await user.click(button)
  await waitFor(() => expect(card('Gil')).toHaveFocus())
})

test('if new reports cannot be loaded, an alert says so and the shown reports stay', async () => {
  allowConsole(/status 500/)
  const later = makeTeamDay([...team().data, makeEntry(8, 'Gil')])
  const { user } = await open(team(), {
    'GET /api/team/day?limit=1': ok({ ...later, data: later.data.slice(0, 1) }),
  })
  vi.setSystemTime(new Date(2026, 2, 2, 17, 1))
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  const button = await screen.findByRole('button', { name: '1 new report' })
  fakeApi({ [day]: { status: 500 } }, { othersWait: true })
  await user.click(button)
  expect(await screen.findByRole('alert')).toHaveTextContent(messages.teamDay.moreFailed)
  expect(card('Ann')).toBeVisible()
})

describe('a day without reports', () => {
  test.each([
    ['none yet', [withoutReport(5, 'Eve', { state: 'due' })], {}, messages.teamDay.noneYet],
    ['past', [withoutReport(5, 'Eve')], { today: '2026-03-03' }, messages.teamDay.none],
    ['no one expected', [], {}, messages.teamDay.nothingExpected],
    ['holiday', [], { holiday: 'Founders Day' }, messages.teamDay.holiday('Founders Day')],
    ['future', [], { today: '2026-03-01' }, messages.teamDay.future],
  ])('%s', async (_, data, given, sentence) => {
    await open(makeTeamDay(data, given))
    expect(await screen.findByText(sentence)).toBeVisible()
  })

  test('where no one is expected to report yet, the next step is to add people', async () => {
    await open(makeTeamDay([], { reporters: 0 }))
    expect(await screen.findByText(messages.calendar.noUsers)).toBeVisible()
    expect(screen.queryByText(messages.teamDay.nothingExpectedHint)).toBeNull()
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('link', { name: 'Register User' })).toHaveAttribute('href', '/admin/register')
  })

  test('filters that match no user can be cleared', async () => {
    const { user, here } = await open(
      team(),
      { 'GET /api/team/day?role=designer&includeUserIds=true': ok(makeTeamDay([])) },
      '?role=designer',
    )
    expect(await screen.findByText(messages.teamDay.noUsersMatch)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByRole('article', { name: 'Ann' })).toBeVisible()
    expect(here()).toBe('/admin/today')
  })

  test('a failed load can be retried', async () => {
    allowConsole(/status 500/)
    const { user } = await open(team(), { [day]: [{ status: 500 }, ok(team())] })
    expect(await screen.findByText(messages.teamDay.loadFailed)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('article', { name: 'Ann' })).toBeVisible()
  })
})

test('links lead to the previous day, the next day and today', async () => {
  await open(makeTeamDay(team().data, { today: '2026-03-03' }))
  const nav = within(screen.getByRole('navigation', { name: 'Day' }))
  expect(nav.getByRole('heading')).toHaveTextContent('Yesterday, Mon 2 Mar')
  expect(nav.getByRole('link', { name: 'Previous day: Sunday 1 March' })).toHaveAttribute(
    'href',
    '/admin/today?date=2026-03-01',
  )
  expect(nav.getByRole('link', { name: 'Next day: Tuesday 3 March' })).toHaveAttribute(
    'href',
    '/admin/today?date=2026-03-03',
  )
  expect(nav.getByRole('link', { name: messages.teamDay.goToToday })).toHaveAttribute(
    'href',
    '/admin/today?date=2026-03-03',
  )
  expect(screen.getByRole('link', { name: 'Summary' })).toHaveAttribute('href', '/admin/summaries/2026-03-02')
})

test.each([
  ['2026-03-02', 'Today, Mon 2 Mar'],
  ['2026-03-01', 'Tomorrow, Mon 2 Mar'],
  ['2026-03-20', 'Mon 2 Mar'],
  ['2027-03-20', 'Mon 2 Mar 2026'],
])('on %s the day is called "%s"', async (today, name) => {
  await open(makeTeamDay(team().data, { today }))
  const nav = within(screen.getByRole('navigation', { name: 'Day' }))
  await waitFor(() => expect(nav.getByRole('heading')).toHaveTextContent(new RegExp(`^${name}$`)))
})

describe('reviewed reports', () => {
  const fold = (name: string) => within(card(name)).getByRole('button', { name: `Report of ${name}` })

  test('are folded to one line, and open by pointer and by key', async () => {
    const { user } = await open()
    expect(fold('Dan')).toHaveAttribute('aria-expanded', 'false')
    expect(within(card('Dan')).getByText('Work of Dan')).not.toBeVisible()
    await user.click(fold('Dan'))
    expect(fold('Dan')).toHaveAttribute('aria-expanded', 'true')
    expect(within(card('Dan')).getByText('Work of Dan')).toBeVisible()
    press('o')
    expect(within(card('Dan')).getByText('Work of Dan')).not.toBeVisible()
    press('c')
    expect(await within(card('Dan')).findByLabelText('Add a comment')).toBeVisible()
    expect(within(card('Ann')).queryByRole('button', { name: 'Report of Ann' })).toBeNull()
  })

  test('fold when they are marked, open on Undo, and open when the panel leads to them', async () => {
    const { user } = await open(team(), { [review(10)]: [saved(10), saved(10, 'unreviewed')] })
    await user.click(within(card('Ann')).getByRole('button', { name: 'Mark reviewed' }))
    await waitFor(() => expect(within(card('Ann')).getByText('Work of Ann')).not.toBeVisible())
    expect(card('Ann')).toHaveFocus()
    press('u')
    await waitFor(() => expect(within(card('Ann')).getByText('Work of Ann')).toBeVisible())
    await user.click(panel().getByRole('button', { name: 'Dan' }))
    expect(card('Dan')).toHaveFocus()
    expect(within(card('Dan')).getByText('Work of Dan')).toBeVisible()
  })
})

test('a summary that only repeats the rows is folded, any other is shown', async () => {
  const task_details = [makeRow({ task_description: 'Read the files' }), makeRow({ id: 2 })]
  await open(
    makeTeamDay([
      makeEntry(1, 'Ann', { tasks: '- read the files \n\nRead the files', task_details }),
      makeEntry(2, 'Ben', { tasks: 'Read the files\nAnd wrote some', task_details }),
    ]),
  )
  const sentence = messages.teamDay.sameAsRows
  expect(within(card('Ann')).getByText(sentence).closest('details')).not.toHaveAttribute('open')
  expect(within(card('Ann')).getByRole('heading', { name: 'Summary' })).toBeVisible()
  expect(within(card('Ben')).queryByText(sentence)).toBeNull()
  expect(within(card('Ben')).getByText(/And wrote some/)).toBeVisible()
})

test('a report that needs changes is counted as such, not as reviewed', async () => {
  const asked = makeEntry(2, 'Ben', { review: reviewOf('needs_changes', 'Max Muster') })
  const reviewed = makeEntry(3, 'Cid', { review: reviewOf('reviewed', 'Max Muster') })
  await open(makeTeamDay([asked, reviewed, makeEntry(7, 'Robin Reyes')]))
  expect(panel().getByText('1 of 2 reviewed')).toBeVisible()
  expect(panel().getByText('1 needs changes')).toBeVisible()
  const headings = panel().getAllByRole('heading')
  expect(headings.map(each => each.textContent)).toEqual(['Needs changes 1', 'Reviewed 1', 'Your report 1'])
})

describe('blockers', () => {
  const named = makeBlocker({ id: 4, user_id: 1, text: ' no access to the SERVER', days_open: 4 })
  const others = makeBlocker({ id: 5, user_id: 2, owner_id: 9, owner_name: 'Olga Owner' })
  const resolve = 'POST /api/blockers/4/resolve'
  const reopen = 'POST /api/blockers/4/reopen'
  const page = (...blockers: Blocker[]) => ok(makeBlockerPage(blockers))

  test('a card shows the age and the owner; Resolve takes a note and can be undone in its place', async () => {
    const { user, api } = await open(team(), {
      [openBlockers]: [page(named, others), page(others), page(named, others)],
      [resolve]: ok({ ...named, resolved_at: '2026-03-02T17:00:00.000Z' }),
      [reopen]: ok(named),
    })
    const ann = within(card('Ann'))
    expect(await ann.findByText('4 days')).toBeVisible()
    expect(ann.getByText(messages.blockers.noOwner)).toBeVisible()
    await user.click(ann.getByRole('button', { name: /^Resolve: / }))
    expect(ann.getByLabelText('Note')).toHaveFocus()
    await user.keyboard('Got it{Enter}')
    const undo = await ann.findByRole('button', { name: /^Undo resolving: / })
    expect(undo).toHaveFocus()
    expect(ann.getByText('Resolved')).toBeVisible()
    expect(api.named(resolve)[0]?.body).toEqual({ note: 'Got it' })
    expect(await screen.findByRole('heading', { name: messages.blockers.countOpen(1) })).toBeVisible()
    await user.click(undo)
    expect(await ann.findByRole('button', { name: /^Resolve: / })).toBeVisible()
    expect(await screen.findByRole('heading', { name: messages.blockers.countOpen(2) })).toBeVisible()
  })

  test('a refusal is shown in the card', async () => {
    allowConsole(/already resolved/)
    const { user } = await open(team(), {
      [openBlockers]: [page(named), page()],
      [resolve]: refusal(409, messages.blockers.alreadyResolved),
    })
    const ann = within(card('Ann'))
    await user.click(await ann.findByRole('button', { name: /^Resolve: / }))
    await user.keyboard('{Enter}')
    expect(await ann.findByText(messages.blockers.alreadyResolved)).toBeVisible()
    expect(await ann.findByText(messages.blockers.notOpen)).toBeVisible()
  })

  test('the list of all blockers opens beside the page, and Back returns to the link that opened it', async () => {
    const { user } = await open(team(), {
      [openBlockers]: page(named, others),
      'GET /api/users': ok([]),
    })
    const link = within(card('Ann')).getByRole('link', { name: messages.blockers.allOpen })
    await user.click(link)
    const dialog = within(await screen.findByRole('dialog', { name: messages.blockers.countOpen(2) }))
    expect(dialog.getAllByRole('button', { name: /^Resolve: / })).toHaveLength(2)
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(link).toHaveFocus()
  })

  test('the end of the page names who is still due and the open blockers', async () => {
    const due = withoutReport(8, 'Hal', { state: 'due' })
    await open(makeTeamDay([...team().data, due]), { [openBlockers]: page(named, others) })
    const rest = within(screen.getByRole('region', { name: messages.teamDay.stillDue(2) }))
    expect(rest.getByText('Eve and Hal')).toBeVisible()
    const blockers = within(await screen.findByRole('region', { name: messages.blockers.countOpen(2) }))
    expect(blockers.getAllByRole('listitem').map(item => item.textContent)).toEqual([
      '4 days no access to the SERVER Robin Reyes',
      '1 dayWaiting for the design Robin Reyes',
    ])
  })
})

test('a link moves the focus to "Mark all as reviewed" and reviews nothing', async () => {
  const { api } = await open(team(), {}, '#review-all')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Mark all as reviewed' })).toHaveFocus())
  expect(api.calls.filter(({ name }) => name.startsWith('POST'))).toEqual([])
})
