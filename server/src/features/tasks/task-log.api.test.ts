import { describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'

const { as, cast, make } = await startTestApp()
const project = await make.project({ name: 'Website' })
const notAllowed = messages.general.notAllowed

async function task(more: object = {}): Promise<number> {
  const reply = await as(cast.max).post('/api/tasks', {
    title: 'Build the page',
    project_id: project.id,
    assigned_to: cast.dina.id,
    expected_hours: 5,
    ...more,
  })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}
async function log(
  who: Person,
  date: string,
  ...rows: [task_id: number, description: string, hours: string][]
) {
  const task_details = rows.map(([task_id, description, hours]) => ({
    task_id,
    description,
    hours,
    project_id: project.id,
  }))
  return make.report(who, { project_id: project.id, date, task_details })
}
const read = (who: Person | null, id: number | string, query = '') =>
  as(who).get(`/api/tasks/${id}/log${query}`)

describe('refuses', () => {
  test('users who may not read the task', async () => {
    const id = await task()
    expectRefusal(await read(null, id), 401, messages.signIn.noToken)
    for (const key of ['omar', 'desi', 'mark'] as const) {
      expectRefusal(await read(cast[key], id), 403, notAllowed)
    }
  })

  test('an unknown task for every role', async () => {
    for (const who of [cast.dina, cast.max, cast.ada]) {
      for (const id of ['999999', '0', 'x', '1.5']) expect((await read(who, id)).status).toBe(404)
    }
    expectRefusal(await read(cast.ada, 999_999), 404, messages.tasks.notFound)
  })

  test.each(['page=0', 'page=x', 'limit=0', 'limit=101'])('?%s', async query => {
    expect((await read(cast.ada, await task(), `?${query}`)).status).toBe(400)
  })
})

test('a task without rows has an empty page', async () => {
  expect((await read(cast.dina, await task())).body).toEqual({
    data: [],
    pagination: { total: 0, pages: 0, page: 1, limit: 10 },
  })
})

test('lists rows by page, newest date first, in the order of the report; staff see only their own', async () => {
  const [id, other] = [await task(), await task()]
  const newest = await log(
    cast.dina,
    '2026-03-05',
    [id, 'Third', '1.30'],
    [other, 'Else', '1'],
    [id, 'Fourth', '0.45'],
  )
  // This report is newer, but for an earlier day.
  const oldest = await log(cast.dina, '2026-03-03', [id, 'First', '2'])
  const reviewers = await log(cast.max, '2026-03-04', [id, 'Second', '0.15'])
  const entry = (report_id: number, date: string, user_name: string, description: string, hours: number) => ({
    report_id,
    date,
    user_name,
    description,
    hours,
  })
  const ofDina = [
    entry(newest.id, '2026-03-05', 'Dina Developer', 'Third', 1.3),
    entry(newest.id, '2026-03-05', 'Dina Developer', 'Fourth', 0.45),
    entry(oldest.id, '2026-03-03', 'Dina Developer', 'First', 2),
  ]
  const ofMax = entry(reviewers.id, '2026-03-04', 'Max Manager', 'Second', 0.15)
  for (const who of [cast.ada, cast.max]) {
    expect((await read(who, id)).body).toEqual({
      data: [...ofDina.slice(0, 2), ofMax, ...ofDina.slice(2)],
      pagination: { total: 4, pages: 1, page: 1, limit: 10 },
    })
  }
  expect((await read(cast.dina, id)).body).toEqual({
    data: ofDina,
    pagination: { total: 3, pages: 1, page: 1, limit: 10 },
  })
  expect((await read(cast.dina, id, '?page=2&limit=2')).body).toEqual({
    data: ofDina.slice(2),
    pagination: { total: 3, pages: 2, page: 2, limit: 2 },
  })
  expect((await read(cast.ada, id, '?page=9')).body.data).toEqual([])

  // After a reassignment the new assignee can read the task, but not the rows of others.
  await as(cast.ada).put(`/api/tasks/${id}`, {
    title: 'Build the page',
    project_id: project.id,
    assigned_to: cast.omar.id,
    expected_hours: 5,
  })
  expect((await read(cast.omar, id)).body.pagination.total).toBe(0)
  expectRefusal(await read(cast.dina, id), 403, notAllowed)
})

test('a page of the longest rows isn’t cut', async () => {
  const id = await task()
  const long = '"'.repeat(1990)
  const task_details = Array.from({ length: 45 }, (_, index) => ({
    task_id: id,
    description: `${index} ${long}`,
    hours: '0.01',
    project_id: project.id,
  }))
  await make.report(cast.dina, { project_id: project.id, date: '2026-02-01', task_details })
  const { data } = (await read(cast.dina, id, '?limit=100')).body
  expect(data.map((each: { description: string }) => each.description)).toEqual(
    task_details.map(({ description }) => description),
  )
})

test('the log has no estimate for staff', async () => {
  const id = await task({ expected_hours: 1234.5 })
  await log(cast.dina, '2026-02-02', [id, 'Work', '1'])
  for (const path of [`/api/tasks/${id}`, `/api/tasks/${id}/log`]) {
    const { text } = await as(cast.dina).get(path)
    expect(text).not.toContain('1234')
    expect(text).not.toContain('expected')
  }
})
