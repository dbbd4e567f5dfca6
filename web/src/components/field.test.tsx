import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TextField } from './text-field.tsx'

test('label, help and error belong to the control', () => {
  const { rerender } = render(<TextField label="Name" help="As on your badge." />)
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('As on your badge.')
  expect(screen.getByLabelText('Name')).toBeValid()
  rerender(<TextField label="Name" help="As on your badge." error="Name is required" />)
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Name is required As on your badge.')
  expect(screen.getByLabelText('Name')).toBeInvalid()
})

test('without help and error nothing describes it', () => {
  render(<TextField label="Name" />)
  expect(screen.getByLabelText('Name')).not.toHaveAttribute('aria-describedby')
})
