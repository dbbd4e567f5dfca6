import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ReportDraft } from '#shared/contract/report-drafts.ts'
import { messages } from '#shared/messages.ts'
import { allowConsole } from '../../../test/console-watch.ts'
import {
  blockers,
  openNew,
  pass,
  plan,
  row,
  rowCount,
  savedDraftCall,
  startClock,
  submitButton,
  summary,
  today,
} from '../../../test/report-form.tsx'

beforeEach(startClock)

const draft = (given: Partial<ReportDraft> = {}): ReportDraft => ({
  date: today,
  tasks: 'Drafted summary',
  blockers: null,
  tomorrow_plan: 'Drafted plan',
  task_details: [
    {
      ...{ description: 'Drafted row', hours: 1.3, project_id: 1, project_name: 'Apollo' },
      ...{ task_id: null, task_title: null },
    },
    {
      ...{ description: 'In a project of others', hours: null, project_id: 9, project_name: 'Voyager' },
      ...{ task_id: null, task_title: null },
    },
  ],
  saved_at: new Date(2026, 2, 31, 17, 5).toISOString(),
  token_name: 'My assistant',
  ...given,
})

const offering = (given?: Partial<ReportDraft>) => ({
  [savedDraftCall]: { status: 200, body: { draft: draft(given) } },
})
const discardCall = `DELETE /api/reports/draft?date=${today}`
const sentence = 'Draft from My assistant, saved 5:05 PM'
const use = () => screen.getByRole('button', { name: 'Use it' })
const discard = () => screen.getByRole('button', { name: 'Discard' })

test('a draft is offered with its token and its time, and fills in nothing by itself', async () => {
  await openNew(offering())
  expect(screen.getByText(sentence)).toBeVisible()
  expect(summary()).toHaveValue('')
  expect(rowCount()).toBe(1)
  expect(row(1).description()).toHaveValue('')
})

test('without a token it says when it was saved', async () => {
  await openNew(offering({ token_name: null }))
  expect(screen.getByText('Draft saved 5:05 PM')).toBeVisible()
})

test('"Use it" fills in an empty form, moves the focus to it and can be undone', async () => {
  const { user } = await openNew(offering())
  await user.click(use())
  expect(screen.queryByText(sentence)).toBeNull()
  expect(summary()).toHaveValue('Drafted summary')
  expect(summary()).toHaveFocus()
  expect(plan()).toHaveValue('Drafted plan')
  expect(blockers()).toHaveValue('')
  expect(rowCount()).toBe(2)
  expect(row(1).hours()).toHaveValue(1.3)
  expect(row(1).project()).toHaveDisplayValue('Apollo')
  expect(row(2).project()).toHaveDisplayValue('Voyager')
  expect(row(2).hours()).toHaveValue(null)
  expect(screen.getByText(messages.reportDrafts.used)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(summary()).toHaveValue('')
  expect(screen.getByText(sentence)).toBeVisible()
})

test('what was typed stays, and the draft is added below it', async () => {
  const { user } = await openNew(offering({ blockers: 'No key' }))
  await user.type(summary(), 'Typed summary')
  await user.type(row(1).description(), 'Typed row')
  await user.type(row(1).hours(), '2')
  await user.type(blockers(), 'Typed blocker')
  await user.click(use())
  expect(summary()).toHaveValue('Typed summary\nDrafted summary')
  expect(blockers()).toHaveValue('Typed blocker\nNo key')
  expect(rowCount()).toBe(3)
  expect([row(1), row(2), row(3)].map(each => each.description())).toEqual([
    expect.objectContaining({ value: 'Typed row' }),
    expect.objectContaining({ value: 'Drafted row' }),
    expect.objectContaining({ value: 'In a project of others' }),
  ])
  expect(row(1).hours()).toHaveValue(2)
  expect(screen.getByText(messages.reportDrafts.added)).toBeVisible()
})

test('a draft that is in the form already is not offered again after a reload', async () => {
  const { user, unmount } = await openNew(offering())
  await user.click(use())
  await user.type(summary(), ' and more')
  await pass(1000)
  unmount()
  await openNew(offering())
  expect(summary()).toHaveValue('Drafted summary and more')
  expect(screen.queryByText(sentence)).toBeNull()
})

test('"Discard" deletes it and keeps what was typed', async () => {
  const { user, api } = await openNew({
    ...offering(),
    [discardCall]: { status: 200, body: { msg: 'Gone' } },
  })
  await user.type(summary(), 'Typed')
  await user.click(discard())
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull())
  expect(summary()).toHaveValue('Typed')
  expect(summary()).toHaveFocus()
  expect(api.calls.map(({ name }) => name)).toContain(discardCall)
})

test('a discard that fails says so and keeps the offer', async () => {
  allowConsole(/./)
  const { user } = await openNew({ ...offering(), [discardCall]: { status: 500, body: {} } })
  await user.click(discard())
  expect(await screen.findByText(messages.general.answeredWith(500))).toBeVisible()
  expect(use()).toBeEnabled()
})

test('a server without drafts offers none', async () => {
  allowConsole(/./)
  await openNew({ [savedDraftCall]: { status: 404, body: { msg: 'Report not found' } } })
  expect(submitButton()).toBeEnabled()
  expect(screen.queryByRole('button', { name: 'Use it' })).toBeNull()
})

test('nothing is offered offline', async () => {
  await openNew(offering())
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull())
})
