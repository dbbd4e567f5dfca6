import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { allowConsole } from '../../../test/console-watch.ts'
import {
  fillIn,
  openNew,
  pass,
  row,
  rowCount,
  saved,
  startClock,
  submitButton,
  summary,
} from '../../../test/report-form.tsx'

beforeEach(startClock)

const slot = 'report-draft:7:2026-03-31'
const drafts = () => Object.keys(localStorage).filter(key => key.startsWith('report-draft:'))
const emptyText = { tasks: '', blockers: '', tomorrow_plan: '' }
const emptyRow = { project_id: '', description: '', hours: '' }

function storeDraft(key: string, saved_at: string, tasks: string) {
  const values = { ...emptyText, tasks, task_details: [emptyRow] }
  localStorage.setItem(key, JSON.stringify({ saved_at, based_on: '', values }))
}

test('typed text is restored after a reload, with the time it was saved', async () => {
  const { user, unmount } = await openNew()
  await fillIn(user)
  await user.click(screen.getByRole('button', { name: 'Add task' }))
  await user.type(row(2).description(), 'Second')
  await pass(limits.draftSaveMs)
  unmount()
  await pass(3_600_000)
  await openNew()
  expect(screen.getByText('Restored your draft from 5:42 PM.')).toBeVisible()
  expect(summary()).toHaveValue('Shipped it')
  expect(row(1).project()).toHaveDisplayValue('Apollo')
  expect(row(1).hours()).toHaveValue(7.3)
  expect(row(2).description()).toHaveValue('Second')
})

describe('a draft is stored', () => {
  test('soon after a change, also while the user types without a pause', async () => {
    await openNew()
    fireEvent.change(summary(), { target: { value: 'a' } })
    await pass(limits.draftSaveMs - 50)
    fireEvent.change(summary(), { target: { value: 'ab' } })
    await pass(50)
    expect(localStorage.getItem(slot)).toContain('"ab"')
  })

  test('at once when the page is left', async () => {
    await openNew()
    fireEvent.change(summary(), { target: { value: 'Just in time' } })
    expect(drafts()).toEqual([])
    fireEvent(window, new Event('pagehide'))
    expect(localStorage.getItem(slot)).toContain('Just in time')
  })

  test('at once when another screen is opened, such as by Cancel', async () => {
    const { user } = await openNew()
    fireEvent.change(summary(), { target: { value: 'Later' } })
    await user.click(screen.getByRole('link', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByLabelText('Summary of tasks')).toBeNull())
    expect(localStorage.getItem(slot)).toContain('Later')
  })

  test('but the form works with a full storage too', async () => {
    const { user } = await openNew({ 'POST /api/reports': { status: 201, body: saved } })
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError')
    })
    await fillIn(user)
    await pass(limits.draftSaveMs)
    await user.click(submitButton())
    expect(await screen.findByText(messages.reports.submitted)).toBeVisible()
  })
})

test('a draft has no row that Enter added and that was left untouched', async () => {
  const { user, unmount } = await openNew()
  await fillIn(user)
  await user.keyboard('{Enter}')
  expect(rowCount()).toBe(2)
  unmount()
  await openNew()
  expect(row(1).description()).toHaveValue('Packed')
  expect(rowCount()).toBe(1)
})

test('a draft includes the task of a row, which is sent with it', async () => {
  const linked = { project_id: '1', description: 'Packed', hours: '7.30', task_id: '9', task_title: 'Pack' }
  const values = { ...emptyText, tasks: 'Shipped it', task_details: [linked] }
  localStorage.setItem(slot, JSON.stringify({ saved_at: '2026-03-31T10:00:00.000Z', based_on: '', values }))
  const { user, api } = await openNew({ 'POST /api/reports': { status: 201, body: saved } })
  await user.type(summary(), '!')
  await pass(limits.draftSaveMs)
  expect(JSON.parse(localStorage.getItem(slot) ?? '').values.task_details).toEqual([linked])
  await user.click(submitButton())
  await screen.findByText(messages.reports.submitted)
  expect(api.named('POST /api/reports')[0]?.body).toMatchObject({ task_details: [{ task_id: 9 }] })
})

