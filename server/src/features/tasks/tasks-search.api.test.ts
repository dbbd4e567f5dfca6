import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/start-test-app.ts'

const statements = new Set<string>()
const { as, cast, make } = await startTestApp({ log: ({ query }) => void statements.add(query.sql) })

test('a search is the same statements, however many projects have its text in their names', async () => {
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
  // The rows of a page are asked for by their ids: no more statements than a page has rows.
  const isPage = (statement: string) => statement.includes('"assigners"')
  expect([...statements].filter(statement => !before.has(statement) && !isPage(statement))).toEqual([])
})
