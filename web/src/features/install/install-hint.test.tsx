import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { InstallHint } from './install-hint.tsx'
import { type InstallPrompt, isAnswered } from './install-prompt.ts'

const prompt = Object.assign(new Event('beforeinstallprompt'), {
  prompt: vi.fn(async () => {}),
  userChoice: Promise.resolve({ outcome: 'dismissed' as const }),
}) satisfies InstallPrompt

beforeEach(() => {
  prompt.prompt.mockClear()
  localStorage.clear()
})

const hint = () => screen.queryByRole('region', { name: 'Install the app' })

test('a user who declines is not asked again, and other users still are', () => {
  render(<InstallHint userId={7} prompt={prompt} />)
  fireEvent.click(screen.getByRole('button', { name: 'No, thanks' }))
  expect(hint()).toBeNull()
  expect(prompt.prompt).not.toHaveBeenCalled()
  expect(isAnswered(7)).toBe(true)
  expect(isAnswered(8)).toBe(false)
})

test('"Install" opens the browser’s prompt and counts as an answer', () => {
  render(<InstallHint userId={7} prompt={prompt} />)
  fireEvent.click(screen.getByRole('button', { name: 'Install' }))
  expect(prompt.prompt).toHaveBeenCalledOnce()
  expect(hint()).toBeNull()
  expect(isAnswered(7)).toBe(true)
})
