import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { DailyReminder } from './daily-reminder.tsx'

const open = (userId = 7) => render(<DailyReminder userId={userId} />)
const reminder = () => screen.queryByText(/daily report by 11:59 PM/)

test('a dismissed reminder is hidden until the next day', () => {
  vi.useFakeTimers({ now: new Date(2026, 2, 2, 17) })
  const first = open()
  expect(reminder()).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(reminder()).toBeNull()
  first.unmount()

  vi.setSystemTime(new Date(2026, 2, 2, 23, 59))
  const sameDay = open()
  expect(reminder()).toBeNull()
  sameDay.unmount()

  vi.setSystemTime(new Date(2026, 2, 3, 0, 0))
  open()
  expect(reminder()).toBeVisible()
})

test('another user of the same browser still gets the reminder', () => {
  const mine = open(7)
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  mine.unmount()
  open(8)
  expect(reminder()).toBeVisible()
})
