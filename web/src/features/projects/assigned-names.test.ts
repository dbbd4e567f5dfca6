import { expect, test } from 'vitest'
import { briefNames } from './assigned-names.tsx'

test('as many whole names as one line of a phone has room for, and the number of the others', () => {
  expect(briefNames(['Robin Reyes'])).toBe('Robin Reyes')
  expect(briefNames(['Robin Reyes', 'Sam Silva'])).toBe('Robin Reyes, Sam Silva')
  expect(briefNames(['Robin Reyes', 'Sam Silva', 'Alexandra Stone'])).toBe('Robin Reyes, Sam Silva +1 more')
  expect(briefNames(['Alexandra Marie Stone', 'Bartholomew Reyes', 'Sam'])).toBe(
    'Alexandra Marie Stone +2 more',
  )
})

test('a name that is too long is not cut', () => {
  const long = 'Wolfeschlegelsteinhausenbergerdorff Junior'
  expect(briefNames([long])).toBe('1 developer')
  expect(briefNames([long, 'Sam Silva'])).toBe('2 developers')
})
