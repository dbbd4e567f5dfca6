import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { Pager } from './pager.tsx'

/** The page numbers, with … for an ellipsis. */
const shown = () =>
  screen
    .getAllByRole('listitem', { hidden: true })
    .slice(2, -2)
    .map(item => item.textContent)

test.each([0, 1])('it is hidden when there are %d pages', pages => {
  const { container } = render(<Pager page={1} pages={pages} onPage={() => {}} />)
  expect(container).toBeEmptyDOMElement()
})

describe('it shows the pages around the current one, with ellipses', () => {
  test.each([
    [1, 2, '1 2'],
    [1, 7, '1 2 3 4 5 6 7'],
    [1, 20, '1 2 3 4 5 … 20'],
    [10, 20, '1 … 9 10 11 … 20'],
    [20, 20, '1 … 16 17 18 19 20'],
  ])('page %d of %d', (page, pages, expected) => {
    render(<Pager page={page} pages={pages} onPage={() => {}} />)
    expect(shown().join(' ')).toBe(expected)
    expect(screen.getByRole('button', { name: `Page ${page}` })).toHaveAttribute('aria-current', 'page')
  })
})

test('first, previous, numbers, next and last open the right page', async () => {
  const onPage = vi.fn()
  render(<Pager page={10} pages={20} onPage={onPage} />)
  for (const name of ['First page', 'Previous page', 'Page 11', 'Next page', 'Last page']) {
    await userEvent.click(screen.getByRole('button', { name }))
  }
  expect(onPage.mock.calls.flat()).toEqual([1, 9, 11, 11, 20])
})

test.each([
  [1, ['First page', 'Previous page'], ['Next page', 'Last page']],
  [3, ['Next page', 'Last page'], ['First page', 'Previous page']],
])('on page %d of 3 the buttons beyond the end are disabled', (page, off, on) => {
  render(<Pager page={page} pages={3} onPage={() => {}} />)
  for (const name of off) expect(screen.getByRole('button', { name })).toBeDisabled()
  for (const name of on) expect(screen.getByRole('button', { name })).toBeEnabled()
})

test('the current page follows the page prop', () => {
  const { rerender } = render(<Pager page={1} pages={3} onPage={() => {}} />)
  rerender(<Pager page={2} pages={3} onPage={() => {}} />)
  expect(screen.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  expect(screen.getByRole('button', { name: 'Page 1' })).not.toHaveAttribute('aria-current')
})
