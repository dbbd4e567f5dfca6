import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { Filters } from './filters.tsx'

const { happyDOM, innerWidth } = window as Window & {
  happyDOM?: { setViewport: (size: { width: number }) => void }
}
const resize = (width: number) => happyDOM?.setViewport({ width })
afterEach(() => resize(innerWidth))

const filters = (count: number, hasProblem = false) => (
  <Filters className="" count={count} hasProblem={hasProblem}>
    <input aria-label="User" />
  </Filters>
)

test('a wide window shows them without a button', () => {
  render(filters(2))
  expect(screen.getByRole('region', { name: 'Filters' })).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})

test('on a phone a button opens them, and says how many are set', async () => {
  resize(375)
  const user = userEvent.setup()
  const { rerender } = render(filters(0))
  const button = screen.getByRole('button', { name: 'Filters' })
  expect(button).toHaveAttribute('aria-expanded', 'false')
  expect(screen.queryByRole('textbox', { name: 'User' })).toBeNull()

  await user.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByRole('textbox', { name: 'User' })).toBeVisible()
  rerender(filters(2))
  expect(screen.getByRole('button', { name: 'Filters 2 set' })).toBe(button)
  await user.click(button)
  expect(screen.queryByRole('region')).toBeNull()
})

test('on a phone an error in one of them opens them, and they stay open when it is gone', async () => {
  resize(375)
  const user = userEvent.setup()
  const { rerender } = render(filters(0, true))
  const button = screen.getByRole('button', { name: 'Filters' })
  expect(button).toHaveAttribute('aria-expanded', 'true')
  await user.click(button)
  expect(screen.getByRole('textbox', { name: 'User' })).toBeVisible()
  rerender(filters(0))
  expect(screen.getByRole('textbox', { name: 'User' })).toBeVisible()
  await user.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'false')
})
