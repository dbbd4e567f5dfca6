import { describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { expectRefusal, startTestApp } from '../../../test/start-test-app.ts'
import { sum, text, writeReports } from '../../../test/written-reports.ts'

const testApp = await startTestApp()
const { as, cast, make } = testApp
const { website, mobile, onProject } = await writeReports(testApp)

describe('is for reviewers', () => {
  test.each(['dina', 'desi', 'mark'] as const)('not for %s', async key => {
    for (const path of [
      `project/${website}/hours`,
      'project-hours',
      `project-summary?projectId=${website}`,
    ]) {
      expectRefusal(await as(cast[key]).get(`/api/reports/${path}`), 403, messages.general.notAllowed)
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
      of_your_teams: false,
    })
  })

  test('of all projects in one call are the same', async () => {
    const { body } = await as(cast.ada).get('/api/reports/project-hours?role=developer')
    for (const id of [website, mobile]) expect(body[id]).toEqual(await hours(id, '?role=developer'))
    const empty = await make.project()
    expect((await as(cast.ada).get('/api/reports/project-hours')).body[empty.id]).toEqual({
      totalHours: 0,
      taskCount: 0,
      userDistribution: [],
      of_your_teams: false,
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

  test('contains only that project’s time and tasks, newest first', async () => {
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

  test('of one user', async () => {
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
