import { beforeEach, describe, expect, test } from 'vitest'
import type { Blocker } from '#shared/contract/blockers.ts'
import { addDays } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { expectRightCounts } from '../../../test/kept-counts.ts'
import { reportBody } from '../../../test/make.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'
import { recount } from '../../db/recount.ts'
import { withoutSignIn } from '../../identity/sign-ins.ts'
import { listBlockers } from './blockers.service.ts'

const { as, call, cast, clock, ctx, db, make, newToken } = await startTestApp()
const project = await make.project({ developers: [cast.dina.id, cast.omar.id] })
const other = await make.project({ developers: [cast.dina.id, cast.omar.id] })

const today = '2026-03-10'
const said = 'Waiting for the design'

type More = { date?: string; blockers?: string | null; project_id?: number }
const bodyOf = ({ project_id = project.id, ...more }: More) =>
  reportBody({ date: today, blockers: said, ...more, project_id })
async function submit(who: Person, more: More = {}): Promise<number> {
  const reply = await as(who).post('/api/reports', bodyOf(more))
  expect(reply.status, reply.text).toBe(201)
  return reply.body.report.id
}
async function edit(who: Person, id: number, more: More): Promise<void> {
  const reply = await as(who).put(`/api/reports/${id}`, bodyOf(more))
  expect(reply.status, reply.text).toBe(200)
}
const list = async (who: Person, query = '') => (await as(who).get(`/api/blockers${query}`)).body
const listed = async (who: Person, query = ''): Promise<Blocker[]> => (await list(who, query)).data
const textsIn = (blockers: Blocker[]) => blockers.map(({ text }) => text)
async function opened(who: Person, more: More = {}): Promise<Blocker> {
  const id = await submit(who, more)
  const blocker = (await listed(who)).find(({ report_id }) => report_id === id)
  expect(blocker, 'a blocker of this report').toBeDefined()
  return blocker as Blocker
}
const resolve = (who: Person, id: number, body: object = {}) =>
  as(who).post(`/api/blockers/${id}/resolve`, body)
const reopen = (who: Person, id: number) => as(who).post(`/api/blockers/${id}/reopen`)
const statuses = (replies: { status: number }[]) => replies.map(({ status }) => status).sort()

beforeEach(async () => {
  await db.deleteFrom('blockers').execute()
  for (const table of ['report_revisions', 'comments', 'report_projects', 'report_rows', 'reports'] as const)
    await db.deleteFrom(table).execute()
  await recount(db)
  clock.set(`${today}T09:00:00.000Z`)
})

describe('a new report', () => {
  test('opens a blocker with its text', async () => {
    const report_id = await submit(cast.dina)
    expect(await list(cast.max)).toEqual({
      data: [
        {
          id: expect.any(Number),
          text: said,
          report_id,
          user_id: cast.dina.id,
          user_name: cast.dina.name,
          project_id: project.id,
          project_name: project.name,
          opened_on: today,
          days_open: 0,
          owner_id: null,
          owner_name: null,
          resolved_at: null,
          resolved_by_name: null,
          note: null,
          is_shortened: false,
        },
      ],
      pagination: { total: 1, pages: 1, page: 1, limit: 10 },
    })
    await expectRightCounts(db)
  })

  test.each(['none', 'None.', 'NO', 'nothing', 'n/a', 'N/A.', 'Nil', '-', '', ' ', null])(
    'opens none for %j',
    async blockers => {
      await submit(cast.dina, { blockers })
      expect(await listed(cast.max)).toEqual([])
    },
  )

  test('continues the open one with the same text, trimmed and without case', async () => {
    const first = await opened(cast.dina, { date: '2026-03-08' })
    await submit(cast.dina, { date: '2026-03-09', blockers: `  ${said.toUpperCase()} ` })
    await submit(cast.dina, { blockers: said })
    expect(await listed(cast.max)).toEqual([first])
    // The same text of another user opens another blocker.
    await submit(cast.omar)
    expect(await listed(cast.max)).toHaveLength(2)
    await expectRightCounts(db)
  })

  test('opens another one with another text, or once the first is resolved', async () => {
    const first = await opened(cast.dina, { date: '2026-03-08' })
    await submit(cast.dina, { date: '2026-03-09', blockers: 'The server is down' })
    await resolve(cast.dina, first.id)
    await submit(cast.dina)
    expect(textsIn(await listed(cast.max))).toEqual(['The server is down', said])
    expect(textsIn(await listed(cast.max, '?state=resolved'))).toEqual([said])
    await expectRightCounts(db)
  })

  test('of two that arrive together with the same text, one opens it and one continues it', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        as(cast.dina).post('/api/reports', bodyOf({ date: addDays(today, -index) })),
      ),
    )
    expect(statuses(replies)).toEqual(Array(8).fill(201))
    expect(textsIn(await listed(cast.max))).toEqual([said])
    await expectRightCounts(db)
  })

  test('that is refused opens none', async () => {
    await submit(cast.dina, { blockers: null })
    expect((await as(cast.dina).post('/api/reports', bodyOf({}))).status).toBe(409)
    expect(await listed(cast.max)).toEqual([])
  })
})

