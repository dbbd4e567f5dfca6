import { describe, expect, test } from 'vitest'
import type { ReviewState } from '#shared/contract/reviews.ts'
import { messages } from '#shared/messages.ts'
import { expectRightCounts } from '../../../test/kept-counts.ts'
import { reportBody } from '../../../test/make.ts'
import { expectRefusal, type Person, type Reply, startTestApp } from '../../../test/start-test-app.ts'
import { recount } from '../../db/recount.ts'

const { as, cast, clock, db, make } = await startTestApp()
const project = await make.project()
const other = await make.project()

/** Each test creates its own users, who have no other reports. */
const hire = (role?: Person['role']) => make.user(role, { created_at: '2020-01-01T09:00:00.000Z' })
const submit = async (author: Person, more: object = {}) =>
  (await make.report(author, reportBody({ project_id: project.id, ...more }))).id
const submitted = async () => submit(await hire())

const review = (who: Person | null, id: number | string, body: object) =>
  as(who).post(`/api/reports/${id}/review`, body)
const bulk = (who: Person | null, body: object) => as(who).post('/api/reports/review', body)
const read = async (id: number) => (await as(cast.ada).get(`/api/reports/${id}`)).body
const reviewOf = async (id: number) => (await read(id)).report.review
const textsOf = async (id: number) =>
  (await read(id)).comments.map((each: { comment: string }) => each.comment)
const none = { state: 'unreviewed', reviewer_name: null, reviewed_at: null, comment_id: null }
const statuses = (replies: Reply[]) => replies.map(reply => reply.status).sort()

describe('POST /reports/:id/review refuses', () => {
  test('users who aren’t reviewers, also for their own reports', async () => {
    const id = await submit(cast.dina)
    expectRefusal(await review(null, id, { state: 'reviewed' }), 401, messages.signIn.noToken)
    for (const key of ['dina', 'omar', 'desi', 'mark'] as const) {
      expectRefusal(await review(cast[key], id, { state: 'reviewed' }), 403, messages.general.notAllowed)
    }
    expect(await reviewOf(id)).toEqual(none)
  })

  test('the reviewer’s own report in every state', async () => {
    for (const who of [cast.ada, cast.max]) {
      const id = await submit(who)
      for (const body of [
        { state: 'reviewed' },
        { state: 'unreviewed' },
        { state: 'needs_changes', comment: 'Mine' },
      ]) {
        const reply = await review(who, id, body)
        expectRefusal(reply, 403, "You can't review your own report")
        expect(reply.body.code).toBe('own_report')
      }
      expect(await textsOf(id)).toEqual([])
    }
  })

  test('unknown reports', async () => {
    for (const id of [999_999, 'x', 0])
      expect((await review(cast.ada, id, { state: 'reviewed' })).status).toBe(404)
    // Invalid input is refused before a missing report.
    expect((await review(cast.ada, 999_999, { state: 'x' })).status).toBe(400)
    expect((await review(cast.ada, 999_999, { state: 'needs_changes' })).status).toBe(400)
    const own = await submit(cast.ada, { date: '2026-03-07' })
    expect((await review(cast.ada, own, { state: 'needs_changes' })).status).toBe(400)
  })

  test.each([undefined, null, '', 'done', 7, ['reviewed']])('%j as a state', async state => {
    const sentence = messages.reviews.stateInvalid
    expectRefusal(await review(cast.ada, await submitted(), { state }), 400, sentence, { state: sentence })
  })

  test.each([undefined, null, '', ' \n '])('needs_changes with %j as its comment', async comment => {
    const id = await submitted()
    const reply = await review(cast.ada, id, { state: 'needs_changes', comment })
    expectRefusal(reply, 400, 'Say what should change', { comment: 'Say what should change' })
    expect(await reviewOf(id)).toEqual(none)
  })

  test('a comment that is too long, of another type or can’t be stored', async () => {
    const id = await submitted()
    for (const comment of ['x'.repeat(5001), 7, 'a\u0000b']) {
      const reply = await review(cast.ada, id, { state: 'needs_changes', comment })
      expect(reply.status).toBe(400)
      expect(Object.keys(reply.body.errors)).toEqual(['comment'])
    }
    expect((await review(cast.ada, id, { state: 'needs_changes', comment: 'x'.repeat(5000) })).status).toBe(
      200,
    )
  })

  test('a comment above the limit of a report, and keeps the state', async () => {
    const id = await submitted()
    const row = { report_id: id, parent_id: null, level: 1, user_id: cast.ada.id, comment: 'One' }
    const created_at = '2026-03-10T09:00:00.000Z'
    await db
      .insertInto('comments')
      .values(Array.from({ length: 500 }, () => ({ ...row, created_at })))
      .execute()
    const reply = await review(cast.ada, id, { state: 'needs_changes', comment: 'One more' })
    expectRefusal(reply, 400, 'A report can have at most 500 comments.')
    expect(await reviewOf(id)).toEqual(none)
    expect((await review(cast.ada, id, { state: 'reviewed' })).status).toBe(200)
  })

  test.each([{ revision: 'x', state: 'reviewed' }, { revision: 1 }, { state: 'reviewed' }, 1])(
    '%j as seen',
    async seen => {
      expect((await review(cast.ada, await submitted(), { state: 'reviewed', seen })).status).toBe(400)
    },
  )
})

