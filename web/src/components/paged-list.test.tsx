import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentProps, useState } from 'react'
import { BrowserRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { PagedList } from './paged-list.tsx'

type Answer = { data: string[]; pagination: { page: number; limit: number; total: number; pages: number } }
type Props = ComponentProps<typeof PagedList<Answer>>

const answer = (page: number, total: number): Answer => ({
  data: total === 0 ? [] : ['Ada', 'Dina'],
  pagination: { page, limit: 2, total, pages: Math.ceil(total / 2) },
})
const query = (data: Answer | undefined, changes: Partial<Props['query']> = {}): Props['query'] => ({
  data,
  error: data ? null : new Error('away'),
  isPending: false,
  isPlaceholderData: false,
  refetch: vi.fn(),
  ...changes,
})
const list = (props: Partial<Props> & Pick<Props, 'query'>) => (
  <BrowserRouter>
    <PagedList skeleton="Skeleton" failure="It failed" empty="None" {...props}>
      {({ data }, isBusy) => <p aria-busy={isBusy}>{data.join(', ')}</p>}
    </PagedList>
  </BrowserRouter>
)
const go = (search: string) => window.history.replaceState(null, '', `/list${search}`)
beforeEach(() => go(''))

test('it loads, fails with a button to try again, is empty or filled', async () => {
  const { rerender } = render(list({ query: query(undefined, { isPending: true }) }))
  expect(screen.getByText('Skeleton')).toBeVisible()

  const failed = query(undefined)
  rerender(list({ query: failed, failure: error => String(error) }))
  expect(await screen.findByText('Error: away')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(failed.refetch).toHaveBeenCalledOnce()

  rerender(list({ query: query(answer(1, 0)) }))
  expect(screen.getByText('None')).toBeVisible()

  rerender(list({ query: query(answer(1, 2)) }))
  expect(screen.getByText('Ada, Dina')).toBeVisible()
  expect(screen.queryByRole('status')).toBeNull()
})

test('a pager says the range, and keeps the page and what else is in the URL', async () => {
  go('?team=mine&page=2')
  render(list({ query: query(answer(2, 2400)) }))
  expect(screen.getByRole('status')).toHaveTextContent(`3–4 of ${(2400).toLocaleString()}`)
  await userEvent.click(screen.getByRole('button', { name: 'Page 3' }))
  expect(window.location.search).toBe('?team=mine&page=3')
  await userEvent.click(screen.getByRole('button', { name: 'First page' }))
  expect(window.location.search).toBe('?team=mine')
})

test('a page that no longer exists becomes the last one, without an entry in the history', async () => {
  go('?team=mine&page=9')
  const before = window.history.length
  const { rerender } = render(list({ query: query(answer(9, 5), { isPlaceholderData: true }) }))
  expect(window.location.search).toBe('?team=mine&page=9')
  rerender(list({ query: query({ ...answer(9, 5), data: [] }) }))
  await waitFor(() => expect(window.location.search).toBe('?team=mine&page=3'))
  expect(window.history).toHaveLength(before)

  go('?page=9')
  rerender(list({ query: query(answer(9, 0)) }))
  await waitFor(() => expect(screen.getByText('None')).toBeVisible())
})

test('a list in a dialog keeps its page itself', async () => {
  function InDialog() {
    const [page, setPage] = useState(7)
    const gone = query({ ...answer(page, 5), data: page > 3 ? [] : ['Ada'] })
    return list({ query: gone, paging: { page, setPage } })
  }
  render(<InDialog />)
  expect(await screen.findByRole('button', { name: 'Page 3' })).toHaveAttribute('aria-current', 'page')
  expect(window.location.search).toBe('')
})
