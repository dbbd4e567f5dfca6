import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { allowConsole } from '../../test/console-watch.ts'
import { answer, refusal } from '../../test/fake-api.ts'
import { makeReport, makeReportPage } from '../../test/reports.ts'
import {
  type Answers,
  cellsOf,
  listCall,
  never,
  ok,
  openAsReviewer,
  person,
  project,
  reportsFrom,
  watchDownloads,
} from '../../test/review.ts'

const people = [person(1, 'Max', 'manager'), person(2, 'Dina'), person(3, 'Desi', 'designer')]
const ofDina = 'GET /api/projects/user/2'

const open = (answers: Answers = {}, search = '') =>
  openAsReviewer(`/admin/reports${search}`, {
    [listCall()]: ok(makeReportPage(reportsFrom(1, 10), 25)),
    'GET /api/users': ok(people),
    [ofDina]: ok([project(5, 'Apollo'), project(6, 'Gemini')]),
    ...answers,
  })

const table = () => screen.findByRole('table', { name: 'All Reports' })
const field = (label: string) => screen.getByLabelText(label)

test('each row shows date, developer, hours and tasks, and a link to view the report', async () => {
  await open({ [listCall()]: ok(makeReportPage([makeReport({ hours_worked: 7.3 })])) })
  const rows = await table()
  expect(cellsOf(rows)).toEqual([
    ['Date', 'Developer', 'Hours Worked', 'Tasks', 'Action'],
    ['2 Mar 2026', 'RRRobin Reyes', '7h 30m', 'Wrote the importer', 'View'].map((text, column) =>
      column === 0 ? expect.stringMatching(/2026/) : text,
    ),
  ])
  expect(within(rows).getByRole('link')).toHaveAttribute('href', '/admin/reports/3')
  expect(screen.getByText('1 report')).toBeVisible()
})

test.each([
  ['x'.repeat(80), 'x'.repeat(80)],
  ['x'.repeat(81), `${'x'.repeat(80)}...`],
])('tasks longer than 80 characters are cut and end in "..."', async (tasks, shown) => {
  await open({ [listCall()]: ok(makeReportPage([makeReport({ tasks })])) })
  expect(within(await table()).getByText(/^x/)).toHaveTextContent(shown)
})

test('with a project filter, hours are those of the project, with the total of the day if it is more', async () => {
  const query = '&userId=2&projectId=5'
  const reports = [
    makeReport({ id: 1, hours_worked: 7.15, project_hours: 5.45 }),
    makeReport({ id: 2, hours_worked: 7.15, project_hours: 7.15 }),
  ]
  await open({ [listCall(1, query)]: ok(makeReportPage(reports)) }, '?userId=2&projectId=5')
  const hours = cellsOf(await table()).map(cells => cells[2])
  expect(hours).toEqual(['Hours Worked', '5h 45m of 7h 15m', '7h 15m'])
})

test('blockers and comments are marked in the Tasks cell', async () => {
  const reports = [
    makeReport({ id: 1, blockers: 'No access to staging', comment_count: 3 }),
    makeReport({ id: 2, blockers: 'None.', comment_count: 1 }),
    makeReport({ id: 3, blockers: null }),
  ]
  await open({ [listCall()]: ok(makeReportPage(reports)) })
  // The icons contain line breaks.
  expect(cellsOf(await table()).map(cells => cells[3]?.replace(/\s+/g, ' '))).toEqual([
    'Tasks',
    'Wrote the importer Has blockers 3 comments',
    'Wrote the importer 1 comment',
    'Wrote the importer',
  ])
  expect(screen.getByTitle('Has blockers')).toBeVisible()
  expect(screen.getByTitle('3 comments')).toBeVisible()
})

test('the summary of filters is shown only if a filter is active', async () => {
  const { user } = await open({ [listCall(1, '&startDate=2026-03-01')]: ok(makeReportPage([])) })
  await table()
  expect(document.querySelector('.filter-summary')).toBeNull()
  await user.type(field('Start Date'), '2026-03-01')
  expect(await screen.findByRole('list', { name: 'Active filters' })).toBeVisible()
})