describe('POST /reports/:id/review', () => {
  test('every reply with the report has the reviewer and the time', async () => {
    const author = await hire()
    const id = await submit(author)
    const reply = await review(cast.max, id, { state: 'reviewed' })
    expect(reply.status).toBe(200)
    const expected = {
      state: 'reviewed',
      reviewer_name: 'Max Manager',
      reviewed_at: clock.now().toISOString(),
      comment_id: null,
    }
    expect(Object.keys(reply.body)).toEqual(['report'])
    expect(reply.body.report).toMatchObject({ id, revision: 1, review: expected })
    expect(reply.body.report.task_details).toHaveLength(1)
    expect(await reviewOf(id)).toEqual(expected)
    expect((await as(author).get('/api/reports/me')).body.reports[0].review).toEqual(expected)
    const listed = (await as(cast.ada).get(`/api/reports?userId=${author.id}`)).body.reports
    expect(listed[0].review).toEqual(expected)

    expect((await review(cast.ada, id, { state: 'unreviewed' })).body.report.review).toEqual(none)
    await expectRightCounts(db)
  })

  test('a request for changes is a comment that the author can reply to', async () => {
    const author = await hire()
    const id = await submit(author)
    const reply = await review(cast.max, id, { state: 'needs_changes', comment: '  Which page? ' })
    const { comments } = await read(id)
    expect(comments).toMatchObject([{ comment: 'Which page?', parent_id: null, user_id: cast.max.id }])
    expect(reply.body.report.review).toMatchObject({
      state: 'needs_changes',
      reviewer_name: 'Max Manager',
      comment_id: comments[0].id,
    })
    const answer = { comment: 'The first', parent_id: comments[0].id }
    expect((await as(author).post(`/api/reports/${id}/comments`, answer)).status).toBe(201)
  })

  test('a comment with another state is added too', async () => {
    const id = await submitted()
    await review(cast.ada, id, { state: 'reviewed', comment: 'Nice work!' })
    expect(await textsOf(id)).toEqual(['Nice work!'])
    expect(await reviewOf(id)).toMatchObject({ state: 'reviewed', comment_id: null })
  })

  test('setting the same state again keeps the first reviewer', async () => {
    const id = await submitted()
    await review(cast.ada, id, { state: 'reviewed' })
    const before = await reviewOf(id)
    clock.advance({ minutes: 1 })
    const again = await review(cast.max, id, { state: 'reviewed' })
    expect(again.status).toBe(200)
    expect(again.body.report.review).toEqual(before)

    const asked = await submitted()
    await review(cast.ada, asked, { state: 'needs_changes', comment: 'Which page?' })
    const request = await reviewOf(asked)
    // Sends the same request again, and one of another reviewer, whose comment is added.
    await review(cast.ada, asked, { state: 'needs_changes', comment: 'Which page?' })
    await review(cast.max, asked, { state: 'needs_changes', comment: 'And when?' })
    expect(await reviewOf(asked)).toEqual(request)
    expect(await textsOf(asked)).toEqual(['Which page?', 'And when?'])
    await expectRightCounts(db)
  })

  test('"reviewed" after a request for changes can be undone, which restores the request', async () => {
    const id = await submitted()
    await review(cast.ada, id, { state: 'needs_changes', comment: 'Which page?' })
    const before = await reviewOf(id)
    clock.advance({ minutes: 1 })
    expect((await review(cast.max, id, { state: 'reviewed' })).body.report.review).toMatchObject({
      state: 'reviewed',
      reviewer_name: 'Max Manager',
      comment_id: null,
    })
    const undo = { state: 'needs_changes', seen: { revision: 1, state: 'reviewed' } }
    const undone = await review(cast.max, id, undo)
    expect(undone.body.report.review).toEqual(before)
    expect(await textsOf(id)).toEqual(['Which page?'])
    // A comment is required if changes are asked for already, were undone, or an edit has followed.
    expect((await review(cast.max, id, undo)).status).toBe(400)
    await review(cast.max, id, { state: 'unreviewed' })
    await review(cast.max, id, { state: 'reviewed' })
    expect((await review(cast.max, id, undo)).status).toBe(400)
    await expectRightCounts(db)
  })
})

