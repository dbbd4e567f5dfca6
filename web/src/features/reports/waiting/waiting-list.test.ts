import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { messages } from '#shared/messages.ts'
import { fakeApi, makeToken } from '../../../../test/fake-api.ts'
import { makeReport } from '../../../../test/reports.ts'
import type { ReportValues } from '../report-values.ts'
import { waitingDays } from './waiting-days.ts'
import type { WaitingReport } from './waiting-db.ts'
import {
  hearOtherTabs,
  keepForLater,
  sendNow,
  showFor,
  showNone,
  takeOut,
  waitingNow,
} from './waiting-list.ts'

const stored = vi.hoisted(() => new Map<string, WaitingReport>())
const database = vi.hoisted(() => ({ isAway: false }))

// jsdom has no IndexedDB; the real one is in e2e/journeys/waiting-reports.spec.ts.
vi.mock('./waiting-db.ts', () => {
  const keyOf = (userId: number, date: string) => `${userId} ${date}`
  return {
    waitingDb: {
      listOf: async (userId: number) => {
        if (database.isAway) throw new Error('The database is away')
        return [...stored.values()].filter(({ user_id }) => user_id === userId)
      },
      get: async (userId: number, date: string) => stored.get(keyOf(userId, date)),
      add: async (report: WaitingReport) => {
        const key = keyOf(report.user_id, report.date)
        if (stored.has(key)) return false
        stored.set(key, report)
        return true
      },
      put: async (report: WaitingReport) => void stored.set(keyOf(report.user_id, report.date), report),
      remove: async (userId: number, date: string) => void stored.delete(keyOf(userId, date)),
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
const taken = { status: 201, body: { msg: 'Saved', report: makeReport() } }
const signIn = (sub: string) => localStorage.setItem('token', makeToken({ exp: 4_000_000_000, sub }))

beforeEach(() => {
  showNone()
  stored.clear()
  database.isAway = false
  signIn('7')
})

test('what is kept has all that the form held, and its day is known to every screen', async () => {
  await showFor(7)
  expect(await keepForLater(7, valuesOf('Imported'), [apollo])).toBe(true)
  const [report] = waitingNow().reports
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
  await keepForLater(7, valuesOf('Imported'), [apollo])
  expect(await keepForLater(7, valuesOf('Imported', '1.30'), [apollo])).toBe(true)
  await expect(keepForLater(7, valuesOf('Something else'), [apollo])).rejects.toThrow(
    messages.offline.alreadyWaits,
  )
  expect([...stored.values()].map(({ values }) => values.tasks)).toEqual(['Imported'])
})

test('what is sent is gone, and said once', async () => {
  fakeApi({ [post]: taken })
  await showFor(7)
  await keepForLater(7, valuesOf('Imported'), [apollo])
  await Promise.all([sendNow(), sendNow()])
  expect(waitingNow()).toMatchObject({ reports: [], sentDays: [monday], isSending: false, hasFailed: false })
  expect(waitingDays(7)).toEqual([])
})

test('the other tabs of its author hear what was sent, and only they', async () => {
  const heard: unknown[] = []
  const [other, stranger] = [7, 8].map(id => new BroadcastChannel(`sent-reports-${id}`))
  other?.addEventListener('message', ({ data }) => heard.push(data))
  stranger?.addEventListener('message', () => heard.push('by another account'))
  const stop = hearOtherTabs(7)
  onTestFinished(() => {
    stop()
    other?.close()
    stranger?.close()
  })
  fakeApi({ [post]: taken })
  await showFor(7)
  await keepForLater(7, valuesOf('Imported'), [apollo])
  await sendNow()
  await vi.waitFor(() => expect(heard).toEqual([[monday]]))
  stranger?.postMessage(['2026-03-26'])
  other?.postMessage(['2026-03-27'])
  await vi.waitFor(() => expect(waitingNow().sentDays).toEqual([monday, '2026-03-27']))
})

test('another account that signs in while it is sent sees nothing of it', async () => {
  let answer: (response: Response) => void = () => {}
  const api = fakeApi({ [post]: () => new Promise(resolve => (answer = resolve)) })
  await showFor(7)
  await keepForLater(7, valuesOf('Imported'), [apollo])
  const sending = sendNow()
  await vi.waitFor(() => expect(api.named(post)).toHaveLength(1))
  signIn('8')
  await showFor(8)
  answer(new Response(JSON.stringify(taken.body), { status: 201 }))
  await sending
  expect(waitingNow()).toMatchObject({ userId: 8, reports: [], sentDays: [] })
  expect(stored.size).toBe(0)
})

test('one that was sent meanwhile can no longer be taken out', async () => {
  await showFor(7)
  await keepForLater(7, valuesOf('Imported'), [apollo])
  const [report] = waitingNow().reports as [WaitingReport]
  const write = vi.fn()
  expect(await takeOut(report, write)).toBe(true)
  expect(await takeOut(report, write)).toBe(false)
  expect(write).toHaveBeenCalledOnce()
  expect(waitingDays(7)).toEqual([])
})

test('a database that can’t be read now hides nothing: the day stays known, and is sent once it can', async () => {
  await showFor(7)
  await keepForLater(7, valuesOf('Imported'), [apollo])
  showNone()
  database.isAway = true
  await showFor(7)
  expect(waitingDays(7)).toEqual([monday])
  database.isAway = false
  fakeApi({ [post]: taken })
  await sendNow()
  expect([stored.size, waitingDays(7)]).toEqual([0, []])
})
