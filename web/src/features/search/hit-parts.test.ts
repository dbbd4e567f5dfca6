import { expect, test } from 'vitest'
import { makeHit } from '../../../test/search.ts'
import { linesOf } from './hit-parts.ts'

const title = 'Helped support with a customer · Reviewed two…'
const snippet = [
  { text: '…support with a ', hit: false },
  { text: 'customer', hit: true },
  { text: ' · Reviewed two pull requests', hit: false },
]

test.each([
  ['customer', 'report', 0],
  ['cust supp', 'report', 0],
  ['customer requests', 'report', 3],
  // The title is that of the report, and the snippet is the comment.
  ['customer', 'comment', 3],
] as const)('for %j, the text of a %s has %d parts below its title', (searched, type, parts) => {
  const lines = linesOf(makeHit({ type, title, snippet }), searched)
  expect(lines.below).toHaveLength(parts)
  expect(lines.title.some(({ hit }) => hit)).toBe(true)
})

test('a name that has the words keeps the line with what stands beside it', () => {
  const name = { type: 'person', title: 'Zoë Quill', snippet: [{ text: 'Zoë', hit: true }] } as const
  const named = makeHit({ ...name, snippet: [...name.snippet, { text: ' Quill', hit: false }] })
  expect(linesOf(named, 'zoe').below).toEqual([])
  expect(linesOf({ ...named, about: 'quill@example.net' }, 'zoe').below).toEqual([
    { text: 'quill@example.net', hit: false },
  ])
})
