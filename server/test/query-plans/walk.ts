import { expect } from 'vitest'
import { reportBody } from '../make.ts'
import { fileUpload } from '../multipart.ts'
import type { Person, Reply, TestApp } from '../start-test-app.ts'
import type { fillWithMuch } from './fill.ts'

type Visit = (route: string, call: () => Promise<Reply>) => Promise<Reply>

/** Every call of the API, as reviewer and as staff where they differ, under every combination of its filters. */
export async function walkEveryRoute(
  { as, call, cast, newToken, signIn }: TestApp,
  { person, project, newestDay, oldestDay }: Awaited<ReturnType<typeof fillWithMuch>>,
  visit: Visit,
) {
  const ada = as(cast.ada)
  const get = (route: string, query: Record<string, string> = {}, who: Person = cast.ada, id?: number) => {
    const path = route.replace(/^GET /, '').replace(':id', String(id ?? project))
    return visit(route, () => as(who).get(`${path}?${new URLSearchParams(query)}`))
  }

  const days: Filter[] = [
    {},
    { startDate: oldestDay },
    { endDate: newestDay },
    { startDate: oldestDay, endDate: newestDay },
    { date: newestDay },
  ]
  const ofWhom: Filter[] = [{}, { userId: String(person) }]
  const ofWhat: Filter[] = [{}, { projectId: String(project) }]
  const pages: Filter[] = [{ page: '1' }, { page: '9', limit: '100' }, { page: '100000' }]
  const withRows = { include_task_details: 'true' }
  for (const filter of combinations(days, ofWhom, ofWhat, pages))
    await get('GET /api/reports', { ...filter, ...withRows })
  for (const filter of combinations([{}, { date: newestDay }], pages)) {
    await get('GET /api/reports/me', { ...filter, ...withRows }, cast.dina)
  }
  for (const filter of combinations(ofWhom, ofWhat, [{}, { startDate: oldestDay, endDate: newestDay }])) {
    await get('GET /api/reports/export/csv', filter)
  }
  for (const role of combinations([{}, { role: 'designer' }])) {
    await get('GET /api/reports/project/:id/hours', role)
    await get('GET /api/reports/project-hours', role)
  }
  for (const filter of combinations(ofWhom, [{}, { includeTaskDetails: 'true' }])) {
    await get('GET /api/reports/project-summary', { projectId: String(project), limit: '100', ...filter })
  }

  for (const who of [cast.ada, cast.dina]) {
    const statuses: Filter[] = [{}, { status: 'completed' }]
    for (const filter of combinations(
      statuses,
      [{}, { search: 'number 77' }, { search: 'crowd 77' }],
      pages,
    )) {
      await get('GET /api/tasks', filter, who)
      await get('GET /api/tasks/project/:id', filter, who)
    }
    await get('GET /api/tasks/stats/summary', {}, who)
    for (const search of combinations([{}, { search: 'crowd 1' }])) {
      await get('GET /api/projects', search, who)
      await get('GET /api/projects/me', search, who)
      await get('GET /api/projects/user/:id', search, who, who.id)
    }
    for (const route of [
      'GET /api/projects/:id',
      'GET /api/projects/:id/files',
      'GET /api/projects/:id/urls',
    ]) {
      await get(route, {}, who)
    }
    await get('GET /api/auth/me', {}, who)
  }
  for (const route of ['GET /api/users', 'GET /api/users/developers', 'GET /api/auth/setup']) await get(route)
  await visit('GET /api/users/role/:role', () => ada.get('/api/users/role/designer'))
  await get('GET /api/users/:id', {}, cast.ada, person)

  // What changes things, in the order in which a thing lives.
  const email = 'new@example.com'
  const account = { name: 'New Person', email, password: 'a-password', role: 'developer' }
  await visit('POST /api/auth/register', () => ada.post('/api/auth/register', account))
  await visit('POST /api/auth/login', () =>
    call({ method: 'POST', url: '/api/auth/login', payload: account }),
  )
  const token = await signIn(account)
  await visit('POST /api/auth/logout', () => as({ token }).post('/api/auth/logout', {}))
  const newcomer = (await ada.get('/api/users')).body.find((user: Person) => user.email === email)
  const at = (path: string) => path.replace(':newcomer', newcomer.id)
  await visit('PUT /api/users/:id', () => ada.put(at('/api/users/:newcomer'), { ...account, role: 'admin' }))
  await visit('PUT /api/users/:id/password', () => ada.put(at('/api/users/:newcomer/password'), account))

  const body = reportBody({ project_id: project })
  const dina = as(cast.dina)
  const { report } = (await visit('POST /api/reports', () => dina.post('/api/reports', body))).body
  const changed = { ...body, task_details: [{ ...body.task_details[0], project_id: project + 1 }] }
  await visit('PUT /api/reports/:id', () => dina.put(`/api/reports/${report.id}`, changed))
  const comments = `/api/reports/${report.id}/comments`
  const [comment] = (
    await visit('POST /api/reports/:id/comments', () => ada.post(comments, { comment: 'Well done' }))
  ).body
  await visit('POST /api/reports/:id/comments', () =>
    ada.post(comments, { comment: 'Again', parent_id: comment.id }),
  )
  await get('GET /api/reports/:id', withRows, cast.dina, report.id)

  const work = { title: 'Work', project_id: project, assigned_to: cast.dina.id, expected_hours: 1 }
  const task = (await visit('POST /api/tasks', () => ada.post('/api/tasks', work))).body.data
  await get('GET /api/tasks/:id', {}, cast.dina, task.id)
  await visit('PUT /api/tasks/:id', () =>
    ada.put(`/api/tasks/${task.id}`, { ...work, project_id: project + 1 }),
  )
  await visit('POST /api/tasks/:id/status', () =>
    dina.post(`/api/tasks/${task.id}/status`, { status: 'in_progress' }),
  )
  await visit('DELETE /api/tasks/:id', () => ada.delete(`/api/tasks/${task.id}`))

  const made = (
    await visit('POST /api/projects', () => ada.post('/api/projects', { name: 'New', developers: [person] }))
  ).body
  await visit('PUT /api/projects/:id', () =>
    ada.put(`/api/projects/${made.id}`, { name: 'Newer', developers: [person] }),
  )
  const link = { url_type: 'live', url: 'https://example.com' }
  const url = (
    await visit('POST /api/projects/:id/urls', () => dina.post(`/api/projects/${made.id}/urls`, link))
  ).body
  const headers = { 'x-auth-token': await newToken(cast.dina) }
  const upload = fileUpload('a.txt', 'content')
  const file = (
    await visit('POST /api/projects/:id/files', () =>
      call({
        method: 'POST',
        url: `/api/projects/${made.id}/files`,
        payload: upload.payload,
        headers: { ...headers, ...upload.headers },
      }),
    )
  ).body
  await visit('PUT /api/urls/:id', () => dina.put(`/api/urls/${url.id}`, link))
  await get('GET /api/files/:id/metadata', {}, cast.dina, file.id)
  for (const way of ['download', 'preview']) {
    const url = `/api/files/${file.id}/${way}`
    await visit(`POST /api/files/:id/${way}`, () => call({ method: 'POST', url, headers }))
  }
  for (const [kind, { id }] of [
    ['urls', url],
    ['files', file],
  ] as const) {
    await visit(`DELETE /api/${kind}/:id`, () => as(cast.max).delete(`/api/${kind}/${id}`))
    await visit(`PUT /api/${kind}/:id/unblur`, () => ada.put(`/api/${kind}/${id}/unblur`, {}))
    await visit(`DELETE /api/${kind}/:id`, () => ada.delete(`/api/${kind}/${id}`))
  }
  await visit('DELETE /api/projects/:id', () => ada.delete(`/api/projects/${made.id}`))
  await visit('DELETE /api/users/:id', () => ada.delete(at('/api/users/:newcomer')))
  await get('GET /api/users/deleted')
  await visit('POST /api/users/deleted/:id/erase', () => ada.post(at('/api/users/deleted/:newcomer/erase')))
  expect((await ada.get('/api/auth/me')).status).toBe(200)
}

type Filter = Record<string, string>

function combinations(...choices: Filter[][]): Filter[] {
  return choices.reduce(
    (combined, options) => combined.flatMap(base => options.map(option => ({ ...base, ...option }))),
    [{}],
  )
}
