import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/start-test-app.ts'
import { recount } from '../../db/recount.ts'
import { everyone } from '../../identity/visible-people.ts'
import { reportsCsv } from './reports-csv.ts'

let statements = 0
const log = () => void statements++
const { ctx, db, make } = await startTestApp({ log })
const project = await make.project()
const created_at = '2026-03-10T09:00:00.000Z'

// Each day has more reports than fit one chunk of the export.
const people = await db
  .insertInto('users')
  .values(
    Array.from({ length: 450 }, (_, index) => ({
      name: `Person ${index}`,
      email: `person-${index}@example.com`,
      role: 'developer' as const,
      password_hash: 'x',
      created_at,
    })),
  )
  .returning('id')
  .execute()
for (const date of ['2026-03-08', '2026-03-09']) {
  const reports = await db
    .insertInto('reports')
    .values(
      people.map(({ id }) => ({
        user_id: id,
        date,
        tasks: 'x',
        minutes: 60,
        project_id: project.id,
        created_at,
      })),
    )
    .returning('id')
    .execute()
  const row = { position: 0, description: 'Work', minutes: 60, project_id: project.id }
  await db
    .insertInto('report_rows')
    .values(reports.map(({ id }) => ({ ...row, report_id: id })))
    .execute()
}
await recount(db)

const linesOf = (chunk: string) => chunk.split('\r\n').length - 1

test('a large export comes in chunks of at most 200 reports, each read only when it is requested', async () => {
  const sizes: number[] = []
  for await (const chunk of reportsCsv(ctx, { people: everyone }, async () => true))
    sizes.push(linesOf(chunk))
  expect(sizes).toEqual([1, 200, 200, 50, 200, 200, 50])
})

test('a chunk takes three queries, and a day one more', async () => {
  statements = 0
  for await (const _ of reportsCsv(ctx, { people: everyone }, async () => true));
  // One query for the days, one for the reports of each of two days, and for each of three chunks sizes, reports and rows.
  expect(statements).toBe(1 + 2 * (1 + 3 * 3))
})

test('a user who loses the right to read during the export does not get the rest', async () => {
  const answers = [true, false]
  const chunks = reportsCsv(ctx, { people: everyone }, async () => answers.shift() ?? false)
  const received: number[] = []
  const reading = (async () => {
    for await (const chunk of chunks) received.push(linesOf(chunk))
  })()
  await expect(reading).rejects.toThrow('has ended')
  // The right is checked before every chunk, so the rest of the day is missing too.
  expect(received).toEqual([1, 200])
})

test('long reports come in smaller chunks, and none is missing', async () => {
  const tasks = 'x'.repeat(10_000)
  await db
    .updateTable('reports')
    .set({ tasks, blockers: tasks, tomorrow_plan: tasks })
    .where('date', '=', '2026-03-09')
    .execute()
  const chunks: string[] = []
  for await (const chunk of reportsCsv(ctx, { people: everyone }, async () => true)) chunks.push(chunk)
  expect(Math.max(...chunks.map(chunk => chunk.length))).toBeLessThan(300_000)
  const lines = chunks.join('').split('\r\n').slice(1, -1)
  expect(lines).toHaveLength(900)
  expect(new Set(lines.map(line => line.split(',').slice(0, 2).join())).size).toBe(900)
})
