import { beforeEach, expect, test } from 'vitest'
import { type NewComment, newCommentsReply } from '#shared/contract/new-comments.ts'
import { messages } from '#shared/messages.ts'
import { reportBody } from '../../../test/make.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'

const { as, cast, clock, db, make } = await startTestApp()
const project = await make.project()

let counter = 0
async function hire(role: Person['role'] = 'developer'): Promise<Person> {
  const name = `Author ${++counter}`
  const email = `author-${counter}@example.com`
  const { id } = await db
    .insertInto('users')
    .values({ name, email, role, password_hash: 'x', created_at: '2020-01-01T09:00:00.000Z' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, name, email, role, password: '' }
}

const submit = async (author: Person, date = '2026-03-10') =>
  (await make.report(author, reportBody({ project_id: project.id, date }))).id

async function say(who: Person, report: number, comment: string, parent_id: number | null = null) {
  clock.advance({ minutes: 1 })
  const reply = await as(who).post(`/api/reports/${report}/comments`, { comment, parent_id })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.at(-1).id as number
}

async function newOf(who: Person): Promise<NewComment[]> {
  const reply = await as(who).get('/api/comments/new')
  expect(reply.status, reply.text).toBe(200)
  expect(newCommentsReply.safeParse(reply.body).error).toBeUndefined()
  return reply.body.comments
}
const textsOf = async (who: Person) => (await newOf(who)).map(({ text }) => text)

beforeEach(() => clock.set('2026-03-10T09:00:00.000Z'))

test('refused without a token', async () => {
  expectRefusal(await as(null).get('/api/comments/new'), 401, messages.auth.noToken)
})

test("what others wrote on the user's own reports, newest first; nothing on others' reports", async () => {
  const [dina, omar] = [await hire(), await hire()]
  const [monday, tuesday] = [await submit(dina, '2026-03-09'), await submit(dina)]
  const first = await say(cast.max, monday, 'Which page?')
  const second = await say(cast.ada, tuesday, 'Well done')
  expect(await newOf(dina)).toEqual([
    {
      id: second,
      report_id: tuesday,
      date: '2026-03-10',
      user_name: 'Ada Admin',
      text: 'Well done',
      created_at: '2026-03-10T09:02:00.000Z',
    },
    {
      id: first,
      report_id: monday,
      date: '2026-03-09',
      user_name: 'Max Manager',
      text: 'Which page?',
      created_at: '2026-03-10T09:01:00.000Z',
    },
  ])
  for (const other of [omar, cast.max, cast.ada]) expect(await newOf(other)).toEqual([])
})

test('answered ones are not new; a later one on the same report is', async () => {
  const author = await hire()
  const [one, other] = [await submit(author, '2026-03-09'), await submit(author)]
  const question = await say(cast.max, one, 'Which page?')
  await say(cast.max, other, 'And this one?')
  await say(author, one, 'The first', question)
  expect(await textsOf(author)).toEqual(['And this one?'])
  await say(cast.ada, one, 'Thanks')
  expect(await textsOf(author)).toEqual(['Thanks', 'And this one?'])
})

test('an edit of the report is an answer to what was said before', async () => {
  const author = await hire()
  const id = await submit(author)
  await say(cast.max, id, 'Two hours are missing')
  clock.advance({ minutes: 1 })
  const edit = await as(author).put(`/api/reports/${id}`, reportBody({ project_id: project.id }))
  expect(edit.status, edit.text).toBe(200)
  expect(await newOf(author)).toEqual([])
  await say(cast.max, id, 'Now it is right')
  expect(await textsOf(author)).toEqual(['Now it is right'])
})

test('what asks for changes is not among them, neither while it does nor after the edit', async () => {
  const author = await hire()
  const id = await submit(author)
  await say(cast.max, id, 'Thanks for the details')
  clock.advance({ minutes: 1 })
  const asked = await as(cast.max).post(`/api/reports/${id}/review`, {
    state: 'needs_changes',
    comment: 'Which page?',
  })
  expect(asked.status, asked.text).toBe(200)
  expect(await textsOf(author)).toEqual(['Thanks for the details'])
  clock.advance({ minutes: 1 })
  await as(author).put(`/api/reports/${id}`, reportBody({ project_id: project.id }))
  expect(await newOf(author)).toEqual([])
})

test('on reports of the last week, also for those whose day ends last', async () => {
  const author = await hire()
  // 12 hours behind UTC it is still Monday 9 March.
  clock.set('2026-03-10T11:59:00.000Z')
  await say(cast.max, await submit(author, '2026-03-02'), 'In the week')
  await say(cast.max, await submit(author, '2026-03-01'), 'Before')
  clock.set('2026-03-10T11:59:30.000Z')
  expect(await textsOf(author)).toEqual(['In the week'])
})

test('at most 20, each cut at 200 characters', async () => {
  const author = await hire('manager')
  const id = await submit(author)
  for (let nth = 0; nth < 22; nth++) await say(cast.ada, id, `${nth} ${'x'.repeat(300)}`)
  const found = await newOf(author)
  expect(found.map(({ text }) => text.split(' ')[0])).toEqual(
    Array.from({ length: 20 }, (_, nth) => String(21 - nth)),
  )
  for (const { text } of found) expect(text).toHaveLength(200)
})
