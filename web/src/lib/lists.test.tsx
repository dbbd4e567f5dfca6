import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useAutoGrow } from './lists.ts'

function List({ items, counts }: { items: number[]; counts: number[] }) {
  const shown = useAutoGrow(items)
  counts.push(shown.length)
  return shown.map(item => <p key={item}>{item}</p>)
}
const range = (count: number) => Array.from({ length: count }, (_, index) => index)

test('a list of a hundred is rendered at once, a longer one in steps until it is complete', () => {
  const short: number[] = []
  const { container, unmount } = render(<List items={range(100)} counts={short} />)
  expect(container.children).toHaveLength(100)
  expect(short).toEqual([100])
  unmount()

  const long: number[] = []
  const other = render(<List items={range(1000)} counts={long} />)
  expect(other.container.children).toHaveLength(1000)
  expect(new Set(long)).toEqual(new Set([100, 200, 400, 800, 1000]))
})
