import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { holdBack } from './hold-back.ts'

function openField() {
  document.body.innerHTML = '<input type="number">'
  const input = document.querySelector('input') as HTMLInputElement
  input.focus()
  return { input, user: userEvent.setup(), release: holdBack(input) }
}

test.each([
  ['1:30', '1', '1:30'],
  ['1:30{Backspace}{Backspace}15', '1', '1:15'],
  [':{Backspace}', '', ''],
  ['90 min', '90', '90 min'],
])('%s typed leaves %s in the field and holds %s', async (typed, shown, held) => {
  const { input, user, release } = openField()
  await user.keyboard(typed)
  expect(input.value).toBe(shown)
  expect(release()).toBe(held)
})

test('plain numbers are the field’s own, and so is everything once it has ended', async () => {
  const { input, user, release } = openField()
  await user.keyboard('1.5')
  expect(input.value).toBe('1.5')
  expect(release()).toBeNull()
  await user.keyboard('{Backspace}')
  expect(input.value).toBe('1')
})

test('what was selected is replaced once, not with every key', async () => {
  const { input, user, release } = openField()
  input.value = '8'
  // Stays selected, since nothing is written.
  const selection = vi.spyOn(document, 'getSelection').mockReturnValue({ toString: () => '8' } as Selection)
  await user.keyboard(',30')
  selection.mockRestore()
  expect(release()).toBe(',30')
})
