import { expect, test, vi } from 'vitest'
import { lazyPage, loadPage } from './page-files.ts'

const file = () => vi.fn(async () => ({ default: () => null }))

test('hovering over a link loads the file of its page and no other', () => {
  const [list, one, fresh] = [file(), file(), file()]
  lazyPage('/things', list)
  lazyPage('/things/:id', one)
  lazyPage('/things/new', fresh)
  loadPage('/things/new')
  expect([list, one, fresh].map(load => load.mock.calls.length)).toEqual([0, 0, 1])
  loadPage('/things/7')
  expect([list, one, fresh].map(load => load.mock.calls.length)).toEqual([0, 1, 1])
  loadPage('/nowhere')
  expect([list, one, fresh].map(load => load.mock.calls.length)).toEqual([0, 1, 1])
})

test('a failed prefetch shows no error until the user opens the page', async () => {
  const load = vi.fn(() => Promise.reject(new Error('offline')))
  lazyPage('/offline', load)
  loadPage('/offline')
  // An unhandled rejection would fail this test.
  await new Promise(resolve => setTimeout(resolve))
  expect(load).toHaveBeenCalledOnce()
})
