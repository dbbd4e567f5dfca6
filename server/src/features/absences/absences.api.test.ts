import { beforeEach, describe, expect, test } from 'vitest'
import type { Absence } from '#shared/contract/absences.ts'
import { addDays } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { expectRightCounts } from '../../../test/kept-counts.ts'
import { refusedInputs } from '../../../test/refused-inputs.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'
import { recount } from '../../db/recount.ts'

const { as, cast, clock, db } = await startTestApp()

const overlap = 'There is already time off on these days'
const july = { start_date: '2026-07-06', end_date: '2026-07-17', kind: 'vacation', note: 'At the sea' }

const add = (who: Person, more: object = {}) => as(who).post('/api/absences', { ...july, ...more })
async function given(who: Person, more: object = {}): Promise<Absence> {
  const reply = await add(who, more)
  expect(reply.status, reply.text).toBe(201)
  return reply.body
}
const list = async (who: Person, query = '') => (await as(who).get(`/api/absences${query}`)).body
const idsIn = ({ data }: { data: Absence[] }) => data.map(({ id }) => id)

beforeEach(async () => {
  await db.deleteFrom('absences').execute()
  await db.deleteFrom('day_counts').execute()
  clock.set('2026-03-10T09:00:00.000Z')
})

describe('POST /absences', () => {
  test('refused without a token', async () => {
    expectRefusal(await as(null).post('/api/absences', july), 401, messages.signIn.noToken)
  })

  test.each(
    refusedInputs([
      [{ start_date: undefined }, 'start_date', messages.absences.startRequired],
      [{ start_date: '2026-02-30' }, 'start_date', messages.fields.dateInvalid],
      [{ start_date: '1999-12-31', end_date: '2000-01-02' }, 'start_date', messages.fields.dayTooEarly],
      [{ end_date: undefined }, 'end_date', messages.absences.endRequired],
      [{ end_date: '2101-01-01' }, 'end_date', messages.fields.dayTooLate],
      [{ end_date: '2026-07-05' }, 'end_date', 'The end date is before the start date'],
      [{ end_date: '2027-07-07' }, 'end_date', messages.absences.tooLong],
      [{ kind: undefined }, 'kind', messages.absences.kindRequired],
      [{ kind: 'party' }, 'kind', messages.absences.kindUnknown],
      [{ note: 7 }, 'note', 'Note is not valid'],
      [{ note: 'x'.repeat(limits.absenceNoteMax + 1) }, 'note', 'Note must be at most 1,000 characters'],
      [{ user_id: 'x' }, 'user_id', 'user_id is not valid'],
    ]),
  )('refuses %s', async (_name, more, field, sentence) => {
    expectRefusal(await add(cast.dina, more), 400, sentence, { [field]: sentence })
  })

  test('366 days are counted inclusively', async () => {
    expect((await add(cast.dina, { end_date: '2027-07-06' })).status).toBe(201)
    const reply = await add(cast.omar, { start_date: '2028-01-01', end_date: '2029-01-01' })
    expectRefusal(reply, 400, messages.absences.tooLong, { end_date: messages.absences.tooLong })
    expect((await add(cast.omar, { start_date: '2028-01-01', end_date: '2028-12-31' })).status).toBe(201)
  })

  test('staff add their own time off, and get 403 for another user, whether that user exists or not', async () => {
    expect(await given(cast.dina)).toEqual({
      id: expect.any(Number),
      user_id: cast.dina.id,
      user_name: cast.dina.name,
      ...july,
    })
    expect((await given(cast.omar, { user_id: cast.omar.id, note: ' ' })).note).toBeNull()
    for (const user_id of [cast.dina.id, cast.ada.id, 999_999])
      expectRefusal(await add(cast.omar, { user_id }), 403, messages.general.notAllowed)
    // Invalid input is refused before the permission is checked.
    expect((await add(cast.omar, { user_id: cast.dina.id, kind: 'x' })).status).toBe(400)
  })

  test('reviewers add time off for any user who has an account', async () => {
    for (const who of [cast.max, cast.ada]) {
      const { user_id } = await given(who, {
        user_id: cast.dina.id,
        start_date: `2026-08-0${who.id}`,
        end_date: `2026-08-0${who.id}`,
      })
      expect(user_id).toBe(cast.dina.id)
    }
    const unknown = await add(cast.max, { user_id: 999_999 })
    expectRefusal(unknown, 400, messages.users.notFound, { user_id: messages.users.notFound })
  })

  test.each([
    ['2026-07-06', '2026-07-17'],
    ['2026-07-01', '2026-07-06'],
    ['2026-07-17', '2026-07-30'],
    ['2026-07-10', '2026-07-10'],
    ['2026-01-01', '2026-12-31'],
  ])('refuses %s to %s beside 6 to 17 July', async (start_date, end_date) => {
    await given(cast.dina)
    expectRefusal(await add(cast.dina, { start_date, end_date }), 409, overlap)
    expectRefusal(await add(cast.ada, { user_id: cast.dina.id, start_date, end_date }), 409, overlap)
    // Another user can take the same days.
    expect((await add(cast.omar, { start_date, end_date })).status).toBe(201)
  })

  test('the days before and after are free', async () => {
    await given(cast.dina)
    await given(cast.dina, { start_date: '2026-07-05', end_date: '2026-07-05' })
    await given(cast.dina, { start_date: '2026-07-18', end_date: '2026-07-20' })
  })

  test('of many that overlap and arrive together, one succeeds', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        add(index % 2 ? cast.dina : cast.max, {
          user_id: cast.dina.id,
          start_date: addDays('2026-07-06', -index),
          end_date: addDays('2026-07-06', index),
        }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
    expect((await list(cast.dina)).pagination.total).toBe(1)
    await expectRightCounts(db)
  })
})

