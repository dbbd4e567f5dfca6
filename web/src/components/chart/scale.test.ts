import { expect, test } from 'vitest'
import { nextPlace, type Place } from './arrow-keys.ts'
import { ticksOf } from './scale.ts'

test.each([
  [0, 60, 4, [0, 60]],
  [45, 60, 4, [0, 60]],
  [240, 60, 4, [0, 60, 120, 180, 240]],
  [241, 60, 4, [0, 120, 240, 360]],
  [26 * 60, 60, 4, [0, 600, 1200, 1800]],
  [11, 1, 4, [0, 5, 10, 15]],
  [1500, 1, 2, [0, 1000, 2000]],
])('up to %d in units of %d, %d steps at most: %j', (largest, unit, stepsMax, ticks) => {
  expect(ticksOf(largest, unit, stepsMax)).toEqual(ticks)
})

test('the arrow keys move between the columns, and up and down within a column', () => {
  const at = (column: number, row: number): Place => ({ column, row })
  // The second column is empty, and the lowest part of the third is in the second row.
  const places = [at(0, 0), at(0, 1), at(2, 1), at(2, 4), at(3, 0)]
  expect(nextPlace(places, at(0, 0), 'ArrowRight')).toEqual(at(2, 1))
  expect(nextPlace(places, at(2, 4), 'ArrowRight')).toEqual(at(3, 0))
  expect(nextPlace(places, at(3, 0), 'ArrowRight')).toBeUndefined()
  expect(nextPlace(places, at(2, 4), 'ArrowLeft')).toEqual(at(0, 1))
  expect(nextPlace(places, at(2, 1), 'ArrowUp')).toEqual(at(2, 4))
  expect(nextPlace(places, at(2, 4), 'ArrowUp')).toBeUndefined()
  expect(nextPlace(places, at(0, 1), 'ArrowDown')).toEqual(at(0, 0))
  expect(nextPlace(places, at(2, 4), 'Home')).toEqual(at(0, 1))
  expect(nextPlace(places, at(0, 1), 'End')).toEqual(at(3, 0))
  expect(nextPlace(places, at(0, 1), 'x')).toBeUndefined()
})
