// The smallest server with the same responses, as a baseline for the real one: node:http, one HS256 check, prepared
// statements and JSON.stringify, without a framework, validation, sign-in rows, stored counts, a log or safety.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import pg from 'pg'
import { decimalHours, hoursNumber, hoursText } from '#shared/hours.ts'

type Row = Record<
  'id' | 'report_id' | 'project_id' | 'user_id' | 'minutes' | 'rows' | 'total' | 'expected_tenths',
  number
> &
  Record<
    'name' | 'email' | 'role' | 'project' | 'description' | 'tasks' | 'date' | 'created_at' | 'review_state',
    string
  > &
  Record<
    | 'blockers'
    | 'tomorrow_plan'
    | 'edited_at'
    | 'project_name'
    | 'user_name'
    | 'reviewer_name'
    | 'reviewed_at'
    | 'task_title',
    string | null
  > &
  Record<'actual_tenths' | 'review_comment_id' | 'task_id', number | null>
type All = (text: string, ...values: unknown[]) => Row[] | Promise<Row[]>
type Database = { all: All; transaction<T>(work: (all: All) => Promise<T>): Promise<T> }

const secret = process.env.JWT_SECRET ?? ''
const { all, transaction } = process.env.DATABASE_URL
  ? openPostgres(process.env.DATABASE_URL)
  : openSqlite(join(process.env.DATA_DIR ?? '', 'daily-report.db'))

function openSqlite(file: string): Database {
  const database = new DatabaseSync(file, { timeout: 5000 })
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  const statements = new Map<string, StatementSync>()
  const all = (text: string, ...values: unknown[]) => {
    let statement = statements.get(text)
    if (!statement) {
      statement = database.prepare(text.replaceAll('$', '?'))
      statements.set(text, statement)
    }
    return statement.all(...(values as SQLInputValue[])) as Row[]
  }
  // All requests share one connection, so each transaction waits for the previous one.
  let last: Promise<unknown> = Promise.resolve()
  return {
    all,
    transaction(work) {
      const result = last.then(async () => {
        all('begin immediate')
        try {
          const value = await work(all)
          all('commit')
          return value
        } catch (error) {
          all('rollback')
          throw error
        }
      })
      last = result.catch(() => {})
      return result
    },
  }
}

function openPostgres(connectionString: string): Database {
  const pool = new pg.Pool({ connectionString, max: 10 })
  pg.types.setTypeParser(20, Number)
  pg.types.setTypeParser(1700, Number)
  const names = new Map<string, string>()
  const ask = async (client: pg.Pool | pg.PoolClient, text: string, values: unknown[]) => {
    if (!names.has(text)) names.set(text, `f${names.size}`)
    return (await client.query({ name: names.get(text) as string, text, values })).rows
  }
  return {
    all: (text, ...values) => ask(pool, text, values),
    async transaction(work) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        const value = await work((text, ...values) => ask(client, text, values))
        await client.query('commit')
        return value
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    },
  }
}

