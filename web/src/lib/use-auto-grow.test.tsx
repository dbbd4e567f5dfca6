import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useAutoGrow } from './use-auto-grow.ts'

function List({ items, seen }: { items: number[]; seen: number[] }) {
  const shown = useAutoGrow(items)
  seen.push(shown.length)
  return shown.map(item => <p key={item}>{item}</p>)
}
const range = (count: number) => Array.from({ length: count }, (_, index) => index)

test('a list of a hundred is drawn at once, a longer one in steps until all of it is there', () => {
  const short: number[] = []
  const { container, unmount } = render(<List items={range(100)} seen={short} />)
  expect(container.children).toHaveLength(100)
  expect(short).toEqual([100])
  unmount()

  const long: number[] = []
  const other = render(<List items={range(1000)} seen={long} />)
  expect(other.container.children).toHaveLength(1000)
  expect(new Set(long)).toEqual(new Set([100, 200, 400, 800, 1000]))
})
