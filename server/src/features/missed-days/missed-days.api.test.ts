import { beforeEach, describe, expect, test } from 'vitest'
import type { CalendarDay } from '#shared/contract/calendar.ts'
import { messages } from '#shared/messages.ts'
import { reportBody } from '../../../test/make.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'

// Tuesday 10 March 2026, 9:00 UTC. The organization is in UTC here.
const { as, cast, clock, ctx, db, make } = await startTestApp()
ctx.config.timeZone = 'UTC'
const project = await make.project({ developers: [cast.dina.id] })

const hire = make.user

async function month(who: Person, name = '2026-03') {
  const reply = await as(who).get(`/api/calendar/me?month=${name}`)
  expect(reply.status, reply.text).toBe(200)
  return new Map<string, CalendarDay>(reply.body.days.map((day: CalendarDay) => [day.date.slice(8), day]))
}
const stateOn = async (who: Person, date: string) =>
  (await month(who, date.slice(0, 7))).get(date.slice(8))?.state

const report = (who: Person, date: string, more: object = {}) =>
  make.report(who, { date, project_id: project.id, ...more })
const timeOff = async (who: Person, start_date: string, end_date = start_date) =>
  (await as(who).post('/api/absences', { start_date, end_date, kind: 'vacation' })).body

beforeEach(async () => {
  await db.deleteFrom('holidays').execute()
  await db.deleteFrom('organization_settings').execute()
  clock.set('2026-03-10T09:00:00.000Z')
})

describe('GET /reports/missed', () => {
  const missed = async (who: Person) => {
    const { days, drafts, reminders } = (await as(who).get('/api/reports/missed')).body
    // nudges.api.test.ts covers the reminders by reviewers.
    expect(reminders).toEqual([])
    return { days, ...(drafts.length > 0 && { drafts }) }
  }

  async function saveDraft(who: Person, date?: string) {
    const params = { name: 'save_report_draft', arguments: { date, tasks: 'Drafted' } }
    const reply = await as(who).post('/api/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    expect(reply.body.result, reply.text).not.toHaveProperty('isError')
    return JSON.parse(reply.body.result.content[0].text)
  }

  test('refused without a token', async () => {
    expectRefusal(await as(null).get('/api/reports/missed'), 401, messages.signIn.noToken)
  })

  test('the missing days that are still inside the edit window, in the user’s zone', async () => {
    const person = await hire()
    // Tuesday: Monday is missing, Sunday was free, and Friday is out of the window of three days.
    expect(await missed(person)).toEqual({ days: ['2026-03-09'] })
    clock.set('2026-03-11T09:00:00.000Z')
    expect(await missed(person)).toEqual({ days: ['2026-03-09', '2026-03-10'] })
    await as(person).put('/api/account', { time_zone: 'Pacific/Kiritimati' })
    clock.set('2026-03-11T10:00:00.000Z')
    expect(await missed(person)).toEqual({ days: ['2026-03-10', '2026-03-11'] })
    await timeOff(person, '2026-03-10')
    await report(person, '2026-03-11')
    expect(await missed(person)).toEqual({ days: [] })
  })

  test('a report can be sent for each of them, once', async () => {
    const person = await hire()
    const [date = ''] = (await missed(person)).days
    expect((await report(person, date)).date).toBe(date)
    expect(await missed(person)).toEqual({ days: [] })
    expect(await stateOn(person, date)).toBe('late')
    const again = await as(person).post('/api/reports', reportBody({ date, project_id: project.id }))
    expectRefusal(again, 409, messages.reports.alreadySubmitted)
  })

  test('every day with a draft, whatever day it is, until its report is sent or the draft discarded', async () => {
    const [person, other] = [await hire(), await hire()]
    // A free Saturday, a day a year ago, a missing day, a day off and today.
    const days = ['2025-03-10', '2026-03-05', '2026-03-07', '2026-03-09', '2026-03-10']
    await timeOff(person, '2026-03-05')
    for (const date of days.toReversed()) await saveDraft(person, date)
    expect(await missed(person)).toEqual({ days, drafts: days })
    expect(await missed(other)).toEqual({ days: ['2026-03-09'] })
    const sent = await report(person, '2025-03-10')
    expect(sent.date).toBe('2025-03-10')
    for (const date of ['2026-03-05', '2026-03-09', '2026-03-10'])
      await as(person).delete(`/api/reports/draft?date=${date}`)
    expect(await missed(person)).toEqual({ days: ['2026-03-07', '2026-03-09'], drafts: ['2026-03-07'] })
    const { url } = await saveDraft(person, '2026-03-07')
    expect(url).toMatch(/\/reports\/new\?date=2026-03-07$/)
  })

  test('the drafts of users who owe no report', async () => {
    const admin = await hire('admin')
    await saveDraft(admin, '2026-03-07')
    expect(await missed(admin)).toEqual({ days: ['2026-03-07'], drafts: ['2026-03-07'] })
  })

  test('none for users who owe no report', async () => {
    expect(await missed(await hire('admin'))).toEqual({ days: [] })
    expect(await missed(await hire('developer', { created_at: '2026-03-10T08:00:00.000Z' }))).toEqual({
      days: [],
    })
  })
})