// The screen is opened on 31 March 2026, a Tuesday.
describe('the period', () => {
  test.each([
    ['Today', '2026-03-31', '2026-03-31'],
    ['Yesterday', '2026-03-30', '2026-03-30'],
    ['This week', '2026-03-30', '2026-04-05'],
    ['Last week', '2026-03-23', '2026-03-29'],
    ['This month', '2026-03-01', '2026-03-31'],
    ['Last month', '2026-02-01', '2026-02-28'],
  ])('%s is %s to %s, in one step', async (name, startDate, endDate) => {
    const { user, here } = await open({}, '?userId=2')
    await user.selectOptions(field('Period'), name)
    expect(here()).toBe(`/admin/reports?userId=2&startDate=${startDate}&endDate=${endDate}`)
    expect(field('Period')).toHaveDisplayValue(name)
    expect(field('Start Date')).toHaveValue(startDate)
    expect(field('End Date')).toHaveValue(endDate)
    await user.selectOptions(field('Period'), 'Any time')
    expect(here()).toBe('/admin/reports?userId=2')
  })

  test('follows the two dates, and other dates are a custom period', async () => {
    const { user } = await open({}, '?startDate=2026-03-30&endDate=2026-04-04')
    expect(field('Period')).toHaveDisplayValue('Custom')
    await user.clear(field('End Date'))
    await user.type(field('End Date'), '2026-04-05')
    expect(field('Period')).toHaveDisplayValue('This week')
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }))
    expect(field('Period')).toHaveDisplayValue('Any time')
    expect(screen.queryByRole('option', { name: 'Custom' })).toBeNull()
  })

  test('limits the export', async () => {
    watchDownloads()
    const call = 'GET /api/reports/export/csv?startDate=2026-02-01&endDate=2026-02-28'
    const { user, api } = await open({ [call]: answer(200, 'Date') })
    await user.selectOptions(field('Period'), 'Last month')
    await user.click(screen.getByRole('button', { name: 'Export to CSV' }))
    await waitFor(() => expect(api.named(call)).toHaveLength(1))
  })
})

test('the User filter lists staff first, then reviewers', async () => {
  await open()
  await screen.findByRole('option', { name: 'Dina' })
  expect(
    within(field('User'))
      .getAllByRole('option')
      .map(option => option.textContent),
  ).toEqual(['All users', 'Dina', 'Desi', 'Max'])
})

describe('the project filter', () => {
  test('is enabled once a user is chosen, and lists the projects of that user', async () => {
    const { user, here } = await open({
      [listCall(1, '&userId=2')]: ok(makeReportPage([makeReport()])),
      [listCall(1, '&userId=2&projectId=6')]: ok(makeReportPage([makeReport()])),
    })
    expect(field('Project')).toBeDisabled()
    await screen.findByRole('option', { name: 'Dina' })
    await user.selectOptions(field('User'), 'Dina')
    expect(here()).toBe('/admin/reports?userId=2')
    await screen.findByRole('option', { name: 'Gemini' })
    expect(field('Project')).toBeEnabled()
    expect(screen.queryByRole('link', { name: 'View All Project Work' })).toBeNull()
    await user.selectOptions(field('Project'), 'Gemini')
    expect(here()).toBe('/admin/reports?userId=2&projectId=6')
    expect(await screen.findByRole('link', { name: 'View All Project Work' })).toHaveAttribute(
      'href',
      '/admin/projects/6/summary?userId=2',
    )
  })

  test.each([
    ['none', ok([])],
    ['a failure', { status: 500 }],
  ])('with %s says that there are no projects', async (_what, reply) => {
    allowConsole(/^The server answered with status 500/)
    await open({ [ofDina]: reply, [listCall(1, '&userId=2')]: ok(makeReportPage([])) }, '?userId=2')
    expect(
      await screen.findByText(
        'No projects found for selected user. The user might not be assigned to any projects.',
      ),
    ).toBeVisible()
    expect(field('Project')).toBeDisabled()
  })

  test('is cleared with the user', async () => {
    const { user, here } = await open({}, '?userId=2&projectId=5&startDate=2026-03-01')
    await user.click(await screen.findByRole('button', { name: 'Remove filter User: Dina' }))
    expect(here()).toBe('/admin/reports?startDate=2026-03-01')
  })

  test('names a project even if it is no longer in any list', async () => {
    const { page } = await open(
      { [listCall(1, '&userId=2&projectId=1')]: ok(makeReportPage([makeReport()])) },
      '?userId=2&projectId=1',
    )
    await table()
    expect(await page.findByRole('button', { name: 'Remove filter Project: Apollo' })).toBeVisible()
    expect(field('Project')).toHaveDisplayValue('Apollo')
  })
})

