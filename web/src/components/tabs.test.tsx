import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Tabs } from './tabs.tsx'

const tabs = [
  { id: 'all', label: 'All Tasks' },
  { id: 'pending', label: 'Pending' },
  { id: 'completed', label: 'Completed' },
] as const

function Example() {
  const [selected, setSelected] = useState<(typeof tabs)[number]['id']>('all')
  return (
    <Tabs label="Status" tabs={tabs} selected={selected} onSelect={setSelected}>
      Tasks: {selected}
    </Tabs>
  )
}

test('a click selects, and the panel is named after its tab', async () => {
  render(<Example />)
  await userEvent.click(screen.getByRole('tab', { name: 'Pending' }))
  expect(screen.getByRole('tab', { name: 'Pending' })).toHaveAttribute('aria-selected', 'true')
  expect(screen.getByRole('tabpanel', { name: 'Pending' })).toHaveTextContent('Tasks: pending')
})

test('arrows, Home and End move and select; the tabs are one tab stop', async () => {
  const user = userEvent.setup()
  render(<Example />)
  await user.tab()
  expect(screen.getByRole('tab', { name: 'All Tasks' })).toHaveFocus()
  for (const [key, name] of [
    ['{ArrowRight}', 'Pending'],
    ['{End}', 'Completed'],
    ['{ArrowRight}', 'All Tasks'],
    ['{ArrowLeft}', 'Completed'],
    ['{Home}', 'All Tasks'],
  ]) {
    await user.keyboard(key ?? '')
    expect(screen.getByRole('tab', { name, selected: true })).toHaveFocus()
  }
  await user.tab()
  expect(screen.getByRole('tablist')).not.toContainElement(document.activeElement as HTMLElement)
})
