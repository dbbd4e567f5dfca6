import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Notification, notificationsReply, readersReply } from '#shared/contract/notifications.ts'
import { messages } from '#shared/messages.ts'
import { reportBody } from '../../../test/make.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Event } from '../../events/event.ts'
import { byJob, emit } from '../../events/event.ts'
import { sweepNotificationsJob } from './sweep-notifications.job.ts'

// Tuesday 10 March 2026, 9:00 UTC. The organization is in UTC here.
const statements: string[] = []
const { as, cast, clock, ctx, db, make } = await startTestApp({
  log: event => void statements.push(event.query.sql),
})
ctx.config.timeZone = 'UTC'
const project = await make.project()
const today = '2026-03-10'

/** Each test has its own account, so that it doesn't read notifications of other tests. */
const hire = make.user
const submit = async (author: Person, more: object = {}) =>
  (await make.report(author, reportBody({ project_id: project.id, ...more }))).id

async function inboxOf(who: Person): Promise<Notification[]> {
  const reply = await as(who).get('/api/notifications')
  expect(reply.status, reply.text).toBe(200)
  expect(notificationsReply.safeParse(reply.body).error).toBeUndefined()
  return reply.body.data
}
const textsOf = async (who: Person) => (await inboxOf(who)).map(({ text }) => text)
const kindsOf = async (who: Person) => (await inboxOf(who)).map(({ kind }) => kind)
const unreadOf = async (who: Person) => (await as(who).get('/api/notifications/unread')).body.unread
const read = (who: Person | null, body?: object) => as(who).post('/api/notifications/read', body)
const unread = (who: Person | null, body: object) => as(who).post('/api/notifications/unread', body)