describe('an edit', () => {
  test('sets a report to unreviewed', async () => {
    const author = await hire()
    for (const [day, state] of ['reviewed', 'needs_changes', 'unreviewed'].entries()) {
      const date = ['2026-03-08', '2026-03-09', '2026-03-10'][day]
      const id = await submit(author, { date })
      await review(cast.ada, id, { state, comment: 'Which page?' })
      const task_details = [{ description: 'Better', hours: '2', project_id: other.id }]
      const edit = reportBody({ project_id: project.id, date, task_details })
      const { body } = await as(author).put(`/api/reports/${id}`, edit)
      expect(body.report).toMatchObject({ revision: 2, is_edited: true, review: none })
      // The edit has answered the request, so it can't be restored without a comment.
      await review(cast.ada, id, { state: 'reviewed' })
      const undo = { state: 'needs_changes', seen: { revision: 2, state: 'reviewed' } }
      expect((await review(cast.ada, id, undo)).status).toBe(400)
    }
    await expectRightCounts(db)
  })

  test('is possible once after the edit window if changes are asked for', async () => {
    const author = await hire()
    const edit = reportBody({ project_id: project.id })
    const [late, reviewed, takenBack] = [await submit(author), await submitted(), await submitted()]
    const closed = messages.reports.editWithin(3)
    const today = clock.now().toISOString()
    try {
      clock.set('2026-04-20T09:00:00.000Z')
      const change = (id = late) => as(author).put(`/api/reports/${id}`, edit)
      expectRefusal(await change(), 403, closed)
      await review(cast.ada, late, { state: 'needs_changes', comment: 'Which page?' })
      // Other users still can't edit the report.
      expectRefusal(await as(cast.omar).put(`/api/reports/${late}`, edit), 403, messages.general.notAllowed)
      // A refused edit doesn't use up the permission.
      expect((await as(author).put(`/api/reports/${late}`, { ...edit, tasks: '' })).status).toBe(400)
      expect((await change()).status).toBe(200)
      expectRefusal(await change(), 403, closed)

      // The permission ends when a reviewer sets another state.
      for (const [id, state] of [
        [reviewed, 'reviewed'],
        [takenBack, 'unreviewed'],
      ] as const) {
        const { user_id } = (await read(id)).report
        await review(cast.ada, id, { state: 'needs_changes', comment: 'Which page?' })
        await review(cast.max, id, { state })
        const writer = { ...author, id: user_id }
        expectRefusal(await as(writer).put(`/api/reports/${id}`, edit), 403, closed)
      }
    } finally {
      clock.set(today)
    }
  })
})

