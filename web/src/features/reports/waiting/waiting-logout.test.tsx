import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { messages } from '#shared/messages.ts'
import { personOf } from '../../../../test/fake-api.ts'
import { renderAt } from '../../../../test/render-app.tsx'
import { askBeforeLogout } from '../../../lib/sign-in.ts'
import { WaitingReports } from './waiting-reports.tsx'

const stored = vi.hoisted((): { dates: string[] } => ({ dates: [] }))

// e2e/journeys/waiting-reports.spec.ts tests the real store.
vi.mock('./waiting-db.ts', () => ({
  waitingDb: {
    list: async () =>
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

beforeEach(() => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
})

function pressLogout() {
  const leave = vi.fn()
  renderAt('/dashboard', <WaitingReports user={personOf('developer')} />)
  askBeforeLogout(leave)
  return leave
}

test('Logout needs a confirmation when a report waits, even before the database was read', async () => {
  stored.dates = ['2026-03-31']
  localStorage.setItem('waiting-reports:7', '2026-03-31')
  const leave = pressLogout()
  await screen.findByRole('dialog', { name: messages.offline.logoutTitle(1) })
  expect(leave).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Log out anyway' }))
  expect(leave).toHaveBeenCalledOnce()
})

test('Logout without a waiting report needs no confirmation', () => {
  stored.dates = []
  expect(pressLogout()).toHaveBeenCalledOnce()
})

test('Logout continues when the database turns out to be empty', async () => {
  stored.dates = []
  localStorage.setItem('waiting-reports:7', '2026-03-31')
  const leave = pressLogout()
  await waitFor(() => expect(leave).toHaveBeenCalled())
  expect(screen.queryByRole('dialog')).toBeNull()
})