async function say(who: Person, report: number, comment: string, more: object = {}): Promise<number> {
  const reply = await as(who).post(`/api/reports/${report}/comments`, { comment, ...more })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.at(-1).id
}
async function review(who: Person, report: number, body: object) {
  const reply = await as(who).post(`/api/reports/${report}/review`, body)
  expect(reply.status, reply.text).toBe(200)
}
async function assign(who: Person, to: Person, title = 'Fix the login'): Promise<number> {
  const body = { title, project_id: project.id, assigned_to: to.id, expected_hours: 1 }
  const reply = await as(who).post('/api/tasks', body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}
const editTask = (who: Person, id: number, more: object) =>
  as(who).put(`/api/tasks/${id}`, {
    title: 'Fix the login',
    project_id: project.id,
    expected_hours: 1,
    ...more,
  })
const emitByJob = (event: Event) => groupCommit(db, trx => emit(ctx, trx, byJob, event))
async function blockerOf(author: Person, text: string): Promise<{ id: number; report: number }> {
  const report = await submit(author, { blockers: text })
  const { id } = await db
    .selectFrom('blockers')
    .select('id')
    .where('report_id', '=', report)
    .executeTakeFirstOrThrow()
  return { id, report }
}
const own = async (who: Person, id: number, owner: Person | null) => {
  const reply = await as(who).put(`/api/blockers/${id}`, { owner_id: owner?.id ?? null })
  expect(reply.status, reply.text).toBe(200)
}

beforeEach(() => clock.set('2026-03-10T09:00:00.000Z'))

describe('is refused', () => {
  test('without a token', async () => {
    for (const reply of [
      await as(null).get('/api/notifications'),
      await as(null).get('/api/notifications/unread'),
      await read(null),
      await unread(null, { ids: [1] }),
      await as(null).get('/api/reports/1/readers'),
    ])
      expectRefusal(reply, 401, messages.signIn.noToken)
  })

  test.each(['page=0', 'limit=101', 'page=x', 'unread=1', 'unread='])('%s', async query => {
    expect((await as(cast.dina).get(`/api/notifications?${query}`)).status).toBe(400)
  })

  test.each(['x', [0], ['x'], {}, Array.from({ length: 1001 }, (_, index) => index + 1)])(
    '%j as ids',
    async ids => {
      const sentence = messages.fields.invalid('ids')
      for (const reply of [await read(cast.dina, { ids }), await unread(cast.dina, { ids })])
        expect([reply.status, reply.body.msg]).toEqual([400, sentence])
    },
  )

  test('to mark as unread without ids', async () => {
    expect((await unread(cast.dina, {})).status).toBe(400)
  })

  test('the readers of a report, for users who may not read it and for a report that doesn’t exist', async () => {
    const author = await hire()
    const id = await submit(author)
    expectRefusal(await as(await hire()).get(`/api/reports/${id}/readers`), 403, messages.general.notAllowed)
    for (const missing of [999_999, 'x'])
      expect((await as(cast.ada).get(`/api/reports/${missing}/readers`)).status).toBe(404)
  })
})

describe('the inbox', () => {
  test('is empty at first', async () => {
    const reply = await as(await hire()).get('/api/notifications')
    expect(reply.body).toEqual({
      data: [],
      pagination: { total: 0, pages: 0, page: 1, limit: 25 },
      unread: 0,
    })
  })

  test('is newest first, in pages, with how many are unread', async () => {
    const author = await hire()
    const id = await submit(author)
    for (let nth = 1; nth <= 3; nth++) {
      clock.advance({ minutes: 1 })
      await say(cast.max, id, `No. ${nth}`)
    }
    const first = (await as(author).get('/api/notifications?limit=2')).body
    expect(first.data.map((each: Notification) => each.excerpt)).toEqual(['No. 3', 'No. 2'])
    expect([first.pagination, first.unread]).toEqual([{ total: 3, pages: 2, page: 1, limit: 2 }, 3])
    const second = (await as(author).get('/api/notifications?limit=2&page=2')).body
    expect(second.data.map((each: Notification) => each.excerpt)).toEqual(['No. 1'])
    expect(await unreadOf(author)).toBe(3)
  })

  test('has only unread ones on request, however many newer ones were read', async () => {
    const author = await hire()
    const id = await submit(author)
    for (let nth = 1; nth <= 4; nth++) {
      clock.advance({ minutes: 1 })
      await say(cast.max, id, `No. ${nth}`)
    }
    const all: Notification[] = (await as(author).get('/api/notifications')).body.data
    await as(author).post('/api/notifications/read', { ids: all.slice(0, 2).map(each => each.id) })
    const { data, pagination, unread } = (await as(author).get('/api/notifications?unread=true&limit=1')).body
    expect(data.map((each: Notification) => each.excerpt)).toEqual(['No. 2'])
    expect([pagination, unread]).toEqual([{ total: 2, pages: 2, page: 1, limit: 1 }, 2])
    expect((await as(author).get('/api/notifications?unread=false')).body.pagination.total).toBe(4)
  })

  test('ids are marked as read and as unread again, once, and only those of the user', async () => {
    const [author, other] = [await hire(), await hire()]
    const [id, others] = [await submit(author), await submit(other)]
    for (const report of [id, id, others]) await say(cast.max, report, 'Well done')
    const [newest, oldest] = (await inboxOf(author)).map(each => each.id) as [number, number]
    const [foreign] = (await inboxOf(other)).map(each => each.id)
    expect((await read(author, { ids: [newest, newest, foreign, 999_999] })).body).toEqual({
      unread: 1,
      ids: [newest],
    })
    expect((await inboxOf(author)).map(each => each.read_at)).toEqual([clock.now().toISOString(), null])
    expect((await read(author, { ids: [newest] })).body).toEqual({ unread: 1, ids: [] })
    expect((await unread(author, { ids: [newest, oldest, foreign] })).body).toEqual({
      unread: 2,
      ids: [newest],
    })
    expect(await unreadOf(other)).toBe(1)
    await read(other)
    expect((await unread(author, { ids: [foreign] })).body).toEqual({ unread: 2, ids: [] })
    expect(await unreadOf(other)).toBe(0)
  })

  test('all are marked as read without ids or a body, and their ids are returned for an undo', async () => {
    const author = await hire()
    const id = await submit(author)
    for (const comment of ['One', 'Two']) await say(cast.max, id, comment)
    const ids = (await inboxOf(author)).map(each => each.id).sort()
    const all = await read(author)
    expect({ ...all.body, ids: all.body.ids.sort() }).toEqual({ unread: 0, ids })
    expect((await unread(author, { ids: all.body.ids })).body.unread).toBe(2)
    expect((await read(author, {})).body.unread).toBe(0)
    expect((await unread(author, { ids })).body.unread).toBe(2)
    expect((await read(author, { ids: [] })).body).toEqual({ unread: 2, ids: [] })
  })

  test('is kept for 90 days', async () => {
    const author = await hire()
    const id = await submit(author)
    await say(cast.max, id, 'Old')
    clock.advance({ minutes: 1 })
    await say(cast.max, id, 'Less old')
    clock.advance({ minutes: 90 * 24 * 60 })
    await sweepNotificationsJob.run(ctx, null, new AbortController().signal)
    expect((await inboxOf(author)).map(each => each.excerpt)).toEqual(['Less old'])
    clock.advance({ seconds: 1 })
    await sweepNotificationsJob.run(ctx, null, new AbortController().signal)
    expect(await inboxOf(author)).toEqual([])
  })
})

describe('comments', () => {
  test('notify the author of the report, with a link to the comment', async () => {
    const author = await hire()
    const report = await submit(author)
    const id = await say(cast.max, report, 'Which page?')
    expect(await inboxOf(author)).toEqual([
      {
        id: expect.any(Number),
        kind: 'comment',
        text: 'Max Manager commented on your report of 10 March',
        excerpt: 'Which page?',
        link: `/reports/${report}#comment-${id}`,
        group: `report:${report}`,
        actor_name: 'Max Manager',
        created_at: '2026-03-10T09:00:00.000Z',
        read_at: null,
      },
    ])
  })

  test('a long one is cut, an emoji never', async () => {
    const author = await hire()
    const report = await submit(author)
    await say(cast.max, report, '😀'.repeat(300))
    await say(cast.max, report, '😀'.repeat(200))
    expect((await inboxOf(author)).map(each => each.excerpt)).toEqual([
      '😀'.repeat(200),
      `${'😀'.repeat(200)}…`,
    ])
  })

  test('a date of another year has its year, and names are the current ones', async () => {
    const author = await hire()
    const report = await submit(author, { date: '2025-12-31' })
    const reviewer = await hire('manager')
    await say(reviewer, report, 'Late, but fine')
    await db.updateTable('users').set({ name: 'New Name' }).where('id', '=', reviewer.id).execute()
    expect(await textsOf(author)).toEqual(['New Name commented on your report of 31 December 2025'])
  })

  test('a reply notifies the author of the comment, with a link to the page that they have for it', async () => {
    const [author, reviewer] = [await hire(), await hire('manager')]
    const report = await submit(author)
    const first = await say(reviewer, report, 'Which page?')
    const second = await say(author, report, 'The first', { parent_id: first })
    expect(await inboxOf(reviewer)).toMatchObject([
      {
        kind: 'reply',
        text: `${author.name} replied to your comment on their report of 10 March`,
        link: `/admin/reports/${report}#comment-${second}`,
      },
    ])
    // A reply to the author is a reply, not a comment as well.
    const third = await say(cast.ada, report, 'Thanks', { parent_id: second })
    expect((await inboxOf(author))[0]).toMatchObject({
      kind: 'reply',
      text: 'Ada Admin replied to your comment on your report of 10 March',
      link: `/reports/${report}#comment-${third}`,
    })
    await say(cast.ada, report, 'And you?', { parent_id: first })
    expect((await textsOf(reviewer))[0]).toBe(
      `Ada Admin replied to your comment on ${author.name}'s report of 10 March`,
    )
    // The author of the report is notified of replies to others too.
    expect((await kindsOf(author)).sort()).toEqual(['comment', 'comment', 'reply'])
  })

  test('a reviewer who is the author reads it as an author', async () => {
    const manager = await hire('manager')
    const report = await submit(manager)
    const id = await say(cast.ada, report, 'Well done')
    expect((await inboxOf(manager))[0]?.link).toBe(`/reports/${report}#comment-${id}`)
  })

  test('a user is never notified of their own comment or reply', async () => {
    const author = await hire()
    const report = await submit(author)
    const id = await say(author, report, 'I forgot something')
    await say(author, report, 'Namely this', { parent_id: id, mentions: [author.id] })
    expect(await inboxOf(author)).toEqual([])
  })

  test('mentions come before replies, and replies before comments: one for each user', async () => {
    const [author, first, second] = [await hire(), await hire('manager'), await hire('admin')]
    const report = await submit(author)
    const question = await say(first, report, 'Which page?')
    await read(author)
    const mentions = [author.id, first.id, second.id, second.id]
    await say(cast.ada, report, `@${first.name}`, { parent_id: question, mentions })
    for (const who of [author, first, second]) expect((await kindsOf(who))[0]).toBe('mention')
    expect((await kindsOf(author)).length).toBe(2)
    expect(await kindsOf(second)).toEqual(['mention'])
    expect(await textsOf(second)).toEqual([
      `Ada Admin mentioned you in a comment on ${author.name}'s report of 10 March`,
    ])
    expect((await textsOf(author))[0]).toBe('Ada Admin mentioned you in a comment on your report of 10 March')
  })

  test('users who may not read the report, deleted and invited ones are not notified', async () => {
    const [author, staff, gone, invited] = [
      await hire(),
      await hire('designer'),
      await hire('manager'),
      await hire('manager', { password_hash: null }),
    ]
    await as(cast.ada).delete(`/api/users/${gone.id}`)
    const report = await submit(author)
    const mentions = [staff.id, gone.id, invited.id, 999_999]
    await say(cast.ada, report, 'All of you', { mentions })
    const notified = await db
      .selectFrom('notifications')
      .select('user_id')
      .where('subject', '=', `report:${report}`)
      .execute()
    expect(notified).toEqual([{ user_id: author.id }])
    expect((await as(cast.ada).get(`/api/reports/${report}`)).body.comments[0].mentions).toEqual([])
  })

  test('a refused comment notifies no user', async () => {
    const author = await hire()
    const report = await submit(author)
    await as(cast.max).post(`/api/reports/${report}/comments`, { comment: 'Hi', parent_id: 999_999 })
    expect(await inboxOf(author)).toEqual([])
  })

  test('ten concurrent comments make ten notifications', async () => {
    const author = await hire()
    const report = await submit(author)
    await Promise.all(Array.from({ length: 10 }, (_, nth) => say(cast.max, report, `No. ${nth}`)))
    expect(await unreadOf(author)).toBe(10)
  })
})

describe('reviews', () => {
  test('a review notifies the author once, also for two concurrent reviewers', async () => {
    const author = await hire()
    const report = await submit(author)
    await Promise.all([cast.ada, cast.max, cast.ada].map(who => review(who, report, { state: 'reviewed' })))
    const inbox = await inboxOf(author)
    expect(inbox).toHaveLength(1)
    expect(inbox[0]).toMatchObject({
      kind: 'review',
      text: expect.stringMatching(/^(Ada Admin|Max Manager) reviewed your report of 10 March$/),
      excerpt: null,
      link: `/reports/${report}`,
    })
  })

  test('asking for changes is one notification, with a link to the comment', async () => {
    const [author, mentioned] = [await hire(), await hire('manager')]
    const report = await submit(author)
    const body = { state: 'needs_changes', comment: 'Which page?', mentions: [mentioned.id, author.id] }
    await Promise.all([1, 2].map(() => review(cast.max, report, body)))
    const { comments } = (await as(author).get(`/api/reports/${report}`)).body
    expect(comments).toHaveLength(1)
    expect(comments[0].mentions.map((each: { id: number }) => each.id)).toEqual([author.id, mentioned.id])
    expect(await inboxOf(author)).toMatchObject([
      {
        kind: 'review',
        text: 'Max Manager asked for changes to your report of 10 March',
        excerpt: 'Which page?',
        link: `/reports/${report}#comment-${comments[0].id}`,
      },
    ])
    expect(await kindsOf(mentioned)).toEqual(['mention'])
  })

  test('a review of several reports notifies each author', async () => {
    const [one, other] = [await hire(), await hire()]
    const ids = [await submit(one), await submit(one, { date: '2026-03-09' }), await submit(other)]
    await as(cast.max).post('/api/reports/review', { ids, state: 'reviewed' })
    await as(cast.max).post('/api/reports/review', { ids, state: 'reviewed' })
    expect((await textsOf(one)).sort()).toEqual([
      'Max Manager reviewed your report of 10 March',
      'Max Manager reviewed your report of 9 March',
    ])
    expect(await textsOf(other)).toEqual(['Max Manager reviewed your report of 10 March'])
    await as(cast.max).post('/api/reports/review', { ids, state: 'unreviewed' })
    for (const who of [one, other]) expect(await inboxOf(who)).toEqual([])
  })

  test('a comment with the review is a notification of its own', async () => {
    const author = await hire()
    await review(cast.max, await submit(author), { state: 'reviewed', comment: 'Nice' })
    expect((await kindsOf(author)).sort()).toEqual(['comment', 'review'])
  })

  test('a review that is taken back is withdrawn if it was unread, and stays if it was read', async () => {
    const author = await hire()
    const report = await submit(author)
    await review(cast.max, report, { state: 'reviewed' })
    await review(cast.max, report, { state: 'unreviewed' })
    expect(await inboxOf(author)).toEqual([])
    await review(cast.max, report, { state: 'reviewed' })
    await read(author)
    await review(cast.max, report, { state: 'unreviewed' })
    expect(await kindsOf(author)).toEqual(['review'])
  })

  test('a request for changes that is taken back becomes a notification about its comment', async () => {
    const author = await hire()
    const report = await submit(author)
    await review(cast.max, report, { state: 'needs_changes', comment: 'Which page?' })
    await review(cast.max, report, { state: 'unreviewed' })
    expect(await inboxOf(author)).toMatchObject([
      {
        kind: 'comment',
        text: 'Max Manager commented on your report of 10 March',
        excerpt: 'Which page?',
        read_at: null,
      },
    ])
  })

  test('undoing a "reviewed" doesn’t notify of the request for changes twice', async () => {
    const author = await hire()
    const report = await submit(author)
    await review(cast.max, report, { state: 'needs_changes', comment: 'Which page?' })
    const back = async () => {
      await review(cast.ada, report, { state: 'reviewed' })
      await review(cast.ada, report, { state: 'needs_changes', seen: { revision: 1, state: 'reviewed' } })
    }
    await back()
    expect(await textsOf(author)).toEqual(['Max Manager asked for changes to your report of 10 March'])
    await read(author)
    await back()
    expect(await inboxOf(author)).toMatchObject([{ kind: 'review', read_at: expect.any(String) }])
  })

  test('a request for changes that is reviewed before it is read is withdrawn', async () => {
    const author = await hire()
    const report = await submit(author)
    await review(cast.max, report, { state: 'needs_changes', comment: 'Which page?' })
    await review(cast.max, report, { state: 'reviewed' })
    expect(await textsOf(author)).toEqual(['Max Manager reviewed your report of 10 March'])
  })

  test('the edit that answers a request marks it as read', async () => {
    const author = await hire()
    const report = await submit(author)
    await review(cast.max, report, { state: 'needs_changes', comment: 'Which page?' })
    await as(author).put(`/api/reports/${report}`, reportBody({ project_id: project.id }))
    expect(await unreadOf(author)).toBe(0)
  })
})

describe('tasks', () => {
  test('the assignee is notified, unless they assigned it themselves', async () => {
    const [staff, manager] = [await hire(), await hire('manager')]
    const id = await assign(manager, staff)
    expect(await inboxOf(staff)).toMatchObject([
      {
        kind: 'task_assigned',
        text: `${manager.name} assigned you the task "Fix the login"`,
        link: `/tasks/${id}`,
        group: `task:${id}`,
      },
    ])
    await assign(manager, manager)
    expect(await inboxOf(manager)).toEqual([])
  })

  test('an edit notifies only the new assignee, and withdraws the unread one of the old assignee', async () => {
    const [one, other] = [await hire(), await hire()]
    const id = await assign(cast.ada, one)
    await editTask(cast.ada, id, { assigned_to: one.id, title: 'Other words' })
    expect(await kindsOf(one)).toEqual(['task_assigned'])
    await editTask(cast.ada, id, { assigned_to: other.id })
    expect([await kindsOf(one), await kindsOf(other)]).toEqual([[], ['task_assigned']])
  })

  test('completing it notifies the user who assigned it once, also for two concurrent requests', async () => {
    const [staff, manager] = [await hire(), await hire('manager')]
    const id = await assign(manager, staff)
    const complete = () => as(staff).post(`/api/tasks/${id}/status`, { status: 'completed', actual_hours: 1 })
    const replies = await Promise.all([complete(), complete()])
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 409])
    expect(await inboxOf(manager)).toMatchObject([
      {
        kind: 'task_completed',
        text: `${staff.name} completed the task "Fix the login"`,
        link: `/tasks/${id}`,
      },
    ])
    expect((await editTask(cast.ada, id, { assigned_to: staff.id, status: 'pending' })).status).toBe(200)
    expect(await inboxOf(manager)).toEqual([])
    // The user who assigned it completes it: their own action makes no notification.
    await editTask(manager, id, { assigned_to: staff.id, status: 'completed', actual_hours: 1 })
    expect(await inboxOf(manager)).toEqual([])
  })

  test('completing it marks the notification of the assignment as read', async () => {
    const staff = await hire()
    const id = await assign(cast.ada, staff)
    await as(staff).post(`/api/tasks/${id}/status`, { status: 'completed', actual_hours: 1 })
    expect(await inboxOf(staff)).toMatchObject([{ kind: 'task_assigned', read_at: expect.any(String) }])
  })

  test('a title with line breaks is on one line', async () => {
    const staff = await hire()
    await assign(cast.ada, staff, 'Fix\r\nBcc: eve@example.com')
    expect(await textsOf(staff)).toEqual(['Ada Admin assigned you the task "Fix Bcc: eve@example.com"'])
  })

  test('progress notifies no user', async () => {
    const [staff, manager] = [await hire(), await hire('manager')]
    const id = await assign(manager, staff)
    await as(staff).post(`/api/tasks/${id}/status`, { status: 'in_progress' })
    expect(await inboxOf(manager)).toEqual([])
  })

  test('a user who may no longer read it is not notified', async () => {
    const [staff, manager] = [await hire(), await hire('manager')]
    const id = await assign(manager, staff)
    await db.updateTable('users').set({ role: 'designer' }).where('id', '=', manager.id).execute()
    await as(staff).post(`/api/tasks/${id}/status`, { status: 'completed', actual_hours: 1 })
    expect(await inboxOf({ ...manager, role: 'designer' })).toEqual([])
  })

  test('a deleted task is withdrawn from both', async () => {
    const [staff, manager] = [await hire(), await hire('manager')]
    const id = await assign(manager, staff)
    await as(staff).post(`/api/tasks/${id}/status`, { status: 'completed', actual_hours: 1 })
    const other = await assign(manager, staff)
    expect([await unreadOf(staff), await unreadOf(manager)]).toEqual([1, 1])
    for (const each of [id, other]) await as(cast.ada).delete(`/api/tasks/${each}`)
    expect([await unreadOf(staff), await unreadOf(manager)]).toEqual([0, 0])
  })
})

