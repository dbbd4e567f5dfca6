import { expect, test } from 'vitest'
import { watchWork } from './overload.ts'

function start() {
  const clock = { now: 0, worked: 0 }
  const load = watchWork({ maxWorkMs: 500, now: () => clock.now, workedMs: () => clock.worked })
  return {
    load,
    work(ms: number) {
      clock.now += ms
      clock.worked += ms
    },
    standStill(ms: number) {
      clock.now += ms
    },
  }
}

test('a turn with more work than it may have turns away what arrives in it, and the next turn begins anew', () => {
  const { load, work } = start()
  work(500)
  expect(load.isTooMuch()).toBe(false)
  work(1)
  expect(load.isTooMuch()).toBe(true)
  load.look()
  expect(load.isTooMuch()).toBe(false)
})

test('a machine that stands still, however long and often, turns nobody away', () => {
  const { load, work, standStill } = start()
  for (let pause = 0; pause < 5; pause++) {
    standStill(60_000)
    work(20)
    expect(load.isTooMuch()).toBe(false)
    load.look()
  }
})

test('short turns one after the other are no overload', () => {
  const { load, work } = start()
  for (let turn = 0; turn < 100; turn++) {
    work(400)
    expect(load.isTooMuch()).toBe(false)
    load.look()
  }
})
