import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { expectRefusal, startTestApp } from '../../../test/start-test-app.ts'
import { text, type Written, writeReports } from '../../../test/written-reports.ts'
import { reportsCsv } from './reports-csv.ts'

const testApp = await startTestApp()
const { as, call, cast, ctx, db, make, signIn } = testApp
const { website, mobile, written, onProject } = await writeReports(testApp)

describe('is for reviewers', () => {
  test.each(['dina', 'desi', 'mark'] as const)('not for %s', async key => {
    for (const path of ['export/csv', 'export/csv?startDate=x']) {
      expectRefusal(await as(cast[key]).get(`/api/reports/${path}`), 403, messages.general.notAllowed)
    }
  })
})

describe('CSV', () => {
  const csv = async (query = '') => {
    const reply = await call({
      method: 'GET',
      url: `/api/reports/export/csv${query}`,
      headers: { 'x-auth-token': await signIn(cast.max) },
    })
    return { ...reply, records: parse(reply.text, { bom: true, record_delimiter: '\r\n' }) as string[][] }
  }
  const expectedLines = (reports: Written[]) =>
    [...reports]
      .sort((a, b) => b.date.localeCompare(a.date) || (a.author.name < b.author.name ? -1 : 1))
      .flatMap(report =>
        report.rows.map(row => [
          report.date,
          report.author.name,
          row.description,
          text(row.minutes),
          (row.minutes / 60).toFixed(2),
        ]),
      )
  const shortened = (records: string[][]) =>
    records
      .slice(1)
      .map(([date, developer, , , , task, hours, decimal]) => [date, developer, task, hours, decimal])

  test('has a line for every row, newest date first, then by developer', async () => {
    const reply = await csv()
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(reply.headers['content-disposition']).toBe('attachment; filename="reports-2026-03-10.csv"')
    expect(reply.text.charCodeAt(0)).toBe(0xfeff)
    expect(reply.text.endsWith('\r\n')).toBe(true)
    expect(reply.records[0]).toEqual([
      'Date',
      'Developer',
      'Email',
      'Role',
      'Project',
      'Task',
      'Hours',
      'Decimal Hours',
      'Report Summary',
      'Blockers',
      "Tomorrow's Plan",
      'Submitted At',
      'Edited',
    ])
    expect(shortened(reply.records)).toEqual(expectedLines(written))
  })

  test('filters by person, project and both dates', async () => {
    expect(shortened((await csv(`?userId=${cast.omar.id}`)).records)).toEqual(
      expectedLines(written.filter(report => report.author === cast.omar)),
    )
    expect(shortened((await csv(`?projectId=${mobile}`)).records)).toEqual(expectedLines(onProject(mobile)))
    expect(shortened((await csv(`?projectId=${mobile}&userId=${cast.desi.id}`)).records)).toEqual(
      expectedLines(onProject(mobile, [cast.desi])),
    )
    const between = written.filter(report => report.date >= '2026-03-03' && report.date <= '2026-03-05')
    expect(shortened((await csv('?startDate=2026-03-03&endDate=2026-03-05')).records)).toEqual(
      expectedLines(between),
    )
    expect((await csv('?userId=999999')).records).toHaveLength(1)
  })

  test.each(['startDate=2026-03-03', 'endDate=2026-03-03', 'startDate=x&endDate=y', 'userId=x'])(
    '?%s is 400',
    async query => {
      expect((await as(cast.ada).get(`/api/reports/export/csv?${query}`)).status).toBe(400)
    },
  )

  test('defuses formulas in every column, quotes what needs it, and keeps Unicode', async () => {
    const triggers = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1+1']
    for (const trigger of triggers) {
      const author = await make.user('developer', { name: `${trigger.trim()}x` })
      const project = await make.project({ name: `${trigger} project` })
      await make.report(author, {
        date: '2026-02-01',
        tasks: `${trigger} summary, "quoted"\nnext line ä 📊`,
        blockers: `${trigger} blocker`,
        tomorrow_plan: `${trigger} plan`,
        project_id: project.id,
        task_details: [{ description: `${trigger} task`, hours: 1, project_id: project.id }],
      } as never)
    }
    const { records } = await csv('?startDate=2026-02-01&endDate=2026-02-01')
    expect(records).toHaveLength(triggers.length + 1)
    for (const record of records.slice(1)) {
      for (const cell of record) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/)
      expect(record[8]).toContain('summary, "quoted"\nnext line ä 📊')
    }
  })

  test('an edited report says so, roles are as of now, a deleted person keeps the name', async () => {
    const zoe = await make.user('developer', { name: 'Zoe Last' })
    const report = {
      date: '2026-03-10',
      tasks: 'x',
      project_id: website,
      task_details: [{ description: 'x', hours: 1, project_id: website }],
    }
    const { id } = await make.report(zoe, report as never)
    await as(zoe).put(`/api/reports/${id}`, report)
    await db
      .updateTable('users')
      .set({ role: 'marketing', deleted_at: 'x' })
      .where('id', '=', zoe.id)
      .execute()
    const { records } = await csv(`?userId=${zoe.id}`)
    expect(records[1]?.[1]).toBe('Zoe Last')
    expect(records[1]?.[3]).toBe('marketing')
    expect(records[1]?.[11]).toBe('2026-03-10T09:00:00.000Z')
    expect(records[1]?.[12]).toBe('Yes')
  })

  test('agrees with the list and the hours', async () => {
    const minutesOf = (hours: string) => Number(hours.split('.')[0]) * 60 + Number(hours.split('.')[1])
    const { records } = await csv(`?projectId=${website}`)
    const total = records.slice(1).reduce((minutes, record) => minutes + minutesOf(record[6] ?? ''), 0)
    const hours = (await as(cast.ada).get(`/api/reports/project/${website}/hours`)).body
    expect(Number(text(total))).toBe(hours.totalHours)
    expect(records.length - 1).toBe(hours.taskCount)
    const { total: reports } = (await as(cast.ada).get(`/api/reports?projectId=${website}`)).body
    expect(new Set(records.slice(1).map(record => `${record[0]} ${record[2]}`)).size).toBe(reports)
  })

  test('stops when the user loses the right to read during the export', async () => {
    const allowed = [true, false]
    const pieces = reportsCsv(
      ctx,
      { startDate: '2026-03-01', endDate: '2026-03-10' },
      async () => allowed.shift() ?? false,
    )
    expect((await pieces.next()).value).toContain('Date,Developer')
    // The reports of this test fit one chunk, so only a second export is refused.
    expect((await pieces.next()).value).toContain('Work 10')
    expect((await pieces.next()).done).toBe(true)
    const refused = reportsCsv(ctx, {}, async () => false)
    await refused.next()
    await expect(refused.next()).rejects.toThrow('has ended')
  })
})
