import { expect, test } from 'vitest'
import { hueOf, looksOf } from './series-look.ts'

test('an id has its hue and texture whatever else is shown, and no two in one picture have the same texture', () => {
  expect(looksOf([4, 11])).toEqual([
    { hue: 4, texture: 4 },
    { hue: 3, texture: 3 },
  ])
  // Those of the same hue take textures that no other hue of the picture has.
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