describe('PUT and DELETE /absences/{id}', () => {
  test('missing: 404; of another user: 403 for staff', async () => {
    const { id } = await given(cast.dina)
    expectRefusal(await as(cast.omar).put('/api/absences/999999', {}), 404, messages.absences.notFound)
    expectRefusal(await as(cast.omar).delete('/api/absences/999999'), 404, messages.absences.notFound)
    expectRefusal(await as(cast.omar).delete('/api/absences/x'), 404, messages.general.notFound)
    const kindless = await as(cast.omar).put('/api/absences/999999', { kind: 'x' })
    expect(kindless.status).toBe(400)
    expectRefusal(
      await as(cast.omar).put(`/api/absences/${id}`, { note: 'x' }),
      403,
      messages.general.notAllowed,
    )
    expectRefusal(await as(cast.omar).delete(`/api/absences/${id}`), 403, messages.general.notAllowed)
    expect((await list(cast.dina)).data).toMatchObject([{ id, note: 'At the sea' }])
  })

  test('the user and reviewers change any field except the user it belongs to', async () => {
    const { id } = await given(cast.dina)
    const put = async (who: Person, input: object) => (await as(who).put(`/api/absences/${id}`, input)).body
    expect(await put(cast.dina, {})).toMatchObject(july)
    expect(await put(cast.dina, { kind: 'sick', note: null })).toMatchObject({
      ...july,
      kind: 'sick',
      note: null,
    })
    expect(await put(cast.max, { end_date: '2026-07-08', user_id: cast.omar.id })).toMatchObject({
      user_id: cast.dina.id,
      start_date: '2026-07-06',
      end_date: '2026-07-08',
    })
    await expectRightCounts(db)
  })

  test.each([
    [{ end_date: '2026-07-05' }, 'The end date is before the start date'],
    [{ start_date: '2026-07-18' }, 'The end date is before the start date'],
    [{ start_date: '2026-07-18', end_date: '2026-07-17' }, 'The end date is before the start date'],
    [{ start_date: '2025-07-16' }, messages.absences.tooLong],
  ])('refuses %j', async (input, sentence) => {
    const { id } = await given(cast.dina)
    const reply = await as(cast.dina).put(`/api/absences/${id}`, input)
    expectRefusal(reply, 400, sentence, { end_date: sentence })
  })

  test('refuses to move it onto another, but not onto itself', async () => {
    const { id } = await given(cast.dina)
    await given(cast.dina, { start_date: '2026-07-20', end_date: '2026-07-24' })
    const put = (input: object) => as(cast.dina).put(`/api/absences/${id}`, input)
    expectRefusal(await put({ end_date: '2026-07-20' }), 409, overlap)
    expect((await put({ start_date: '2026-07-07', end_date: '2026-07-19' })).status).toBe(200)
  })

  test('of two that move onto the same days concurrently, one succeeds', async () => {
    const one = await given(cast.dina)
    const other = await given(cast.dina, { start_date: '2026-09-01', end_date: '2026-09-02' })
    const days = { start_date: '2026-10-01', end_date: '2026-10-02' }
    const replies = await Promise.all(
      [one, other].map(({ id }) => as(cast.dina).put(`/api/absences/${id}`, days)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    await expectRightCounts(db)
  })

  test('deleted by the user or by a reviewer, once', async () => {
    const [one, other] = [await given(cast.dina), await given(cast.omar)]
    const gone = await as(cast.dina).delete(`/api/absences/${one.id}`)
    expect([gone.status, gone.body]).toEqual([200, { msg: 'Time off deleted.' }])
    const replies = await Promise.all(
      [cast.omar, cast.max].map(who => as(who).delete(`/api/absences/${other.id}`)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(await list(cast.ada)).toEqual({ data: [], pagination: { total: 0, pages: 0, page: 1, limit: 10 } })
    await expectRightCounts(db)
  })
})

describe('GET /absences', () => {
  test.each([
    ['?from=2026-02-30', 'from'],
    ['?to=x', 'to'],
    ['?userId=x', 'userId'],
    ['?limit=101', 'limit'],
    ['?page=0', 'page'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await as(cast.ada).get(`/api/absences${query}`)
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
  })

  test('staff get their own, and 403 for that of another user', async () => {
    const own = await given(cast.dina)
    await given(cast.omar, { note: 'Of Omar' })
    expect(await list(cast.dina)).toEqual({
      data: [own],
      pagination: { total: 1, pages: 1, page: 1, limit: 10 },
    })
    expect(idsIn(await list(cast.dina, `?userId=${cast.dina.id}`))).toEqual([own.id])
    for (const id of [cast.omar.id, 999_999])
      expectRefusal(await as(cast.dina).get(`/api/absences?userId=${id}`), 403, messages.general.notAllowed)
  })

  test('reviewers get that of all users or of one, the latest first', async () => {
    const early = await given(cast.omar, { start_date: '2026-02-02', end_date: '2026-02-06' })
    const middle = await given(cast.dina, { start_date: '2026-06-01', end_date: '2026-06-05' })
    const late = await given(cast.omar)
    for (const who of [cast.max, cast.ada]) {
      expect(idsIn(await list(who))).toEqual([late.id, middle.id, early.id])
      expect(idsIn(await list(who, `?userId=${cast.omar.id}`))).toEqual([late.id, early.id])
      expect((await list(who, '?userId=999999')).data).toEqual([])
    }
    expect(await list(cast.ada, '?limit=1&page=2')).toEqual({
      data: [middle],
      pagination: { total: 3, pages: 3, page: 2, limit: 1 },
    })
  })

  test('from and to select what touches these days', async () => {
    const june = await given(cast.dina, { start_date: '2026-06-01', end_date: '2026-06-30' })
    const two = await given(cast.dina)
    const cases: [string, number[]][] = [
      ['?from=2026-07-17', [two.id]],
      ['?from=2026-07-18', []],
      ['?to=2026-06-01', [june.id]],
      ['?to=2026-05-31', []],
      ['?from=2026-06-30&to=2026-07-06', [two.id, june.id]],
      ['?from=2026-07-01&to=2026-07-05', []],
      ['?from=2026-06-10&to=2026-06-11', [june.id]],
      ['?from=2026-07-06&to=2026-06-30', []],
    ]
    for (const [query, ids] of cases) {
      for (const [who, more] of [
        [cast.dina, ''],
        [cast.ada, ''],
        [cast.ada, `&userId=${cast.dina.id}`],
      ] as const) {
        const { data, pagination } = await list(who, query + more)
        expect([query, idsIn({ data }), pagination.total]).toEqual([query, ids, ids.length])
      }
    }
  })

  test('deep pages of all users: none missing, none twice', async () => {
    const rows = Array.from({ length: 1300 }, (_, index) => {
      const start_date = addDays('2020-01-01', index)
      const user_id = [cast.dina.id, cast.omar.id, cast.desi.id][index % 3] as number
      return {
        user_id,
        start_date,
        end_date: addDays(start_date, 2),
        kind: 'other' as const,
        created_at: '2026-01-01T00:00:00.000Z',
      }
    })
    for (let from = 0; from < rows.length; from += 100)
      await db
        .insertInto('absences')
        .values(rows.slice(from, from + 100))
        .execute()
    await recount(db)
    for (const [query, expected] of [
      ['', 1300],
      ['from=2020-03-01', 1242],
      ['from=2020-03-01&to=2022-12-31', 1038],
    ] as const) {
      const seen: string[] = []
      for (let page = 1; ; page++) {
        const { data, pagination } = await list(cast.ada, `?limit=100&page=${page}&${query}`)
        expect(pagination.total).toBe(expected)
        if (data.length === 0) break
        seen.push(...data.map(({ start_date }: Absence) => start_date))
      }
      expect(seen).toHaveLength(expected)
      expect(new Set(seen).size).toBe(expected)
      expect(seen).toEqual([...seen].sort().reverse())
    }
  })
})

describe('who is off today', () => {
  const offToday = async (id: number) =>
    (await as(cast.max).get('/api/users')).body.find((user: { id: number }) => user.id === id).off_today

  test('is shown to reviewers, in the zone of each user', async () => {
    await given(cast.dina, { start_date: '2026-03-11', end_date: '2026-03-11' })
    expect(await offToday(cast.dina.id)).toBe(false)
    // It is already tomorrow there.
    await as(cast.dina).put('/api/account', { time_zone: 'Pacific/Kiritimati' })
    clock.set('2026-03-10T09:59:59.000Z')
    expect(await offToday(cast.dina.id)).toBe(false)
    clock.set('2026-03-10T10:00:00.000Z')
    expect(await offToday(cast.dina.id)).toBe(true)
    expect((await as(cast.max).get(`/api/users/${cast.dina.id}`)).body.off_today).toBe(true)
    expect(await offToday(cast.omar.id)).toBe(false)
    await as(cast.dina).put('/api/account', { time_zone: null })
  })

  test('neither kind nor note of other users is ever sent to staff', async () => {
    await given(cast.omar, { start_date: '2026-03-10', end_date: '2026-03-10', kind: 'sick', note: 'Flu!' })
    for (const url of [
      '/absences',
      '/calendar/me',
      '/calendar/me/year',
      '/settings',
      '/account',
      '/projects',
    ])
      expect((await as(cast.dina).get(`/api${url}`)).text).not.toMatch(/Flu!|"sick"/)
    expectRefusal(await as(cast.dina).get('/api/calendar/team'), 403, messages.general.notAllowed)
    expectRefusal(await as(cast.dina).get('/api/users'), 403, messages.general.notAllowed)
  })
})

test('the time off of an erased user stays, without a reason', async () => {
  const person = { name: 'Leaves', email: 'leaves@example.com', password: 'secret-1', role: 'developer' }
  const { body } = await as(cast.ada).post('/api/auth/register', person)
  const { id } = await given(cast.ada, { user_id: body.user.id, kind: 'sick', note: 'Broken leg' })
  await as(cast.ada).put(`/api/users/${body.user.id}`, { ...person, time_zone: 'Asia/Tokyo' })
  await as(cast.ada).delete(`/api/users/${body.user.id}`)
  await as(cast.ada).post(`/api/users/deleted/${body.user.id}/erase`)
  const { data } = await list(cast.ada)
  expect(data).toMatchObject([{ id, start_date: july.start_date, kind: 'other', note: null }])
  const row = await db
    .selectFrom('users')
    .select('time_zone')
    .where('id', '=', body.user.id)
    .executeTakeFirst()
  expect(row).toEqual({ time_zone: null })
})
