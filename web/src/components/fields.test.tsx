import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TextField } from './fields.tsx'

test('the label names the control, help and error describe it', () => {
  const { rerender } = render(<TextField label="Name" help="As on your badge." />)
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('As on your badge.')
  expect(screen.getByLabelText('Name')).toBeValid()
  rerender(<TextField label="Name" help="As on your badge." error="Name is required" />)
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Name is required As on your badge.')
  expect(screen.getByLabelText('Name')).toBeInvalid()
})

test('a control without help and error has no description', () => {
  render(<TextField label="Name" />)
  expect(screen.getByLabelText('Name')).not.toHaveAttribute('aria-describedby')
})
