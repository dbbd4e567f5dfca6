import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { limits } from '#shared/limits.ts'
import { fakeApi, makeToken } from '../../../test/fake-api.ts'
import { renderAt } from '../../../test/render-app.tsx'
import { Bell } from './bell.tsx'
import { showUnread } from './unread.ts'

const call = 'GET /api/notifications/unread'
const answer = (unread: number) => ({ status: 200, body: { unread } })

function setHidden(hidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(hidden ? 'hidden' : 'visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

const goOffline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const focusWindow = () => act(() => void window.dispatchEvent(new Event('focus')))
const bell = (unread: number) => screen.getByRole('link', { name: `Notifications, ${unread} unread` })

async function open(answers: Parameters<typeof fakeApi>[0] = { [call]: [answer(1), answer(2), answer(3)] }) {
  localStorage.setItem('token', makeToken())
  const api = fakeApi(answers)
  const view = renderAt('/', <Bell userId={7} />)
  await pass(10)
  return { ...view, callCount: () => api.named(call).length }
}

beforeEach(() => {
  vi.useFakeTimers()
  setHidden(false)
})

test('the bell loads the number at once, every half minute, and when the window gets the focus', async () => {
  const { callCount } = await open()
  expect(bell(1)).toBeVisible()
  await pass(limits.unreadPollMs)
  expect(bell(2)).toBeVisible()
  focusWindow()
  await pass(10)
  expect(bell(3)).toBeVisible()
  expect(callCount()).toBe(3)
})

test('a hidden page loads it when it becomes visible, once for both events of the browser', async () => {
  setHidden(true)
  const { callCount } = await open()
  await pass(3 * limits.unreadPollMs)
  focusWindow()
  expect(callCount()).toBe(0)
  setHidden(false)
  focusWindow()
  await pass(10)
  expect(callCount()).toBe(1)
  await pass(limits.unreadPollMs)
  expect(callCount()).toBe(2)
  setHidden(true)
  await pass(3 * limits.unreadPollMs)
  expect(callCount()).toBe(2)
})

test.each([
  ['offline', goOffline],
  ['without a token', () => localStorage.removeItem('token')],
])('%s no call is sent, and the number stays', async (_when, stop) => {
  const { callCount } = await open()
  stop()
  await pass(3 * limits.unreadPollMs)
  focusWindow()
  await pass(10)
  expect(callCount()).toBe(1)
  expect(bell(1)).toBeVisible()
})

test('after a failure the bell loads the number again half a minute later, and not before', async () => {
  const { callCount } = await open({ [call]: ['no response', { status: 500 }, answer(4)] })
  expect(callCount()).toBe(1)
  await pass(limits.unreadPollMs)
  expect(callCount()).toBe(2)
  await pass(limits.unreadPollMs)
  expect(bell(4)).toBeVisible()
})

test('an answer that was pending when the user read something is ignored', async () => {
  let reply: (response: Response) => void = () => {}
  const { queryClient } = await open({ [call]: () => new Promise(resolve => (reply = resolve)) })
  act(() => showUnread(queryClient, 7, 5))
  reply(Response.json({ unread: 6 }))
  await pass(10)
  expect(bell(5)).toBeVisible()
})

test('the other tabs show the number too', async () => {
  vi.useRealTimers()
  const other = new BroadcastChannel('unread-7')
  const { queryClient } = renderAt('/', <Bell userId={7} />)
  const received = new Promise(resolve => other.addEventListener('message', ({ data }) => resolve(data)))
  act(() => showUnread(queryClient, 7, 2))
  expect(await received).toBe(2)
  act(() => other.postMessage(1))
  expect(await screen.findByRole('link', { name: 'Notifications, 1 unread' })).toBeVisible()
  other.close()
})
