import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { Menu, type MenuItem } from './menu.tsx'

const icon = '<svg></svg>'

function show(items?: MenuItem[]) {
  const onSelect = vi.fn()
  render(
    <MemoryRouter>
      <Menu
        label="More actions for Dina"
        heading="Dina's details"
        items={
          items ?? [
            { label: 'Edit', icon, onSelect: () => onSelect('Edit') },
            { label: 'Reset Password', icon, onSelect: () => onSelect('Reset Password') },
            { label: 'View reports', icon, to: '/reports' },
            {
              label: 'Delete',
              icon,
              isDanger: true,
              whyNot: 'Not yours.',
              onSelect: () => onSelect('Delete'),
            },
          ]
        }
      />
      <button type="button">After</button>
    </MemoryRouter>,
  )
  return { user: userEvent.setup(), onSelect }
}

const opener = () => screen.getByRole('button', { name: 'More actions for Dina' })
const menu = () => screen.queryByRole('menu')
const item = (name: string) => screen.getByRole('menuitem', { name })

test('the button says that it opens a menu, and whether it is open', async () => {
  const { user } = show()
  expect(opener()).toHaveAttribute('aria-haspopup', 'menu')
  expect(opener()).toHaveAttribute('aria-expanded', 'false')
  expect(menu()).toBeNull()
  await user.click(opener())
  expect(opener()).toHaveAttribute('aria-expanded', 'true')
  expect(opener()).toHaveAttribute('aria-controls', menu()?.id)
  expect(menu()).toHaveAccessibleName('More actions for Dina')
  expect(menu()).toHaveAccessibleDescription("Dina's details")
})

test.each([
  ['{Enter}', 'Edit'],
  [' ', 'Edit'],
  ['{ArrowDown}', 'Edit'],
  ['{ArrowUp}', 'Delete'],
])('the key %s opens it at %s', async (key, name) => {
  const { user } = show()
  opener().focus()
  await user.keyboard(key)
  expect(item(name)).toHaveFocus()
})

test('arrows, Home, End and first letters move, and wrap around', async () => {
  const { user } = show()
  await user.click(opener())
  for (const [key, name] of [
    ['{ArrowDown}', 'Reset Password'],
    ['{End}', 'Delete'],
    ['{ArrowDown}', 'Edit'],
    ['{ArrowUp}', 'Delete'],
    ['{Home}', 'Edit'],
    ['v', 'View reports'],
    ['E', 'Edit'],
    ['x', 'Edit'],
  ] as const) {
    await user.keyboard(key)
    expect(item(name), key).toHaveFocus()
  }
})

test.each(['{Escape}', '{Tab}', '{Shift>}{Tab}{/Shift}'])(
  '%s closes it, and the button has the focus',
  async key => {
    const { user, onSelect } = show()
    await user.click(opener())
    await user.keyboard(key)
    expect(menu()).toBeNull()
    expect(opener()).toHaveFocus()
    expect(onSelect).not.toHaveBeenCalled()
  },
)

test('a press beside it closes it', async () => {
  const { user } = show()
  await user.click(opener())
  await user.click(menu()?.closest('[popover]') as HTMLElement)
  expect(menu()).toBeNull()
  expect(opener()).toHaveFocus()
})

test.each(['click', '{Enter}', ' '])(
  'an item is chosen once, after the button has the focus: %s',
  async way => {
    let focused: Element | null = null
    const onSelect = vi.fn(() => {
      focused = document.activeElement
    })
    const { user } = show([{ label: 'Edit', icon, onSelect }])
    await user.click(opener())
    if (way === 'click') await user.click(item('Edit'))
    else await user.keyboard(way)
    expect(onSelect).toHaveBeenCalledOnce()
    expect(focused).toBe(opener())
    expect(menu()).toBeNull()
  },
)

test('a link is followed by Space too', async () => {
  const { user } = show()
  await user.click(opener())
  expect(item('View reports')).toHaveAttribute('href', '/reports')
  await user.keyboard('v ')
  expect(menu()).toBeNull()
})

test('an item that can’t be chosen can be reached and says why', async () => {
  const { user, onSelect } = show()
  await user.click(opener())
  await user.keyboard('{End}{Enter}')
  expect(item('Delete')).toHaveFocus()
  expect(item('Delete')).toHaveAccessibleDescription('Not yours.')
  expect(onSelect).not.toHaveBeenCalled()
})
