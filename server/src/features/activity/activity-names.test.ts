import { expect, test } from 'vitest'
import { mostNames, readNames } from './activity-names.ts'

test('a delivery can name more people than one statement can save, and only so many are read', () => {
  const assignees = Array.from({ length: 2 * mostNames }, (_, nth) => ({ login: `login-${nth}` }))
  expect(readNames('github', { issue: { assignees } })).toHaveLength(mostNames)
})
