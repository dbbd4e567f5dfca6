import { describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { reportBody } from '../../../test/make.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'

const { as, cast, clock, db, make } = await startTestApp()
const project = await make.project()
const report = await make.report(cast.dina, reportBody({ project_id: project.id }))
const url = `/api/reports/${report.id}/comments`
const say = (who: Person, comment: unknown, parent_id?: unknown) => as(who).post(url, { comment, parent_id })

describe('refuses', () => {
  test('those who are neither the author nor a reviewer', async () => {
    expectRefusal(await as(null).post(url, { comment: 'Hi' }), 401, 'No token, authorization denied')
    for (const key of ['omar', 'desi', 'mark'] as const) {
      expectRefusal(await say(cast[key], 'Hi'), 403, messages.general.notAllowed)
    }
  })

  test('reports that don’t exist', async () => {
    expect((await as(cast.ada).post('/api/reports/999999/comments', { comment: 'Hi' })).status).toBe(404)
    expect((await as(cast.ada).post('/api/reports/x/comments', { comment: 'Hi' })).status).toBe(404)
    // The body is validated before the report is looked up.
    expect((await as(cast.ada).post('/api/reports/999999/comments', {})).status).toBe(400)
  })

  test.each(['', '  \n ', undefined, null, 7])('%j as a comment', async comment => {
    expectRefusal(await say(cast.ada, comment), 400, messages.comments.required, {
      comment: messages.comments.required,
    })
  })

  test('more than 5,000 characters, counted after trimming', async () => {
    const sentence = 'Comment must be at most 5,000 characters'
    expectRefusal(await say(cast.ada, 'x'.repeat(5001)), 400, sentence, { comment: sentence })
    expect((await say(cast.ada, `  ${'x'.repeat(5000)}  `)).status).toBe(201)
  })

  test('a parent that is unknown, malformed or of another report', async () => {
    const other = await make.report(cast.omar, reportBody({ project_id: project.id }))
    const { body } = await as(cast.ada).post(`/api/reports/${other.id}/comments`, { comment: 'Elsewhere' })
    for (const parent of [999_999, body[0].id, 'x', 0, {}]) {
      expectRefusal(await say(cast.ada, 'Hi', parent), 400, messages.comments.parentMissing, {
        parent_id: messages.comments.parentMissing,
      })
    }
  })

  test.each(['x', 7, [0], ['x'], [null]])('%j as mentions', async mentions => {
    const reply = await as(cast.ada).post(url, { comment: 'Hi', mentions })
    expect([reply.status, reply.body.msg]).toEqual([400, messages.fields.invalid('mentions')])
  })

  test('more than 50 mentions', async () => {
    const mentions = Array.from({ length: 51 }, (_, index) => index + 1)
    expectRefusal(
      await as(cast.ada).post(url, { comment: 'Hi', mentions }),
      400,
      'A comment can mention at most 50 people.',
      { mentions: messages.comments.tooManyMentions },
    )
  })

  test('more than 500 comments on a report, also when several arrive at once', async () => {
    const full = await make.report(cast.desi, reportBody({ project_id: project.id }))
    const row = { report_id: full.id, parent_id: null, level: 1, user_id: cast.desi.id }
    const created_at = '2026-03-10T09:00:00.000Z'
    const comments = Array.from({ length: 498 }, (_, index) => ({
      ...row,
      comment: `No. ${index}`,
      created_at,
    }))
    await db.insertInto('comments').values(comments).execute()
    const more = () => as(cast.desi).post(`/api/reports/${full.id}/comments`, { comment: 'One more' })
    const replies = await Promise.all(Array.from({ length: 5 }, more))
    expect(replies.map(reply => reply.status).sort()).toEqual([201, 201, 400, 400, 400])
    expectRefusal(await more(), 400, 'A report can have at most 500 comments.')
    const { body } = await as(cast.desi).get(`/api/reports/${full.id}`)
    expect(body.comments).toHaveLength(500)
  })

  test('a fourth level', async () => {
    const last = async (reply: Promise<{ body: { id: number }[] }>) => (await reply).body.at(-1)?.id
    const first = await last(say(cast.max, 'How is it going?', null))
    const second = await last(say(cast.dina, 'Well', first))
    const third = await last(say(cast.ada, 'Good', second))
    expectRefusal(await say(cast.dina, 'Thanks', third), 400, messages.comments.tooDeep, {
      parent_id: messages.comments.tooDeep,
    })
  })
})

test('answers with the whole list, flat and oldest first, as in the report', async () => {
  const { id } = await make.report(cast.mark, reportBody({ project_id: project.id, date: '2026-03-09' }))
  const to = `/api/reports/${id}/comments`
  await as(cast.max).post(to, { comment: ' First\nline ', user_id: 1, created_at: 'x', level: 9 })
  clock.advance({ minutes: 1 })
  const top = (await as(cast.ada).post(to, { comment: 'Second' })).body
  const reply = await as(cast.mark).post(to, { comment: 'Answer', parent_id: String(top[0].id) })
  expect(reply.status).toBe(201)
  expect(reply.body).toEqual([
    {
      id: expect.any(Number),
      comment: 'First\nline',
      parent_id: null,
      user_id: cast.max.id,
      user_name: 'Max Manager',
      user_role: 'manager',
      created_at: '2026-03-10T09:00:00.000Z',
      mentions: [],
    },
    {
      id: expect.any(Number),
      comment: 'Second',
      parent_id: null,
      user_id: cast.ada.id,
      user_name: 'Ada Admin',
      user_role: 'admin',
      created_at: '2026-03-10T09:01:00.000Z',
      mentions: [],
    },
    {
      id: expect.any(Number),
      comment: 'Answer',
      parent_id: top[0].id,
      user_id: cast.mark.id,
      user_name: 'Mark Marketing',
      user_role: 'marketing',
      created_at: '2026-03-10T09:01:00.000Z',
      mentions: [],
    },
  ])
  expect((await as(cast.mark).get(`/api/reports/${id}`)).body.comments).toEqual(reply.body)
})

test('ten concurrent comments are all stored', async () => {
  const { id } = await make.report(cast.mark, reportBody({ project_id: project.id, date: '2026-03-08' }))
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      as(cast.ada).post(`/api/reports/${id}/comments`, { comment: `${index}` }),
    ),
  )
  const { comments } = (await as(cast.mark).get(`/api/reports/${id}`)).body
  expect(comments.map((each: { comment: string }) => Number(each.comment)).sort()).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ])
})

