import { expect, test } from 'vitest'
import type { ProjectHours, ProjectSummary } from '#shared/contract/hours.ts'
import { limitManagers } from '../../../test/limited-manager.ts'
import { type Person, startTestApp } from '../../../test/start-test-app.ts'

const testApp = await startTestApp()
const { as, cast, make } = testApp
const { ada } = cast
const { lead, member, both, stranger, otherLead, setScope } = await limitManagers(testApp)
const { id: project } = await make.project({ name: 'Website' })
const { id: foreign } = await make.project({ name: 'Foreign' })
const days = ['2026-03-03', '2026-03-05', '2026-01-12']
for (const date of days)
  for (const author of [member, both, stranger]) await make.report(author, { date, project_id: project })
await make.report(lead, { project_id: project })
await make.report(otherLead, { project_id: foreign })

const hours = async (id: number, who: Person = lead, query = '') =>
  (await as(who).get(`/api/reports/project/${id}/hours?${query}`)).body as ProjectHours
const summary = async (id: number, query = '', who: Person = lead) =>
  (await as(who).get(`/api/reports/project-summary?projectId=${id}&${query}`)).body as ProjectSummary
const names = (people: { user_name: string }[]) => [...new Set(people.map(row => row.user_name))].sort()

test('hours of a project count only people in sight, and say so', async () => {
  const own = await hours(project)
  expect(names(own.userDistribution)).toEqual(['Bo Both', lead.name, 'Mia Member'])
  expect(own).toMatchObject({ totalHours: 10.3, taskCount: 7, of_your_teams: true })
  expect(names((await hours(project, lead, 'role=designer')).userDistribution)).toEqual(['Bo Both'])
  expect(await hours(foreign)).toEqual({
    totalHours: 0,
    taskCount: 0,
    userDistribution: [],
    of_your_teams: true,
  })
  expect((await as(lead).get('/api/reports/project-hours')).body).toEqual({
    [project]: own,
    [foreign]: await hours(foreign),
  })
  expect(await hours(project, ada)).toMatchObject({ totalHours: 15, taskCount: 10, of_your_teams: false })
})

test('the summary of a project has only reports of people in sight, newest first', async () => {
  const own = await summary(project)
  expect(own.reports.map(({ date, user_name }) => `${date} ${user_name}`)).toEqual([
    `2026-03-10 ${lead.name}`,
    '2026-03-05 Bo Both',
    '2026-03-05 Mia Member',
    '2026-03-03 Bo Both',
    '2026-03-03 Mia Member',
    '2026-01-12 Bo Both',
    '2026-01-12 Mia Member',
  ])
  const all = await summary(project, '', ada)
  expect(own).toMatchObject({ project: all.project, user: null, of_your_teams: true })
  expect(own.reports).toEqual(all.reports.filter(({ user_name }) => user_name !== 'Stan Stranger'))
  expect(all.of_your_teams).toBe(false)
  expect((await summary(project, 'limit=3&includeTaskDetails=true')).reports).toMatchObject([
    { user_name: lead.name, hours_worked: 1.3, task_details: [{ hours: 1.3 }] },
    { user_name: 'Bo Both' },
    { user_name: 'Mia Member' },
  ])
  expect((await summary(foreign)).reports).toEqual([])
})

test('the summary of one person is empty for one out of sight, as for one who does not exist', async () => {
  expect((await summary(project, `userId=${member.id}`)).reports).toHaveLength(3)
  expect(await summary(project, `userId=${stranger.id}`)).toEqual(await summary(project, 'userId=999999'))
  expect((await summary(project, `userId=${stranger.id}`, ada)).user?.name).toBe('Stan Stranger')
})

test('while managers are not limited, they read what an admin reads', async () => {
  await setScope('everyone')
  expect(await hours(project)).toEqual(await hours(project, ada))
  expect(await summary(project)).toEqual(await summary(project, '', ada))
  await setScope('teams')
})
