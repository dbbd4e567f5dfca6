import { expect, test } from 'vitest'
import { createRequestWatch } from './request-watch.ts'

/** A clock that goes on by 5 ms with each look at it. */
function watchOf() {
  let time = 0
  const pass = (ms: number) => {
    time += ms
    return time
  }
  const watch = createRequestWatch(() => pass(5))
  const { signal } = new AbortController()
  const waited = async () => {
    const before = time
    await watch.letGoFirst(signal)
    return time - before
  }
  return { watch, waited, pass }
}

test('without requests, and beside one that takes long, nothing waits', async () => {
  const { watch, waited, pass } = watchOf()
  expect(await waited()).toBeLessThanOrEqual(10)
  watch.began()
  pass(60)
  expect(await waited()).toBeLessThanOrEqual(15)
  watch.ended()
})

test('the end of the last request ends the wait', async () => {
  const { watch, waited } = watchOf()
  watch.began()
  watch.ended()
  expect(await waited()).toBeLessThanOrEqual(10)
})

test('while requests keep coming, the wait ends after a fifth of a second', async () => {
  const { watch, waited } = watchOf()
  const coming = setInterval(watch.began)
  watch.began()
  const ms = await waited()
  clearInterval(coming)
  expect(ms).toBeGreaterThan(80)
  expect(ms).toBeLessThanOrEqual(220)
})

test('a stop ends it at once', async () => {
  const { watch } = watchOf()
  watch.began()
  await expect(watch.letGoFirst(AbortSignal.abort())).rejects.toThrow(/abort/i)
})
