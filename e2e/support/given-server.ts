import type { APIRequestContext } from '@playwright/test'
import { apiAs } from './api.ts'
import { type Account, tokenOf } from './cast.ts'
import type { Team } from './filled-team.ts'

// Lets tests use a running server with other data, such as a million reports:
// E2E_URL=http://localhost:3000 E2E_REVIEWER=mail:password E2E_STAFF=mail:password npm run test:e2e -- requests
const { E2E_URL, E2E_REVIEWER, E2E_STAFF } = process.env

export const isGiven = Boolean(E2E_URL)

/** The team of the given server, or undefined when the tests start their own. */
export async function givenTeam(api: APIRequestContext): Promise<Team | undefined> {
  if (!E2E_URL) return undefined
  const url = E2E_URL.replace(/\/$/, '')
  const [reviewer, staff] = [account(E2E_REVIEWER), account(E2E_STAFF)]
  const tokens = { reviewer: await tokenOf(api, url, reviewer), staff: await tokenOf(api, url, staff) }
  const asReviewer = await apiAs(api, url, reviewer)
  const asStaff = await apiAs(api, url, staff)
  const { reports } = await asReviewer.get('/reports?page=1&limit=1')
  const own = await asStaff.get('/reports/me?page=1&limit=1')
  const projects = await asReviewer.get('/projects')
  const tasks = await asReviewer.get('/tasks?page=1&limit=1')
  const teams = await asReviewer.get('/teams?page=1&limit=1')
  return {
    url,
    places: {
      report: reports[0]?.id ?? 1,
      user: reports[0]?.user_id ?? 1,
      ownReport: own.reports[0]?.id ?? 1,
      project: reports[0]?.project_id ?? projects[0]?.id ?? 1,
      task: tasks.data[0]?.id ?? 1,
      team: teams.data[0]?.id ?? 1,
      invitation: '',
    },
    tokenOf: ({ role }) => (role === 'admin' || role === 'manager' ? tokens.reviewer : tokens.staff),
  }
}

function account(text = ''): Account {
  const [, email = '', password = ''] = /^([^:]+):(.*)$/.exec(text) ?? []
  return { name: '', email, password }
}