test('a deleted user’s comment keeps the name', async () => {
  await db.updateTable('users').set({ deleted_at: 'x' }).where('id', '=', cast.max.id).execute()
  const { comments } = (await as(cast.dina).get(`/api/reports/${report.id}`)).body
  expect(comments.map((each: { user_name: string }) => each.user_name)).toContain('Max Manager')
})

test('mentions are stored for users who may read the report, and have their current names', async () => {
  const { id } = await make.report(cast.mark, reportBody({ project_id: project.id, date: '2026-03-07' }))
  const to = `/api/reports/${id}/comments`
  const [plain] = (await as(cast.ada).post(to, { comment: 'Hi', mentions: [] })).body
  expect(plain.mentions).toEqual([])
  const mentions = [cast.mark.id, cast.omar.id, String(cast.ada.id), cast.ada.id, 999_999]
  const { body } = await as(cast.ada).post(to, { comment: '@Mark Marketing, look', mentions })
  const both = [
    { id: cast.ada.id, name: 'Ada Admin' },
    { id: cast.mark.id, name: 'Mark Marketing' },
  ]
  expect(body.at(-1).mentions).toEqual(both)
  expect(body.map((each: { id: number }) => each.id)).toEqual([plain.id, body.at(-1).id])
  const { comments } = (await as(cast.mark).get(`/api/reports/${id}`)).body
  expect(comments.map((each: { mentions: unknown }) => each.mentions)).toEqual([[], both])
})
