import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type Column, DataTable } from './data-table.tsx'

type Fruit = { id: number; name: string; weight: number }
const fruits: Fruit[] = [
  { id: 1, name: 'Apple', weight: 120 },
  { id: 2, name: 'Pear', weight: 150 },
]

function open(props: { rowsOpen?: boolean; total?: string[] } = {}) {
  const follow = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
  const columns: Column<Fruit>[] = [
    { header: 'Name', place: 'title', cell: fruit => fruit.name },
    { header: 'Weight', place: 'aside', align: 'end', cell: fruit => fruit.weight },
    {
      header: 'Action',
      place: 'action',
      cell: fruit => (
        <a href={`/fruits/${fruit.id}`} onClick={follow}>
          View
        </a>
      ),
    },
  ]
  render(<DataTable label="Fruits" columns={columns} rows={fruits} rowKey={fruit => fruit.id} {...props} />)
  return follow
}

test('a named table with its columns, rows and a total', () => {
  open({ total: ['Total', '270', ''] })
  const table = within(screen.getByRole('table', { name: 'Fruits' }))
  expect(table.getAllByRole('columnheader').map(cell => cell.textContent)).toEqual([
    'Name',
    'Weight',
    'Action',
  ])
  expect(table.getAllByRole('row').map(row => row.textContent)).toEqual([
    'NameWeightAction',
    'Apple120View',
    'Pear150View',
    'Total270',
  ])
  expect(table.getByText('150')).toHaveClass('cell-end')
})

test('a click anywhere in a row follows its link, once', async () => {
  const follow = open({ rowsOpen: true })
  await userEvent.click(screen.getByText('Pear'))
  expect(follow).toHaveBeenCalledOnce()
  await userEvent.click(screen.getAllByRole('link')[0] as HTMLElement)
  expect(follow).toHaveBeenCalledTimes(2)
})

test('selecting text in a row does not follow its link', async () => {
  const follow = open({ rowsOpen: true })
  vi.spyOn(window, 'getSelection').mockReturnValue({ isCollapsed: false } as Selection)
  await userEvent.click(screen.getByText('Pear'))
  expect(follow).not.toHaveBeenCalled()
})

test('a click in a row of a table without rowsOpen does nothing', async () => {
  const follow = open()
  await userEvent.click(screen.getByText('Pear'))
  expect(follow).not.toHaveBeenCalled()
})