describe('a change by another user in the meantime', () => {
  const seen = (state: ReviewState, revision = 1) => ({ seen: { revision, state } })

  test('an edit is refused with 409, and nothing changes', async () => {
    const author = await hire()
    const id = await submit(author)
    await as(author).put(`/api/reports/${id}`, reportBody({ project_id: project.id, tasks: 'Another' }))
    const reply = await review(cast.ada, id, { state: 'reviewed', ...seen('unreviewed') })
    expectRefusal(reply, 409, `${author.name} has edited this report since you opened it`)
    expect(reply.body.code).toBe('report_edited_since')
    const asked = { state: 'needs_changes', comment: 'Which page?', ...seen('unreviewed') }
    expect((await review(cast.ada, id, asked)).status).toBe(409)
    expect(await textsOf(id)).toEqual([])
    expect(await reviewOf(id)).toEqual(none)
    expect((await review(cast.ada, id, { state: 'reviewed', ...seen('unreviewed', 2) })).status).toBe(200)
  })

  test('a review is refused with the name of its reviewer', async () => {
    const id = await submitted()
    await review(cast.max, id, { state: 'reviewed' })
    const asked = { state: 'needs_changes', comment: 'Which page?', ...seen('unreviewed') }
    const reply = await review(cast.ada, id, asked)
    expectRefusal(reply, 409, 'Max Manager has reviewed this report in the meantime')
    expect(await textsOf(id)).toEqual([])
  })

  test('so is a request for changes', async () => {
    const id = await submitted()
    await review(cast.max, id, { state: 'needs_changes', comment: 'Which page?' })
    const reply = await review(cast.ada, id, { state: 'reviewed', ...seen('unreviewed') })
    expectRefusal(reply, 409, 'Max Manager has asked for changes in the meantime')
    expect(await reviewOf(id)).toMatchObject({ state: 'needs_changes' })
  })

  test('so is a review that was undone', async () => {
    const id = await submitted()
    const asked = { state: 'needs_changes', comment: 'Which page?', ...seen('reviewed') }
    const reply = await review(cast.ada, id, asked)
    expectRefusal(reply, 409, 'The review of this report has been undone in the meantime')
  })

  test('two reviewers who set the same state both succeed and see the first one', async () => {
    const id = await submitted()
    await review(cast.max, id, { state: 'reviewed', ...seen('unreviewed') })
    const reply = await review(cast.ada, id, { state: 'reviewed', ...seen('unreviewed') })
    expect(reply.status).toBe(200)
    expect(reply.body.report.review.reviewer_name).toBe('Max Manager')
  })
})

describe('concurrent requests', () => {
  const times = Array.from({ length: 8 }, (_, index) => index)

  test('of two reviewers one is first, and both see who', async () => {
    for (const _ of times) {
      const id = await submitted()
      const body = { state: 'reviewed', seen: { revision: 1, state: 'unreviewed' } }
      const replies = await Promise.all([cast.ada, cast.max].map(who => review(who, id, body)))
      expect(statuses(replies)).toEqual([200, 200])
      const names = new Set(replies.map(reply => reply.body.report.review.reviewer_name))
      expect([...names]).toEqual([(await reviewOf(id)).reviewer_name])
    }
    await expectRightCounts(db)
  })

  test('of a request for changes and a review one is refused with a message', async () => {
    for (const _ of times) {
      const id = await submitted()
      const seen = { revision: 1, state: 'unreviewed' }
      const replies = await Promise.all([
        review(cast.ada, id, { state: 'reviewed', seen }),
        review(cast.max, id, { state: 'needs_changes', comment: 'Which page?', seen }),
      ])
      expect(statuses(replies)).toEqual([200, 409])
      const isAsked = replies[1]?.status === 200
      expect(await reviewOf(id)).toMatchObject({ state: isAsked ? 'needs_changes' : 'reviewed' })
      expect(await textsOf(id)).toEqual(isAsked ? ['Which page?'] : [])
    }
    await expectRightCounts(db)
  })

  test('a review of the old version never applies to the edited one', async () => {
    for (const _ of times) {
      const author = await hire()
      const id = await submit(author)
      const edit = reportBody({ project_id: other.id, tasks: 'Another' })
      const [edited, reviewed] = await Promise.all([
        as(author).put(`/api/reports/${id}`, edit),
        review(cast.ada, id, { state: 'reviewed', seen: { revision: 1, state: 'unreviewed' } }),
      ])
      expect(edited.status).toBe(200)
      expect([200, 409]).toContain(reviewed.status)
      expect((await read(id)).report).toMatchObject({ revision: 2, review: none })
    }
    await expectRightCounts(db)
  })

  test('bulk and single reviews count every change once', async () => {
    const ids: number[] = []
    for (const _ of times) ids.push(await submitted())
    const replies = await Promise.all([
      bulk(cast.ada, { ids, state: 'reviewed' }),
      bulk(cast.max, { ids: ids.toReversed(), state: 'reviewed' }),
      ...ids.slice(0, 3).map(id => review(cast.max, id, { state: 'needs_changes', comment: 'Which page?' })),
      bulk(cast.ada, { ids: ids.slice(4), state: 'unreviewed' }),
    ])
    expect(new Set(statuses(replies))).toEqual(new Set([200]))
    await expectRightCounts(db)
  })
})