describe('an edited report', () => {
  test('edits the blocker that it opened, with its project', async () => {
    const { id, report_id } = await opened(cast.dina)
    await edit(cast.dina, report_id, { blockers: 'Waiting for the text', project_id: other.id })
    expect(await listed(cast.max)).toMatchObject([
      { id, text: 'Waiting for the text', project_id: other.id, opened_on: today },
    ])
    await expectRightCounts(db)
    // The previous text can be opened again.
    await submit(cast.dina, { date: '2026-03-09' })
    expect(await listed(cast.max)).toHaveLength(2)
    await edit(cast.dina, report_id, { blockers: 'waiting for the TEXT' })
    expect(textsIn(await listed(cast.max))).toEqual([said, 'waiting for the TEXT'])
    await expectRightCounts(db)
  })

  test.each([null, ' ', 'None.'])('resolves it by %j', async blockers => {
    const { id, report_id } = await opened(cast.dina)
    clock.set('2026-03-11T10:00:00.000Z')
    await edit(cast.dina, report_id, { blockers })
    expect(await listed(cast.max)).toEqual([])
    expect(await listed(cast.max, '?state=resolved')).toMatchObject([
      {
        id,
        text: said,
        days_open: 1,
        resolved_at: '2026-03-11T10:00:00.000Z',
        resolved_by_name: cast.dina.name,
        note: null,
      },
    ])
    await expectRightCounts(db)
  })

  test('does not change a blocker that it only continues', async () => {
    const first = await opened(cast.dina, { date: '2026-03-09' })
    const id = await submit(cast.dina)
    await edit(cast.dina, id, { blockers: null })
    expect(await listed(cast.max)).toEqual([first])
    await edit(cast.dina, id, { blockers: 'Something else' })
    expect(await listed(cast.max)).toMatchObject([first, { report_id: id, text: 'Something else' }])
    await expectRightCounts(db)
  })

  test('with the text of another open one continues that, and its own is resolved', async () => {
    const first = await opened(cast.dina, { date: '2026-03-09' })
    const { id, report_id } = await opened(cast.dina, { blockers: 'The server is down' })
    await edit(cast.dina, report_id, { blockers: said })
    expect(await listed(cast.max)).toEqual([first])
    expect(await listed(cast.max, '?state=resolved')).toMatchObject([{ id, text: 'The server is down' }])
    await expectRightCounts(db)
  })

  test('opens one that was not there', async () => {
    const report_id = await submit(cast.dina, { blockers: null })
    await edit(cast.dina, report_id, { blockers: said })
    expect(await listed(cast.max)).toMatchObject([{ report_id, text: said, opened_on: today }])
    await expectRightCounts(db)
  })

  test('does not reopen what was resolved, unless it says something else', async () => {
    const { id, report_id } = await opened(cast.dina)
    await resolve(cast.max, id, { note: 'Sent by mail' })
    await edit(cast.dina, report_id, { project_id: other.id })
    expect(await listed(cast.max)).toEqual([])
    await edit(cast.dina, report_id, { blockers: 'Waiting for the text' })
    expect(textsIn(await listed(cast.max))).toEqual(['Waiting for the text'])
    expect(await listed(cast.max, '?state=resolved')).toMatchObject([
      { id, text: said, project_id: project.id, note: 'Sent by mail' },
    ])
    await expectRightCounts(db)
  })

  test('that meets a resolve, or a report with the same text, leaves the counts right', async () => {
    for (let round = 0; round < 5; round++) {
      const date = addDays(today, -round)
      const { id, report_id } = await opened(cast.dina, { date, blockers: `First ${round}` })
      clock.set(`${date}T12:00:00.000Z`)
      const [edited, resolved, sent] = await Promise.all([
        as(cast.dina).put(`/api/reports/${report_id}`, bodyOf({ date, blockers: `Second ${round}` })),
        resolve(cast.max, id),
        as(cast.dina).post('/api/reports', bodyOf({ date: addDays(date, -10), blockers: `Second ${round}` })),
      ])
      expect([edited.status, sent.status]).toEqual([200, 201])
      // The edit has resolved it already if the other report was first.
      expect([200, 409]).toContain(resolved.status)
      const open = (await listed(cast.max, '?limit=100')).filter(({ text }) => text === `Second ${round}`)
      expect(open.length).toBeLessThanOrEqual(1)
      expect(await listed(cast.max, `?userId=${cast.dina.id}&limit=100`)).not.toContainEqual(
        expect.objectContaining({ text: `First ${round}` }),
      )
      await expectRightCounts(db)
    }
  })
})

