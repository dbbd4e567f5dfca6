import { expect } from 'vitest'
import { issueCode } from '../../src/features/auth/one-time-codes.service.ts'
import { unsubscribeCode } from '../../src/features/notifications/unsubscribe.service.ts'
import type { LiveRoute } from '../live-routes.ts'
import { reportBody } from '../make.ts'
import { type Row, rowOrFail } from '../security/authorization-matrix.ts'
import { queryParameters } from '../security/example-request.ts'
import { relations, requestsTo } from '../security/requests.ts'
import type { Person, Reply, TestApp } from '../start-test-app.ts'
import type { fillWithMuch } from './fill.ts'

type Visit = (route: string, call: () => Promise<Reply>) => Promise<Reply>
type Filled = Awaited<ReturnType<typeof fillWithMuch>>
type Filter = Record<string, string>

/**
 * Every call of the API, from its declaration: as admin, manager and staff, to their own and to others' things, under
 * every combination of its filters. By hand only what needs more than one valid request shows.
 */
export async function walkEveryRoute(
  testApp: TestApp,
  filled: Filled,
  routes: readonly LiveRoute[],
  visit: Visit,
) {
  const { call, cast, newToken } = testApp
  const { requestFor, newPerson } = await requestsTo(testApp)
  const callers: [Person, 'staff' | 'manager' | 'admin'][] = [
    [cast.dina, 'staff'],
    [cast.max, 'manager'],
    [cast.ada, 'admin'],
  ]
  for (const route of routes) {
    const row = rowOrFail(route)
    for (const [caller, column] of callers) {
      // A manager reads what an admin reads; what they change can differ.
      if (route.method === 'GET' && column === 'manager') continue
      const codes = [row[column]].flat()
      for (const [index, relation] of relations.entries()) {
        if ((codes[index] ?? 404) >= 300) continue
        const made = await requestFor(route, { ...row, query: '' }, caller, relation)
        // Where there is much: the fullest project, and a person with years of reports.
        const url =
          relation === 'others' ? atBigThing(route, row, filled, String(made.url)) : String(made.url)
        // Staff name no other user than themselves.
        const person = column === 'staff' ? caller.id : filled.person
        let token: string | undefined
        for (const filter of filtersOf(route, { ...filled, person })) {
          // A new sign-in for each write: some end it.
          if (token === undefined || route.method !== 'GET') token = await newToken(caller)
          const headers = { ...made.headers, 'x-auth-token': token }
          const query = new URLSearchParams(filter).toString()
          await visit(route.name, () => call({ ...made, url: query ? `${url}?${query}` : url, headers }))
        }
      }
    }
  }
  await walkByHand(testApp, await newPerson('admin'), visit)
  expect((await testApp.as(cast.ada).get('/api/auth/me')).status).toBe(200)
}

/** Reads are asked where there is much; writes keep the thing that was made for them. */
function atBigThing({ method, url }: LiveRoute, { thing }: Row, filled: Filled, made: string): string {
  if (method !== 'GET' || (thing !== 'project' && thing !== 'person')) return made
  return url.replace(/:\w+/, String(filled[thing]))
}

/** Every combination of the filters that the call takes. */
function filtersOf(route: LiveRoute, { person, project, newestDay, oldestDay }: Filled): Filter[] {
  const telling: Record<string, string[]> = {
    date: [newestDay],
    startDate: [oldestDay],
    endDate: [newestDay],
    from: [oldestDay],
    to: [newestDay],
    month: [newestDay.slice(0, 7)],
    year: [newestDay.slice(0, 4)],
    userId: [String(person)],
    projectId: [String(project)],
    role: ['designer'],
    status: ['completed'],
    review: ['unreviewed', 'reviewed', 'needs_changes'],
    search: ['number 77', 'crowd 77'],
  }
  const parameters = queryParameters(route).filter(({ name }) => name !== 'page' && name !== 'limit')
  const has = (wanted: string) => queryParameters(route).some(({ name }) => name === wanted)
  const choices = parameters.map(({ name, isRequired, isFlag, example }): Filter[] => [
    ...(isRequired ? [] : [{}]),
    ...(isFlag ? ['true'] : (telling[name] ?? [example])).map(value => ({ [name]: value })),
  ])
  const pages: Filter[] = [{ page: '1' }, { page: '9', limit: '100' }, { page: '100000' }]
  return combinations(...choices, has('page') ? pages : has('limit') ? [{ limit: '100' }] : [{}]).filter(
    // Some filters only go together.
    filter => route.schema.querystring?.safeParse(filter).success ?? true,
  )
}

const codeIn = (link: string) => new URL(link).searchParams.get('code') ?? ''