describe('POST /reports/review', () => {
  test('refuses users who aren’t reviewers', async () => {
    const ids = [await submit(cast.omar)]
    expectRefusal(await bulk(null, { ids, state: 'reviewed' }), 401, messages.signIn.noToken)
    for (const key of ['dina', 'omar', 'desi', 'mark'] as const) {
      expectRefusal(await bulk(cast[key], { ids, state: 'reviewed' }), 403, messages.general.notAllowed)
    }
  })

  test.each([
    [{ ids: [], state: 'reviewed' }, 'ids', messages.reviews.idsRequired],
    [{ state: 'reviewed' }, 'ids', messages.reviews.idsRequired],
    [
      { ids: Array.from({ length: 101 }, (_, index) => index + 1), state: 'reviewed' },
      'ids',
      'At most 100 reports can be reviewed at once',
    ],
    [{ ids: [1, 'x'], state: 'reviewed' }, 'ids.1', messages.fields.invalid('ids')],
    [{ ids: [1], state: 'needs_changes' }, 'state', 'State must be reviewed or unreviewed'],
    [{ ids: [1] }, 'state', 'State must be reviewed or unreviewed'],
    [{ ids: [1, 2], state: 'reviewed', revisions: [1] }, 'revisions', 'Send one for each report'],
    [
      { ids: [1], state: 'reviewed', revisions: Array.from({ length: 101 }, () => 'x') },
      'revisions',
      'Send one for each report',
    ],
    [{ ids: [1], state: 'reviewed', states: [] }, 'states', 'Send one for each report'],
  ])('refuses %j', async (body, field, sentence) => {
    expectRefusal(await bulk(cast.ada, body), 400, sentence, { [field]: sentence })
  })

  test('leaves out unknown reports, the reviewer’s own and those that have the state already', async () => {
    const [own, first, second, done] = [
      await submit(cast.ada, { date: '2026-03-09' }),
      await submitted(),
      await submitted(),
      await submitted(),
    ]
    await review(cast.max, done, { state: 'reviewed' })
    const ids = [second, own, 999_999, first, done, first]
    const reply = await bulk(cast.ada, { ids, state: 'reviewed' })
    expect(reply.body).toEqual({ updated: 2, updated_ids: [first, second] })
    expect(await reviewOf(own)).toEqual(none)
    expect(await reviewOf(done)).toMatchObject({ reviewer_name: 'Max Manager' })
    expect(await reviewOf(first)).toMatchObject({ state: 'reviewed', reviewer_name: 'Ada Admin' })
    expect((await bulk(cast.ada, { ids, state: 'reviewed' })).body).toEqual({ updated: 0, updated_ids: [] })
    // Undoes all of them in one call.
    expect((await bulk(cast.ada, { ids: [first, second], state: 'unreviewed' })).body.updated).toBe(2)
    expect(await reviewOf(second)).toEqual(none)
    await expectRightCounts(db)
  })

  test('leaves out reports that were edited since the given version', async () => {
    const author = await hire()
    const [edited, same] = [await submit(author), await submitted()]
    await as(author).put(`/api/reports/${edited}`, reportBody({ project_id: project.id }))
    const ids = [edited, same]
    const reply = await bulk(cast.ada, { ids, state: 'reviewed', revisions: [1, 1] })
    expect(reply.body).toEqual({ updated: 1, updated_ids: [same] })
    expect((await bulk(cast.ada, { ids, state: 'reviewed', revisions: [2, 1] })).body.updated).toBe(1)
  })

  test('leaves out reports whose state was changed since the given one', async () => {
    const ids = [await submitted(), await submitted(), await submitted()]
    const [asked, same, known] = ids as [number, number, number]
    for (const id of [asked, known])
      await review(cast.max, id, { state: 'needs_changes', comment: 'Which page?' })
    const states = ['unreviewed', 'unreviewed', 'needs_changes']
    const reply = await bulk(cast.ada, { ids, state: 'reviewed', revisions: [1, 1, 1], states })
    expect(reply.body).toEqual({ updated: 2, updated_ids: [same, known] })
    expect(await reviewOf(asked)).toMatchObject({ state: 'needs_changes' })
  })

  test('accepts a hundred', async () => {
    const ids: number[] = []
    const author = await hire()
    for (let day = 0; day < 100; day++) {
      const date = new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10)
      ids.push(await submit(author, { date }))
    }
    expect((await bulk(cast.ada, { ids, state: 'reviewed' })).body.updated).toBe(100)
    await expectRightCounts(db)
  })
})