describe('a draft is removed', () => {
  test('after a successful submit, and not stored again when the page is closed', async () => {
    const { user, unmount } = await openNew({ 'POST /api/reports': { status: 201, body: saved } })
    await fillIn(user)
    await pass(limits.draftSaveMs)
    expect(drafts()).toEqual([slot])
    await user.click(submitButton())
    await screen.findByText(messages.reports.submitted)
    fireEvent(window, new Event('pagehide'))
    unmount()
    expect(drafts()).toEqual([])
  })

  test('when the user deletes everything they typed', async () => {
    const { user } = await openNew()
    await user.type(summary(), 'x')
    await pass(limits.draftSaveMs)
    expect(drafts()).toEqual([slot])
    await user.clear(summary())
    await pass(limits.draftSaveMs)
    expect(drafts()).toEqual([])
  })

  test('after two weeks, or when it is invalid', async () => {
    storeDraft('report-draft:7:2026-03-16', '2026-03-16T12:00:00.000Z', 'Old')
    storeDraft('report-draft:9:2026-03-20', '2026-03-20T12:00:00.000Z', 'Another’s')
    localStorage.setItem('report-draft:7:report-1', 'no JSON')
    await openNew()
    expect(drafts()).toEqual(['report-draft:9:2026-03-20'])
  })
})

test('a draft stays after a failed submit', async () => {
  // This browser can't store the report, so it doesn't wait.
  allowConsole(/^No response|couldn't be stored/)
  const { user } = await openNew({ 'POST /api/reports': 'no response' })
  await fillIn(user)
  await user.click(submitButton())
  await screen.findByRole('alert')
  await pass(limits.draftSaveMs)
  expect(localStorage.getItem(slot)).toContain('Shipped it')
})

test('a draft is never shown to another account, and stays for its own', async () => {
  const { user, unmount } = await openNew()
  await fillIn(user)
  unmount()
  const other = await openNew({}, 'designer', 8)
  expect(summary()).toHaveValue('')
  expect(screen.queryByText(/draft/)).toBeNull()
  other.unmount()
  await openNew()
  expect(summary()).toHaveValue('Shipped it')
})

test('discarding a draft empties the form, and can be undone', async () => {
  storeDraft(slot, '2026-03-31T10:00:00.000Z', 'Precious')
  const { user } = await openNew()
  await user.click(screen.getByRole('button', { name: 'Discard draft' }))
  expect(summary()).toHaveValue('')
  await pass(limits.draftSaveMs)
  expect(drafts()).toEqual([])
  // The button keeps the focus and is now Undo.
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(summary()).toHaveValue('Precious')
  await pass(limits.draftSaveMs)
  expect(drafts()).toEqual([slot])
})

describe('a draft of an earlier day', () => {
  const earlier = 'report-draft:7:2026-03-30'
  beforeEach(() => storeDraft(earlier, '2026-03-30T21:00:00.000Z', 'Never sent'))

  test('is offered, and can be continued today', async () => {
    const { user } = await openNew()
    expect(screen.getByText('You have an unsent draft from Monday, March 30, 2026.')).toBeVisible()
    expect(summary()).toHaveValue('')
    await user.click(screen.getByRole('button', { name: 'Continue today' }))
    expect(summary()).toHaveValue('Never sent')
    expect(summary()).toHaveFocus()
    expect(drafts()).toEqual([slot])
  })

  test('can be continued and undone, which restores what was typed before, until something is typed after', async () => {
    const { user } = await openNew()
    await user.type(summary(), 'Begun')
    await user.click(screen.getByRole('button', { name: 'Continue today' }))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(summary()).toHaveValue('Begun')
    await user.click(screen.getByRole('button', { name: 'Continue today' }))
    await user.type(summary(), '!')
    expect(summary()).toHaveValue('Never sent!')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  test('can be discarded, which can be undone', async () => {
    const { user } = await openNew()
    await user.click(screen.getByRole('button', { name: 'Discard draft' }))
    expect(drafts()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(drafts()).toEqual([earlier])
    expect(screen.getByRole('button', { name: 'Continue today' })).toBeVisible()
  })

  test('of another user is not offered', async () => {
    await openNew({}, 'designer', 8)
    expect(screen.queryByText(/draft/)).toBeNull()
  })
})

describe('in two tabs', () => {
  const elsewhere = (tasks: string) =>
    act(() => {
      storeDraft(slot, '2026-03-31T15:43:00.000Z', tasks)
      window.dispatchEvent(new StorageEvent('storage', { key: slot }))
    })

  test('the tab that is not typed in shows the text of the other', async () => {
    await openNew()
    elsewhere('From over there')
    expect(summary()).toHaveValue('From over there')
  })

  test('text that is typed here and not stored yet is not replaced', async () => {
    await openNew()
    fireEvent.change(summary(), { target: { value: 'Mine' } })
    elsewhere('From over there')
    expect(summary()).toHaveValue('Mine')
  })
})