test('a new filter starts at the first page, and Clear Filters removes all filters', async () => {
  const { user, here, api } = await open(
    {
      [listCall(3)]: ok(makeReportPage(reportsFrom(21, 5), 25, 3)),
      [listCall(1, '&startDate=2026-03-01')]: ok(makeReportPage([])),
    },
    '?page=3',
  )
  expect(await screen.findByText('21–25 of 25')).toBeVisible()
  await user.type(field('Start Date'), '2026-03-01')
  expect(here()).toBe('/admin/reports?startDate=2026-03-01')
  expect(await screen.findByText('No reports match these filters.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Clear Filters' }))
  expect(here()).toBe('/admin/reports')
  await table()
  expect(field('Start Date')).toHaveValue('')
  expect(api.named(listCall(1, '&startDate=2026-03-01'))).toHaveLength(1)
})

// React renders nothing inside one act, as for a fast user on a slow machine.
describe('two filter changes before the page has rendered the first', () => {
  const fill = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })

  test('are both kept', async () => {
    const { here } = await open({}, '?userId=2')
    await act(async () => {
      fill('Start Date', '2026-03-02')
      fill('End Date', '2026-03-12')
    })
    expect(here()).toBe('/admin/reports?userId=2&startDate=2026-03-02&endDate=2026-03-12')
  })

  test('of the same date: the last one counts', async () => {
    const { here } = await open()
    await act(async () => {
      fill('Start Date', '2026-03-02')
      fill('Start Date', '')
    })
    expect(here()).toBe('/admin/reports')
    expect(field('Start Date')).toHaveValue('')
  })

  test('keep the one that sets a filter when the other removes one', async () => {
    const { here } = await open({}, '?userId=2')
    const remove = await screen.findByRole('button', { name: /^Remove filter User/ })
    await act(async () => {
      fill('Start Date', '2026-03-02')
      fireEvent.click(remove)
    })
    expect(here()).toBe('/admin/reports?startDate=2026-03-02')
  })
})

test('each active filter is named and can be removed with one click', async () => {
  const all = '?userId=2&projectId=5&startDate=2026-03-01&endDate=2026-03-31'
  const { user, here } = await open({}, all)
  await screen.findByRole('option', { name: 'Dina' })
  const active = within(screen.getByRole('list', { name: 'Active filters' }))
  await waitFor(() =>
    expect(active.getAllByRole('button').map(button => button.textContent?.trim())).toEqual([
      'User: Dina',
      'Project: Apollo',
      expect.stringMatching(/^From: .*2026$/),
      expect.stringMatching(/^To: .*2026$/),
    ]),
  )
  await user.click(active.getByRole('button', { name: /^Remove filter From/ }))
  expect(here()).toBe('/admin/reports?userId=2&projectId=5&endDate=2026-03-31')
  await user.click(active.getByRole('button', { name: /^Remove filter Project/ }))
  expect(here()).toBe('/admin/reports?userId=2&endDate=2026-03-31')
})

test('the links to the reports keep filters and page', async () => {
  await open(
    { [listCall(2, '&userId=2')]: ok(makeReportPage(reportsFrom(11, 1), 11, 2)) },
    '?userId=2&page=2',
  )
  expect(within(await table()).getByRole('link')).toHaveAttribute('href', '/admin/reports/11?userId=2&page=2')
})

test('a page has ten reports, and its number is in the URL', async () => {
  const { user, here } = await open({ [listCall(2)]: ok(makeReportPage(reportsFrom(11, 10), 25, 2)) })
  await table()
  await user.click(screen.getByRole('button', { name: 'Page 2' }))
  expect(here()).toBe('/admin/reports?page=2')
  expect(await screen.findByText('Tasks 11')).toBeVisible()
})

test('a failed load shows "Failed to fetch reports: " with the reason and can be retried', async () => {
  allowConsole(/^The database is away/)
  const { user } = await open({
    [listCall()]: [refusal(500, 'The database is away'), ok(makeReportPage(reportsFrom(1, 1)))],
  })
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch reports: The database is away')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await table()).toBeVisible()
})

test('without any report, the page says so', async () => {
  await open({ [listCall()]: ok(makeReportPage([])) })
  expect(await screen.findByText('No reports yet')).toBeVisible()
})