describe('GET /reports?review=', () => {
  test.each(['done', '', 'Reviewed'])('%j is 400', async state => {
    const sentence = messages.reviews.filterInvalid
    for (const path of ['/api/reports', '/api/reports/export/csv']) {
      expectRefusal(await as(cast.ada).get(`${path}?review=${state}`), 400, sentence, { review: sentence })
    }
  })

  test('every combination of filters returns what a filter over all reports returns', async () => {
    const people = [await hire(), await hire(), await hire()]
    const states = ['unreviewed', 'reviewed', 'needs_changes'] as const
    for (const [index, person] of people.entries()) {
      for (let day = 10; day < 24; day++) {
        const projects = [project.id, other.id].slice(0, ((day + index) % 2) + 1)
        const id = await submit(person, {
          date: `2025-06-${day}`,
          task_details: projects.map(project_id => ({ description: 'Work', hours: '1', project_id })),
        })
        const state = states[(day * 7 + index * 2) % 3]
        await review(cast.ada, id, { state, comment: state === 'needs_changes' ? 'Which page?' : null })
      }
    }
    type Listed = {
      id: number
      user_id: number
      date: string
      review: { state: string }
      task_details: { project_id: number }[]
    }
    const all: Listed[] = []
    for (let page = 1; ; page++) {
      const { body } = await as(cast.ada).get(`/api/reports?page=${page}&limit=100&include_task_details=true`)
      all.push(...body.reports)
      if (page >= body.totalPages) break
    }
    const ranges: { date?: string; startDate?: string; endDate?: string }[] = [
      {},
      { startDate: '2025-06-12' },
      { endDate: '2025-06-18' },
      { startDate: '2025-06-12', endDate: '2025-06-20' },
      { date: '2025-06-13' },
      { startDate: '2025-06-15', endDate: '2025-06-12' },
    ]
    for (const state of states) {
      for (const userId of [undefined, people[0]?.id]) {
        for (const projectId of [undefined, other.id]) {
          for (const range of ranges) {
            const expected = all.filter(
              report =>
                report.review.state === state &&
                (userId === undefined || report.user_id === userId) &&
                (projectId === undefined ||
                  report.task_details.some(detail => detail.project_id === projectId)) &&
                (range.date === undefined || report.date === range.date) &&
                (range.startDate === undefined || report.date >= range.startDate) &&
                (range.endDate === undefined || report.date <= range.endDate),
            )
            const query = new URLSearchParams({
              ...range,
              review: state,
              ...(userId && { userId: String(userId) }),
              ...(projectId && { projectId: String(projectId) }),
            })
            const pages = [1, 2, 3].map(page =>
              as(cast.max).get(`/api/reports?${query}&limit=3&page=${page}`),
            )
            for (const [index, { body }] of (await Promise.all(pages)).entries()) {
              const from = index * 3
              expect(
                { total: body.total, ids: body.reports.map((each: Listed) => each.id) },
                `${query}`,
              ).toEqual({
                total: expected.length,
                ids: expected.slice(from, from + 3).map(report => report.id),
              })
            }
            if (range.date !== undefined || (range.startDate === undefined) !== (range.endDate === undefined))
              continue
            const { text } = await as(cast.ada).get(`/api/reports/export/csv?${query}`)
            const lines = expected.flatMap(({ task_details }) =>
              task_details.filter(row => projectId === undefined || row.project_id === projectId),
            )
            expect(text.trimEnd().split('\r\n').length - 1, `csv ${query}`).toBe(lines.length)
          }
        }
      }
    }
  })

  test('a page with a large offset is found by the stored counts of its state', async () => {
    const created_at = '2024-01-01T09:00:00.000Z'
    const states = ['unreviewed', 'reviewed', 'needs_changes'] as const
    const people: number[] = []
    for (let index = 0; index < 20; index++) people.push((await hire()).id)
    const days = Array.from({ length: 100 }, (_, day) =>
      new Date(Date.UTC(2023, 0, 1 + day)).toISOString().slice(0, 10),
    )
    const rows = days.flatMap((date, day) =>
      people.map((user_id, index) => ({
        user_id,
        date,
        tasks: 'Work',
        minutes: 60,
        project_id: other.id,
        created_at,
        // The days have different mixtures of states, and some have none in a state.
        review_state: states[day % 7 === 0 ? 0 : (day * index + index) % 3] ?? 'reviewed',
      })),
    )
    const inserted = await db.insertInto('reports').values(rows).returning('id').execute()
    await db
      .insertInto('report_rows')
      .values(
        inserted.map(({ id }) => ({
          report_id: id,
          position: 0,
          description: 'Work',
          minutes: 60,
          project_id: other.id,
        })),
      )
      .execute()
    await recount(db)
    for (const review_state of states) {
      const expected = await db
        .selectFrom('reports')
        .select(['id', 'date'])
        .where('review_state', '=', review_state)
        .where('date', '<', '2024-01-01')
        .orderBy('date', 'desc')
        .orderBy('id', 'desc')
        .execute()
      for (const query of ['', `&projectId=${other.id}`]) {
        const url = `/api/reports?review=${review_state}&endDate=2023-12-31&limit=7${query}`
        for (const page of [1, 5, 40, 72, 80, Math.ceil(expected.length / 7), 200]) {
          const { body } = await as(cast.ada).get(`${url}&page=${page}`)
          expect(body.total).toBe(expected.length)
          expect(
            body.reports.map((each: { id: number }) => each.id),
            `${url}&page=${page}`,
          ).toEqual(expected.slice((page - 1) * 7, page * 7).map(({ id }) => id))
        }
      }
    }
  })
})

