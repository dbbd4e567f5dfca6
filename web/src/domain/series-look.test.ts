import { expect, test } from 'vitest'
import { hueOf, looksOf } from './series-look.ts'

test('an id has its hue whatever else is shown, and those of the same hue differ in texture', () => {
  expect(looksOf([3, 11, 4])).toEqual([
    { hue: 3, texture: 0 },
    { hue: 3, texture: 1 },
    { hue: 4, texture: 0 },
  ])
  expect(looksOf([4, 11]).map(({ hue }) => hue)).toEqual([4, 3])
  expect(hueOf('designer')).toBe(hueOf('designer'))
  expect(hueOf('designer')).not.toBe(hueOf('developer'))
})
