import { beforeEach, describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { allowConsole } from '../../../../test/console-watch.ts'
import { fakeApi, makeToken, refusal } from '../../../../test/fake-api.ts'
import { onDay } from '../../../../test/report-form.tsx'
import { makeDetails, makeReport, makeReportPage } from '../../../../test/reports.ts'
import { sendWaiting } from './send-waiting.ts'
import type { WaitingDb, WaitingReport } from './waiting-db.ts'

const [monday, tuesday] = ['2026-03-30', '2026-03-31']

const waiting = (date: string, given: Partial<WaitingReport> = {}): WaitingReport => ({
  user_id: 7,
  date,
  values: {
    date,
    tasks: 'Wrote the importer ',
    blockers: '',
    tomorrow_plan: '',
    task_details: [
      { description: 'Read the files', hours: '0.45', project_id: '1', task_id: '', task_title: '' },
      { description: 'Write the rows', hours: '0.30', project_id: '2', task_id: '', task_title: '' },
    ],
  },
  projects: {},
  saved_at: `${date}T17:00:00.000Z`,
  problem: null,
  ...given,
})

/** A store in memory instead of IndexedDB. */
function memoryDb(...reports: WaitingReport[]) {
  const stored = new Map(reports.map(report => [report.date, report]))
  const own = (userId: number) => [...stored.values()].filter(({ user_id }) => user_id === userId)
  const db: WaitingDb = {
    list: async userId => own(userId),
    get: async (userId, date) => own(userId).find(report => report.date === date),
    add: async () => false,
    put: async report => void stored.set(report.date, report),
    remove: async (_userId, date) => void stored.delete(date),
  }
  return { db, stored }
}

const accepted = { status: 201, body: { msg: 'Saved', report: makeReport() } }
const exists = refusal(409, messages.reports.alreadySubmitted)
const post = 'POST /api/reports'

beforeEach(() => {
  localStorage.setItem('token', makeToken({ exp: 4_000_000_000, sub: '7' }))
  allowConsole(/./)
})

test('waiting reports are sent in order and removed', async () => {
  const { db, stored } = memoryDb(waiting(monday), waiting(tuesday))
  const api = fakeApi({ [post]: accepted })
  expect(await sendWaiting({ db, userId: 7 })).toEqual([monday, tuesday])
  expect(api.named(post).map(call => (call.body as { date: string }).date)).toEqual([monday, tuesday])
  expect(stored.size).toBe(0)
})

test('a report that its author has changed while an earlier version was sent stays', async () => {
  const { db, stored } = memoryDb(waiting(monday))
  const changed = waiting(monday, { saved_at: `${monday}T17:05:00.000Z` })
  fakeApi({ [post]: accepted })
  const { list } = db
  let reads = 0
  // The second read comes after the answer.
  const get: WaitingDb['get'] = async () => (++reads === 1 ? (await list(7))[0] : changed)
  expect(await sendWaiting({ db: { ...db, get }, userId: 7 })).toEqual([])
  expect(stored.size).toBe(1)
})

test('another account sends nothing, and the reports stay', async () => {
  localStorage.setItem('token', makeToken({ exp: 4_000_000_000, sub: '8' }))
  const { db, stored } = memoryDb(waiting(monday))
  const api = fakeApi({})
  expect(await sendWaiting({ db, userId: 7 })).toEqual([])
  expect(await sendWaiting({ db, userId: 8 })).toEqual([])
  expect(api.calls).toEqual([])
  expect(stored.size).toBe(1)
})

test.each([
  ['no response', 'no response' as const],
  ['401', refusal(401, messages.signIn.tokenInvalid)],
  ['429', refusal(429, messages.signIn.tooManyAttempts(1))],
  ['503', refusal(503, messages.general.overloaded)],
  ['the sign-in page of a proxy', { status: 200, body: 'Please sign in' }],
])('after %s all reports wait, in their order', async (_what, failure) => {
  const { db, stored } = memoryDb(waiting(monday), waiting(tuesday))
  const api = fakeApi({ [post]: failure })
  expect(await sendWaiting({ db, userId: 7 })).toEqual([])
  expect(api.named(post)).toHaveLength(1)
  expect([...stored.values()].map(({ problem }) => problem)).toEqual([null, null])
})

test('a server error on one report does not delay the others', async () => {
  const { db, stored } = memoryDb(waiting(monday), waiting(tuesday))
  fakeApi({ [post]: [{ status: 500 }, accepted] })
  expect(await sendWaiting({ db, userId: 7 })).toEqual([tuesday])
  expect(stored.get(monday)?.problem).toBeNull()
})

test('a refused report stays with its message, and is sent again only when its author asks for it', async () => {
  const { db, stored } = memoryDb(waiting(monday))
  const api = fakeApi({ [post]: [refusal(400, messages.reports.projectMissing), accepted] })
  await sendWaiting({ db, userId: 7 })
  expect(stored.get(monday)?.problem).toEqual({
    kind: 'refused',
    sentence: messages.reports.projectUnavailable,
  })
  await sendWaiting({ db, userId: 7 })
  expect(api.named(post)).toHaveLength(1)
  expect(await sendWaiting({ db, userId: 7, isManual: true })).toEqual([monday])
})

describe('when the server has a report for that day', () => {
  test('the same content counts as sent', async () => {
    const { db, stored } = memoryDb(waiting(monday))
    fakeApi({
      [post]: exists,
      [onDay(monday)]: { status: 200, body: makeReportPage([makeReport({ date: monday })]) },
    })
    expect(await sendWaiting({ db, userId: 7 })).toEqual([monday])
    expect(stored.size).toBe(0)
  })

  test('the full report is compared if the list has shortened its texts', async () => {
    const { db } = memoryDb(waiting(monday))
    const cut = makeReport({ date: monday, tasks: 'Wrote…', is_shortened: true })
    fakeApi({
      [post]: exists,
      [onDay(monday)]: { status: 200, body: makeReportPage([cut]) },
      'GET /api/reports/3?include_task_details=true': {
        status: 200,
        body: makeDetails({ report: makeReport({ date: monday }) }),
      },
    })
    expect(await sendWaiting({ db, userId: 7 })).toEqual([monday])
  })

  test.each([
    ['another summary', { tasks: 'Something else' }],
    ['blockers', { blockers: 'Waiting' }],
    ['a plan', { tomorrow_plan: 'More' }],
    ['no rows', { task_details: [] }],
  ])('%s is a conflict that its author has to resolve', async (_what, other) => {
    const { db, stored } = memoryDb(waiting(monday), waiting(tuesday))
    fakeApi({
      [post]: [exists, accepted],
      [onDay(monday)]: { status: 200, body: makeReportPage([makeReport({ date: monday, ...other })]) },
    })
    expect(await sendWaiting({ db, userId: 7 })).toEqual([tuesday])
    expect(stored.get(monday)?.problem).toEqual({ kind: 'conflict' })
  })

  test('the report waits if the existing one cannot be loaded', async () => {
    const { db, stored } = memoryDb(waiting(monday))
    fakeApi({ [post]: exists, [onDay(monday)]: 'no response' })
    expect(await sendWaiting({ db, userId: 7 })).toEqual([])
    expect(stored.get(monday)?.problem).toBeNull()
  })
})
