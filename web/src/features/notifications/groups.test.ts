import { expect, test } from 'vitest'
import { makeNotification } from '../../../test/notifications.ts'
import { groupNotifications } from './groups.ts'

const drawn = (...given: Parameters<typeof makeNotification>[]) =>
  groupNotifications(given.map(each => makeNotification(...each))).map(({ latest, older, unreadIds }) => ({
    ids: [latest, ...older].map(({ id }) => id),
    unreadIds,
  }))

test('several comments on one report are one line, at the position of the newest', () => {
  expect(
    drawn(
      [9, { group: 'report:3' }],
      [8, { group: 'report:4' }],
      [7, { group: 'report:3', read_at: '2026-03-02T17:00:00.000Z' }],
      [6, { group: 'report:3' }],
    ),
  ).toEqual([
    { ids: [9, 7, 6], unreadIds: [9, 6] },
    { ids: [8], unreadIds: [8] },
  ])
})

test('another kind about the same report is a separate line, and so is a notification without a group', () => {
  expect(
    drawn(
      [5, { group: 'report:3' }],
      [4, { group: 'report:3', kind: 'mention' }],
      [3, { group: null }],
      [2, { group: null }],
    ).map(({ ids }) => ids),
  ).toEqual([[5], [4], [3], [2]])
})
