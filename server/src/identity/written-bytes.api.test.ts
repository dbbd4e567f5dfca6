import { beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { reportBody } from '../../test/make.ts'
import { expectRefusal, type Person, startTestApp } from '../../test/start-test-app.ts'

const bytesPerDay = 1000
const { as, cast, clock, db, make } = await startTestApp({ writing: { versionsPerReport: 3, bytesPerDay } })
const project = await make.project()

const noon = '2026-03-10T12:00:00.000Z'
let day = 0
beforeEach(async () => {
  clock.set(noon)
  await db.deleteFrom('written_bytes').execute()
})

type Texts = { tasks: string; row: string; blockers?: string; plan?: string }
const bodyOf = ({ tasks, row, blockers = '', plan = '' }: Texts, date: string) =>
  reportBody({
    date,
    tasks,
    blockers,
    tomorrow_plan: plan,
    project_id: project.id,
    task_details: [{ description: row, hours: '1', project_id: project.id }],
  })
const freeDate = () => addDays('2026-03-10', -(day++ % 3))
const submit = (who: Person, texts: Texts, date = freeDate()) =>
  as(who).post('/api/reports', bodyOf(texts, date))
const edit = (who: Person, { id, date }: { id: number; date: string }, texts: Texts) =>
  as(who).put(`/api/reports/${id}`, bodyOf(texts, date))
const writtenBy = async ({ id }: Person) =>
  (await db.selectFrom('written_bytes').select(['day', 'bytes']).where('user_id', '=', id).execute())[0]
const letters = (many: number) => 'x'.repeat(many)

describe('the daily limit of bytes', () => {
  test('counts all texts of a report in UTF-8', async () => {
    const author = await make.user()
    const texts = {
      tasks: 'é'.repeat(100),
      row: '報'.repeat(100),
      blockers: letters(200),
      plan: letters(299),
    }
    const tooMuch = await submit(author, { ...texts, plan: letters(301) }, '2026-03-09')
    expectRefusal(tooMuch, 429, messages.reports.writtenTooMuch)
    expect(tooMuch.headers['retry-after']).toBe(String(12 * 3600))
    expect(await writtenBy(author)).toBeUndefined()

    const reply = await submit(author, texts, '2026-03-09')
    expect(reply.status, reply.text).toBe(201)
    expect(await writtenBy(author)).toEqual({ day: '2026-03-10', bytes: 999 })
    expectRefusal(
      await as(author).post(`/api/reports/${reply.body.report.id}/comments`, { comment: 'no' }),
      429,
      messages.reports.writtenTooMuch,
    )
    const comment = await as(author).post(`/api/reports/${reply.body.report.id}/comments`, { comment: '!' })
    expect(comment.status).toBe(201)
    expect(comment.body).toHaveLength(1)
    expect(await writtenBy(author)).toEqual({ day: '2026-03-10', bytes: 1000 })
    expect((await as(author).get('/api/reports/me')).body.total).toBe(1)
  })

  test('counts the new texts of an edit and the extra bytes of the stored version', async () => {
    const author = await make.user()
    // A control character takes one byte in the text, and six in the JSON of stored rows.
    const row = '\u0001'.repeat(20).padStart(21, 'a').padEnd(22, 'b')
    const { report } = (await submit(author, { tasks: letters(100), row })).body
    expect((await writtenBy(author))?.bytes).toBe(122)
    const edited = await edit(author, report, { tasks: letters(50), row: 'c' })
    expect(edited.status, edited.text).toBe(200)
    const version = await db
      .selectFrom('report_revisions')
      .select(['tasks', 'rows'])
      .where('report_id', '=', report.id)
      .executeTakeFirstOrThrow()
    const stored = Buffer.byteLength(version.tasks) + Buffer.byteLength(version.rows) + 51
    expect((await writtenBy(author))?.bytes).toBe(stored)
    expect(stored).toBeGreaterThan(122 + 51 + 20 * 5)

    expectRefusal(
      await edit(author, report, { tasks: letters(800), row: 'd' }),
      429,
      messages.reports.writtenTooMuch,
    )
    expect((await writtenBy(author))?.bytes).toBe(stored)
    const { body } = await as(author).get(`/api/reports/${report.id}`)
    expect([body.report.tasks, body.report.revision]).toEqual([letters(50), 2])
  })

  test('counts the comment of a review for the reviewer', async () => {
    const author = await make.user()
    const { report } = (await submit(author, { tasks: letters(900), row: 'a' })).body
    const requestChanges = (comment: string) =>
      as(cast.max).post(`/api/reports/${report.id}/review`, { state: 'needs_changes', comment })
    expectRefusal(await requestChanges(letters(1001)), 429, messages.reports.writtenTooMuch)
    expect((await requestChanges(letters(1000))).status).toBe(200)
    expect([await writtenBy(cast.max), await writtenBy(author)]).toMatchObject([
      { bytes: 1000 },
      { bytes: 901 },
    ])
  })

  test('starts again on the next day in UTC', async () => {
    const author = await make.user()
    expect((await submit(author, { tasks: letters(999), row: 'a' }, '2026-03-10')).status).toBe(201)
    clock.set('2026-03-10T23:59:59.500Z')
    const late = await submit(author, { tasks: 'a', row: 'a' }, '2026-03-09')
    expectRefusal(late, 429, messages.reports.writtenTooMuch)
    expect(late.headers['retry-after']).toBe('1')
    clock.set('2026-03-11T00:00:00.000Z')
    expect((await submit(author, { tasks: letters(998), row: 'a' }, '2026-03-09')).status).toBe(201)
    expect(await writtenBy(author)).toEqual({ day: '2026-03-11', bytes: 999 })
    // An instance whose clock is slightly behind doesn't go back to the day before.
    clock.set('2026-03-10T23:59:59.900Z')
    expectRefusal(
      await submit(author, { tasks: 'a', row: 'a' }, '2026-03-08'),
      429,
      messages.reports.writtenTooMuch,
    )
    expect(await writtenBy(author)).toEqual({ day: '2026-03-11', bytes: 999 })
  })

  test('doesn’t count what is refused for another reason', async () => {
    const author = await make.user()
    expect((await submit(author, { tasks: letters(99), row: 'a' }, '2026-03-10')).status).toBe(201)
    expect((await submit(author, { tasks: letters(99), row: 'a' }, '2026-03-10')).status).toBe(409)
    expect((await writtenBy(author))?.bytes).toBe(100)
  })

  test('holds for concurrent requests', async () => {
    for (let round = 0; round < 3; round++) {
      const author = await make.user()
      const others = await Promise.all([make.user(), make.user(), make.user()])
      const reports: { id: number }[] = []
      for (const other of others) reports.push((await submit(other, { tasks: 'a', row: 'a' })).body.report)
      await db.updateTable('users').set({ role: 'manager' }).where('id', '=', author.id).execute()
      const replies = await Promise.all([
        ...Array.from({ length: 9 }, (_, index) =>
          as(author).post(`/api/reports/${reports[index % 3]?.id}/comments`, { comment: letters(300) }),
        ),
        submit(author, { tasks: letters(299), row: 'a' }, '2026-03-10'),
        submit(author, { tasks: letters(299), row: 'a' }, '2026-03-09'),
      ])
      const statuses = replies.map(({ status }) => status)
      expect(statuses.filter(status => status === 201)).toHaveLength(3)
      expect(statuses.filter(status => status === 429)).toHaveLength(8)
      expect((await writtenBy(author))?.bytes).toBe(900)
    }
  })
})

describe('the limit of versions, including the current one', () => {
  test('the last version can be read but not edited', async () => {
    const author = await make.user()
    const { report } = (await submit(author, { tasks: 'One', row: 'a' })).body
    for (const tasks of ['Two', 'Three'])
      expect((await edit(author, report, { tasks, row: 'a' })).status).toBe(200)
    const refused = await edit(author, report, { tasks: 'Four', row: 'a' })
    expectRefusal(refused, 429, "This report has 3 versions and can't be edited any more.")
    expect(refused.headers['retry-after']).toBeUndefined()
    const { body } = await as(author).get(`/api/reports/${report.id}/revisions`)
    expect(body.data.map(({ tasks }: Texts) => tasks)).toEqual(['One', 'Two', 'Three'])
  })

  test('of several concurrent edits to the last version one succeeds', async () => {
    const author = await make.user()
    const { report } = (await submit(author, { tasks: 'One', row: 'a' })).body
    await edit(author, report, { tasks: 'Two', row: 'a' })
    const replies = await Promise.all(['A', 'B', 'C'].map(tasks => edit(author, report, { tasks, row: 'a' })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 429, 429])
  })

  test('a report from before the limit keeps all its versions', async () => {
    const author = await make.user()
    const { report } = (await submit(author, { tasks: 'One', row: 'a' })).body
    await db.updateTable('reports').set({ revision: 800 }).where('id', '=', report.id).execute()
    const refused = await edit(author, report, { tasks: 'Two', row: 'a' })
    expectRefusal(refused, 429, "This report has 800 versions and can't be edited any more.")
  })
})

test('a user can store 100 MB a day, and a report has 500 versions', async () => {
  expect([limits.writtenBytesPerDay, limits.versionsMax]).toEqual([100_000_000, 500])
  expect(messages.reports.writtenTooMuch).toBe("You've written 100 MB today. Try again tomorrow.")
})
