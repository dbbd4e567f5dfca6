import { expect } from 'vitest'
import { reportBody } from '../../../test/make.ts'
import { type Cases, estimate, ownersAnd, privateTo } from '../../../test/security/cases.ts'

export const cases: Cases = {
  ids: { tasks: 'task' },
  makers: ({ keeper, make, nowAs }) => ({
    task: async owner => {
      const word = privateTo(owner)
      const reply = await (await nowAs(await keeper())).post('/api/tasks', {
        title: `${word}title`,
        description: `${word}description`,
        project_id: await make('project', owner),
        assigned_to: owner.id,
        expected_hours: estimate,
      })
      expect(reply.status, reply.text).toBe(201)
      return reply.body.data.id
    },
  }),
  rows: {
    'GET /api/tasks/:id': ownersAnd(200),
    'GET /api/tasks/:id/log': ownersAnd(200),
    'POST /api/tasks/:id/status': ownersAnd(200),
  },
  // Visits reports whose rows name a task, until the task is deleted.
  walk: async ({ as, cast, make }, visit) => {
    const { omar, desi, ada } = cast
    const { id: project_id } = await make.project({ developers: [omar.id] })
    const task = { title: 'Work', project_id, assigned_to: omar.id, expected_hours: 1 }
    const { id: task_id } = (await as(ada).post('/api/tasks', task)).body.data
    const task_details = [{ description: 'Work', hours: '1', project_id, task_id }]
    const withTask = reportBody({ project_id, date: '2026-03-08', task_details })
    const sent = await visit('POST /api/reports', () => as(omar).post('/api/reports', withTask))
    const report = `/api/reports/${sent.body.report.id}`
    await visit('PUT /api/reports/:id', () => as(omar).put(report, withTask))
    await visit('GET /api/reports/:id', () => as(omar).get(`${report}?include_task_details=true`))
    const url = `/api/tasks/${task_id}`
    await visit('POST /api/tasks/:id/status', () =>
      as(omar).post(`${url}/status`, { status: 'completed', actual_hours: 1 }),
    )
    // Reopens the task, then assigns it to another user and back.
    for (const { id: assigned_to } of [omar, desi, omar])
      await visit('PUT /api/tasks/:id', () => as(ada).put(url, { ...task, assigned_to, status: 'pending' }))
    await visit('GET /api/tasks/:id/log', () => as(omar).get(`${url}/log`))
    await visit('DELETE /api/tasks/:id', () => as(ada).delete(url))
  },
}
