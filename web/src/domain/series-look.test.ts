import { expect, test } from 'vitest'
import { hueOf, looksOf } from './series-look.ts'

test('an id keeps its hue and texture in every picture, and no two in one picture have the same texture', () => {
  expect(looksOf([4, 11])).toEqual([
    { hue: 4, texture: 4 },
    { hue: 3, texture: 3 },
  ])
  // Ids that share a hue take textures that no other hue in the picture uses.
  expect(looksOf([3, 11, 0, 19])).toEqual([
    { hue: 3, texture: 3 },
    { hue: 3, texture: 1 },
    { hue: 0, texture: 0 },
    { hue: 3, texture: 2 },
  ])
  const full = looksOf([8, 16, 1, 9, 17, 2, 3, 4])
  expect(new Set(full.map(({ texture }) => texture)).size).toBe(8)
  expect(hueOf('designer')).toBe(hueOf('designer'))
  expect(hueOf('designer')).not.toBe(hueOf('developer'))
})
