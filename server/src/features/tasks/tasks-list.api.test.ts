import { expect, test } from 'vitest'
import { type Person, startTestApp } from '../../../test/start-test-app.ts'

// These tests have a database of their own, because the first one counts every task.
const statements = new Set<string>()
const { as, cast, make } = await startTestApp({ log: ({ query }) => void statements.add(query.sql) })

test('lists the tasks that the user may see, newest first, by status, search, project and page', async () => {
  const portal = await make.project({ name: 'Ärzteportal' })
  const other = await make.project({ name: 'Elsewhere' })
  const createTask = (index: number) =>
    as(cast.ada).post('/api/tasks', {
      title: index === 7 ? '100%_sure' : `Task ${index}`,
      project_id: index % 2 ? portal.id : other.id,
      assigned_to: index % 3 ? cast.dina.id : cast.omar.id,
      expected_hours: 1,
    })
  for (let index = 1; index <= 12; index++) await createTask(index)
  const first = (await as(cast.max).get('/api/tasks')).body
  expect(first.pagination).toEqual({ total: 12, pages: 2, page: 1, limit: 10 })
  expect(first.data.map((each: { title: string }) => each.title)[0]).toBe('Task 12')
  const dinas = (await as(cast.dina).get('/api/tasks?limit=100')).body
  expect(dinas.pagination.total).toBe(8)
  expect(new Set(dinas.data.map((each: { assigned_to: number }) => each.assigned_to))).toEqual(
    new Set([cast.dina.id]),
  )
  expect((await as(cast.desi).get('/api/tasks')).body).toEqual({
    data: [],
    pagination: { total: 0, pages: 0, page: 1, limit: 10 },
  })

  await as(cast.dina).post(`/api/tasks/${dinas.data[0].id}/status`, { status: 'in_progress' })
  expect((await as(cast.ada).get('/api/tasks?status=in_progress')).body.pagination.total).toBe(1)
  expect((await as(cast.ada).get('/api/tasks/stats/summary')).body).toEqual({
    data: { total: 12, pending: 11, in_progress: 1, completed: 0 },
  })
  expect((await as(cast.omar).get('/api/tasks/stats/summary')).body).toEqual({
    data: { total: 4, pending: 4, in_progress: 0, completed: 0 },
  })

  const found = async (who: Person, search: string) =>
    (await as(who).get(`/api/tasks?search=${encodeURIComponent(search)}&limit=100`)).body.pagination.total
  expect(await found(cast.ada, 'äRZTE')).toBe(6)
  expect(await found(cast.ada, 'OMAR dev')).toBe(4)
  expect(await found(cast.ada, ' task 1')).toBe(4)
  expect(await found(cast.ada, '100%_s')).toBe(1)
  expect(await found(cast.ada, '%')).toBe(1)
  expect(await found(cast.ada, '_')).toBe(1)
  expect(await found(cast.ada, '\\')).toBe(0)
  expect(await found(cast.dina, 'omar')).toBe(0)

  expect((await as(cast.ada).get(`/api/tasks/project/${portal.id}`)).body.pagination.total).toBe(6)
  expect(
    (await as(cast.omar).get(`/api/tasks/project/${portal.id}?status=pending`)).body.pagination.total,
  ).toBe(2)
  expect((await as(cast.ada).get('/api/tasks/project/999999')).status).toBe(404)
  expect((await as(cast.ada).get('/api/tasks/project/x')).status).toBe(404)
})

test('a search runs the same statements, however many project names contain its text', async () => {
  const longest = 'abcdefgh'
  for (let length = 1; length <= longest.length; length++) {
    const { id } = await make.project({ name: longest.slice(0, length) })
    const task = { title: 'Paint', project_id: id, assigned_to: cast.dina.id, expected_hours: 1 }
    expect((await as(cast.ada).post('/api/tasks', task)).status).toBe(201)
  }
  const found = async (search: string) =>
    (await as(cast.ada).get(`/api/tasks?search=${search}`)).body.pagination.total
  expect(await found(longest)).toBe(1)
  const before = new Set(statements)
  for (let length = longest.length - 1; length >= 3; length--)
    expect(await found(longest.slice(0, length))).toBe(longest.length - length + 1)
  // The page reads its rows by id, with one statement for each number of rows.
  const isPage = (statement: string) => statement.includes('"assigners"')
  expect([...statements].filter(statement => !before.has(statement) && !isPage(statement))).toEqual([])
})
