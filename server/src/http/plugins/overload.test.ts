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

test('a tick with too much work refuses what arrives in it, and the next tick starts from zero', () => {
  const { load, work } = start()
  work(500)
  expect(load.isTooMuch()).toBe(false)
  work(1)
  expect(load.isTooMuch()).toBe(true)
  load.look()
  expect(load.isTooMuch()).toBe(false)
})

test('a suspended machine, however long and often, refuses no request', () => {
  const { load, work, standStill } = start()
  for (let pause = 0; pause < 5; pause++) {
    standStill(60_000)
    work(20)
    expect(load.isTooMuch()).toBe(false)
    load.look()
  }
})

test('many short ticks are no overload', () => {
  const { load, work } = start()
  for (let tick = 0; tick < 100; tick++) {
    work(400)
    expect(load.isTooMuch()).toBe(false)
    load.look()
  }
})
