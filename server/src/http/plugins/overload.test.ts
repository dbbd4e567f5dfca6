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

test('requests in a tick with too much work are refused, and the next tick starts from zero', () => {
  const { load, work } = start()
  work(500)
  expect(load.isTooMuch()).toBe(false)
  work(1)
  expect(load.isTooMuch()).toBe(true)
  load.look()
  expect(load.isTooMuch()).toBe(false)
})

test('a machine that was suspended refuses no request, however long and often', () => {
  const { load, work, standStill } = start()
  for (let pause = 0; pause < 5; pause++) {
    standStill(60_000)
    work(20)
    expect(load.isTooMuch()).toBe(false)
    load.look()
  }
})

test('many short ticks cause no overload', () => {
  const { load, work } = start()
  for (let tick = 0; tick < 100; tick++) {
    work(400)
    expect(load.isTooMuch()).toBe(false)
    load.look()
  }
})
