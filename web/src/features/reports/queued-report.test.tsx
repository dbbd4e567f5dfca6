import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { renderAt } from '../../../test/render-app.tsx'
import { apollo, fillIn, pass, startClock, submitButton, today } from '../../../test/report-form.tsx'
import { NewReportForm } from './new-report-form.tsx'

beforeEach(startClock)

test('a report that waits on this device is shown as saved, and the form closes as after sending', async () => {
  const save = vi.fn(async () => 'queued')
  const { here } = renderAt(
    '/reports/new',
    <NewReportForm
      userId={7}
      date={today}
      today={today}
      projects={[apollo]}
      existing={null}
      save={save}
      onNextDay={() => {}}
      endSession={() => {}}
    />,
  )
  const user = userEvent.setup({ delay: null, advanceTimers: vi.advanceTimersByTime })
  await fillIn(user)
  await user.click(submitButton())
  expect(await screen.findByText(messages.offline.saved)).toBeVisible()
  expect(screen.queryByText(messages.reports.submitted)).toBeNull()
  expect(screen.getByRole('button', { name: 'Saved' })).toBeDisabled()
  expect(save).toHaveBeenCalledOnce()
  await pass(limits.redirectDelayMs)
  expect(here()).toBe('/reports')
  expect(localStorage).toHaveLength(0)
})
