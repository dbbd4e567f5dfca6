import { beforeEach, describe, expect, test } from 'vitest'
import { type Suggestions, suggestionsReply } from '#shared/contract/suggestions.ts'
import { addDays } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Role } from '#shared/roles.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'

// Tuesday 10 March 2026, 9:00 UTC. The organization is in UTC here.
const { as, cast, clock, ctx, make } = await startTestApp()
ctx.config.timeZone = 'UTC'
const website = await make.project({ name: 'Website' })
const shop = await make.project({ name: 'Shop' })
const today = '2026-03-10'

/** Creates a user without a history. */
const hire = (role?: Role, more: object = {}) =>
  make.user(role, { created_at: '2025-01-06T09:00:00.000Z', ...more })

async function suggestions(who: Person, query = ''): Promise<Suggestions> {
  const reply = await as(who).get(`/api/reports/suggestions${query}`)
  expect(reply.status, reply.text).toBe(200)
  expect(suggestionsReply.safeParse(reply.body).error).toBeUndefined()
  return reply.body
}

type Row = string | { description: string; project_id: number }
const report = (who: Person, date: string, { plan = '', rows = ['Work'] as Row[], blockers = '' } = {}) =>
  make.report(who, {
    date,
    project_id: website.id,
    blockers,
    tomorrow_plan: plan,
    task_details: rows.map(row => ({
      hours: '1.00',
      ...(typeof row === 'string' ? { description: row, project_id: website.id } : row),
    })),
  })

