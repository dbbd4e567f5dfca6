import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { readSheet } from '../../../test/read-xlsx.ts'
import { expectRefusal, openTestApp, startTestApp } from '../../../test/start-test-app.ts'
import { text, type Written, writeReports } from '../../../test/written-reports.ts'
import { everyone } from '../../identity/visible-people.ts'
import { hasMoreLines } from './read-reports.ts'
import { reportsCsv } from './reports-csv.ts'

const testApp = await startTestApp()
const { app, as, call, cast, ctx, db, make, newToken, signIn } = testApp
const { website, mobile, written, onProject } = await writeReports(testApp)

describe('is for reviewers', () => {
  test.each(['dina', 'desi', 'mark'] as const)('not for %s', async key => {
    for (const path of ['export/csv', 'export/csv?startDate=x', 'export/xlsx', 'export/xlsx?startDate=x']) {
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

  test('filters by person, role, project and both dates', async () => {
    expect(shortened((await csv(`?userId=${cast.omar.id}`)).records)).toEqual(
      expectedLines(written.filter(report => report.author === cast.omar)),
    )
    expect(shortened((await csv(`?projectId=${mobile}`)).records)).toEqual(expectedLines(onProject(mobile)))
    expect(shortened((await csv(`?projectId=${mobile}&userId=${cast.desi.id}`)).records)).toEqual(
      expectedLines(onProject(mobile, [cast.desi])),
    )
    expect(shortened((await csv('?role=designer')).records)).toEqual(
      expectedLines(written.filter(report => report.author === cast.desi)),
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
      { people: everyone, startDate: '2026-03-01', endDate: '2026-03-10' },
      async () => allowed.shift() ?? false,
    )
    expect((await pieces.next()).value).toContain('Date,Developer')
    // The reports of this test fit one chunk, so only a second export is refused.
    expect((await pieces.next()).value).toContain('Work 10')
    expect((await pieces.next()).done).toBe(true)
    const refused = reportsCsv(ctx, { people: everyone }, async () => false)
    await refused.next()
    await expect(refused.next()).rejects.toThrow('has ended')
  })
})

describe('XLSX', () => {
  const csv = async (query: string) => {
    const { text } = await as(cast.max).get(`/api/reports/export/csv${query}`)
    return parse(text, { bom: true, record_delimiter: '\r\n' }) as string[][]
  }
  const xlsx = async (query: string) => {
    const reply = await app.inject({
      url: `/api/reports/export/xlsx${query}`,
      headers: { 'x-auth-token': await newToken(cast.max) },
    })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.headers['content-type']).toMatch(/spreadsheetml\.sheet$/)
    expect(reply.headers['content-disposition']).toBe('attachment; filename="reports-2026-03-10.xlsx"')
    return readSheet(reply.rawPayload)
  }
  const dayOf = (serial: unknown) => new Date((Number(serial) - 25_569) * 86_400_000).toISOString()
  const minutesOf = (hours = '') => Number(hours.split('.')[0]) * 60 + Number(hours.split('.')[1])

  test.each([
    '',
    '?startDate=2026-03-03&endDate=2026-03-05',
    `?projectId=${mobile}`,
    `?userId=${cast.omar.id}`,
  ])('%s has the rows of the CSV, with numbers to add', async query => {
    const [lines, { name, rows }] = [await csv(query), await xlsx(query)]
    expect(name).toBe('Reports')
    expect(rows[0]?.map(({ value }) => value)).toEqual(lines[0])
    expect(rows).toHaveLength(lines.length)
    for (const [index, line] of lines.entries()) {
      if (index === 0) continue
      const values = rows[index]?.map(({ value }) => value) ?? []
      expect(dayOf(values[0])).toBe(`${line[0]}T00:00:00.000Z`)
      expect(values.slice(1, 6)).toEqual(line.slice(1, 6).map(cell => cell.replace(/^'/, '') || null))
      expect(values[6]).toBe(minutesOf(line[6]) / 1440)
      expect(values[7]).toBe(minutesOf(line[6]) / 60)
      expect(Date.parse(dayOf(values[11]))).toBeCloseTo(Date.parse(line[11] ?? ''), -2)
      expect(values[12]).toBe(line[12])
      expect(rows[index]?.[6]?.format).toBe('[h]:mm')
    }
  })

  test.each(['startDate=2026-03-03', 'startDate=x&endDate=y', 'userId=x', 'review=x'])(
    '?%s is 400',
    async query => {
      expect((await as(cast.ada).get(`/api/reports/export/xlsx?${query}`)).status).toBe(400)
    },
  )

  test('tells whether there are more than a number of lines, without reading more than it needs', async () => {
    for (const filter of [
      { people: everyone },
      { people: everyone, projectId: mobile },
      { people: everyone, startDate: '2026-03-03', endDate: '2026-03-05' },
    ]) {
      let lines = -1
      for await (const chunk of reportsCsv(ctx, filter, async () => true))
        lines += parse(chunk, { bom: true, relax_column_count: true }).length
      expect(await hasMoreLines(ctx, filter, lines - 1)).toBe(true)
      expect(await hasMoreLines(ctx, filter, lines)).toBe(false)
    }
  })

  test('refuses more rows than a sheet holds, before the file begins', async () => {
    const large = await openTestApp()
    const { id } = await large.make.project()
    await large.make.report(large.cast.dina, { project_id: id })
    // A report has at least one line, so the kept counts alone are enough to refuse.
    await large.db.updateTable('day_counts').set({ total: 1_048_576 }).execute()
    const reply = await large.as(large.cast.max).get('/api/reports/export/xlsx')
    expectRefusal(reply, 400, messages.exports.tooManyRows)
    expect(reply.body.code).toBe('too_many_rows')
    expect(reply.body.msg).toContain('1,048,576 rows')
    expect((await large.as(large.cast.max).get('/api/reports/export/csv')).status).toBe(200)
    await large.close()
  })
})