describe('blockers', () => {
  test('the new owner is notified once, also for two concurrent requests', async () => {
    const [author, staff, manager] = [await hire(), await hire(), await hire('manager')]
    const { id } = await blockerOf(author, 'Waiting for the design')
    await Promise.all([own(cast.ada, id, staff), own(cast.max, id, staff), own(cast.max, id, staff)])
    expect(await inboxOf(staff)).toMatchObject([
      {
        kind: 'blocker_assigned',
        text: expect.stringMatching(new RegExp(`assigned you ${author.name}'s blocker$`)),
        excerpt: 'Waiting for the design',
        link: '/dashboard',
        group: `blocker:${id}`,
      },
    ])
    await own(cast.ada, id, manager)
    expect(await inboxOf(staff)).toEqual([])
    expect((await inboxOf(manager))[0]?.link).toBe(`/admin/blockers#blocker-${id}`)
    await own(cast.ada, id, null)
    expect(await inboxOf(manager)).toEqual([])
    await own(manager, id, manager)
    expect(await inboxOf(manager)).toEqual([])
  })

  test('resolving it notifies author and owner, but not the acting user', async () => {
    const [author, owner] = [await hire(), await hire('manager')]
    const { id, report } = await blockerOf(author, 'Waiting for the design')
    await own(owner, id, owner)
    await as(cast.ada).post(`/api/blockers/${id}/resolve`, {})
    expect(await inboxOf(author)).toMatchObject([
      {
        kind: 'blocker_resolved',
        text: 'Ada Admin resolved your blocker',
        excerpt: 'Waiting for the design',
        link: `/reports/${report}`,
      },
    ])
    expect(await inboxOf(owner)).toMatchObject([
      {
        text: 'Ada Admin resolved a blocker you own',
        link: `/admin/blockers?state=resolved#blocker-${id}`,
      },
    ])
    await as(cast.ada).post(`/api/blockers/${id}/reopen`)
    for (const who of [author, owner]) expect(await inboxOf(who)).toEqual([])
    const replies = await Promise.all(
      [author, author].map(who => as(who).post(`/api/blockers/${id}/resolve`, {})),
    )
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 409])
    expect([await kindsOf(author), await kindsOf(owner)]).toEqual([[], ['blocker_resolved']])
  })

  test('resolving it marks the notification of its owner as read', async () => {
    const [author, owner] = [await hire(), await hire('manager')]
    const { id } = await blockerOf(author, 'Waiting for the design')
    await own(cast.ada, id, owner)
    await as(owner).post(`/api/blockers/${id}/resolve`, {})
    expect(await inboxOf(owner)).toMatchObject([{ kind: 'blocker_assigned', read_at: expect.any(String) }])
  })

  test('a long one is cut, an emoji never', async () => {
    const [author, owner] = [await hire(), await hire('manager')]
    const { id } = await blockerOf(author, `a${'😀'.repeat(300)} end`)
    await own(cast.ada, id, owner)
    expect((await inboxOf(owner))[0]?.excerpt).toBe(`a${'😀'.repeat(199)}…`)
  })

  test('the owner is notified when an edit of the report resolves it', async () => {
    const [author, owner] = [await hire(), await hire('manager')]
    const { id, report } = await blockerOf(author, 'Waiting for the design')
    await own(cast.ada, id, owner)
    await read(owner)
    const body = reportBody({ project_id: project.id, blockers: '' })
    expect((await as(author).put(`/api/reports/${report}`, body)).status).toBe(200)
    expect((await textsOf(owner))[0]).toBe(`${author.name} resolved a blocker you own`)
    expect(await inboxOf(author)).toEqual([])
  })
})

