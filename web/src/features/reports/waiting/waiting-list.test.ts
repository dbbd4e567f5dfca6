import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { messages } from '#shared/messages.ts'
import { fakeApi, makeToken } from '../../../../test/fake-api.ts'
import { makeReport } from '../../../../test/reports.ts'
import type { ReportValues } from '../report-values.ts'
import { waitingDays } from './waiting-days.tsx'
import type { WaitingReport } from './waiting-db.ts'
import {
  clearWaiting,
  getWaiting,
  listenToOtherTabs,
  loadWaiting,
  removeWaiting,
  sendNow,
  storeForLater,
} from './waiting-list.ts'

const stored = vi.hoisted(() => new Map<string, WaitingReport>())
const database = vi.hoisted(() => ({ isFailing: false }))

// happy-dom has no IndexedDB. e2e/journeys/waiting-reports.spec.ts tests the real store.
vi.mock('./waiting-db.ts', () => {
  const rowKey = (userId: number, date: string) => `${userId} ${date}`
  return {
    waitingDb: {
      list: async (userId: number) => {
        if (database.isFailing) throw new Error('The database fails')
        return [...stored.values()].filter(({ user_id }) => user_id === userId)
      },
      get: async (userId: number, date: string) => stored.get(rowKey(userId, date)),
      add: async (report: WaitingReport) => {
        const key = rowKey(report.user_id, report.date)
        if (stored.has(key)) return false
        stored.set(key, report)
        return true
      },
      put: async (report: WaitingReport) => void stored.set(rowKey(report.user_id, report.date), report),
      remove: async (userId: number, date: string) => void stored.delete(rowKey(userId, date)),
    },
  }
})

const monday = '2026-03-30'
const apollo = { id: 1, name: 'Apollo' }
const valuesOf = (tasks: string, hours = '1.3'): ReportValues => ({
  date: monday,
  tasks,
  blockers: '',
  tomorrow_plan: '',
  task_details: [
    { project_id: '1', description: 'Read', hours, task_id: '4', task_title: 'Import', chosen: 'task 4' },
  ],
})
const post = 'POST /api/reports'
const accepted = { status: 201, body: { msg: 'Saved', report: makeReport() } }
const signIn = (sub: string) => localStorage.setItem('token', makeToken({ exp: 4_000_000_000, sub }))

beforeEach(() => {
  clearWaiting()
  stored.clear()
  database.isFailing = false
  signIn('7')
})

test('a stored report has all values of the form, and every screen can read its day', async () => {
  await loadWaiting(7)
  expect(await storeForLater(7, valuesOf('Imported'), [apollo])).toBe(true)
  const [report] = getWaiting().reports
  expect(report).toMatchObject({ user_id: 7, date: monday, projects: { 1: 'Apollo' }, problem: null })
  expect(report?.values.task_details).toEqual([
    {
      project_id: '1',
      description: 'Read',
      hours: '1.30',
      task_id: '4',
      task_title: 'Import',
      chosen: 'task 4',
    },
  ])
  expect(waitingDays(7)).toEqual([monday])
  expect(waitingDays(8)).toEqual([])
})

test('a second report of the same day is refused, unless it is the same', async () => {
  await storeForLater(7, valuesOf('Imported'), [apollo])
  expect(await storeForLater(7, valuesOf('Imported', '1.30'), [apollo])).toBe(true)
  await expect(storeForLater(7, valuesOf('Something else'), [apollo])).rejects.toThrow(
    messages.offline.alreadyWaits,
  )
  expect([...stored.values()].map(({ values }) => values.tasks)).toEqual(['Imported'])
})

test('a sent report is removed, and announced once', async () => {
  fakeApi({ [post]: accepted })
  await loadWaiting(7)
  await storeForLater(7, valuesOf('Imported'), [apollo])
  await Promise.all([sendNow(), sendNow()])
  expect(getWaiting()).toMatchObject({ reports: [], sentDays: [monday], isSending: false, hasFailed: false })
  expect(waitingDays(7)).toEqual([])
})

test('only the other tabs of the author are notified of sent reports', async () => {
  const received: unknown[] = []
  const [other, stranger] = [7, 8].map(id => new BroadcastChannel(`sent-reports-${id}`))
  other?.addEventListener('message', ({ data }) => received.push(data))
  stranger?.addEventListener('message', () => received.push('from another account'))
  const stop = listenToOtherTabs(7)
  onTestFinished(() => {
    stop()
    other?.close()
    stranger?.close()
  })
  fakeApi({ [post]: accepted })
  await loadWaiting(7)
  await storeForLater(7, valuesOf('Imported'), [apollo])
  await sendNow()
  await vi.waitFor(() => expect(received).toEqual([[monday]]))
  stranger?.postMessage(['2026-03-26'])
  other?.postMessage(['2026-03-27'])
  await vi.waitFor(() => expect(getWaiting().sentDays).toEqual([monday, '2026-03-27']))
})

test('an account that signs in while a report is sent sees nothing of it', async () => {
  let answer: (response: Response) => void = () => {}
  const api = fakeApi({ [post]: () => new Promise(resolve => (answer = resolve)) })
  await loadWaiting(7)
  await storeForLater(7, valuesOf('Imported'), [apollo])
  const sending = sendNow()
  await vi.waitFor(() => expect(api.named(post)).toHaveLength(1))
  signIn('8')
  await loadWaiting(8)
  answer(new Response(JSON.stringify(accepted.body), { status: 201 }))
  await sending
  expect(getWaiting()).toMatchObject({ userId: 8, reports: [], sentDays: [] })
  expect(stored.size).toBe(0)
})

test('a report that was sent meanwhile can no longer be removed', async () => {
  await loadWaiting(7)
  await storeForLater(7, valuesOf('Imported'), [apollo])
  const [report] = getWaiting().reports as [WaitingReport]
  const write = vi.fn()
  expect(await removeWaiting(report, write)).toBe(true)
  expect(await removeWaiting(report, write)).toBe(false)
  expect(write).toHaveBeenCalledOnce()
  expect(waitingDays(7)).toEqual([])
})

test('if the database fails to load, the day stays stored and is sent once it loads', async () => {
  await loadWaiting(7)
  await storeForLater(7, valuesOf('Imported'), [apollo])
  clearWaiting()
  database.isFailing = true
  await loadWaiting(7)
  expect(waitingDays(7)).toEqual([monday])
  database.isFailing = false
  fakeApi({ [post]: accepted })
  await sendNow()
  expect([stored.size, waitingDays(7)]).toEqual([0, []])
})
