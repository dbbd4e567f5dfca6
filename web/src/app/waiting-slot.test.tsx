import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { waitingMessages } from '#shared/messages/waiting.ts'
import { personOf } from '../../test/fake-api.ts'
import { renderAt } from '../../test/render-app.tsx'
import { askBeforeLogout } from '../lib/before-logout.ts'
import { ActorContext } from '../lib/can.tsx'
import { WaitingSlot } from './waiting-slot.tsx'

const stored = vi.hoisted((): { dates: string[] } => ({ dates: [] }))

// The real one is in e2e/journeys/waiting-reports.spec.ts.
vi.mock('../features/reports/waiting/waiting-db.ts', () => ({
  waitingDb: {
    listOf: async () =>
      stored.dates.map(date => ({
        user_id: 7,
        date,
        values: { date, tasks: 'Imported', blockers: '', tomorrow_plan: '', task_details: [] },
        projects: {},
        saved_at: '2026-03-31T15:00:00.000Z',
        problem: null,
      })),
  },
}))
// The browser is never idle here.
vi.mock('../lib/when-idle.ts', () => ({ whenIdle: () => () => {} }))

beforeEach(() => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
})

function pressLogout() {
  const leave = vi.fn()
  renderAt(
    '/dashboard',
    <ActorContext value={personOf('developer')}>
      <WaitingSlot />
    </ActorContext>,
  )
  askBeforeLogout(leave)
  return leave
}

test('Logout before the page is idle asks too when something waits', async () => {
  stored.dates = ['2026-03-31']
  localStorage.setItem('waiting-reports:7', '2026-03-31')
  const leave = pressLogout()
  await screen.findByRole('dialog', { name: waitingMessages.logoutTitle(1) })
  expect(leave).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Log out anyway' }))
  expect(leave).toHaveBeenCalledOnce()
})

test('Logout with nothing waiting leaves at once', () => {
  stored.dates = []
  expect(pressLogout()).toHaveBeenCalledOnce()
})

test('what is no longer there when the question would be asked does not keep its author', async () => {
  stored.dates = []
  localStorage.setItem('waiting-reports:7', '2026-03-31')
  const leave = pressLogout()
  await waitFor(() => expect(leave).toHaveBeenCalled())
  expect(screen.queryByRole('dialog')).toBeNull()
})
