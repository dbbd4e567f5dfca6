import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ProgressBar } from './progress-bar.tsx'

test.each([
  [12.5, 12.5],
  [-3, 0],
  [130, 100],
])('%d percent is a named bar with the value %d', (value, shown) => {
  render(<ProgressBar label="Hours of Dina" value={value} text={`${value}%`} />)
  const bar = screen.getByRole('progressbar', { name: 'Hours of Dina' })
  expect(bar).toHaveAttribute('aria-valuenow', String(shown))
  expect(bar.firstElementChild).toHaveStyle({ width: `${shown}%` })
  expect(screen.getByText(`${value}%`)).toBeVisible()
})

test.each([
  ['the text beside it', { text: '12.5%' }, '12.5%'],
  ['the value text', { valueText: '1h 15m' }, '1h 15m'],
  ['the value text when it has both', { text: '12.5%', valueText: '1h 15m' }, '1h 15m'],
])('it reads out %s', (_, texts, spoken) => {
  render(<ProgressBar label="Hours of Dina" value={12.5} {...texts} />)
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuetext', spoken)
})
