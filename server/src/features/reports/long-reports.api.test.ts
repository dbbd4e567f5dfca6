import { describe, expect, test } from 'vitest'
import type { ListedReport } from '#shared/contract/reports.ts'
import { addDays } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { reportBody } from '../../../test/make.ts'
import { expectRefusal, startTestApp } from '../../../test/start-test-app.ts'
import { recount } from '../../db/recount.ts'

const { as, cast, db, make } = await startTestApp()
const project = await make.project({ name: 'Long' })
const bytes = (text: string | null) => Buffer.byteLength(text ?? '')

/** A report from before the total length was limited. It has 690 kB. */
async function writeOldReport(
  date: string,
  rows = 100,
  { character = '報', user_id = cast.dina.id, project_id = project.id } = {},
): Promise<number> {
  const text = character.repeat(10_000)
  const { id } = await db
    .insertInto('reports')
    .values({
      user_id,
      date,
      tasks: text,
      minutes: rows,
      blockers: text,
      tomorrow_plan: text,
      project_id,
      created_at: `${date}T17:00:00.000Z`,
      edited_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const details = Array.from({ length: rows }, (_, position) => ({
    report_id: id,
    position,
    description: `${position} `.padEnd(2000, character),
    minutes: 1,
    project_id,
  }))
  await db.insertInto('report_rows').values(details).execute()
  return id
}

const count = 9
for (let day = 0; day < count; day++) await writeOldReport(addDays('2010-01-01', day))
await recount(db)
const small = await make.report(cast.dina, reportBody({ project_id: project.id }))

const textOf = ({ tasks, blockers, tomorrow_plan, task_details = [] }: ListedReport) =>
  [tasks, blockers, tomorrow_plan, ...task_details.map(row => row.task_description)].reduce(
    (sum, text) => sum + bytes(text),
    0,
  )
const share = limits.listTextBytes / (count + 1)
/** A "…" for each text that is cut. */
const ellipses = 3 * 103

describe('lists', () => {
  test.each(['/api/reports/me?', '/api/reports?', '/api/reports?projectId=1&'])(
    '%s has at most 4 MB of text, shared evenly, and leaves no report out',
    async path => {
      const reply = await as(path.includes('/me') ? cast.dina : cast.ada).get(
        `${path}limit=100&include_task_details=true`,
      )
      const reports: ListedReport[] = reply.body.reports
      expect(reply.body.total).toBe(count + 1)
      expect(reports).toHaveLength(count + 1)
      expect(bytes(reply.text)).toBeLessThan(4_400_000)
      const [newest, ...long] = reports
      expect(newest).toMatchObject({ id: small.id, is_shortened: false, tasks: small.tasks })
      expect(newest?.task_details).toEqual(small.task_details)
      for (const report of long) {
        expect(report.is_shortened).toBe(true)
        expect(report.tasks).toBe('報'.repeat(10_000))
        expect(textOf(report)).toBeGreaterThan(share - 3)
        expect(textOf(report)).toBeLessThanOrEqual(share + ellipses)
        // All rows are in the list, with their hours.
        const rows = report.task_details ?? []
        expect(rows.map(row => row.hours)).toEqual(Array(100).fill(0.01))
        const cutAt = rows.findIndex(row => row.task_description.endsWith('…'))
        expect(cutAt).toBeGreaterThan(0)
        expect(rows.slice(0, cutAt).every(row => row.task_description.length === 2000)).toBe(true)
        expect(rows[cutAt]?.task_description).toMatch(new RegExp(`^${cutAt} 報*…$`))
        expect(rows.slice(cutAt + 1).every(row => row.task_description === '…')).toBe(true)
      }
    },
  )

  test('each report has its share of the page', async () => {
    for (let page = 1; page <= count + 1; page++) {
      const { body } = await as(cast.dina).get(
        `/api/reports/me?page=${page}&limit=1&include_task_details=true`,
      )
      const [report] = body.reports
      expect(report.is_shortened).toBe(false)
      if (page > 1) expect(textOf(report)).toBe(3 * 30_000 + textOfRows(100))
    }
  })

  test('without rows more of the texts fit', async () => {
    const { body } = await as(cast.dina).get('/api/reports/me?limit=100')
    expect(body.reports.every((report: ListedReport) => !report.is_shortened)).toBe(true)
  })
})

const textOfRows = (rows: number) =>
  Array.from({ length: rows }, (_, position) => bytes(`${position} `.padEnd(2000, '報'))).reduce(
    (a, b) => a + b,
  )

test('a single report is never cut', async () => {
  const { body: list } = await as(cast.dina).get('/api/reports/me?limit=100')
  const { id } = list.reports.at(-1)
  const { body } = await as(cast.dina).get(`/api/reports/${id}?include_task_details=true`)
  expect(body.report.is_shortened).toBe(false)
  expect(textOf(body.report)).toBe(3 * 30_000 + textOfRows(100))
})

test('the summary of a project has the same limit, or twice as much with rows', async () => {
  for (const [details, factor] of [
    ['', 1],
    ['&includeTaskDetails=true', 2],
  ] as const) {
    const reply = await as(cast.max).get(
      `/api/reports/project-summary?projectId=${project.id}&limit=1000${details}`,
    )
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(bytes(reply.text)).toBeLessThan(4_400_000)
    const [newest, ...long] = reply.body.reports
    expect(newest).toMatchObject({ id: small.id, is_shortened: false, tasks: 'Found the bug' })
    expect(long).toHaveLength(count)
    for (const report of long) {
      expect(report).toMatchObject({ is_shortened: true, hours_worked: 1.4 })
      expect(report.tasks).toMatch(/^0 報+; 1 報+; .*…$/)
      expect(bytes(report.tasks)).toBeGreaterThan(share / factor - 3)
      expect(bytes(report.tasks)).toBeLessThanOrEqual(share / factor + 2 * 100 + ellipses)
      if (factor === 2) expect(report.task_details).toHaveLength(100)
    }
  }
})

test('lists leave out rows above the limit, and the single report has all of them', async () => {
  const id = await writeOldReport('2009-12-31', 120)
  await recount(db)
  const { body } = await as(cast.dina).get('/api/reports/me?limit=1&page=11&include_task_details=true')
  expect(body.reports[0]).toMatchObject({ id, is_shortened: true })
  expect(body.reports[0].task_details).toHaveLength(100)
  const whole = await as(cast.dina).get(`/api/reports/${id}?include_task_details=true`)
  expect(whole.body.report.task_details).toHaveLength(120)
})

test('the export isn’t cut', async () => {
  const reply = await as(cast.ada).get('/api/reports/export/csv?startDate=2010-01-01&endDate=2010-01-02')
  expect(reply.status).toBe(200)
  const lines = reply.text.split('\r\n').slice(1, -1)
  expect(lines).toHaveLength(200)
  expect(lines.every(line => (line.match(/報/g) ?? []).length > 31_900)).toBe(true)
})

describe('a report of more than 100,000 characters', () => {
  const rows = (length: number, count = 40) =>
    Array.from({ length: count }, () => ({
      description: 'x'.repeat(length),
      hours: '0.10',
      project_id: project.id,
    }))
  // 10,000 + 5,000 + 5,000 + 40 × 2,000 = 100,000
  const longest = {
    ...reportBody({ project_id: project.id, date: '2026-03-08' }),
    tasks: 'x'.repeat(10_000),
    blockers: ` ${'x'.repeat(5000)} `,
    tomorrow_plan: 'x'.repeat(5000),
    task_details: rows(2000),
  }
  const errors = { tasks: messages.reports.textTooLong }

  test('is refused by POST and PUT, and one of exactly 100,000 is accepted', async () => {
    const tooLong = { ...longest, tomorrow_plan: 'x'.repeat(5001) }
    expect(messages.reports.textTooLong).toContain('100,000 characters')
    expectRefusal(
      await as(cast.omar).post('/api/reports', tooLong),
      400,
      messages.reports.textTooLong,
      errors,
    )
    const { status, body } = await as(cast.omar).post('/api/reports', longest)
    expect(status).toBe(201)
    expect(body.report.is_shortened).toBe(false)
    const url = `/api/reports/${body.report.id}`
    expectRefusal(await as(cast.omar).put(url, tooLong), 400, messages.reports.textTooLong, errors)
    expect((await as(cast.omar).put(url, longest)).status).toBe(200)
  })
})

test('control characters, which take six bytes in JSON, don’t exceed the limit of lists and summaries', async () => {
  const { id: project_id } = await make.project({ name: 'Control characters' })
  const wish = { character: '\u0001', user_id: cast.mark.id, project_id }
  for (let day = 0; day < 20; day++) await writeOldReport(addDays('2011-01-01', day), 35, wish)
  await recount(db)
  const list = await as(cast.mark).get('/api/reports/me?limit=100&include_task_details=true')
  expect(list.body.reports).toHaveLength(20)
  const summary = await as(cast.max).get(
    `/api/reports/project-summary?projectId=${project_id}&limit=1000&includeTaskDetails=true`,
  )
  expect(summary.body.reports).toHaveLength(20)
  for (const reply of [list, summary]) {
    expect(reply.body.reports.every((report: ListedReport) => report.is_shortened)).toBe(true)
    expect(bytes(reply.text)).toBeGreaterThan(3_900_000)
    expect(bytes(reply.text)).toBeLessThan(4_400_000)
  }
})
