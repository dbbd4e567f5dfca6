import type { Cases } from '../../../test/security/cases.ts'

export const cases: Cases = {
  // A draft with rows, their projects and tasks, which only the tool of assistants can save.
  walk: async ({ as, cast, make }, visit) => {
    const { id: project_id } = await make.project()
    const task = { title: 'Page', project_id, assigned_to: cast.dina.id, expected_hours: 1 }
    const { body } = await as(cast.max).post('/api/tasks', task)
    const draft = {
      tasks: 'Work',
      task_details: [{ description: 'Row', hours: '1.30', project_id, task_id: body.data.id }],
    }
    const params = { name: 'save_report_draft', arguments: draft }
    await visit('POST /api/mcp', () =>
      as(cast.dina).post('/api/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    )
    await visit('GET /api/reports/draft', () => as(cast.dina).get('/api/reports/draft'))
    await visit('DELETE /api/reports/draft', () => as(cast.dina).delete('/api/reports/draft'))
  },
}
