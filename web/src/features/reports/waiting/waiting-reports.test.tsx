import { act, screen } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { personOf } from '../../../../test/fake-api.ts'
import { renderAt } from '../../../../test/render-app.tsx'
import { pass, startClock, today } from '../../../../test/report-form.tsx'
import { openedWithoutServer, serverAnswered } from '../../../lib/connection.ts'
import { formatWeekdayDay } from '../../../lib/dates.ts'
import type { WaitingReport } from './waiting-db.ts'
import { getWaiting } from './waiting-list.ts'
import { WaitingReports } from './waiting-reports.tsx'

const stored = vi.hoisted((): { reports: WaitingReport[] } => ({ reports: [] }))

// e2e/journeys/waiting-reports.spec.ts tests the real store.
vi.mock('./waiting-db.ts', () => ({ waitingDb: { list: async () => stored.reports } }))

const report: WaitingReport = {
  user_id: 7,
  date: today,
  values: { date: today, tasks: 'Imported', blockers: '', tomorrow_plan: '', task_details: [] },
  projects: {},
  saved_at: '2026-03-31T15:00:00.000Z',
  problem: null,
}

beforeEach(startClock)

test('a tab announces that another tab has sent its report, a hidden tab until it is visible', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const isHidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  stored.reports = [report]
  const other = new BroadcastChannel('sent-reports-7')
  onTestFinished(() => other.close())
  renderAt('/reports', <WaitingReports user={personOf('developer')} />)
  const said = await screen.findByRole('status')
  expect(said).toHaveTextContent('1 report is waiting to be sent')

  stored.reports = []
  localStorage.removeItem('waiting-reports:7')
  other.postMessage([today])
  await vi.waitFor(() => expect(getWaiting().sentDays).toEqual([today]))
  await act(async () => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'waiting-reports:7' }))
  })
  // It is the same element, so screen readers announce its new text.
  expect(said).toHaveTextContent(messages.offline.sent(1, formatWeekdayDay(today)))
  await pass(2 * limits.sentNoticeMs)
  expect(said).toBeVisible()

  isHidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(limits.sentNoticeMs)
  expect(screen.queryByRole('status')).toBeNull()
})

test('without a server the bar says so, with or without a report, and nothing is sent before the server answers', async () => {
  const sent = vi.fn()
  vi.stubGlobal('fetch', async (url: string) => {
    if (url !== '/healthz') sent(url)
    throw new TypeError('Failed to fetch')
  })
  stored.reports = []
  openedWithoutServer()
  onTestFinished(serverAnswered)
  renderAt('/reports', <WaitingReports user={personOf('developer')} />)
  const bar = await screen.findByRole('region', { name: 'Connection' })
  expect(bar).toHaveTextContent(messages.offline.serverUnreachable)
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(bar).toHaveTextContent(messages.offline.noConnection)
  isOnline.mockReturnValue(true)

  stored.reports = [report]
  await act(async () => {
    localStorage.setItem('waiting-reports:7', today)
    window.dispatchEvent(new StorageEvent('storage', { key: 'waiting-reports:7' }))
  })
  expect(bar).toHaveAccessibleName('Unsent reports')
  expect(bar).toHaveTextContent(
    `1 report is waiting to be sent: ${formatWeekdayDay(today)}. ${messages.offline.serverUnreachable}`,
  )
  expect(sent).not.toHaveBeenCalled()

  stored.reports = []
  await act(async () => {
    localStorage.removeItem('waiting-reports:7')
    window.dispatchEvent(new StorageEvent('storage', { key: 'waiting-reports:7' }))
  })
  act(serverAnswered)
  expect(screen.queryByRole('status')).toBeNull()
})
