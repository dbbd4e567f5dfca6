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

test('it can be turned down for good, by each user for themselves', () => {
  render(<InstallHint userId={7} prompt={prompt} />)
  fireEvent.click(screen.getByRole('button', { name: 'No, thanks' }))
  expect(hint()).toBeNull()
  expect(prompt.prompt).not.toHaveBeenCalled()
  expect(isAnswered(7)).toBe(true)
  expect(isAnswered(8)).toBe(false)
})

test('"Install" asks the browser, and that counts as the answer', () => {
  render(<InstallHint userId={7} prompt={prompt} />)
  fireEvent.click(screen.getByRole('button', { name: 'Install' }))
  expect(prompt.prompt).toHaveBeenCalledOnce()
  expect(hint()).toBeNull()
  expect(isAnswered(7)).toBe(true)
})
