import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'
import { reportsCsv } from './reports-csv.ts'

const { as, call, cast, ctx, db, make, signIn } = await startTestApp()
const projects = [await make.project({ name: 'Website' }), await make.project({ name: 'Mobile app' })]
const [website, mobile] = projects.map(project => project.id) as [number, number]

type Row = { description: string; minutes: number; project_id: number }
type Written = { id: number; author: Person; date: string; tasks: string; rows: Row[] }
const text = (minutes: number) => `${Math.floor(minutes / 60)}.${String(minutes % 60).padStart(2, '0')}`
const sum = (rows: Row[]) => rows.reduce((total, row) => total + row.minutes, 0)

/** Four people, ten days, one to three rows each: counted by hand below, independently of the server. */
const written: Written[] = []
for (const [person, author] of [cast.dina, cast.omar, cast.desi, cast.mark].entries()) {
  for (let day = 1; day <= 10; day++) {
    if ((day + person) % 5 === 0) continue
    const date = `2026-03-${String(day).padStart(2, '0')}`
    const rows = Array.from({ length: 1 + ((day + person) % 3) }, (_, index) => ({
      description: `Work ${day}.${index} of ${author.name}`,
      minutes: 25 + day * 7 + person * 11 + index * 13,
      project_id: (day + index + person) % 2 ? website : mobile,
    }))
    const { id } = await make.report(author, {
      date,
      tasks: `Summary of ${date}`,
      project_id: rows[0]?.project_id ?? 0,
      task_details: rows.map(({ minutes, ...row }) => ({ ...row, hours: text(minutes) })),
    } as never)
    written.push({ id, author, date, tasks: `Summary of ${date}`, rows })
  }
}
const onProject = (id: number, who: Person[] = Object.values(cast)) =>
  written
    .filter(report => who.includes(report.author))
    .map(report => ({ ...report, rows: report.rows.filter(row => row.project_id === id) }))
    .filter(report => report.rows.length > 0)

describe('is for reviewers', () => {
  test.each(['dina', 'desi', 'mark'] as const)('not for %s', async key => {
    for (const path of [
      `project/${website}/hours`,
      'project-hours',
      `project-summary?projectId=${website}`,
      'export/csv',
      'export/csv?startDate=x',
    ]) {
      expectRefusal(await as(cast[key]).get(`/api/reports/${path}`), 403, messages.auth.notAllowed)
    }
  })
})

describe('hours of a project', () => {
  const hours = async (id: number, query = '') =>
    (await as(cast.max).get(`/api/reports/project/${id}/hours${query}`)).body

  test.each([
    ['', ['dina', 'omar', 'desi', 'mark']],
    ['?role=developer', ['dina', 'omar']],
    ['?role=designer', ['desi']],
    ['?role=marketing', ['mark']],
  ] as const)('with %j add up', async (query, keys) => {
    const people = keys.map(key => cast[key])
    const reports = onProject(website, people)
    const byPerson = people
      .map(person => ({
        person,
        minutes: sum(reports.filter(report => report.author === person).flatMap(report => report.rows)),
      }))
      .filter(each => each.minutes > 0)
      .sort((a, b) => b.minutes - a.minutes)
    expect(await hours(website, query)).toEqual({
      totalHours: Number(text(sum(reports.flatMap(report => report.rows)))),
      taskCount: reports.flatMap(report => report.rows).length,
      userDistribution: byPerson.map(({ person, minutes }) => ({
        user_id: person.id,
        user_name: person.name,
        hours: Number(text(minutes)),
      })),
    })
  })

  test('of all projects at once are the same', async () => {
    const { body } = await as(cast.ada).get('/api/reports/project-hours?role=developer')
    for (const id of [website, mobile]) expect(body[id]).toEqual(await hours(id, '?role=developer'))
    const empty = await make.project()
    expect((await as(cast.ada).get('/api/reports/project-hours')).body[empty.id]).toEqual({
      totalHours: 0,
      taskCount: 0,
      userDistribution: [],
    })
  })

  test('refuse an unknown role and an unknown project', async () => {
    expect((await as(cast.ada).get(`/api/reports/project/${website}/hours?role=boss`)).status).toBe(400)
    expect((await as(cast.ada).get('/api/reports/project/999999/hours')).status).toBe(404)
    expect((await as(cast.ada).get('/api/reports/project/x/hours')).status).toBe(404)
  })
})

describe('project summary', () => {
  const summary = (query: string) => as(cast.ada).get(`/api/reports/project-summary?${query}`)

  test('holds that project’s time and tasks only, newest first', async () => {
    const { body } = await summary(`projectId=${mobile}&includeTaskDetails=true&limit=1000`)
    const expected = onProject(mobile).sort((a, b) => b.date.localeCompare(a.date) || b.id - a.id)
    expect(body.project).toEqual({ id: mobile, name: 'Mobile app' })
    expect(body.user).toBeNull()
    expect(body.reports).toEqual(
      expected.map(report => ({
        id: report.id,
        project_id: mobile,
        date: report.date,
        user_name: report.author.name,
        tasks: report.rows.map(row => row.description).join('; '),
        hours_worked: Number(text(sum(report.rows))),
        is_shortened: false,
        task_details: report.rows.map(row => ({
          project_id: mobile,
          project_name: 'Mobile app',
          task_description: row.description,
          hours: Number(text(row.minutes)),
        })),
      })),
    )
  })

  test('of one person', async () => {
    const { body } = await summary(`projectId=${website}&userId=${cast.dina.id}`)
    expect(body.user).toEqual({ id: cast.dina.id, name: 'Dina Developer' })
    expect(body.reports).toHaveLength(onProject(website, [cast.dina]).length)
    expect(body.reports[0].task_details).toBeUndefined()
    expect((await summary(`projectId=${website}&userId=999999`)).body).toMatchObject({
      user: null,
      reports: [],
    })
    expect((await summary(`projectId=${website}&limit=2`)).body.reports).toHaveLength(2)
  })

  test.each([
    '',
    'projectId=x',
    `projectId=${website}&limit=1001`,
    `projectId=${website}&limit=0`,
    `projectId=${website}&userId=x`,
  ])('?%s is 400', async query => {
    expect((await summary(query)).status).toBe(400)
  })

  test('an unknown project is 404, a deleted one can still be read', async () => {
    expect((await summary('projectId=999999')).status).toBe(404)
    const gone = await make.project()
    await as(cast.ada).delete(`/api/projects/${gone.id}`)
    expect((await summary(`projectId=${gone.id}`)).body.project).toEqual({ id: gone.id, name: gone.name })
    expect((await as(cast.ada).get(`/api/reports/project/${gone.id}/hours`)).status).toBe(200)
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

  test('stops when the reader loses the right meanwhile', async () => {
    const allowed = [true, false]
    const pieces = reportsCsv(
      ctx,
      { startDate: '2026-03-01', endDate: '2026-03-10' },
      async () => allowed.shift() ?? false,
    )
    expect((await pieces.next()).value).toContain('Date,Developer')
    // The reports of this test fit one piece; a second export is refused its first.
    expect((await pieces.next()).value).toContain('Work 10')
    expect((await pieces.next()).done).toBe(true)
    const refused = reportsCsv(ctx, {}, async () => false)
    await refused.next()
    await expect(refused.next()).rejects.toThrow('has ended')
  })
})