test('while it loads, a placeholder has the shape of the list', async () => {
  await open({ [listCall()]: never })
  expect(screen.getByText('Loading...')).toBeInTheDocument()
})

test('users that failed to load can be loaded again', async () => {
  allowConsole(/^The server answered with status 500/)
  const { user } = await open({ 'GET /api/users': [{ status: 500 }, ok(people)] })
  expect(await screen.findByText('Failed to load users. Please try again.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('option', { name: 'Dina' })).toBeInTheDocument()
})

describe('the export', () => {
  const exportButton = () => screen.getByRole('button', { name: /^Export/ })
  const range = '?userId=2&startDate=2026-03-01&endDate=2026-03-31'
  const call = `GET /api/reports/export/csv${range}`

  test('uses the filters on screen', async () => {
    const saved = watchDownloads()
    const { user } = await open({ [call]: async () => answer(200, 'the file') }, range)
    await user.click(exportButton())
    expect(await screen.findByText('Saved reports-2026-03-31.csv.')).toBeVisible()
    expect(await saved[0]?.text).toBe('the file')
  })

  test('as XLSX has the same filters', async () => {
    const saved = watchDownloads()
    const xlsx = `GET /api/reports/export/xlsx${range}`
    const { user } = await open({ [xlsx]: async () => answer(200, 'the sheet') }, range)
    await user.click(screen.getByRole('button', { name: 'XLSX' }))
    expect(await screen.findByText('Saved reports-2026-03-31.xlsx.')).toBeVisible()
    expect(await saved[0]?.text).toBe('the sheet')
  })

  test.each(['startDate=2026-03-01', 'endDate=2026-03-31'])(
    'with only %s asks for both dates',
    async search => {
      const { user, api } = await open({}, `?${search}`)
      await user.click(exportButton())
      expect(screen.getByRole('alert')).toHaveTextContent(
        'To export, choose both a start date and an end date',
      )
      expect(api.calls.some(({ name }) => name.includes('/csv'))).toBe(false)
    },
  )

  test('shows how much has been downloaded and can be cancelled', async () => {
    const saved = watchDownloads()
    let signal: AbortSignal | null | undefined
    const { user, api } = await open(
      {
        [call]: async () => {
          signal = api.named(call)[0]?.init.signal
          return new Response(
            new ReadableStream({
              start(controller) {
                controller.enqueue(new Uint8Array(1_500_000))
                signal?.addEventListener('abort', () => controller.error(signal?.reason))
              },
            }),
          )
        },
      },
      range,
    )
    await user.click(exportButton())
    // The progress is shown only for an export that takes longer than a second.
    const progress = await screen.findByText(/^Exporting\.\.\. 1\.5 MB$/, {}, { timeout: 10_000 })
    expect(progress).toBeVisible()
    expect(exportButton()).toBeDisabled()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(signal?.aborted).toBe(true)
    expect(await screen.findByRole('button', { name: 'Export to CSV' })).toBeEnabled()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(saved).toEqual([])
  })

  test('is aborted when the page is left', async () => {
    let signal: AbortSignal | null | undefined
    const { user, api, unmount } = await open(
      {
        [call]: () => {
          signal = api.named(call)[0]?.init.signal
          return never()
        },
      },
      range,
    )
    await user.click(exportButton())
    await waitFor(() => expect(signal).toBeDefined())
    unmount()
    expect(signal?.aborted).toBe(true)
  })

  test.each([
    ['what the server says', refusal(500, 'Something went wrong.'), /Something went wrong\./],
    ['no answer', 'no response' as const, /No response received from server/],
    [
      'a file that breaks off',
      async () =>
        new Response(
          new ReadableStream({
            start(controller) {
              controller.enqueue(new Uint8Array(10))
              queueMicrotask(() => controller.error(new TypeError('network error')))
            },
          }),
        ),
      /The connection was lost before the export finished/,
    ],
  ])('shows why it failed: %s', async (_what, reply, reason) => {
    allowConsole(/^Something went wrong/, /^No response to GET/, /broke off/)
    const saved = watchDownloads()
    const { user } = await open({ [call]: reply }, range)
    await user.click(exportButton())
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(/^Export failed\./)
    expect(alert).toHaveTextContent(reason)
    expect(saved).toEqual([])
    expect(exportButton()).toBeEnabled()
  })
})
