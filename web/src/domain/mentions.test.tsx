import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Reader } from '#shared/contract/notifications.ts'
import { messages } from '#shared/messages.ts'
import { fakeApi, personOf } from '../../test/fake-api.ts'
import { renderAt } from '../../test/render-app.tsx'
import { makeComment } from '../../test/reports.ts'
import { NewComment } from '../features/comments/comment-form.tsx'
import { ActorContext } from '../lib/can.tsx'

const call = 'POST /api/reports/3/comments'
const readersCall = 'GET /api/reports/3/readers'
const readers: Reader[] = [
  { id: 5, name: 'Dina Dell', role: 'developer' },
  { id: 1, name: 'Ada Admin', role: 'admin' },
  { id: 2, name: 'Max Muster', role: 'manager' },
  { id: 4, name: 'Maxine Moss', role: 'manager' },
]
const pageOf = (data: Reader[], pages = 1) => ({
  status: 200,
  body: { data, pagination: { total: data.length, pages, page: 1, limit: 100 } },
})

function open(answers: Parameters<typeof fakeApi>[0] = {}) {
  localStorage.setItem('token', 'x')
  const api = fakeApi({
    [readersCall]: pageOf(readers),
    [call]: { status: 201, body: [makeComment(1)] },
    ...answers,
  })
  const view = renderAt(
    '/',
    <ActorContext value={personOf('manager')}>
      <NewComment reportId="3" onAdded={() => {}} />
    </ActorContext>,
  )
  return { ...view, api, user: userEvent.setup(), field: () => screen.getByLabelText('Add a comment') }
}

const list = () => screen.findByRole('listbox', { name: 'People to mention' })
const offered = async () =>
  within(await list())
    .getAllByRole('option')
    .map(each => each.textContent)
const isClosed = () => waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
const sent = (api: ReturnType<typeof fakeApi>) => api.named(call).map(({ body }) => body)
const send = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Add Comment' }))

test('@ opens the list, letters filter it, and the number of matches is announced', async () => {
  const { user, field } = open()
  await user.type(field(), 'Thanks @')
  expect(await list()).toBeVisible()
  expect((await offered()).map(each => each?.replace(/^[A-Z]{2}/, ''))).toEqual([
    'Dina DellDeveloper',
    'Ada AdminAdmin',
    'Max MusterManager',
    'Maxine MossManager',
  ])
  expect(screen.getByText(messages.notifications.mentionsFound(4))).toHaveAttribute('role', 'status')
  await user.type(field(), 'max')
  expect(await offered()).toHaveLength(2)
  await user.type(field(), 'i')
  expect(await offered()).toHaveLength(1)
  await user.type(field(), 'zz')
  await isClosed()
})

test('arrow keys and Enter choose a person: the name is added to the text, the id is sent with it', async () => {
  const { user, field, api } = open()
  await user.type(field(), 'Thanks @max')
  const options = within(await list()).getAllByRole('option')
  expect(options.map(each => each.getAttribute('aria-selected'))).toEqual(['true', 'false'])
  expect(field()).toHaveAttribute('aria-controls', (await list()).id)
  expect(field()).toHaveAttribute('aria-activedescendant', options[0]?.id)
  await user.keyboard('{ArrowDown}')
  expect(field()).toHaveAttribute('aria-activedescendant', options[1]?.id)
  await user.keyboard('{ArrowDown}')
  expect(field()).toHaveAttribute('aria-activedescendant', options[0]?.id)
  await user.keyboard('{ArrowUp}{Enter}')
  expect(field()).toHaveValue('Thanks @Maxine Moss ')
  expect(field()).toHaveFocus()
  await isClosed()
  expect(field()).not.toHaveAttribute('aria-activedescendant')
  await user.keyboard('well done')
  await send(user)
  await waitFor(() =>
    expect(sent(api)).toEqual([{ comment: 'Thanks @Maxine Moss well done', parent_id: null, mentions: [4] }]),
  )
})

test('a click chooses a person too, and the text field keeps the focus', async () => {
  const { user, field, api } = open()
  await user.type(field(), '@')
  await list()
  await user.click(screen.getByRole('option', { name: /Ada Admin/ }))
  expect(field()).toHaveValue('@Ada Admin ')
  expect(field()).toHaveFocus()
  await send(user)
  await waitFor(() => expect(sent(api)).toEqual([{ comment: '@Ada Admin', parent_id: null, mentions: [1] }]))
})

test('Escape only closes the list, and the next @ opens it again', async () => {
  const { user, field } = open()
  await user.type(field(), 'Hello @d')
  await list()
  await user.keyboard('{Escape}')
  await isClosed()
  expect(field()).toHaveFocus()
  expect(field()).toHaveValue('Hello @d')
  await user.keyboard(' and @a')
  expect(await offered()).toHaveLength(1)
})

test('Ctrl+Enter sends while the list is open', async () => {
  const { user, field, api } = open()
  await user.type(field(), 'Look @d')
  await list()
  fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(sent(api)).toEqual([{ comment: 'Look @d', parent_id: null }]))
})

test('a removed name is not mentioned; a draft keeps the chosen people', async () => {
  const twins = [...readers, { id: 9, name: 'Dina Dell', role: 'designer' } as const]
  const { user, field, unmount } = open({ [readersCall]: pageOf(twins) })
  await user.type(field(), '@ada')
  await list()
  await user.keyboard('{Enter}and @din')
  await waitFor(async () => expect(await offered()).toHaveLength(2))
  await user.keyboard('{ArrowDown}{Enter}')
  expect(field()).toHaveValue('@Ada Admin and @Dina Dell ')
  fireEvent.change(field(), { target: { value: 'and @Dina Dell' } })
  unmount()

  const again = open({ [readersCall]: pageOf(twins) })
  expect(again.field()).toHaveValue('and @Dina Dell')
  await waitFor(() => expect(again.api.named(readersCall)).toHaveLength(1))
  await send(again.user)
  await waitFor(() =>
    expect(sent(again.api)).toEqual([{ comment: 'and @Dina Dell', parent_id: null, mentions: [9] }]),
  )
})

test('if there is more than one page of people, the server searches by name', async () => {
  const zoe: Reader = { id: 77, name: 'Zoe Zed', role: 'manager' }
  const { user, field } = open({
    [readersCall]: pageOf(readers, 2),
    'GET /api/reports/3/readers?search=z': pageOf([zoe]),
    'GET /api/reports/3/readers?search=zo': pageOf([zoe]),
  })
  await user.type(field(), '@')
  await list()
  await user.type(field(), 'zo')
  await waitFor(async () => expect(await offered()).toHaveLength(1))
})

test('if the people fail to load, the text field still works', async () => {
  const { user, field, api } = open({ [readersCall]: () => new Promise(() => {}) })
  await user.type(field(), 'Mail max@example.com, @max')
  expect(screen.queryByRole('listbox')).toBeNull()
  await send(user)
  await waitFor(() => expect(sent(api)).toEqual([{ comment: 'Mail max@example.com, @max', parent_id: null }]))
})
