import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { root } from '../../scripts/child.mjs'
import { localDay } from '../../shared/src/dates.ts'

// A server with only the calls of the specification, whose responses have exactly the specified fields. Failures have a
// message and no code. A page that is newer than its server may meet such a server.

type Json = Record<string, unknown>
type Call = { path: string; query: URLSearchParams; body: Json; user: Json | undefined; id: number }
type Answer = { status: number; body: unknown; type?: string }

const ok = (body: unknown, status = 200): Answer => ({ status, body })
const refuse = (status: number, msg: string): Answer => ({ status, body: { msg, error: msg } })

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.svg': 'image/svg+xml',
}

export async function startSpecifiedServer() {
  const today = localDay(new Date())
  const now = new Date().toISOString()
  let lastId = 100
  const user = (id: number, name: string, role: string) => {
    const [first = ''] = name.split(' ')
    return { id, name, email: `${first.toLowerCase()}@example.com`, role, created_at: now }
  }
  let users: Json[] = [
    user(1, 'Ada Admin', 'admin'),
    user(2, 'Max Manager', 'manager'),
    user(3, 'Dina Developer', 'developer'),
    user(4, 'Ben Builder', 'designer'),
  ]
  const project = (id: number, name: string) => ({
    id,
    name,
    description: 'As specified',
    developers: [{ id: 3, name: 'Dina Developer' }],
    created_at: now,
  })
  let projects: Json[] = [project(1, 'Website'), project(2, 'Shop')]
  const nameOf = (list: Json[], id: unknown) => list.find(each => each.id === Number(id))?.name ?? 'Gone'
  const detail = (row: Json) => ({
    id: ++lastId,
    task_description: row.description,
    hours: Number(row.hours),
    project_id: Number(row.project_id),
    project_name: nameOf(projects, row.project_id),
  })
  const report = (author: Json, body: Json) => {
    const task_details = (body.task_details as Json[]).map(detail)
    return {
      id: ++lastId,
      date: body.date,
      tasks: body.tasks,
      hours_worked: task_details[0]?.hours ?? 0,
      blockers: body.blockers || null,
      tomorrow_plan: body.tomorrow_plan || null,
      project_id: Number(body.project_id),
      created_at: now,
      is_edited: false,
      user_name: author.name,
      user_email: author.email,
      task_details,
    }
  }
  const ben = users[3] as Json
  const reports: (Json & { comments: Json[] })[] = [
    {
      ...report(ben, {
        date: today,
        tasks: 'Drew the pages',
        blockers: 'No design tokens',
        tomorrow_plan: 'Draw more',
        project_id: 1,
        task_details: [{ description: 'Pages', hours: 6.3, project_id: 1 }],
      }),
      comments: [],
    },
  ]
  const task = (body: Json, assigner: unknown) => ({
    id: ++lastId,
    title: body.title,
    description: body.description || null,
    project_id: Number(body.project_id),
    project_name: nameOf(projects, body.project_id),
    assigned_to: Number(body.assigned_to),
    assignee_name: nameOf(users, body.assigned_to),
    assigner_name: assigner,
    expected_hours: Number(body.expected_hours),
    actual_hours: null,
    completion_note: null,
    status: 'pending',
    created_at: now,
    completed_at: null,
  })
  let tasks: Json[] = [
    task({ title: 'First task', project_id: 1, assigned_to: 3, expected_hours: 2.5 }, 'Max Manager'),
  ]
  let urls: Json[] = [
    { id: 1, url_type: 'git', url: 'https://example.com/git', is_blurred: false },
    { id: 2, url_type: 'docs', url: 'https://example.com/docs', is_blurred: true },
  ]
  const files: Json[] = [
    { id: 1, file_name: 'plan.pdf', file_type: 'application/pdf', pendingDeletion: false },
  ]

  /** Overrides the next response of the call with this name. */
  const next = new Map<string, Answer>()

  const isReviewer = (one: Json | undefined) => one?.role === 'admin' || one?.role === 'manager'
  const seenBy = (one: Json | undefined, { expected_hours, ...rest }: Json) =>
    isReviewer(one) ? { ...rest, expected_hours } : rest
  const page = (list: Json[]) => ({
    reports: list,
    total: list.length,
    totalPages: Math.ceil(list.length / 10),
  })
  const plain = ({ comments: _, ...rest }: Json) => rest
  const find = (list: Json[], id: number) => list.find(each => each.id === id)
  const hours = {
    totalHours: 6.3,
    taskCount: 1,
    userDistribution: [{ user_id: 4, user_name: 'Ben Builder', hours: 6.3 }],
  }

  const calls: Record<string, (call: Call) => Answer> = {
    'POST /auth/login': ({ body }) => {
      const found = users.find(({ email }) => email === body.email)
      if (!found || body.password !== 'secret-1') return refuse(401, 'Invalid email or password')
      return ok({ token: tokenOf(String(found.email)), user: found })
    },
    'POST /auth/register': ({ body }) => {
      if (users.some(({ email }) => email === body.email)) return refuse(409, 'User already exists')
      const made = { id: ++lastId, name: body.name, email: body.email, role: body.role, created_at: now }
      users.push(made)
      return ok({ user: made }, 201)
    },
    'POST /auth/logout': () => ok({ msg: 'Logged out' }),
    'GET /auth/me': ({ user: own }) => ok(own),
    'GET /reports/me': ({ user: own }) => {
      const mine = reports.filter(({ user_email }) => user_email === own?.email)
      return ok(page(mine.map(plain).sort((a, b) => String(b.date).localeCompare(String(a.date)))))
    },
    'GET /reports': () => ok(page(reports.map(plain))),
    'POST /reports': ({ user: own, body }) => {
      const made = report(own as Json, body)
      reports.unshift({ ...made, comments: [] })
      return ok({ msg: 'Report submitted', report: made }, 201)
    },
    'GET /reports/#': ({ id }) => {
      const found = find(reports, id)
      return found ? ok({ report: plain(found), comments: found.comments }) : refuse(404, 'Report not found')
    },
    'PUT /reports/#': ({ id, body }) => {
      const found = find(reports, id) as Json
      const task_details = (body.task_details as Json[]).map(detail)
      Object.assign(found, { tasks: body.tasks, is_edited: true, task_details })
      return ok({ msg: 'Report updated', report: plain(found) })
    },
    'POST /reports/#/comments': ({ id, body, user: own }) => {
      const { comments } = find(reports, id) as { comments: Json[] }
      comments.push({
        id: ++lastId,
        comment: body.comment,
        parent_id: body.parent_id ?? null,
        user_name: own?.name,
        user_role: own?.role,
        created_at: now,
      })
      return ok(comments, 201)
    },
    'GET /reports/project/#/hours': ({ id }) =>
      ok(id === 1 ? hours : { totalHours: 0, taskCount: 0, userDistribution: [] }),
    'GET /reports/project-summary': () =>
      ok({
        reports: reports.slice(-1).map(each => ({
          id: each.id,
          project_id: 1,
          date: each.date,
          user_name: each.user_name,
          tasks: 'Pages',
          hours_worked: 6.3,
          task_details: (each.task_details as Json[]).map(({ id: _, ...row }) => row),
        })),
      }),
    'GET /reports/export/csv': () => ({ status: 200, body: '\uFEFFDate,Developer\r\n', type: 'text/csv' }),
    'GET /projects': () => ok(projects),
    'GET /projects/me': () => ok(projects),
    'GET /projects/user/#': () => ok(projects),
    'POST /projects': ({ body }) => {
      const made = { ...project(++lastId, String(body.name)), description: body.description || null }
      projects.push(made)
      return ok(made, 201)
    },
    'PUT /projects/#': ({ id, body }) => ok(Object.assign(find(projects, id) as Json, { name: body.name })),
    'DELETE /projects/#': ({ id }) => {
      projects = projects.filter(each => each.id !== id)
      return ok({ msg: 'Deleted' })
    },
    'GET /users': () => ok(users),
    'GET /users/developers': () => ok(users.filter(each => !isReviewer(each))),
    'PUT /users/#': ({ id, body: { name, email, role } }) =>
      ok(Object.assign(find(users, id) as Json, { name, email, role })),
    'PUT /users/#/password': () => ok({ msg: 'Password updated' }),
    'DELETE /users/#': ({ id }) => {
      users = users.filter(each => each.id !== id)
      return ok({ msg: 'Deleted' })
    },
    'GET /projects/#/files': () => ok(files),
    'POST /projects/#/files': () => {
      const made = {
        id: ++lastId,
        file_name: 'notes.txt',
        file_type: 'text/plain',
        pendingDeletion: false,
      }
      files.push(made)
      return ok(made, 201)
    },
    'GET /projects/#/urls': () => ok(urls),
    'POST /projects/#/urls': ({ body }) => {
      const made = {
        id: ++lastId,
        url_type: body.url_type,
        url: body.url,
        is_blurred: false,
      }
      urls.push(made)
      return ok(made, 201)
    },
    'DELETE /urls/#': ({ id }) => {
      urls = urls.filter(each => each.id !== id)
      return ok({ blurred: false })
    },
    'PUT /urls/#/unblur': ({ id }) => ok(Object.assign(find(urls, id) as Json, { is_blurred: false })),
    'GET /tasks': ({ user: own, query }) => {
      const status = query.get('status')
      const mine = tasks.filter(each => isReviewer(own) || each.assigned_to === own?.id)
      const data = mine.filter(each => !status || each.status === status).map(each => seenBy(own, each))
      return ok({ data, pagination: { total: data.length, pages: 1 } })
    },
    'GET /tasks/#': ({ id, user: own }) => {
      const found = find(tasks, id)
      return found ? ok({ data: seenBy(own, found) }) : refuse(404, 'Task not found')
    },
    'POST /tasks': ({ body, user: own }) => {
      const made = task(body, own?.name)
      tasks.unshift(made)
      return ok({ data: made }, 201)
    },
    'PUT /tasks/#': ({ id, body }) =>
      ok({ data: Object.assign(find(tasks, id) as Json, { title: body.title }) }),
    'POST /tasks/#/status': ({ id, body, user: own }) => {
      const found = Object.assign(find(tasks, id) as Json, {
        status: body.status,
        actual_hours: Number(body.actual_hours) || null,
        completed_at: body.status === 'completed' ? now : null,
      })
      return ok({ data: seenBy(own, found) })
    },
    'DELETE /tasks/#': ({ id }) => {
      tasks = tasks.filter(each => each.id !== id)
      return ok({ msg: 'Deleted' })
    },
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost')
    const path = pathname.replace(/^\/api/, '')
    const name = `${request.method} ${path.replace(/\/\d+(?=\/|$)/, '/#')}`
    const text = await textOf(request)
    const body = request.headers['content-type'] === 'application/json' ? JSON.parse(text || '{}') : {}
    const planned = next.get(name)
    next.delete(name)
    if (planned) return planned
    const answered = calls[name]
    if (!answered) return refuse(404, 'Not found')
    const email = emailOf(String(request.headers['x-auth-token'] ?? ''))
    const own = users.find(each => each.email === email)
    if (!own && name !== 'POST /auth/login') return refuse(401, 'Token is not valid')
    return answered({ path, query, body, user: own, id: Number(/\d+/.exec(path)?.[0]) })
  }

  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/api/')) return serveApp(request, response)
    void answer(request).then(({ status, body, type }) => {
      response.writeHead(status, { 'content-type': type ?? 'application/json' })
      response.end(type ? String(body) : JSON.stringify(body))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuseNext: (name: string, status: number, msg: string) => void next.set(name, refuse(status, msg)),
    reportOf: (name: string) => Number(reports.find(({ user_name }) => user_name === name)?.id),
    taskNamed: (title: string) => Number(tasks.find(each => each.title === title)?.id),
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function serveApp(request: IncomingMessage, response: ServerResponse) {
  const { pathname } = new URL(request.url ?? '', 'http://localhost')
  const name = extname(pathname) === '' ? '/index.html' : pathname
  try {
    const content = readFileSync(join(root, 'dist/web', name))
    response.writeHead(200, { 'content-type': types[extname(name)] ?? 'application/octet-stream' })
    response.end(content)
  } catch {
    response.writeHead(404).end()
  }
}

const encode = (text: string) => Buffer.from(text).toString('base64url')

/** A token whose payload has only `exp`, because the specification shows no other field. */
export const tokenOf = (email: string) =>
  `${encode('{}')}.${encode(JSON.stringify({ exp: 4_000_000_000 }))}.${encode(email)}`

const emailOf = (token: string) => Buffer.from(token.split('.')[2] ?? '', 'base64url').toString()

async function textOf(request: IncomingMessage) {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