async function task(assigned: Person, title: string, more: object = {}): Promise<number> {
  clock.advance({ seconds: 1 })
  const body = { title, project_id: website.id, assigned_to: assigned.id, expected_hours: 2, ...more }
  const reply = await as(cast.max).post('/api/tasks', body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}
const move = (id: number, status: string) =>
  as(cast.max).post(`/api/tasks/${id}/status`, { status, actual_hours: 1 })

const none = { plan: null, tasks: [], recent: [], activity: [], blockers: [] }
const daysBefore = (count: number) => addDays(today, -count)

beforeEach(() => clock.set('2026-03-10T09:00:00.000Z'))

describe('refused', () => {
  test('without a token', async () => {
    expectRefusal(await as(null).get('/api/reports/suggestions'), 401, messages.signIn.noToken)
  })

  test.each(['', 'x', '2026-3-1', '2026-02-30', '2026-03-10T09:00:00Z', '1'])(
    'for an invalid date: "%s"',
    async date => {
      expectRefusal(
        await as(cast.dina).get(`/api/reports/suggestions?date=${date}`),
        400,
        messages.fields.dateInvalid,
        { date: messages.fields.dateInvalid },
      )
    },
  )
})

test.each(['developer', 'designer', 'marketing', 'manager', 'admin'] as const)(
  'a %s without a history gets no suggestions',
  async role => {
    const other = await hire()
    await report(other, daysBefore(1), { plan: 'Write the tests', blockers: 'No access' })
    await task(other, 'Build the page')
    expect(await suggestions(await hire(role))).toEqual(none)
  },
)

describe('plan', () => {
  test('has the lines of the last report before the date, without list markers', async () => {
    const person = await hire()
    await report(person, daysBefore(6), { plan: 'Older' })
    const { id } = await report(person, daysBefore(4), {
      plan: '- [ ] Finish the page\n\n2) Call Ada; ask about the logo\n• x\n* finish the page',
    })
    await report(person, today, { plan: 'Of today itself' })
    const { plan } = await suggestions(person)
    expect(plan).toEqual({
      report_id: id,
      date: daysBefore(4),
      lines: ['Finish the page', 'Call Ada; ask about the logo'],
    })
    expect((await suggestions(person, `?date=${daysBefore(4)}`)).plan?.lines).toEqual(['Older'])
    expect((await suggestions(person, `?date=${addDays(today, 1)}`)).plan?.lines).toEqual(['Of today itself'])
  })

  test('is at most 14 days old', async () => {
    const person = await hire()
    await report(person, daysBefore(14), { plan: 'Two weeks ago' })
    expect((await suggestions(person)).plan?.date).toBe(daysBefore(14))
    expect((await suggestions(person, `?date=${addDays(today, 1)}`)).plan).toBeNull()
  })

  test.each(['', ' \n - \n 1. \n x '])(
    'is null if the plan of the last report has no lines (%j)',
    async plan => {
      const person = await hire()
      await report(person, daysBefore(2), { plan: 'The plan before' })
      await report(person, daysBefore(1), { plan })
      expect((await suggestions(person)).plan).toBeNull()
    },
  )

  test('has at most 20 lines', async () => {
    const person = await hire()
    const plan = Array.from({ length: 25 }, (_, nth) => `Line number ${nth}`).join('\n')
    await report(person, daysBefore(1), { plan })
    expect((await suggestions(person)).plan?.lines).toEqual(plan.split('\n').slice(0, 20))
  })

  test('a line that is too long for a row is cut after a word, and never within a character', async () => {
    const person = await hire()
    const most = limits.rowDescriptionMax
    const fits = 'f'.repeat(most)
    const words = `${'word '.repeat(most / 5)}and more`
    const faces = `x${'😀'.repeat(most / 2)}`
    await report(person, daysBefore(1), { plan: [fits, words, faces].join('\n') })
    const lines = (await suggestions(person)).plan?.lines ?? []
    expect(lines[0]).toBe(fits)
    expect(lines[1]).toBe(`${'word '.repeat(most / 5 - 1).trim()}...`)
    expect(lines[2]).toBe(`x${'😀'.repeat(most / 2 - 2)}...`)
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(most)
    await report(person, daysBefore(2), { rows: [...lines, 'Other'] })
    expect((await suggestions(person)).recent.map(({ description }) => description)).toEqual([
      'Work',
      'Other',
    ])
  })

  test('is for today in the user’s zone if no date is given', async () => {
    // It is 00:30 on Wednesday in Tokyo, and 10:30 on Tuesday in New York.
    clock.set('2026-03-10T15:30:00.000Z')
    const tokyo = await hire('developer', { time_zone: 'Asia/Tokyo' })
    const newYork = await hire('developer', { time_zone: 'America/New_York' })
    for (const person of [tokyo, newYork]) {
      await report(person, '2026-03-09', { plan: 'Of Monday' })
      await report(person, '2026-03-10', { plan: 'Of Tuesday' })
    }
    expect((await suggestions(tokyo)).plan?.lines).toEqual(['Of Tuesday'])
    expect((await suggestions(newYork)).plan?.lines).toEqual(['Of Monday'])
  })
})

describe('tasks', () => {
  test('in progress come before pending, newest first, without completed ones, those of others or of deleted projects', async () => {
    const person = await hire()
    const deleted = await make.project({ name: 'Deleted soon' })
    const first = await task(person, 'First pending')
    const second = await task(person, 'Second pending', { project_id: shop.id })
    const running = await task(person, 'Running')
    const runningToo = await task(person, 'Running too')
    const done = await task(person, 'Done')
    await task(person, 'Of a deleted project', { project_id: deleted.id })
    await task(cast.omar, 'Of another')
    for (const id of [running, runningToo]) await move(id, 'in_progress')
    await move(done, 'completed')
    expect((await as(cast.ada).delete(`/api/projects/${deleted.id}`)).status).toBe(200)
    const [inWebsite, inShop] = [website, shop].map(({ id, name }) => ({
      project_id: id,
      project_name: name,
    }))
    expect((await suggestions(person)).tasks).toEqual([
      { task_id: runningToo, title: 'Running too', ...inWebsite, status: 'in_progress' },
      { task_id: running, title: 'Running', ...inWebsite, status: 'in_progress' },
      { task_id: second, title: 'Second pending', ...inShop, status: 'pending' },
      { task_id: first, title: 'First pending', ...inWebsite, status: 'pending' },
    ])
  })

  test('of a reviewer are those assigned to them', async () => {
    const manager = await hire('manager')
    await task(cast.omar, 'Of a developer')
    const own = await task(manager, 'Of the manager')
    expect((await suggestions(manager)).tasks.map(({ task_id }) => task_id)).toEqual([own])
  })

  test('at most 20', async () => {
    const person = await hire()
    for (let nth = 0; nth < 12; nth++) await task(person, `Pending ${nth}`)
    for (let nth = 0; nth < 12; nth++) await move(await task(person, `Running ${nth}`), 'in_progress')
    const { tasks } = await suggestions(person)
    expect(tasks.map(({ title }) => title)).toEqual([
      ...Array.from({ length: 12 }, (_, nth) => `Running ${11 - nth}`),
      ...Array.from({ length: 8 }, (_, nth) => `Pending ${11 - nth}`),
    ])
  })
})

describe('recent', () => {
  const texts = ({ recent }: Suggestions) => recent.map(({ description }) => description)

  test('has the most frequent rows by text and project, then the newest, as last written', async () => {
    const person = await hire()
    const inShop = { description: 'Stand-up', project_id: shop.id }
    await report(person, daysBefore(4), { rows: ['stand-up', 'Once, long ago', inShop] })
    await report(person, daysBefore(3), { rows: ['- Stand-up', inShop] })
    await report(person, daysBefore(2), { rows: ['Stand-up ', 'Once', 'Once more'] })
    expect((await suggestions(person)).recent).toEqual([
      { description: 'Stand-up', project_id: website.id, project_name: 'Website' },
      { description: 'Stand-up', project_id: shop.id, project_name: 'Shop' },
      { description: 'Once', project_id: website.id, project_name: 'Website' },
      { description: 'Once more', project_id: website.id, project_name: 'Website' },
      { description: 'Once, long ago', project_id: website.id, project_name: 'Website' },
    ])
    expect(texts(await suggestions(person, `?date=${daysBefore(3)}`))).toEqual([
      'stand-up',
      'Once, long ago',
      'Stand-up',
    ])
  })

  test('leaves out what is in the plan or the tasks', async () => {
    const person = await hire()
    await task(person, 'Build the page')
    await report(person, daysBefore(1), {
      plan: '- Write the tests',
      rows: ['write the tests', '- Build the PAGE', 'Something else'],
    })
    expect(texts(await suggestions(person))).toEqual(['Something else'])
  })

  test('leaves out deleted projects', async () => {
    const person = await hire()
    const deleted = await make.project({ name: 'Deleted later' })
    await report(person, daysBefore(1), { rows: ['Kept', { description: 'Gone', project_id: deleted.id }] })
    expect((await as(cast.ada).delete(`/api/projects/${deleted.id}`)).status).toBe(200)
    expect(texts(await suggestions(person))).toEqual(['Kept'])
  })

  test('has at most 8 rows of the last 20 reports', async () => {
    const person = await hire()
    await report(person, daysBefore(21), { rows: ['Too long ago', 'Too long ago'] })
    for (let nth = 20; nth > 0; nth--) await report(person, daysBefore(nth), { rows: [`Day ${nth}`] })
    const { recent } = await suggestions(person)
    expect(recent.map(({ description }) => description)).toEqual(
      Array.from({ length: 8 }, (_, nth) => `Day ${nth + 1}`),
    )
  })
})

describe('blockers', () => {
  test('has the user’s open blockers, the oldest first', async () => {
    const person = await hire()
    await report(person, daysBefore(3), { blockers: 'No access' })
    await report(person, daysBefore(2), { blockers: 'Waiting for texts' })
    await report(person, daysBefore(1), { blockers: 'Solved already' })
    const all = (await suggestions(person)).blockers
    expect(all.map(({ text, opened_on }) => [text, opened_on])).toEqual([
      ['No access', daysBefore(3)],
      ['Waiting for texts', daysBefore(2)],
      ['Solved already', daysBefore(1)],
    ])
    expect((await as(person).post(`/api/blockers/${all[2]?.id}/resolve`)).status).toBe(200)
    expect((await suggestions(person)).blockers).toEqual(all.slice(0, 2))
  })

  test('has at most one page of the list', async () => {
    const person = await hire()
    for (let nth = 12; nth > 0; nth--) await report(person, daysBefore(nth), { blockers: `Reason ${nth}` })
    const listed = (await as(person).get('/api/blockers')).body.data
    expect((await suggestions(person)).blockers.map(({ id }) => id)).toEqual(
      listed.map(({ id }: { id: number }) => id),
    )
  })
})