test('recipients that are deleted concurrently don’t fail the request', async () => {
  const body = reportBody({ project_id: project.id, blockers: '' })
  for (let round = 0; round < 6; round++) {
    const [author, owner] = [await hire(), await hire()]
    const { id, report } = await blockerOf(author, 'Waiting for the design')
    await own(cast.ada, id, owner)
    const replies = await Promise.all([
      as(cast.max).delete(`/api/users/${owner.id}`),
      round % 2
        ? as(cast.ada).post(`/api/blockers/${id}/resolve`, {})
        : as(author).put(`/api/reports/${report}`, body),
      as(cast.ada).post(`/api/reports/${report}/comments`, { comment: 'Hi', mentions: [owner.id] }),
    ])
    expect(replies.map(reply => reply.status)).toEqual([200, 200, 201])
  }
})

describe('owed reports', () => {
  test('a nudge notifies only that user, once, also for two concurrent requests', async () => {
    const staff = await hire()
    const remind = (who: Person) => as(who).post('/api/team/nudges', { user_id: staff.id, date: today })
    const replies = await Promise.all([remind(cast.ada), remind(cast.ada)])
    expect(replies.map(reply => reply.status).sort()).toEqual([201, 409])
    expect(await inboxOf(staff)).toMatchObject([
      {
        kind: 'nudge',
        text: 'Ada Admin reminded you about your report for Tuesday 10 March',
        link: `/reports/new?date=${today}`,
      },
    ])
  })

  test('a reminder is created once for a day, without an acting user', async () => {
    const [one, other, invited] = [
      await hire(),
      await hire(),
      await hire('developer', { password_hash: null }),
    ]
    const owed = [one, other, invited].map(({ id }) => ({ userId: id, date: today }))
    await Promise.all([1, 2, 3].map(() => emitByJob({ kind: 'reports.due', owed })))
    for (const who of [one, other])
      expect(await inboxOf(who)).toMatchObject([
        {
          kind: 'reminder',
          text: 'Your report for Tuesday 10 March is due',
          link: `/reports/new?date=${today}`,
          actor_name: null,
        },
      ])
    await emitByJob({ kind: 'reports.due', owed: [{ userId: one.id, date: '2026-03-11' }] })
    expect(await unreadOf(one)).toBe(2)
    expect(await unreadOf({ ...invited, password: '' }).catch(() => 0)).toBe(0)
  })

  test('both are read once the report is sent; those of other days are not', async () => {
    const staff = await hire()
    await as(cast.max).post('/api/team/nudges', { user_id: staff.id, date: today })
    const owed = ['2026-03-09', today].map(date => ({ userId: staff.id, date }))
    await emitByJob({ kind: 'reports.due', owed })
    await submit(staff)
    const inbox = await inboxOf(staff)
    expect(inbox.filter(each => each.read_at === null)).toMatchObject([
      { text: 'Your report for Monday 9 March is due' },
    ])
    expect(inbox).toHaveLength(3)
  })

  test('a thousand reminders are created at once', async () => {
    const now = clock.now().toISOString()
    const people = Array.from({ length: 1100 }, (_, nth) => ({
      name: `Many ${nth}`,
      email: `many-${nth}@example.com`,
      role: 'developer' as const,
      password_hash: 'x',
      created_at: now,
    }))
    const ids = await db.insertInto('users').values(people).returning('id').execute()
    await emitByJob({ kind: 'reports.due', owed: ids.map(({ id }) => ({ userId: id, date: '2026-03-12' })) })
    const { count } = await db
      .selectFrom('notifications')
      .select(db.fn.countAll<number>().as('count'))
      .where('key', '=', 'reminder:2026-03-12')
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(1100)
  })
})

