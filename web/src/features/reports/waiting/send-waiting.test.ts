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

/** In memory, in the place of the browser's. */
function keep(...reports: WaitingReport[]) {
  const kept = new Map(reports.map(report => [report.date, report]))
  const own = (userId: number) => [...kept.values()].filter(({ user_id }) => user_id === userId)
  const db: WaitingDb = {
    listOf: async userId => own(userId),
    get: async (userId, date) => own(userId).find(report => report.date === date),
    add: async () => false,
    put: async report => void kept.set(report.date, report),
    remove: async (_userId, date) => void kept.delete(date),
  }
  return { db, kept }
}

const taken = { status: 201, body: { msg: 'Saved', report: makeReport() } }
const exists = refusal(409, messages.reports.alreadySubmitted)
const post = 'POST /api/reports'

beforeEach(() => {
  localStorage.setItem('token', makeToken({ exp: 4_000_000_000, sub: '7' }))
  allowConsole(/./)
})

test('what waits is sent in order, and is gone then', async () => {
  const { db, kept } = keep(waiting(monday), waiting(tuesday))
  const api = fakeApi({ [post]: taken })
  expect(await sendWaiting({ db, userId: 7 })).toEqual([monday, tuesday])
  expect(api.named(post).map(call => (call.body as { date: string }).date)).toEqual([monday, tuesday])
  expect(kept.size).toBe(0)
})

test('another account sends nothing, and nothing is lost', async () => {
  localStorage.setItem('token', makeToken({ exp: 4_000_000_000, sub: '8' }))
  const { db, kept } = keep(waiting(monday))
  const api = fakeApi({})
  expect(await sendWaiting({ db, userId: 7 })).toEqual([])
  expect(await sendWaiting({ db, userId: 8 })).toEqual([])
  expect(api.calls).toEqual([])
  expect(kept.size).toBe(1)
})

test.each([
  ['no response', 'no response' as const],
  ['401', refusal(401, messages.signIn.tokenInvalid)],
  ['429', refusal(429, messages.signIn.tooManyAttempts(1))],
  ['503', refusal(503, messages.general.overloaded)],
  ['the sign-in page of a proxy', { status: 200, body: 'Please sign in' }],
])('after %s everything waits, in its order', async (_what, failure) => {
  const { db, kept } = keep(waiting(monday), waiting(tuesday))
  const api = fakeApi({ [post]: failure })
  expect(await sendWaiting({ db, userId: 7 })).toEqual([])
  expect(api.named(post)).toHaveLength(1)
  expect([...kept.values()].map(({ problem }) => problem)).toEqual([null, null])
})

test('a defect of the server holds up only its own report', async () => {
  const { db, kept } = keep(waiting(monday), waiting(tuesday))
  fakeApi({ [post]: [{ status: 500 }, taken] })
  expect(await sendWaiting({ db, userId: 7 })).toEqual([tuesday])
  expect(kept.get(monday)?.problem).toBeNull()
})

test('what is refused stays with its sentence, is not sent again by itself, and is when its author asks', async () => {
  const { db, kept } = keep(waiting(monday))
  const api = fakeApi({ [post]: [refusal(400, messages.reports.projectMissing), taken] })
  await sendWaiting({ db, userId: 7 })
  expect(kept.get(monday)?.problem).toEqual({
    kind: 'refused',
    sentence: messages.reports.projectUnavailable,
  })
  await sendWaiting({ db, userId: 7 })
  expect(api.named(post)).toHaveLength(1)
  expect(await sendWaiting({ db, userId: 7, isAsked: true })).toEqual([monday])
})

describe('with a report for that day already there', () => {
  test('the same content counts as sent', async () => {
    const { db, kept } = keep(waiting(monday))
    fakeApi({
      [post]: exists,
      [onDay(monday)]: { status: 200, body: makeReportPage([makeReport({ date: monday })]) },
    })
    expect(await sendWaiting({ db, userId: 7 })).toEqual([monday])
    expect(kept.size).toBe(0)
  })

  test('a list cuts long texts: the whole report is compared', async () => {
    const { db } = keep(waiting(monday))
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
  ])('%s is a conflict, which its author decides', async (_what, other) => {
    const { db, kept } = keep(waiting(monday), waiting(tuesday))
    fakeApi({
      [post]: [exists, taken],
      [onDay(monday)]: { status: 200, body: makeReportPage([makeReport({ date: monday, ...other })]) },
    })
    expect(await sendWaiting({ db, userId: 7 })).toEqual([tuesday])
    expect(kept.get(monday)?.problem).toEqual({ kind: 'conflict' })
  })

  test('without an answer about it, it waits', async () => {
    const { db, kept } = keep(waiting(monday))
    fakeApi({ [post]: exists, [onDay(monday)]: 'no response' })
    expect(await sendWaiting({ db, userId: 7 })).toEqual([])
    expect(kept.get(monday)?.problem).toBeNull()
  })
})