function userOf(token: string): number {
  const [head, payload = '', signature] = token.split('.')
  if (createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url') !== signature) return 0
  const { sub, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return exp > Date.now() / 1000 ? Number(sub) : 0
}

const ofReport = `reports.id, user_id, users.name as user_name, users.email as user_email, date, tasks, minutes,
  blockers, tomorrow_plan, reports.project_id, reports.created_at, edited_at, revision, review_state,
  reviewers.name as reviewer_name, reviewed_at, review_comment_id`
const fromReports = `from reports join users on users.id = user_id
  left join users as reviewers on reviewers.id = reviewed_by`
const reportColumns = `${ofReport} ${fromReports}`
const listedColumns = `${ofReport},
  (select count(*) from comments where report_id = reports.id) as comment_count ${fromReports}`
const rowColumns = `report_rows.id, report_id, report_rows.description, minutes, report_rows.project_id, projects.name as project_name, task_id, title as task_title
  from report_rows join projects on projects.id = report_rows.project_id left join tasks on tasks.id = task_id`
const list = (count: number) => Array.from({ length: count }, (_, index) => `$${index + 1}`).join(', ')

function report(
  { minutes, edited_at, review_state, reviewer_name, reviewed_at, review_comment_id, ...row }: Row,
  rows: Row[],
) {
  return {
    ...row,
    review: {
      state: review_state,
      reviewer_name,
      reviewed_at,
      comment_id: review_state === 'needs_changes' ? review_comment_id : null,
    },
    hours_worked: hoursNumber(minutes),
    is_edited: edited_at !== null,
    is_shortened: false,
    task_details: rows.map(({ id, description, minutes, project_id, project_name, task_id, task_title }) => ({
      id,
      task_description: description,
      hours: hoursNumber(minutes),
      project_id,
      project_name,
      task_id,
      task_title,
    })),
  }
}

async function page(query: URLSearchParams, where: string, ...values: unknown[]) {
  const [pageNumber, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 10)]
  const next = values.length
  const [[counted], reports] = await Promise.all([
    all(`select count(*) as total from reports ${where}`, ...values),
    all(
      `select ${listedColumns} ${where} order by date desc, reports.id desc limit $${next + 1} offset $${next + 2}`,
      ...values,
      limit,
      (pageNumber - 1) * limit,
    ),
  ])
  const ids = reports.map(row => row.id)
  const rows =
    ids.length > 0
      ? await all(
          `select ${rowColumns} where report_id in (${list(ids.length)}) order by report_id, position`,
          ...ids,
        )
      : []
  const byReport = Map.groupBy(rows, row => row.report_id)
  const total = Number(counted?.total)
  return {
    reports: reports.map(row => report(row, byReport.get(row.id) ?? [])),
    total,
    totalPages: Math.ceil(total / limit),
    page: pageNumber,
    limit,
  }
}

async function oneReport(id: number) {
  const [[row], rows, comments] = await Promise.all([
    all(`select ${reportColumns} where reports.id = $1`, id),
    all(`select ${rowColumns} where report_id = $1 order by position`, id),
    all(
      `select comments.id, comment, parent_id, user_id, users.name as user_name, users.role as user_role, comments.created_at
      from comments join users on users.id = user_id where report_id = $1 order by comments.id`,
      id,
    ),
  ])
  return {
    report: report(row as Row, rows),
    comments: comments.map(comment => ({ ...comment, mentions: [] })),
    edit_window_days: 3,
    open_tasks: [],
  }
}

async function hours(projectId: number) {
  const rows = await all(
    `select user_id, users.name as user_name, sum(report_rows.minutes) as minutes, count(*) as rows from report_rows
    join reports on reports.id = report_id join users on users.id = user_id
    where report_rows.project_id = $1 group by user_id, users.name order by sum(report_rows.minutes) desc, user_id`,
    projectId,
  )
  const sum = (name: 'minutes' | 'rows') => rows.reduce((total, row) => total + Number(row[name]), 0)
  return {
    totalHours: hoursNumber(sum('minutes')),
    taskCount: sum('rows'),
    userDistribution: rows.map(({ user_id, user_name, minutes }) => ({
      user_id,
      user_name,
      hours: hoursNumber(Number(minutes)),
    })),
    of_your_teams: false,
  }
}

async function projects(where: string, ...values: unknown[]) {
  const [rows, members] = await Promise.all([
    all(
      `select id, name, description, created_at from projects where deleted_at is null ${where} order by name_key`,
      ...values,
    ),
    all(
      `select project_id, users.id, users.name from project_members join users on users.id = user_id
      where users.deleted_at is null ${where.replace(' id ', ' project_id ')} order by users.name, users.id`,
      ...values,
    ),
  ])
  const byProject = Map.groupBy(members, member => member.project_id)
  return rows.map(row => ({
    ...row,
    developers: (byProject.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
  }))
}

async function tasks(query: URLSearchParams, where: string, isReviewer: boolean, ...values: unknown[]) {
  const limit = Number(query.get('limit') ?? 10)
  const next = values.length
  const [[counted], rows] = await Promise.all([
    all(`select count(*) as total from tasks ${where}`, ...values),
    all(
      `select tasks.id, title, tasks.description, project_id, projects.name as project_name, assigned_to,
      a.name as assignee_name, b.name as assigner_name, expected_tenths, actual_tenths, completion_note, status,
      tasks.created_at, completed_at, logged_minutes from tasks join projects on projects.id = project_id
      join users a on a.id = assigned_to join users b on b.id = assigned_by
      ${where} order by tasks.created_at desc, tasks.id desc limit $${next + 1}`,
      ...values,
      limit,
    ),
  ])
  const total = Number(counted?.total)
  return {
    data: rows.map(({ expected_tenths, actual_tenths, ...row }) => ({
      ...row,
      ...(isReviewer && { expected_hours: expected_tenths / 10 }),
      actual_hours: actual_tenths === null ? null : actual_tenths / 10,
    })),
    pagination: { total, pages: Math.ceil(total / limit), page: 1, limit },
  }
}

type Body = {
  date: string
  tasks: string
  blockers: string
  tomorrow_plan: string
  project_id: number
  task_details: { description: string; hours: string; project_id: number }[]
}

function submit(user: number, { date, tasks, blockers, tomorrow_plan, project_id, task_details }: Body) {
  const rows = task_details.map(row => {
    const [whole, part = '0'] = row.hours.split('.')
    return { ...row, minutes: Number(whole) * 60 + Number(part.padEnd(2, '0')) }
  })
  const total = rows.reduce((sum, row) => sum + row.minutes, 0)
  return transaction(async all => {
    const [made] = await all(
      `insert into reports (user_id, date, tasks, minutes, blockers, tomorrow_plan, project_id, created_at, review_state)
      values (${list(8)}, 'unreviewed') returning id`,
      user,
      date,
      tasks,
      total,
      blockers || null,
      tomorrow_plan || null,
      project_id,
      new Date().toISOString(),
    )
    for (const [position, row] of rows.entries()) {
      await all(
        `insert into report_rows (report_id, position, description, minutes, project_id) values (${list(5)})`,
        made?.id,
        position,
        row.description,
        row.minutes,
        row.project_id,
      )
    }
    const saved = await all(`select ${reportColumns} where reports.id = $1`, made?.id)
    const details = await all(`select ${rowColumns} where report_id = $1 order by position`, made?.id)
    return { msg: 'Report submitted successfully', report: report(saved[0] as Row, details) }
  })
}

const quoted = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

async function csv(query: URLSearchParams, response: ServerResponse) {
  response.setHeader('content-type', 'text/csv; charset=utf-8')
  const days = await all(
    'select distinct date from reports where date >= $1 and date <= $2 order by date desc',
    query.get('startDate') ?? '',
    query.get('endDate') ?? '9999-12-31',
  )
  response.write(
    "\uFEFFDate,Developer,Email,Role,Project,Task,Hours,Decimal Hours,Report Summary,Blockers,Tomorrow's Plan,Submitted At,Edited\r\n",
  )
  for (const { date } of days) {
    const rows = await all(
      `select users.name, email, role, projects.name as project, report_rows.description, report_rows.minutes, tasks,
      blockers, tomorrow_plan, reports.created_at, edited_at from reports join users on users.id = user_id
      join report_rows on report_id = reports.id join projects on projects.id = report_rows.project_id
      where date = $1 order by users.name, reports.id, position`,
      date,
    )
    let text = ''
    for (const row of rows) {
      const cells = [row.name, row.email, row.role, row.project, row.description, hoursText(row.minutes)]
      const more = [row.tasks, row.blockers ?? '', row.tomorrow_plan ?? '', row.created_at]
      const decimal = decimalHours(row.minutes).replace(' hours', '')
      text += `${[date, ...cells, decimal, ...more].map(quoted).join(',')},${row.edited_at === null ? 'No' : 'Yes'}\r\n`
    }
    if (!response.write(text)) await new Promise(resolve => response.once('drain', resolve))
    else await new Promise(resolve => setImmediate(resolve))
  }
  response.end()
}

async function answer(request: IncomingMessage, response: ServerResponse, body: string) {
  if (request.url === '/healthz') return send(response, 200, { status: 'ok' })
  const [path = '', search] = (request.url ?? '').slice('/api'.length).split('?', 2)
  const query = new URLSearchParams(search)
  const user = userOf(String(request.headers['x-auth-token'] ?? ''))
  if (user === 0) return send(response, 401, { msg: 'Token is not valid' })
  // In the data sets the first two people are the reviewers.
  const isReviewer = user <= 2
  const [, area, second, third] = path.split('/')
  if (request.method === 'POST') return send(response, 201, await submit(user, JSON.parse(body)))
  if (area === 'tasks') {
    const status = query.get('status')
    const found = isReviewer
      ? tasks(query, status ? 'where status = $1' : '', true, ...(status ? [status] : []))
      : tasks(query, 'where assigned_to = $1 and status = $2', false, user, status)
    return send(response, 200, await found)
  }
  if (area === 'projects') {
    const own = 'and id in (select project_id from project_members where user_id = $1)'
    return send(response, 200, await (second === 'me' ? projects(own, user) : projects('')))
  }
  if (second === 'export') return csv(query, response)
  if (second === 'project') return send(response, 200, await hours(Number(third)))
  if (second === 'me') {
    const date = query.get('date')
    const found = date
      ? page(query, 'where user_id = $1 and date = $2', user, date)
      : page(query, 'where user_id = $1', user)
    return send(response, 200, await found)
  }
  return send(response, 200, second ? await oneReport(Number(second)) : await page(query, ''))
}

function send(response: ServerResponse, status: number, value: unknown) {
  const text = JSON.stringify(value)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

const server = createServer((request, response) => {
  const fail = (error: unknown) => {
    console.error(error)
    response.writeHead(500).end()
  }
  if (request.method !== 'POST') {
    answer(request, response, '').catch(fail)
    return
  }
  const chunks: Buffer[] = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => void answer(request, response, Buffer.concat(chunks).toString()).catch(fail))
})
// The timeout equals the real server's, so that a pause of the machine affects both alike.
server.keepAliveTimeout = 72_000
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