test('deleting or erasing a reviewer or author changes only the name', async () => {
  const [reviewer, author] = [await hire('manager'), await hire()]
  const id = await submit(author)
  await review(reviewer, id, { state: 'needs_changes', comment: 'Which page?' })
  const before = await reviewOf(id)
  for (const person of [reviewer, author]) await as(cast.ada).delete(`/api/users/${person.id}`)
  expect(await reviewOf(id)).toEqual(before)
  for (const person of [reviewer, author]) {
    expect((await as(cast.ada).post(`/api/users/deleted/${person.id}/erase`)).status).toBe(200)
  }
  expect(await reviewOf(id)).toEqual({ ...before, reviewer_name: messages.users.formerMember(reviewer.id) })
  expect((await as(cast.ada).get(`/api/reports/${id}/revisions`)).body.data[0].editor_name).toBe(
    messages.users.formerMember(author.id),
  )
  expect((await review(cast.ada, id, { state: 'reviewed' })).status).toBe(200)
  await expectRightCounts(db)
})

test('a reviewer who loses the role during the request can’t review', async () => {
  const demoted = await hire('manager')
  const id = await submitted()
  await db.updateTable('users').set({ role: 'developer' }).where('id', '=', demoted.id).execute()
  expectRefusal(await review(demoted, id, { state: 'reviewed' }), 403, messages.general.notAllowed)
})
