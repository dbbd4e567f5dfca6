import { expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { makeBlocker } from '../../../test/blockers.ts'
import { findPositions } from './blocker-list.tsx'

test('only several blockers of the same person on the same project are numbered', () => {
  const blockers = [
    makeBlocker({ id: 1 }),
    makeBlocker({ id: 2, user_id: 8 }),
    makeBlocker({ id: 3 }),
    makeBlocker({ id: 4, project_id: 2 }),
  ]
  expect([...findPositions(blockers)]).toEqual([
    [1, { nth: 1, total: 2, project: 'on this project' }],
    [3, { nth: 2, total: 2, project: 'on this project' }],
  ])
})

test('ages are given in days', () => {
  expect([0, 1, 4, 1200].map(messages.blockers.age)).toEqual(['Today', '1 day', '4 days', '1,200 days'])
})
