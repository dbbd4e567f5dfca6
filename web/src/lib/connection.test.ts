import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { limits } from '#shared/limits.ts'
import {
  connectionLost,
  isOffline,
  isServerUnreachable,
  onReconnect,
  openedWithoutServer,
  serverAnswered,
} from './connection.ts'

let status: number | 'none'
let asked: number

beforeEach(() => {
  vi.useFakeTimers()
  status = 'none'
  asked = 0
  vi.stubGlobal('fetch', async () => {
    asked += 1
    if (status === 'none') throw new TypeError('Failed to fetch')
    return new Response('', { status })
  })
})

afterEach(async () => {
  // Polling ends with the next poll, because there are no listeners any more.
  await vi.advanceTimersByTimeAsync(limits.reconnectMs)
})

function listen() {
  const listener = vi.fn()
  onTestFinished(onReconnect(listener))
  return listener
}

const pass = (turns: number) => vi.advanceTimersByTimeAsync(turns * limits.reconnectMs)

test('after a lost call the server is polled until it answers, then every listener is called once', async () => {
  const listener = listen()
  await pass(2)
  expect(asked).toBe(0)
  connectionLost()
  connectionLost()
  await pass(1)
  expect(asked).toBe(1)
  for (const away of [502, 503, 504]) {
    status = away
    await pass(1)
  }
  expect(listener).not.toHaveBeenCalled()
  status = 200
  await pass(3)
  expect(listener).toHaveBeenCalledOnce()
  expect(asked).toBe(5)
})

test('when the browser is online again the server is polled at once, also without a lost call before', async () => {
  const listener = listen()
  status = 404
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(listener).toHaveBeenCalledOnce()
})

test('while the server is not reachable yet it is polled at growing intervals, up to the usual one', async () => {
  const listener = listen()
  window.dispatchEvent(new Event('online'))
  const askedAt: number[] = []
  for (let ms = 0; ms < 20_000; ms += 250) {
    await vi.advanceTimersByTimeAsync(ms === 0 ? 0 : 250)
    if (asked > askedAt.length) askedAt.push(ms)
  }
  expect(askedAt).toEqual([0, 250, 750, 1750, 3750, 7750, 12_750, 17_750])
  expect(listener).not.toHaveBeenCalled()
  status = 200
  await pass(1)
  expect(listener).toHaveBeenCalledOnce()
})

test('offline and hidden tabs do not poll', async () => {
  listen()
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  connectionLost()
  await pass(3)
  onLine.mockReturnValue(true)
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  await pass(3)
  expect(asked).toBe(0)
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(asked).toBe(1)
})

test('without a listener the server is not polled', async () => {
  connectionLost()
  await pass(3)
  expect(asked).toBe(0)
})

test('a page opened without a server polls, also without a listener, and is offline until the server answers', async () => {
  expect(isOffline()).toBe(false)
  openedWithoutServer()
  expect(isOffline()).toBe(true)
  expect(isServerUnreachable()).toBe(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toBe(1)
  // A proxy's error response doesn't mean that the server can be reached.
  status = 502
  await pass(2)
  expect(isServerUnreachable()).toBe(true)
  const listener = listen()
  status = 200
  await pass(1)
  expect(isOffline()).toBe(false)
  expect(listener).toHaveBeenCalledOnce()
})

test('a page opened without a server is online after any response, and every listener is called once', async () => {
  const listener = listen()
  openedWithoutServer()
  serverAnswered()
  serverAnswered()
  expect(isOffline()).toBe(false)
  expect(listener).toHaveBeenCalledOnce()
})
