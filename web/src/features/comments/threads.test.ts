import { expect, test } from 'vitest'
import type { Comment } from '#shared/contract/comments.ts'
import { buildThreads, type Thread } from './threads.ts'

const comment = (id: number, parent_id: number | null = null): Comment => ({
  id,
  parent_id,
  comment: `comment ${id}`,
  user_id: 2,
  user_name: 'Max Muster',
  user_role: 'manager',
  created_at: '2026-03-02T12:00:00.000Z',
  mentions: [],
})

/** As "1:1(2:3 …)": level:id and the replies. */
const format = (threads: Thread[]): string =>
  threads
    .map(
      ({ level, comment: { id }, replies }) =>
        `${level}:${id}${replies.length ? `(${format(replies)})` : ''}`,
    )
    .join(' ')

test('without comments there are no threads', () => {
  expect(buildThreads([])).toEqual([])
})

test('all three levels keep the order of the list', () => {
  const list = [
    comment(1),
    comment(2),
    comment(3, 1),
    comment(4, 2),
    comment(5, 3),
    comment(6, 1),
    comment(7),
  ]
  expect(format(buildThreads(list))).toBe('1:1(2:3(3:5) 2:6) 1:2(2:4) 1:7')
})

test('a reply whose parent is not in the list is at the top level', () => {
  expect(format(buildThreads([comment(1), comment(5, 3), comment(6, 5)]))).toBe('1:1 1:5(2:6)')
})

test('a comment that names itself as its parent is at the top level', () => {
  expect(format(buildThreads([comment(1, 1)]))).toBe('1:1')
})
