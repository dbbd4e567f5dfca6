import { expect, test } from 'vitest'
import { mapInChunks } from './map-in-chunks.ts'

test('all items are handled in their order and in chunks, with other work in between', async () => {
  const items = Array.from({ length: 60 }, (_, index) => index)
  const sizes: number[] = []
  let ticks = 0
  const others = setInterval(() => ticks++)
  const doubled = await mapInChunks(items, async part => {
    sizes.push(part.length)
    // Long enough for the other timer to be due.
    for (const until = performance.now() + 5; performance.now() < until; );
    return part.map(item => item * 2)
  })
  clearInterval(others)
  expect(doubled).toEqual(items.map(item => item * 2))
  expect(sizes).toEqual([25, 25, 10])
  expect(ticks).toBeGreaterThan(0)
})

test('without items no work is called', async () => {
  expect(await mapInChunks([], () => Promise.reject(new Error('not to be asked')))).toEqual([])
})

test('work stops when the client has disconnected', async () => {
  let parts = 0
  const work = mapInChunks(
    Array.from({ length: 60 }, (_, index) => index),
    async part => {
      parts++
      return part
    },
    { isDisconnected: () => parts === 2 },
  )
  await expect(work).rejects.toThrow()
  expect(parts).toBe(2)
})
