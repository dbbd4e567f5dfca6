import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { startTheme } from '../lib/theme.ts'
import { ThemeSwitch } from './theme-switch.tsx'

const shown = () => document.documentElement.dataset.bsTheme
const choice = (name: string) => screen.getByRole('radio', { name })

test('light, dark or the system’s: shown at once and remembered', async () => {
  startTheme()
  render(<ThemeSwitch />)
  expect(choice('System')).toBeChecked()
  expect(shown()).toBe('light')

  await userEvent.click(choice('Dark'))
  expect(choice('Dark')).toBeChecked()
  expect(shown()).toBe('dark')
  expect(localStorage.getItem('theme')).toBe('dark')

  await userEvent.click(choice('System'))
  expect(shown()).toBe('light')
  expect(localStorage.getItem('theme')).toBeNull()
})

test('the choice made in another tab is followed', () => {
  startTheme()
  render(<ThemeSwitch />)
  localStorage.setItem('theme', 'dark')
  act(() => window.dispatchEvent(new StorageEvent('storage', { key: 'theme' })))
  expect(choice('Dark')).toBeChecked()
  expect(shown()).toBe('dark')
})
