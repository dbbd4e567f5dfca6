import { expect, test } from 'vitest'
import { type Person, startTestApp } from '../../../test/start-test-app.ts'

// In a file of its own: it counts every task there is.
const { as, cast, make } = await startTestApp()

test('newest first, by status and page, within what one may see', async () => {
  const place = await make.project({ name: 'Ärzteportal' })
  const other = await make.project({ name: 'Elsewhere' })
  const make1 = (index: number) =>
    as(cast.ada).post('/api/tasks', {
      title: index === 7 ? '100%_sure' : `Task ${index}`,
      project_id: index % 2 ? place.id : other.id,
      assigned_to: index % 3 ? cast.dina.id : cast.omar.id,
      expected_hours: 1,
    })
  for (let index = 1; index <= 12; index++) await make1(index)
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

  await setStatusOf(as, cast.dina, dinas.data[0].id)
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

  expect((await as(cast.ada).get(`/api/tasks/project/${place.id}`)).body.pagination.total).toBe(6)
  expect(
    (await as(cast.omar).get(`/api/tasks/project/${place.id}?status=pending`)).body.pagination.total,
  ).toBe(2)
  expect((await as(cast.ada).get('/api/tasks/project/999999')).status).toBe(404)
  expect((await as(cast.ada).get('/api/tasks/project/x')).status).toBe(404)
})

const setStatusOf = (
  as: (who: Person) => { post(url: string, payload: object): Promise<unknown> },
  who: Person,
  id: number,
) => as(who).post(`/api/tasks/${id}/status`, { status: 'in_progress' })