describe('GET /blockers', () => {
  test('refused without a token', async () => {
    expectRefusal(await as(null).get('/api/blockers'), 401, messages.signIn.noToken)
  })

  test.each([
    ['?state=x', 'state'],
    ['?userId=x', 'userId'],
    ['?projectId=x', 'projectId'],
    ['?limit=101', 'limit'],
    ['?page=0', 'page'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await as(cast.ada).get(`/api/blockers${query}`)
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
  })

  test('staff get those they wrote or own, and 403 for those of another user', async () => {
    const own = await opened(cast.dina, { date: '2026-03-09' })
    const theirs = await opened(cast.omar)
    expect(await listed(cast.dina)).toEqual([own])
    await as(cast.max).put(`/api/blockers/${theirs.id}`, { owner_id: cast.dina.id })
    expect(textsIn(await listed(cast.dina))).toEqual([said, said])
    expect((await list(cast.dina)).pagination.total).toBe(2)
    // One that they wrote and own is listed once.
    await as(cast.max).put(`/api/blockers/${own.id}`, { owner_id: cast.dina.id })
    expect((await list(cast.dina)).pagination.total).toBe(2)
    expect((await listed(cast.dina, `?userId=${cast.dina.id}`)).map(({ id }) => id)).toEqual([own.id])
    for (const id of [cast.omar.id, 999_999])
      expectRefusal(await as(cast.dina).get(`/api/blockers?userId=${id}`), 403, messages.general.notAllowed)
    await resolve(cast.dina, theirs.id)
    expect((await listed(cast.dina, '?state=resolved')).map(({ id }) => id)).toEqual([theirs.id])
    expect(await listed(cast.omar, '?state=resolved')).toHaveLength(1)
  })

  test('reviewers get all, of one user, of one project, or of both', async () => {
    const old = await opened(cast.omar, { date: '2026-03-07' })
    const middle = await opened(cast.dina, { date: '2026-03-08', project_id: other.id })
    const young = await opened(cast.dina, { blockers: 'No answer from the customer' })
    const cases: [string, Blocker[]][] = [
      ['', [old, middle, young]],
      [`?userId=${cast.dina.id}`, [middle, young]],
      [`?projectId=${project.id}`, [old, young]],
      [`?userId=${cast.dina.id}&projectId=${project.id}`, [young]],
      ['?userId=999999', []],
      ['?projectId=999999', []],
      ['?limit=1&page=2', [middle]],
      ['?page=9', []],
    ]
    for (const who of [cast.max, cast.ada])
      for (const [query, expected] of cases)
        expect([query, await listed(who, query)]).toEqual([query, expected])
    expect((await list(cast.max, '?limit=1&page=2')).pagination).toEqual({
      total: 3,
      pages: 3,
      page: 2,
      limit: 1,
    })
    // The blocker that was resolved last comes first.
    for (const [index, { id }] of [middle, young, old].entries()) {
      clock.set(`2026-03-1${index}T12:00:00.000Z`)
      await resolve(cast.ada, id)
    }
    expect(await listed(cast.max)).toEqual([])
    for (const [query, expected] of cases.slice(0, 4)) {
      const found = await listed(cast.max, query === '' ? '?state=resolved' : `${query}&state=resolved`)
      const order = [old, young, middle].filter(each => expected.includes(each))
      expect([query, found.map(({ id }) => id)]).toEqual([query, order.map(({ id }) => id)])
    }
  })

  test('days are counted in the zone of the organization', async () => {
    await as(cast.ada).put('/api/settings', { time_zone: 'Pacific/Auckland' })
    // It is already the 11th in Auckland.
    clock.set('2026-03-10T11:30:00.000Z')
    const { id } = await opened(cast.dina)
    expect(await listed(cast.max)).toMatchObject([{ id, opened_on: today, days_open: 1 }])
    await as(cast.ada).put('/api/settings', { time_zone: 'America/Los_Angeles' })
    clock.set('2026-03-14T06:00:00.000Z')
    expect(await listed(cast.max)).toMatchObject([{ days_open: 3 }])
    await resolve(cast.max, id)
    clock.set('2026-03-20T06:00:00.000Z')
    expect(await listed(cast.max, '?state=resolved')).toMatchObject([{ days_open: 3 }])
    // The report is for a day that has not begun in the organization's zone.
    clock.set('2026-03-11T02:00:00.000Z')
    await submit(cast.omar, { date: '2026-03-11' })
    expect(await listed(cast.max)).toMatchObject([{ opened_on: '2026-03-11', days_open: 0 }])
    await as(cast.ada).put('/api/settings', { time_zone: 'UTC' })
  })

  test('a project that was deleted keeps its name', async () => {
    const gone = await make.project({ developers: [cast.dina.id] })
    await submit(cast.dina, { project_id: gone.id })
    await as(cast.ada).delete(`/api/projects/${gone.id}`)
    expect(await listed(cast.max)).toMatchObject([{ project_id: gone.id, project_name: gone.name }])
  })

  test('long texts are cut in a list, and whole in an answer to a write', async () => {
    const report_id = await submit(cast.dina, { blockers: null })
    // Each character takes six bytes in JSON.
    const text = '\u0001'.repeat(limits.longTextMax)
    const row = { report_id, user_id: cast.dina.id, project_id: null, text, opened_on: today, created_at: '' }
    for (let index = 0; index < 100; index++)
      await db
        .insertInto('blockers')
        .values({ ...row, text_key: `key ${index}` })
        .execute()
    await recount(db)
    const blockers = await listed(cast.max, '?limit=100')
    expect(blockers.map(({ is_shortened }) => is_shortened)).toEqual(Array(100).fill(true))
    expect(blockers.every(blocker => blocker.text.endsWith('…'))).toBe(true)
    // Writing six bytes for each character takes longest, so such a text gets no more of them than letters need.
    const bytesOf = (shown: typeof blockers) => Buffer.byteLength(JSON.stringify(textsIn(shown)))
    expect(bytesOf(blockers)).toBeLessThan(100 * (3 * limits.longTextMax + 10))
    const whole = (await resolve(cast.max, blockers[0]?.id ?? 0)).body
    expect([whole.text, whole.is_shortened]).toEqual([text, false])

    const letters = '\u5b57'.repeat(limits.longTextMax)
    await db.updateTable('blockers').set({ text: letters }).where('text', '=', text).execute()
    const readable = await listed(cast.max, '?limit=100')
    expect(readable.filter(({ text: shown }) => shown === letters).length).toBeGreaterThanOrEqual(99)
    expect(bytesOf(readable)).toBeLessThan(limits.listTextBytes)

    // Reading stops after a chunk once the client has disconnected.
    const reader = { ...cast.max, created_at: '', ...withoutSignIn }
    const query = { state: 'open', page: 1, limit: 100 } as const
    let asked = 0
    const isGoneAfter = (parts: number) => () => ++asked === parts
    expect((await listBlockers(ctx, reader, query, isGoneAfter(100))).data).toHaveLength(99)
    expect(asked).toBe(3)
    asked = 0
    await expect(listBlockers(ctx, reader, query, isGoneAfter(2))).rejects.toMatchObject({
      code: 'bad_request',
    })
    expect(asked).toBe(2)
  })

  test('deep pages of all users: none missing, none twice, in order', async () => {
    const report_id = await submit(cast.dina, { blockers: null })
    const rows = Array.from({ length: 1300 }, (_, index) => ({
      report_id,
      user_id: [cast.dina.id, cast.omar.id][index % 2] as number,
      project_id: [project.id, other.id][index % 2] as number,
      text: `Blocker ${index}`,
      text_key: `key ${index}`,
      opened_on: addDays('2024-01-01', Math.floor(index / 3)),
      created_at: '2026-01-01T00:00:00.000Z',
    }))
    for (let from = 0; from < rows.length; from += 100)
      await db
        .insertInto('blockers')
        .values(rows.slice(from, from + 100))
        .execute()
    for (const state of ['open', 'resolved'] as const) {
      if (state === 'resolved')
        await db
          .updateTable('blockers')
          .set(({ ref, fn, val }) => ({
            resolved_at: fn<string>('replace', [val('DAYT10:00:00.000Z'), val('DAY'), ref('opened_on')]),
          }))
          .execute()
      await recount(db)
      for (const [query, expected] of [
        ['', 1300],
        [`&projectId=${other.id}`, 650],
      ] as const) {
        const seen: number[] = []
        for (let page = 1; ; page++) {
          const { data, pagination } = await list(cast.ada, `?state=${state}&limit=100&page=${page}${query}`)
          expect(pagination.total).toBe(expected)
          if (data.length === 0) break
          seen.push(...data.map(({ text }: Blocker) => Number(text.slice(8))))
        }
        expect(new Set(seen).size).toBe(expected)
        const sorted = [...seen].sort((a, b) => a - b)
        expect(seen).toEqual(state === 'open' ? sorted : sorted.reverse())
      }
    }
  })
})

describe('PUT /blockers/{id}', () => {
  const assign = (who: Person, id: number, owner_id: unknown) =>
    as(who).put(`/api/blockers/${id}`, { owner_id })

  test('is for reviewers', async () => {
    const { id } = await opened(cast.dina)
    for (const who of [cast.dina, cast.omar])
      expectRefusal(await assign(who, id, who.id), 403, messages.general.notAllowed)
    expectRefusal(await assign(cast.max, 999_999, null), 404, messages.blockers.notFound)
    expectRefusal(await assign(cast.max, 999_999, 'x'), 400, messages.blockers.ownerMissing, {
      owner_id: messages.blockers.ownerMissing,
    })
  })

  test.each([undefined, 'x', 0, -1, 1.5, 999_999])('refuses the owner %j', async owner_id => {
    const { id } = await opened(cast.dina)
    const sentence = 'The owner must have an account'
    expectRefusal(await assign(cast.max, id, owner_id), 400, sentence, { owner_id: sentence })
  })

  test('gives it to any live account, or to none', async () => {
    const { id } = await opened(cast.dina)
    for (const owner of [cast.omar, cast.ada, cast.dina]) {
      const { status, body } = await assign(cast.max, id, owner.id)
      expect([status, body.owner_id, body.owner_name]).toEqual([200, owner.id, owner.name])
    }
    expect((await assign(cast.ada, id, null)).body).toMatchObject({ owner_id: null, owner_name: null })
  })

  test('a deleted account is no owner, and its open blockers have none any more', async () => {
    const { id: leaver } = await make.user('designer', { name: 'Leaving Soon' })
    const [open, done] = [await opened(cast.dina), await opened(cast.omar)]
    for (const { id } of [open, done]) await assign(cast.max, id, leaver)
    await resolve(cast.max, done.id)
    await as(cast.ada).delete(`/api/users/${leaver}`)
    expect(await listed(cast.max)).toMatchObject([{ owner_id: null, owner_name: null }])
    expect(await listed(cast.max, '?state=resolved')).toMatchObject([{ owner_name: 'Leaving Soon' }])
    expectRefusal(await assign(cast.max, open.id, leaver), 400, messages.blockers.ownerMissing, {
      owner_id: messages.blockers.ownerMissing,
    })
    // An erased user has another name everywhere.
    await as(cast.ada).post(`/api/users/deleted/${leaver}/erase`)
    expect((await list(cast.max, '?state=resolved')).data[0].owner_name).not.toBe('Leaving Soon')
  })

  test('a blocker that is open again has no owner if the account was deleted', async () => {
    const leaver = await make.user('designer')
    const [left, kept] = [await opened(cast.dina), await opened(cast.omar)]
    await assign(cast.max, left.id, leaver.id)
    await assign(cast.max, kept.id, cast.desi.id)
    for (const { id } of [left, kept]) await resolve(cast.max, id)
    await as(cast.ada).delete(`/api/users/${leaver.id}`)
    expect((await reopen(cast.dina, left.id)).body).toMatchObject({ owner_id: null, owner_name: null })
    expect((await reopen(cast.omar, kept.id)).body).toMatchObject({ owner_id: cast.desi.id })
  })

  test('an account that is deleted while it is made the owner is not the owner', async () => {
    for (let round = 0; round < 4; round++) {
      const leaver = await make.user('designer')
      const { id } = await opened(cast.dina, { date: addDays(today, -round), blockers: `Blocker ${round}` })
      const [, deleted] = await Promise.all([
        assign(cast.max, id, leaver.id),
        as(cast.ada).delete(`/api/users/${leaver.id}`),
      ])
      expect(deleted.status).toBe(200)
      const found = (await listed(cast.max)).find(blocker => blocker.id === id)
      expect(found).toMatchObject({ owner_id: null })
    }
  })
})

describe('POST /blockers/{id}/resolve and /reopen', () => {
  test('missing: 404; of another user: 403 for staff', async () => {
    const { id } = await opened(cast.dina)
    for (const act of ['resolve', 'reopen']) {
      const call = (who: Person, which: unknown) => as(who).post(`/api/blockers/${which}/${act}`, {})
      expectRefusal(await call(cast.omar, 999_999), 404, messages.blockers.notFound)
      expectRefusal(await call(cast.omar, 'x'), 404, messages.general.notFound)
      expectRefusal(await call(cast.omar, id), 403, messages.general.notAllowed)
    }
    expect(await listed(cast.max)).toMatchObject([{ id, resolved_at: null }])
  })

  test('refuses a note that is too long or no text', async () => {
    const { id } = await opened(cast.dina)
    for (const [note, sentence] of [
      ['x'.repeat(limits.blockerNoteMax + 1), 'Note must be at most 1,000 characters'],
      [7, 'Note is not valid'],
    ])
      expectRefusal(await resolve(cast.dina, id, { note }), 400, String(sentence), { note: String(sentence) })
  })

  test('its author, its owner and reviewers resolve and reopen it, each once', async () => {
    const { id } = await opened(cast.dina)
    await as(cast.max).put(`/api/blockers/${id}`, { owner_id: cast.omar.id })
    for (const who of [cast.dina, cast.omar, cast.max, cast.ada]) {
      const done = await resolve(who, id, { note: ' Found it ' })
      expect(done.status, done.text).toBe(200)
      expect(done.body).toMatchObject({
        id,
        resolved_at: clock.now().toISOString(),
        resolved_by_name: who.name,
        note: 'Found it',
      })
      expectRefusal(await resolve(who, id), 409, 'This blocker is already resolved')
      const back = await reopen(who, id)
      expect(back.body).toMatchObject({
        id,
        owner_id: cast.omar.id,
        opened_on: today,
        resolved_at: null,
        resolved_by_name: null,
        note: null,
      })
      expectRefusal(await reopen(who, id), 409, 'This blocker is already open')
    }
    await expectRightCounts(db)
  })

  test('a note is not needed, nor a body', async () => {
    const { id } = await opened(cast.dina)
    const url = `/api/blockers/${id}/resolve`
    expect((await as(cast.dina).post(url)).body).toMatchObject({ note: null })
    await reopen(cast.dina, id)
    // Many clients send the content type without a body.
    const headers = { 'x-auth-token': await newToken(cast.dina), 'content-type': 'application/json' }
    expect((await call({ method: 'POST', url, headers })).status).toBe(200)
  })

  test('twice at once: one succeeds', async () => {
    const { id } = await opened(cast.dina)
    const resolved = await Promise.all([cast.dina, cast.max, cast.ada].map(who => resolve(who, id)))
    expect(statuses(resolved)).toEqual([200, 409, 409])
    const reopened = await Promise.all([cast.dina, cast.max, cast.ada].map(who => reopen(who, id)))
    expect(statuses(reopened)).toEqual([200, 409, 409])
    await expectRightCounts(db)
  })

  test('is not reopened while another one with its text is open', async () => {
    const { id } = await opened(cast.dina, { date: '2026-03-09' })
    await resolve(cast.dina, id)
    await submit(cast.dina)
    expectRefusal(await reopen(cast.max, id), 409, 'There is already an open blocker with the same text')
    expect((await list(cast.max)).pagination.total).toBe(1)
    await expectRightCounts(db)
  })

  test('reopened while a report opens the same text: one is open', async () => {
    for (let round = 0; round < 5; round++) {
      const text = `Text ${round}`
      const date = addDays(today, -2 * round)
      const { id } = await opened(cast.dina, { date, blockers: text })
      await resolve(cast.dina, id)
      const [back, sent] = await Promise.all([
        reopen(cast.max, id),
        as(cast.dina).post('/api/reports', bodyOf({ date: addDays(date, -1), blockers: text })),
      ])
      expect(sent.status).toBe(201)
      expect([200, 409]).toContain(back.status)
      expect((await listed(cast.max)).filter(blocker => blocker.text === text)).toHaveLength(1)
      await expectRightCounts(db)
    }
  })
})

test('what a user opened is in their export, and nothing of others', async () => {
  await submit(cast.omar, { blockers: 'Of Omar' })
  const first = await opened(cast.dina, { date: '2026-03-09' })
  await submit(cast.dina, { blockers: 'Still open' })
  await resolve(cast.max, first.id, { note: 'Sent by mail' })
  const { body } = await as(cast.dina).get('/api/account/export')
  expect(body.open_blockers).toMatchObject([{ text: 'Still open', project_name: project.name }])
  expect(body.resolved_blockers).toMatchObject([{ text: said, note: 'Sent by mail' }])
  expect(JSON.stringify(body)).not.toContain('Of Omar')
})
