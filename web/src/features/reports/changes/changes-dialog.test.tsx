import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Revision } from '#shared/contract/reports.ts'
import { messages } from '#shared/messages.ts'
import { allowConsole } from '../../../../test/console-watch.ts'
import { fakeApi, makeToken, personOf, refusal } from '../../../../test/fake-api.ts'
import { renderApp } from '../../../../test/render-app.tsx'
import { makeDetails, makeReport } from '../../../../test/reports.ts'

type Answer = Parameters<typeof fakeApi>[0][string]

const call = 'GET /api/reports/3/revisions'
const [first, second] = makeReport().task_details ?? []
if (!first || !second) throw new Error('The report has two rows.')

const makeRevision = (number: number, given: Partial<Revision> = {}): Revision => ({
  number,
  saved_at: `2026-03-02T1${number}:42:00.000Z`,
  editor_name: 'Robin Reyes',
  tasks: 'Wrote the importer',
  blockers: null,
  tomorrow_plan: null,
  hours_worked: 1.15,
  task_details: [first, second],
  is_shortened: false,
  ...given,
})

const versions = (...data: Revision[]) => ({ status: 200, body: { data } })

async function open(reply: Answer, revision = 2) {
  localStorage.setItem('token', makeToken())
  const api = fakeApi({
    'GET /api/auth/me': { status: 200, body: personOf('developer') },
    'GET /api/reports/3?include_task_details=true': {
      status: 200,
      body: makeDetails({ report: makeReport({ is_edited: true, revision }) }),
    },
    [call]: reply,
  })
  renderApp('/reports/3')
  const notice = await screen.findByRole('button', { name: 'edited, show the changes' })
  const user = userEvent.setup()
  return { api, notice, user, press: () => user.click(notice) }
}

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Changes' }))
const part = async (title: string) => (await dialog()).findByRole('region', { name: title })

test('versions are loaded only once the notice is pressed', async () => {
  const { api, notice, press } = await open(versions(makeRevision(1), makeRevision(2, { tasks: 'Wrote it' })))
  expect(notice).toHaveAttribute('title', 'This report was edited after it was submitted.')
  expect(api.named(call)).toHaveLength(0)
  await press()
  await part('Summary')
  expect(api.named(call)).toHaveLength(1)
})

test('a report that was edited before versions were stored has no button', async () => {
  localStorage.setItem('token', makeToken())
  fakeApi({
    'GET /api/auth/me': { status: 200, body: personOf('developer') },
    'GET /api/reports/3?include_task_details=true': {
      status: 200,
      body: makeDetails({ report: makeReport({ is_edited: true }) }),
    },
  })
  renderApp('/reports/3')
  expect(await screen.findByText('edited')).toBeVisible()
  expect(screen.queryByRole('button', { name: /edited/ })).toBeNull()
})

test('texts are compared word by word, for screen readers too', async () => {
  const before = makeRevision(1, { tomorrow_plan: 'Rest' })
  const { press } = await open(versions(before, makeRevision(2, { tasks: 'Wrote the exporter' })))
  await press()
  const summary = await part('Summary')
  expect(summary.querySelector('del')).toHaveTextContent('removed importer,')
  expect(summary.querySelector('ins')).toHaveTextContent('added exporter,')
  expect((await part("Tomorrow's plan")).querySelector('del')).toHaveTextContent('removed Rest,')
  expect(screen.getByText('Unchanged: Hours Worked, Blockers, Tasks.')).toBeVisible()
})

test('rows are matched, and hours show their difference', async () => {
  const after = makeRevision(2, {
    hours_worked: 1.35,
    task_details: [
      { ...second, id: 11, project_id: 1, project_name: 'Apollo' },
      { ...first, id: 12, hours: 1.05 },
      { ...first, id: 13, task_description: 'Called Berlin' },
    ],
  })
  const { press } = await open(versions(makeRevision(1), after))
  await press()
  expect(await part('Hours Worked')).toHaveTextContent('1h 15m → 1h 35m (+20m)')
  expect(
    within(await part('Hours Worked')).getByText(
      '1 hour 35 minutes, before 1 hour 15 minutes: 20 minutes more',
    ),
  ).toBeInTheDocument()
  const rows = within(await part('Tasks')).getAllByRole('listitem')
  expect(rows).toHaveLength(3)
  expect(rows[0]).toHaveTextContent('Changed')
  expect(rows[0]?.querySelector('del')).toHaveTextContent('Gemini')
  expect(rows[0]?.querySelector('ins')).toHaveTextContent('Apollo')
  expect(rows[1]).toHaveTextContent(/moved from 1 to 2.*45m → 1h 5m \(\+20m\)/)
  expect(rows[2]).toHaveTextContent(/^Added.*Called Berlin/)
})

test('fewer hours have a minus', async () => {
  const { press } = await open(versions(makeRevision(1), makeRevision(2, { hours_worked: 0.45 })))
  await press()
  expect(await part('Hours Worked')).toHaveTextContent('1h 15m → 45m (−30m)')
})

test('the last two versions are compared at first, then any two', async () => {
  const texts = ['One', 'Two', 'Three']
  const { user, press } = await open(
    versions(...texts.map((tasks, at) => makeRevision(at + 1, { tasks }))),
    3,
  )
  await press()
  const content = await dialog()
  const before = await content.findByLabelText('Before')
  expect(before).toHaveDisplayValue(/^Version 2/)
  expect(content.getByLabelText('After')).toHaveDisplayValue(/^Current · .*2026/)
  expect((await part('Summary')).querySelector('del')).toHaveTextContent('Two')
  await user.selectOptions(before, '1')
  expect((await part('Summary')).querySelector('del')).toHaveTextContent('One')
  await user.selectOptions(content.getByLabelText('After'), '1')
  expect(content.getByText(messages.reports.revisionsSame)).toBeVisible()
})

test('a notice says that texts were shortened', async () => {
  const { press } = await open(
    versions(makeRevision(1, { tasks: 'Wro…', is_shortened: true }), makeRevision(2)),
  )
  await press()
  expect((await dialog()).getByText(messages.reports.revisionsShortened)).toBeVisible()
})

test('without an earlier version there is nothing to compare', async () => {
  const { press } = await open(versions(makeRevision(2)))
  await press()
  expect(await (await dialog()).findByText(messages.reports.noRevisions)).toBeVisible()
})

test('versions that failed to load can be loaded again', async () => {
  allowConsole(/Server error/)
  const { user, press } = await open([
    refusal(500, 'Server error'),
    versions(makeRevision(1), makeRevision(2, { tasks: 'Wrote it' })),
  ])
  await press()
  const content = await dialog()
  expect(await content.findByText(messages.reports.revisionsFailed)).toBeVisible()
  await user.click(content.getByRole('button', { name: 'Try again' }))
  expect(await part('Summary')).toBeVisible()
})

test('Escape closes the dialog, and the notice gets the focus back', async () => {
  const { notice, user, press } = await open(versions(makeRevision(1), makeRevision(2)))
  await press()
  const content = await dialog()
  await user.click(content.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(notice).toHaveFocus()
})
