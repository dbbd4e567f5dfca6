import { type Cases, everyRole } from '../../../test/security/cases.ts'

export const cases: Cases = {
  rows: {
    // Every user has tools, and a tool that refuses is an answer too.
    'POST /api/mcp': {
      ...everyRole(200),
      body: ({ day, projectId, unique }) => ({
        jsonrpc: '2.0',
        id: unique,
        method: 'tools/call',
        params: {
          name: 'save_report_draft',
          arguments: {
            date: day,
            task_details: [{ description: 'Found the bug', hours: '1.30', project_id: projectId }],
          },
        },
      }),
    },
  },
  // Each tool, because each runs statements of its own.
  walk: async ({ as, cast }, visit) => {
    const tools = {
      my_day: {},
      my_reports: {},
      team_day: { date: '2026-03-10' },
      blockers: {},
      search: { q: 'login' },
    }
    for (const [name, values] of Object.entries(tools))
      for (const caller of [cast.dina, cast.max])
        await visit('POST /api/mcp', () =>
          as(caller).post('/api/mcp', {
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name, arguments: values },
          }),
        )
  },
}
