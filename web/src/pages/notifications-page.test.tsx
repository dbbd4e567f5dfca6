import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Notification } from '#shared/contract/notifications.ts'
import { messages } from '#shared/messages.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { fakeApi, makeToken, personOf, refusal } from '../../test/fake-api.ts'
import { makeNotification, makeNotificationPage } from '../../test/notifications.ts'
import { renderApp } from '../../test/render-app.tsx'
import { makeComment, makeDetails } from '../../test/reports.ts'

type Answers = Parameters<typeof fakeApi>[0]

const inbox = 'GET /api/notifications?page=1'
const readCall = 'POST /api/notifications/read'
const unreadCall = 'POST /api/notifications/unread'
const ok = (body: unknown) => ({ status: 200, body })
const of = (...notifications: Notification[]) => ok(makeNotificationPage(notifications))
const read = { read_at: '2026-03-02T18:00:00.000Z' }
const task = makeNotification(8, {
  kind: 'task_assigned',
  text: 'Ada Admin assigned you the task "Importer"',
  excerpt: null,
  link: '/tasks/5',
  group: 'task:5',
})
const comment = makeNotification(9, { group: 'report:3' })
const older = makeNotification(7, { group: 'report:3', actor_name: 'Ada Admin' })
const old = makeNotification(4, {
  ...read,
  kind: 'review',
  text: 'Max Muster reviewed your report',
  excerpt: null,
})

async function open(answers: Answers) {
  localStorage.setItem('token', makeToken())
  const api = fakeApi({
    'GET /api/auth/me': ok(personOf('developer')),
    'GET /api/notifications/unread': 'no response',
    ...answers,
  })
  const app = renderApp('/notifications')
  await screen.findByRole('heading', { level: 1, name: 'Notifications' })
  return { ...app, api, user: userEvent.setup() }
}

const list = async () => within(await screen.findByRole('list', { name: 'Notifications' }))
const bodies = (api: ReturnType<typeof fakeApi>, call: string) => api.named(call).map(({ body }) => body)
const link = (name: RegExp) => screen.getByRole('link', { name })

test('a line shows who, what, the first words and when; unread lines say so in words, and notifications about one report share a line', async () => {
  await open({ [inbox]: of(comment, task, older, old) })
  const lines = (await list()).getAllByRole('listitem')
  expect(lines).toHaveLength(3)
  const [first, second, third] = lines.map(line => within(line))
  expect(first?.getByRole('link')).toHaveAccessibleName(
    /^Unread: Max Muster commented on your report of 2 March/,
  )
  expect(first?.getByRole('link')).toHaveAttribute('href', '/reports/3#comment-9')
  expect(first?.getByText('Comment 9')).toBeVisible()
  expect(lines[0]?.querySelector('time')).toHaveAttribute('datetime', comment.created_at)
  expect(second?.getByRole('link')).toHaveAttribute('href', '/tasks/5')
  expect(third?.getByRole('link')).toHaveAccessibleName('Max Muster reviewed your report')
  expect(screen.getByText(messages.notifications.unread(3))).toBeVisible()
})

test('the other comments of a line can be expanded below it', async () => {
  const { user } = await open({ [inbox]: of(comment, older) })
  const lines = await list()
  expect(lines.queryByText('Comment 7')).toBeNull()
  const more = lines.getByRole('button', { name: '1 more' })
  await user.click(more)
  expect(more).toHaveAttribute('aria-expanded', 'true')
  expect(lines.getByText('Comment 7')).toBeVisible()
  expect(lines.getAllByRole('link').map(each => each.getAttribute('href'))).toEqual([
    '/reports/3#comment-9',
    '/reports/3#comment-7',
  ])
})

test('opening a line marks it as read and leads to the comment, which has the focus', async () => {
  const { user, api, here } = await open({
    [inbox]: of(comment, task, older),
    [readCall]: ok({ unread: 1, ids: [9, 7] }),
    'GET /api/reports/3?include_task_details=true': ok(
      makeDetails({ comments: [makeComment(7), makeComment(9)] }),
    ),
  })
  await list()
  await user.click(link(/commented on your report/))
  await waitFor(() => expect(screen.getByText('Comment 9').closest('article')).toHaveFocus())
  expect(here()).toBe('/reports/3')
  expect(bodies(api, readCall)).toEqual([{ ids: [9, 7] }])
})