test('a summary notifies reviewers once for a day', async () => {
  const [manager, staff] = [await hire('manager'), await hire()]
  const event = { kind: 'summary.ready', date: '2026-03-09', userIds: [manager.id, staff.id] } as const
  await emitByJob({ ...event, reported: 9, expected: 11 })
  await emitByJob({ ...event, reported: 10, expected: 11 })
  expect(await inboxOf(manager)).toMatchObject([
    {
      kind: 'summary',
      text: 'Summary of Monday 9 March: 9 of 11 reported',
      link: '/admin/summaries/2026-03-09',
      actor_name: null,
    },
  ])
  expect(await inboxOf(staff)).toEqual([])
})

test('an event of a transaction that is rolled back notifies no user', async () => {
  const staff = await hire()
  const owed = [{ userId: staff.id, date: today }]
  await expect(
    groupCommit(db, async trx => {
      await emit(ctx, trx, byJob, { kind: 'reports.due', owed })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await inboxOf(staff)).toEqual([])
})

test('a user who loses a role loses what only that role may read', async () => {
  const [author, manager] = [await hire(), await hire('manager')]
  const [report, mine] = [await submit(author), await submit(manager)]
  await say(cast.ada, report, 'Secret', { mentions: [manager.id] })
  await say(cast.ada, mine, 'Well done')
  expect(await kindsOf(manager)).toEqual(['comment', 'mention'])
  const { name, email } = manager
  await as(cast.ada).put(`/api/users/${manager.id}`, { name, email, role: 'designer' })
  expect(await kindsOf({ ...manager, role: 'designer' })).toEqual(['comment'])
})

test('erasing an account deletes its notifications and its name', async () => {
  const [author, leaver] = [await hire(), await hire('manager')]
  const report = await submit(author)
  await say(leaver, report, 'Well done')
  await say(cast.ada, report, 'Right', { mentions: [leaver.id] })
  await db.insertInto('muted_mails').values({ user_id: leaver.id, kind: 'comment' }).execute()
  await as(cast.ada).delete(`/api/users/${leaver.id}`)
  expect((await as(cast.ada).post(`/api/users/deleted/${leaver.id}/erase`)).status).toBe(200)
  for (const table of ['notifications', 'muted_mails'] as const)
    expect(await db.selectFrom(table).selectAll().where('user_id', '=', leaver.id).execute()).toEqual([])
  expect(JSON.stringify(await inboxOf(author))).not.toContain(leaver.name)
})

describe('an inbox of 5,000', () => {
  const inbox = 5000

  /** Every tenth is about a report of the reader, the others about one of another user. */
  async function fill(reader: Person): Promise<void> {
    const data = (author: Person) => JSON.stringify({ report_id: 1, author: author.id, date: today })
    await sql`insert into notifications (user_id, kind, subject, data, created_at)
      with recursive numbers (number) as (
        select 0 union all select number + 1 from numbers where number < ${sql.lit(inbox - 1)}
      )
      select ${reader.id}, 'comment', 'report:1',
        case when number % 10 = 0 then ${data(reader)} else ${data(cast.dina)} end,
        '2026-03-10T09:00:00.000Z' from numbers`.execute(db)
  }
  const countOf = async (who: Person) => (await inboxPage(who)).pagination.total
  const inboxPage = async (who: Person) => (await as(who).get('/api/notifications?limit=1')).body

  test('loses what a new role may not read, at most 500 in one statement', async () => {
    const reader = await hire('manager')
    const { name, email } = reader
    const changeRole = (role: string) => as(cast.ada).put(`/api/users/${reader.id}`, { name, email, role })
    await changeRole('admin')
    await fill(reader)
    statements.length = 0
    const reply = await changeRole('developer')
    const reads = statements.filter(sql => sql.startsWith('select') && sql.includes('from "notifications"'))
    expect(reads.length).toBeGreaterThanOrEqual(inbox / 500)
    expect(reads.every(sql => sql.includes(' limit '))).toBe(true)
    expect(reply.status, reply.text).toBe(200)
    expect(await countOf(reader)).toBe(inbox / 10)
  })
})

describe('whom a comment can mention', () => {
  async function readersOf(who: Person, report: number, query = '') {
    const reply = await as(who).get(`/api/reports/${report}/readers${query}`)
    expect(reply.status, reply.text).toBe(200)
    expect(readersReply.safeParse(reply.body).error).toBeUndefined()
    return reply.body
  }

  test('the author first, then reviewers by name, without the caller, deleted and invited accounts', async () => {
    const [author, gone, invited] = [
      await hire(),
      await hire('manager'),
      await hire('manager', { password_hash: null }),
    ]
    await as(cast.ada).delete(`/api/users/${gone.id}`)
    const report = await submit(author)
    const { data, pagination } = await readersOf(cast.max, report)
    expect(data[0]).toEqual({ id: author.id, name: author.name, role: 'developer' })
    const names = data.slice(1).map((each: { name: string }) => each.name)
    expect(names[0]).toBe('Ada Admin')
    expect(names).toEqual([...names].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
    const ids = data.map((each: { id: number }) => each.id)
    expect(pagination.total).toBe(ids.length)
    for (const { id } of [cast.max, gone, invited, cast.dina]) expect(ids).not.toContain(id)
    const own = await readersOf(author, report)
    expect(own.data.map((each: { id: number }) => each.id)).toContain(cast.max.id)
    expect(own.data.map((each: { id: number }) => each.id)).not.toContain(author.id)
  })

  test('searched by a part of the name, in pages', async () => {
    const report = await submit(cast.dina)
    const found = await readersOf(cast.dina, report, '?search=%20aDM')
    expect(found.data).toEqual([{ id: cast.ada.id, name: 'Ada Admin', role: 'admin' }])
    const page = await readersOf(cast.max, report, '?limit=1')
    expect([page.data[0].id, page.pagination.limit]).toEqual([cast.dina.id, 1])
    expect((await readersOf(cast.max, report, '?limit=1&page=2')).data[0].id).toBe(cast.ada.id)
  })
})
