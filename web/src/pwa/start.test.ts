import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { start } from './start.ts'

const unregister = vi.fn(async () => true)
const active = { postMessage: vi.fn() }
const registration = { active, installing: null, waiting: null, update: vi.fn(async () => {}), unregister }
const cacheNames = new Set<string>()
let onMessage: ((event: { data: unknown }) => void) | undefined
const workers = {
  register: vi.fn(async () => registration),
  getRegistrations: vi.fn(async () => [registration]),
  addEventListener: (_name: string, handle: typeof onMessage) => {
    onMessage = handle
  },
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('caches', {
    keys: async () => [...cacheNames],
    delete: async (name: string) => cacheNames.delete(name),
  })
  Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true })
  for (const name of ['build-old', 'of another program']) cacheNames.add(name)
  document.body.innerHTML = '<h1>Login</h1>'
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  cacheNames.clear()
  delete document.documentElement.dataset.build
  delete document.documentElement.dataset.serviceWorker
  document.body.innerHTML = ''
})

const expectRemoved = () => {
  expect(workers.register).not.toHaveBeenCalled()
  expect(unregister).toHaveBeenCalledOnce()
  expect([...cacheNames]).toEqual(['of another program'])
}

test('in development, where the page has no build, no worker is registered and an existing one is removed', async () => {
  await start()
  expectRemoved()
})

test('where the server has switched it off, no worker is registered and an existing one is removed', async () => {
  document.documentElement.dataset.build = 'mine'
  document.documentElement.dataset.serviceWorker = 'off'
  await start()
  expectRemoved()
})

test('a browser without service workers, as on plain http, starts without an error', async () => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  document.documentElement.dataset.build = 'mine'
  await start()
})

test('the worker is registered once the page has loaded its data', async () => {
  document.documentElement.dataset.build = 'mine'
  document.body.innerHTML = '<h1>My Reports</h1><div class="placeholder-area"></div>'
  const starting = start()
  await vi.advanceTimersByTimeAsync(5000)
  expect(workers.register).not.toHaveBeenCalled()
  document.querySelector('.placeholder-area')?.remove()
  await vi.advanceTimersByTimeAsync(1000)
  await starting
  expect(workers.register).toHaveBeenCalledExactlyOnceWith('/sw.js', { updateViaCache: 'none' })
  expect(unregister).not.toHaveBeenCalled()
})

test('another build is offered once, the own build never, and every hour the page checks for an update', async () => {
  document.documentElement.dataset.build = 'mine'
  const starting = start()
  await vi.advanceTimersByTimeAsync(1000)
  await starting
  const offers = () => document.querySelectorAll('.new-version').length
  onMessage?.({ data: { build: 'mine' } })
  onMessage?.({ data: 'something else' })
  onMessage?.({ data: { build: 'next' } })
  await waitFor(() => expect(offers()).toBe(1))
  document.querySelector<HTMLButtonElement>('[aria-label=Dismiss]')?.click()
  await waitFor(() => expect(offers()).toBe(0))
  onMessage?.({ data: { build: 'next' } })
  await vi.advanceTimersByTimeAsync(100)
  expect(offers()).toBe(0)

  registration.update.mockClear()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(registration.update).toHaveBeenCalledOnce()
  // The check also fails offline, or after the worker was removed.
  registration.update.mockRejectedValueOnce(new Error('gone'))
  await vi.advanceTimersByTimeAsync(3_600_000)
})