test('j and k move, e marks as read and moves to the next line, u undoes', async () => {
  const { user, api } = await open({
    [inbox]: [of(comment, task, old), of({ ...comment, ...read }, task, old), of(comment, task, old)],
    [readCall]: ok({ unread: 1, ids: [9] }),
    [unreadCall]: ok({ unread: 2, ids: [9] }),
  })
  await list()
  await user.keyboard('j')
  expect(link(/commented/)).toHaveFocus()
  await user.keyboard('j')
  expect(link(/Importer/)).toHaveFocus()
  await user.keyboard('k')
  expect(link(/commented/)).toHaveFocus()
  await user.keyboard('k')
  expect(link(/commented/)).toHaveFocus()
  await user.keyboard('e')
  expect(link(/Importer/)).toHaveFocus()
  expect(link(/commented/)).not.toHaveAccessibleName(/^Unread/)
  expect(await screen.findByText(messages.notifications.marked)).toBeVisible()
  expect(bodies(api, readCall)).toEqual([{ ids: [9] }])
  await user.keyboard('u')
  await waitFor(() => expect(bodies(api, unreadCall)).toEqual([{ ids: [9] }]))
  await waitFor(() => expect(link(/commented/)).toHaveAccessibleName(/^Unread/))
  await user.keyboard('?')
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('the check mark of a line marks it as read', async () => {
  const { user, api } = await open({
    [inbox]: [of(comment, task), of({ ...comment, ...read }, task)],
    [readCall]: ok({ unread: 1, ids: [9] }),
  })
  await list()
  await user.click(screen.getByRole('button', { name: /^Mark as read: Max Muster commented/ }))
  expect(bodies(api, readCall)).toEqual([{ ids: [9] }])
  expect(link(/Importer/)).toHaveFocus()
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Mark as read: Max/ })).toBeNull())
})

test('"Mark all as read" can be undone for exactly these notifications', async () => {
  const { user, api } = await open({
    [inbox]: [of(comment, task), of({ ...comment, ...read }, { ...task, ...read }), of(comment, task)],
    [readCall]: ok({ unread: 0, ids: [9, 8] }),
    [unreadCall]: ok({ unread: 2, ids: [9, 8] }),
  })
  await list()
  const all = screen.getByRole('button', { name: 'Mark all as read' })
  await user.click(all)
  expect(await screen.findByText(messages.notifications.unread(0))).toBeVisible()
  expect(all).toBeDisabled()
  expect(await screen.findByText('2 notifications marked as read.')).toBeVisible()
  expect(bodies(api, readCall)).toEqual([{}])
  await user.click(screen.getByRole('button', { name: /^Undo/ }))
  await waitFor(() => expect(bodies(api, unreadCall)).toEqual([{ ids: [9, 8] }]))
  expect(await screen.findByText(messages.notifications.unread(2))).toBeVisible()
})

test('a failure is shown, and the line is unread again', async () => {
  allowConsole(/Broken/)
  const { user } = await open({ [inbox]: of(comment), [readCall]: refusal(500, 'Broken') })
  await list()
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Broken')
  await waitFor(() => expect(link(/commented/)).toHaveAccessibleName(/^Unread/))
})

test('an empty list says what will appear there', async () => {
  await open({ [inbox]: of(), 'GET /api/notifications/unread': ok({ unread: 0 }) })
  expect(await screen.findByText(messages.notifications.none)).toBeVisible()
  expect(screen.getByText(messages.notifications.noneYet)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Mark all as read' })).toBeDisabled()
})

test('a failed load can be retried', async () => {
  allowConsole(/status 500/)
  const { user } = await open({ [inbox]: [{ status: 500 }, of(comment)] })
  expect(await screen.findByRole('alert')).toHaveTextContent(messages.notifications.loadFailed)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect((await list()).getAllByRole('listitem')).toHaveLength(1)
})

test('a page beyond the last one becomes the last', async () => {
  localStorage.setItem('token', makeToken())
  fakeApi({
    'GET /api/auth/me': ok(personOf('developer')),
    'GET /api/notifications?page=7': ok(makeNotificationPage([], { page: 7, total: 1, unread: 1 })),
    [inbox]: of(comment),
    'GET /api/notifications/unread': ok({ unread: 1 }),
  })
  const { here } = renderApp('/notifications?page=7')
  await list()
  expect(here()).toBe('/notifications')
})

test('the bell shows the number of unread notifications and reloads it on focus, and the list reloads with it', async () => {
  const { api } = await open({
    [inbox]: [of(comment), of(makeNotification(10, { text: 'Ada Admin replied' }), comment)],
    'GET /api/notifications/unread': [ok({ unread: 1 }), ok({ unread: 2 })],
  })
  expect(await screen.findByRole('link', { name: 'Notifications, 1 unread' })).toHaveAttribute(
    'href',
    '/notifications',
  )
  await waitFor(() => expect(api.named('GET /api/notifications/unread').length).toBeGreaterThan(0))
  act(() => void window.dispatchEvent(new Event('focus')))
  expect(await screen.findByRole('link', { name: 'Notifications, 2 unread' })).toBeVisible()
  expect(await screen.findByRole('link', { name: /Ada Admin replied/ })).toBeVisible()
})

test('a bell without an answer shows no number', async () => {
  await open({ [inbox]: of(), 'GET /api/notifications/unread': 'no response' })
  expect(await screen.findByRole('link', { name: 'Notifications' })).toBeVisible()
})