/** What the first valid request does not show. */
async function walkByHand({ as, call, cast, ctx, db, make }: TestApp, admin: Person, visit: Visit) {
  const { email, password } = cast.omar
  await visit('POST /api/auth/login', () =>
    call({ method: 'POST', url: '/api/auth/login', payload: { email, password } }),
  )
  await visit('PUT /api/account/password', () =>
    as(cast.omar).put('/api/account/password', { current_password: password, password }),
  )
  // Links that work once.
  const invite = async (name: string) => {
    const payload = { name, email: `${name}@example.com`, role: 'designer', invite: true }
    const reply = await visit('POST /api/auth/register', () =>
      as(cast.ada).post('/api/auth/register', payload),
    )
    return { id: reply.body.user.id, code: codeIn(reply.body.invitation.link) }
  }
  const invited = await invite('invited')
  const again = `/api/users/${(await invite('again')).id}/invitation`
  await visit('GET /api/users/:id/invitation', () => as(cast.ada).get(again))
  await visit('POST /api/users/:id/invitation', () => as(cast.ada).post(again))
  await visit('GET /api/auth/invitation', () => as(null).get(`/api/auth/invitation?code=${invited.code}`))
  await visit('POST /api/auth/invitation', () =>
    as(null).post('/api/auth/invitation', { code: invited.code, password: 'secret-of-the-invited' }),
  )
  await visit('POST /api/auth/forgot', () => as(null).post('/api/auth/forgot', { email }))
  const reset = await issueCode(ctx, db, invited.id, 'reset')
  await visit('POST /api/auth/reset', () =>
    as(null).post('/api/auth/reset', { code: reset.code, password: 'another-secret' }),
  )
  const unsubscribe = `/api/unsubscribe?code=${unsubscribeCode(ctx, invited.id, 'comment')}`
  await visit('GET /api/unsubscribe', () => as(null).get(unsubscribe))
  await visit('POST /api/unsubscribe', () => as(null).post(unsubscribe))
  if (ctx.config.mail) ctx.config.mail.print = () => {}
  await visit('POST /api/settings/test-mail', () => as(cast.ada).post('/api/settings/test-mail'))
  // Not the last admin.
  await visit('DELETE /api/users/:id', () => as(cast.ada).delete(`/api/users/${admin.id}`))
  // A reply to a comment.
  const project = await make.project({ developers: [cast.omar.id] })
  const report = await make.report(cast.omar, { project_id: project.id })
  const comments = `/api/reports/${report.id}/comments`
  const [comment] = (await as(cast.ada).post(comments, { comment: 'Well done' })).body
  await visit('POST /api/reports/:id/comments', () =>
    as(cast.ada).post(comments, {
      comment: 'Again',
      parent_id: comment.id,
      mentions: [cast.omar.id, cast.max.id],
    }),
  )
  // Rows that name a task, and the task's end.
  const task = { title: 'Work', project_id: project.id, assigned_to: cast.omar.id, expected_hours: 1 }
  const { id: task_id } = (await as(cast.ada).post('/api/tasks', task)).body.data
  const task_details = [{ description: 'Work', hours: '1', project_id: project.id, task_id }]
  const withTask = reportBody({ project_id: project.id, date: '2026-03-08', task_details })
  const { id } = (await visit('POST /api/reports', () => as(cast.omar).post('/api/reports', withTask))).body
    .report
  await visit('PUT /api/reports/:id', () => as(cast.omar).put(`/api/reports/${id}`, withTask))
  await visit('GET /api/reports/:id', () => as(cast.omar).get(`/api/reports/${id}?include_task_details=true`))
  const status = (body: object) =>
    visit('POST /api/tasks/:id/status', () => as(cast.omar).post(`/api/tasks/${task_id}/status`, body))
  await status({ status: 'completed', actual_hours: 1 })
  const given = (assigned_to: number) =>
    visit('PUT /api/tasks/:id', () =>
      as(cast.ada).put(`/api/tasks/${task_id}`, { ...task, assigned_to, status: 'pending' }),
    )
  // Opened again, then given to another user and back.
  for (const assignee of [cast.omar, cast.desi, cast.omar]) await given(assignee.id)
  await visit('GET /api/tasks/:id/log', () => as(cast.omar).get(`/api/tasks/${task_id}/log`))
  await visit('DELETE /api/tasks/:id', () => as(cast.ada).delete(`/api/tasks/${task_id}`))
  // Reviews that change something, and the edit that answers one.
  const review = (body: object) =>
    visit('POST /api/reports/:id/review', () => as(cast.ada).post(`/api/reports/${report.id}/review`, body))
  await review({ state: 'needs_changes', comment: 'Which page?' })
  await visit('POST /api/reports/review', () =>
    as(cast.ada).post('/api/reports/review', { ids: [1, 2, report.id], state: 'reviewed' }),
  )
  await review({ state: 'needs_changes', seen: { revision: 1, state: 'reviewed' } })
  await visit('PUT /api/reports/:id', () =>
    as(cast.omar).put(`/api/reports/${report.id}`, reportBody({ project_id: project.id })),
  )
  // What was decided before is taken back.
  await review({ state: 'reviewed' })
  await review({ state: 'unreviewed' })
  await visit('GET /api/reports/:id/revisions', () => as(cast.ada).get(`/api/reports/${report.id}/revisions`))
}

function combinations(...choices: Filter[][]): Filter[] {
  return choices.reduce(
    (combined, options) => combined.flatMap(base => options.map(option => ({ ...base, ...option }))),
    [{}],
  )
}
