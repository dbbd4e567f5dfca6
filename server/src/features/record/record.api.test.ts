import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { type RecordEntry, recordKinds, recordPageReply } from '#shared/contract/record.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { expectRefusal, openTestApp, type Person, startTestApp } from '../../../test/start-test-app.ts'
import { isSqlite } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import { byJob } from '../../events/event.ts'
import { insertEntries, type NewEntry } from './record.queries.ts'
import { recordedAs, serializeDetails } from './recorded-as.ts'
import { sweepRecordJob } from './sweep-record.job.ts'
import { writeRecord } from './write-record.service.ts'

const testApp = await startTestApp()
const { as, call, cast, clock, ctx, db, make, newToken, signIn } = testApp
const start = '2026-03-10T09:00:00.000Z'

const read = async (query = '', who: Person = cast.ada) => {
  const reply = await as(who).get(`/api/audit${query}`)
  expect(reply.status, reply.text).toBe(200)
  return recordPageReply.parse(reply.body)
}
const newest = async (query = '') => (await read(query)).data[0] as RecordEntry
const sentences = async (query = '') => (await read(query)).data.map(messages.record.sentence)

const entry = (more: Partial<NewEntry> = {}): NewEntry => ({
  at: start,
  kind: 'settings.changed',
  actor_id: cast.ada.id,
  via: 'session',
  address: '203.0.113.7',
  target_type: null,
  target_id: null,
  user_id: null,
  details: '{}',
  ...more,
})
const write = (...rows: NewEntry[]) => groupCommit(db, trx => insertEntries(trx, rows))

/** The sweep is the only way to empty the record. */
async function emptyRecord() {
  const { auditKeepSeconds } = ctx.config
  const later = { now: () => new Date(Date.parse('2100-01-01') + auditKeepSeconds * 1000) }
  await sweepRecordJob.run({ ...ctx, clock: later, listeners: [] }, null, new AbortController().signal)
}

beforeEach(async () => {
  clock.set(start)
  await emptyRecord()
})

describe('refusals', () => {
  test('only admins read and export it', async () => {
    for (const who of [cast.max, cast.dina, cast.desi, cast.mark])
      for (const path of ['audit', 'audit/export?format=csv', 'audit?kind=nonsense'])
        expectRefusal(await as(who).get(`/api/${path}`), 403, messages.general.notAllowed)
  })

  test.each([
    ['from=yesterday', messages.fields.dateInvalid],
    ['to=2026-02-30', messages.fields.dateInvalid],
    ['from=2026-03-02&to=2026-03-01', messages.fields.endBeforeStart],
    ['kind=user.renamed', messages.record.kindUnknown],
    ['actorId=ada', messages.fields.invalid('actorId')],
    ['userId=0', messages.fields.invalid('userId')],
    ['page=0', undefined],
  ])('?%s is 400', async (query, sentence) => {
    const reply = await as(cast.ada).get(`/api/audit?${query}`)
    expect(reply.status).toBe(400)
    if (sentence) expect(reply.body.msg).toBe(sentence)
    expect((await as(cast.ada).get(`/api/audit/export?format=csv&${query}`)).status).toBe(
      query === 'page=0' ? 200 : 400,
    )
  })

  test('an export needs a format', async () => {
    for (const query of ['', '?format=xlsx'])
      expect((await as(cast.ada).get(`/api/audit/export${query}`)).status).toBe(400)
  })

  test('neither an update nor a delete changes it, and the API has no call for either', async () => {
    await write(entry())
    await expect(db.updateTable('record_entries').set({ details: '{}' }).execute()).rejects.toThrow(
      messages.record.changed,
    )
    await expect(db.deleteFrom('record_entries').execute()).rejects.toThrow(messages.record.changed)
    const [{ id } = { id: 0 }] = (await read()).data
    const over = sql`values (${id}, ${start}, 'sign_in.ended', 'session', '{}')`
    const into = sql`record_entries (id, at, kind, via, details)`
    const replacing = isSqlite(db)
      ? sql`insert or replace into ${into} ${over}`
      : sql`insert into ${into} ${over} on conflict (id) do update set kind = excluded.kind`
    await expect(replacing.execute(db)).rejects.toThrow(messages.record.changed)
    for (const method of ['POST', 'PUT', 'DELETE'] as const)
      expect((await call({ method, url: '/api/audit/1' })).status).toBe(404)
    expect((await read()).data).toMatchObject([{ id, kind: 'settings.changed' }])
  })

  test('on PostgreSQL the role of the server gave up the right to change or empty it', async () => {
    if (isSqlite(db)) return
    const { rows } = await sql<{ acl: string }>`
      select array_to_string(relacl, ' ') as acl from pg_class where oid = 'record_entries'::regclass`.execute(
      db,
    )
    const rights = (rows[0]?.acl ?? '').split(' ').map(grant => grant.split('=').at(-1)?.split('/')[0] ?? '')
    // w is to update, and D to truncate.
    expect(rights.join()).toContain('r')
    expect(rights.join()).not.toMatch(/[wD]/)
  })

  test('a row that would be too long is refused by the database', async () => {
    await expect(write(entry({ details: JSON.stringify({ long: 'x'.repeat(2000) }) }))).rejects.toThrow()
  })
})

describe('what is recorded', () => {
  test('each kind is written by some event, and each reason is a sentence', () => {
    expect(new Set(recordKinds).size).toBe(recordKinds.length)
    const reasons = Object.values(recordedAs).filter(how => typeof how === 'string')
    for (const reason of reasons) expect(reason).toMatch(/^[A-Z].{20,}\.$/)
    const source = Object.values(recordedAs).map(String).join('\n')
    expect(recordKinds.filter(kind => !source.includes(kind))).toEqual([])
  })

  test('with who, how and from where: a changed role', async () => {
    const person = await make.user('developer', { name: 'Rita Role' })
    const { name, email } = person
    const headers = { 'x-auth-token': await newToken(cast.ada) }
    const payload = { name, email, role: 'manager' }
    await call({
      method: 'PUT',
      url: `/api/users/${person.id}`,
      payload,
      headers,
      remoteAddress: '203.0.113.9',
    })
    expect(await newest('?kind=user.role_changed')).toEqual({
      id: expect.any(Number),
      at: start,
      kind: 'user.role_changed',
      actor: { id: cast.ada.id, name: 'Ada Admin' },
      target: { type: 'user', id: person.id, name: 'Rita Role' },
      address: '203.0.113.9',
      via: 'session',
      details: { from: 'developer', to: 'manager' },
    })
    expect(await sentences('?kind=user.role_changed')).toEqual([
      "Ada Admin changed Rita Role's role from developer to manager",
    ])
  })

  test('an act of an access token says so', async () => {
    const { token } = (
      await as(cast.ada).post('/api/account/tokens', { name: 'Script', scope: 'write', expires_in_days: 30 })
    ).body
    await as({ token }).put('/api/settings', { reminder_time: '16:15' })
    expect(await newest('?kind=settings.changed')).toMatchObject({
      via: 'token',
      actor: { id: cast.ada.id },
      details: { fields: ['reminder_time'] },
    })
    expect((await newest('?kind=token.created')).details).toMatchObject({ scope: 'write' })
    expect(JSON.stringify((await read()).data)).not.toContain(token.slice(4, 30))
  })

  test('sign-ins, those that are refused, and their end', async () => {
    const { email } = cast.omar
    const login = (given: string, password: string) =>
      call({ method: 'POST', url: '/api/auth/login', payload: { email: given, password } })
    await login(email, 'not the password')
    await login('stranger@example.com', 'not the password')
    const token = await signIn(cast.omar)
    await as({ token }).post('/api/auth/logout')
    expect(await sentences()).toEqual([
      'Omar Developer signed out',
      'Omar Developer signed in',
      'A client failed to sign in to an unknown account',
      'A client failed to sign in as Omar Developer',
    ])
    const { data } = await read()
    expect(JSON.stringify(data)).not.toContain('stranger')
    expect(data[3]).toMatchObject({ actor: null, target: { id: cast.omar.id }, address: '127.0.0.1' })
  })

  test('refused guesses are bounded by the limits of sign-ins', async () => {
    const payload = { email: 'nobody@example.com', password: 'not the password' }
    for (let guess = 0; guess < limits.signInFailuresPerAccount + 5; guess++)
      await call({ method: 'POST', url: '/api/auth/login', payload, remoteAddress: '198.51.100.4' })
    expect((await read('?kind=sign_in.refused')).pagination.total).toBe(limits.signInFailuresPerAccount)
  })

  test('what failed is not recorded', async () => {
    await as(cast.ada).put(`/api/users/${cast.dina.id}`, {
      name: 'Dina',
      email: cast.omar.email,
      role: 'developer',
    })
    await as(cast.ada).delete('/api/users/999999')
    expect((await read()).pagination.total).toBe(0)
  })

  test('exports of reports, the timesheet, the own data and the record itself', async () => {
    await as(cast.max).get(`/api/reports/export/csv?userId=${cast.dina.id}`)
    await as(cast.max).get('/api/reports/export/xlsx?startDate=2026-03-01&endDate=2026-03-02')
    await as(cast.max).get('/api/timesheet/export?format=csv&from=2026-03-01&to=2026-03-02')
    await as(cast.dina).get('/api/account/export')
    await as(cast.ada).get('/api/audit/export?format=jsonl&kind=export.made')
    const { data } = await read('?kind=export.made')
    expect(data.map(({ details }) => details)).toEqual([
      { what: 'record', format: 'jsonl', kind: 'export.made' },
      { what: 'account', format: 'json' },
      { what: 'timesheet', format: 'csv', from: '2026-03-01', to: '2026-03-02' },
      { what: 'reports', format: 'xlsx', startDate: '2026-03-01', endDate: '2026-03-02' },
      { what: 'reports', format: 'csv' },
    ])
    expect(data[4]?.target).toEqual({ type: 'user', id: cast.dina.id, name: cast.dina.name })
  })

  test('searches of reviewers, without the words: once in ten minutes, and again from another address', async () => {
    const search = (path: string, who: Person = cast.max) => as(who).get(`/api/search${path}`)
    expect((await search('?q=confidential')).status).toBe(200)
    await search('/quick?q=confidential&of=texts')
    clock.advance({ minutes: 5 })
    await search('?q=other')
    expect(await sentences('?kind=export.made')).toEqual(['Max Manager searched what others wrote'])
    expect(await newest()).toMatchObject({ at: start, address: '127.0.0.1', details: { what: 'search' } })
    await call({
      ...{ method: 'GET', url: '/api/search?q=other', remoteAddress: '203.0.113.9' },
      headers: { 'x-auth-token': await newToken(cast.max) },
    })
    expect(await newest()).toMatchObject({ address: '203.0.113.9', details: { what: 'search' } })
    clock.advance({ minutes: 6 })
    await search('/quick?q=confidential&of=names')
    expect((await read()).pagination.total).toBe(3)
    // Staff find only what is their own.
    await search('?q=confidential', cast.dina)
    expect((await read()).pagination.total).toBe(3)
    // What is refused finds nothing.
    expect((await search('?q=', cast.ada)).status).toBe(400)
    expect((await read()).pagination.total).toBe(3)
  })

  test('a search by an access token or an assistant says so', async () => {
    const made = { name: 'Assistant', scope: 'read', expires_in_days: 30 }
    const { token } = (await as(cast.max).post('/api/account/tokens', made)).body
    await as({ token }).post('/api/mcp', {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'search', arguments: { q: 'login' } },
    })
    expect(await newest()).toMatchObject({ via: 'token', kind: 'export.made', details: { what: 'search' } })
  })

  test('access tokens that are unknown or expired', async () => {
    const made = { name: 'Old', scope: 'read', expires_in_days: 30 }
    const { token } = (await as(cast.omar).post('/api/account/tokens', made)).body
    clock.advance({ minutes: 31 * 24 * 60 })
    expect((await as({ token }).get('/api/auth/me')).status).toBe(401)
    expect((await as({ token: `${token.slice(0, -1)}!` }).get('/api/auth/me')).status).toBe(401)
    expect((await sentences()).slice(0, 2)).toEqual([
      'A client used an unknown access token',
      'A client used an expired access token of Omar Developer',
    ])
  })

  test('a report that is edited after its review, and none before', async () => {
    const project = await make.project()
    const input = {
      ...{ date: '2026-03-10', tasks: 'Secret plans', blockers: null, tomorrow_plan: 'More' },
      ...{ project_id: project.id },
      task_details: [{ description: 'Page', hours: '7.30', project_id: project.id }],
    }
    const { id } = (await as(cast.desi).post('/api/reports', input)).body.report
    await as(cast.desi).put(`/api/reports/${id}`, input)
    expect((await read('?kind=report.edited_after_review')).data).toEqual([])
    await as(cast.max).post(`/api/reports/${id}/review`, { state: 'reviewed' })
    await as(cast.desi).put(`/api/reports/${id}`, { ...input, tasks: 'Other plans' })
    expect(await newest('?kind=report.edited_after_review')).toMatchObject({
      actor: { id: cast.desi.id },
      target: { type: 'report', id, name: '2026-03-10' },
    })
    expect(JSON.stringify((await read()).data)).not.toContain('plans')
  })

  test('people of a team, each to whom it was done', async () => {
    const { id } = (await as(cast.ada).post('/api/teams', { name: 'Web' })).body
    await as(cast.ada).post(`/api/teams/${id}/members`, { user_ids: [cast.dina.id, cast.omar.id] })
    await as(cast.ada).post(`/api/teams/${id}/leads`, { user_ids: [cast.max.id] })
    expect(await sentences(`?userId=${cast.omar.id}`)).toEqual([
      'Ada Admin added Omar Developer to the team Web',
    ])
    expect(await sentences(`?userId=${cast.max.id}`)).toEqual([
      'Ada Admin made Max Manager a lead of the team Web',
    ])
    await as(cast.ada).delete(`/api/teams/${id}`)
    expect((await newest('?kind=team.deleted')).target).toEqual({ type: 'team', id, name: null })
  })

  test('what changes nothing has no row, and settings name only what changed', async () => {
    const { id } = (await as(cast.ada).post('/api/teams', { name: 'Twice', member_ids: [cast.dina.id] })).body
    await as(cast.ada).post(`/api/teams/${id}/members`, { user_ids: [cast.dina.id, cast.omar.id] })
    await as(cast.ada).post(`/api/teams/${id}/members`, { user_ids: [cast.omar.id] })
    expect(await sentences('?kind=team.changed')).toEqual([
      'Ada Admin added Omar Developer to the team Twice',
    ])
    const settings = { manager_scope: 'everyone', working_days: [1, 2, 3, 4, 5], summary_time: '08:15' }
    for (let time = 0; time < 2; time++)
      expect((await as(cast.ada).put('/api/settings', settings)).status).toBe(200)
    expect(await sentences('?kind=settings.changed')).toEqual([
      'Ada Admin changed the settings: summary time',
    ])
  })

  test('an erased person is a former member in earlier entries too', async () => {
    const person = await make.user('developer', { name: 'Gone Girl' })
    await as(cast.ada).delete(`/api/users/${person.id}`)
    await as(cast.ada).post(`/api/users/deleted/${person.id}/erase`)
    const { data } = await read(`?userId=${person.id}`)
    expect(data.map(({ kind }) => kind)).toContain('user.erased')
    for (const { target } of data) expect(target?.name).toBe(messages.users.formerMember(person.id))
    expect(JSON.stringify(data)).not.toContain('Gone Girl')
  })

  test('a row stays below 2 kB with the longest lists', async () => {
    const ids = Array.from({ length: 1000 }, (_, index) => Number.MAX_SAFE_INTEGER - index)
    const details = serializeDetails({ lead_ids: ids, member_ids: ids, what: 'reports' })
    expect(details.length).toBeLessThan(1600)
    expect(JSON.parse(details)).toMatchObject({ lead_ids_count: 1000 })
    const event = { kind: 'team.created', teamId: 1, leadIds: ids, memberIds: ids } as const
    await groupCommit(db, trx => writeRecord(ctx, trx, event, byJob))
    const [row] = await db.selectFrom('record_entries').selectAll().execute()
    expect(JSON.stringify(row).length).toBeLessThan(2048)
  })
})

describe('reading', () => {
  test('filters by who, to whom, kind and time, the newest first', async () => {
    const { ada, max, dina } = cast
    await write(
      entry({ at: '2026-03-01T10:00:00.000Z', kind: 'user.changed', user_id: dina.id }),
      entry({ at: '2026-03-02T10:00:00.000Z', kind: 'user.changed', actor_id: max.id, user_id: dina.id }),
      entry({ at: '2026-03-03T10:00:00.000Z', kind: 'password.changed', actor_id: max.id, user_id: max.id }),
    )
    const days = async (query: string) => (await read(query)).data.map(({ at }) => at.slice(8, 10))
    expect(await days('')).toEqual(['03', '02', '01'])
    expect(await days(`?actorId=${max.id}`)).toEqual(['03', '02'])
    expect(await days(`?userId=${dina.id}`)).toEqual(['02', '01'])
    expect(await days(`?actorId=${ada.id}&userId=${dina.id}`)).toEqual(['01'])
    expect(await days('?kind=password.changed')).toEqual(['03'])
    expect(await days('?from=2026-03-02&to=2026-03-02')).toEqual(['02'])
    expect(await days('?actorId=999999')).toEqual([])
    expect(await days('?to=9999-12-31')).toEqual(['03', '02', '01'])
    expect((await read('?page=2&limit=2')).pagination).toEqual({ total: 3, pages: 2, page: 2, limit: 2 })
    expect(await days('?page=2&limit=2')).toEqual(['01'])
    expect(await days('?page=900719925474099')).toEqual([])
  })

  test('days are those of the organization, both included', async () => {
    await as(cast.ada).put('/api/settings', { time_zone: 'Pacific/Auckland' })
    await emptyRecord()
    // Auckland is 13 hours ahead in March.
    for (const at of ['2026-03-01T10:59:59.999Z', '2026-03-01T11:00:00.000Z', '2026-03-02T10:59:59.999Z'])
      await write(entry({ at }))
    await write(entry({ at: '2026-03-02T11:00:00.000Z' }))
    const { data } = await read('?from=2026-03-02&to=2026-03-02')
    expect(data.map(({ at }) => at)).toEqual(['2026-03-02T10:59:59.999Z', '2026-03-01T11:00:00.000Z'])
    await as(cast.ada).put('/api/settings', { time_zone: 'Europe/Berlin' })
  })

  test('entries of the same moment have one order on all pages', async () => {
    await write(...Array.from({ length: 25 }, () => entry()))
    const pages = await Promise.all([1, 2, 3].map(page => read(`?limit=10&page=${page}`)))
    const ids = pages.flatMap(({ data }) => data.map(({ id }) => id))
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a))
    expect(ids).toHaveLength(25)
  })

  test('the count stops, so that a page of a large record stays quick', async () => {
    const rows = Array.from({ length: limits.recordCountMax + 50 }, () => entry())
    await write(...rows)
    expect((await read()).pagination.total).toBe(limits.recordCountMax)
    expect((await read(`?page=${limits.recordCountMax / 100 + 1}&limit=100`)).data).toEqual([])
    expect((await read(`?page=${limits.recordCountMax / 100}&limit=100`)).data).toHaveLength(100)
  })

  test('filters of a person and more are answered by an index alone, without reading the rows', async () => {
    const { id } = cast.dina
    const plan = await db.transaction().execute(async trx => {
      if (!isSqlite(trx))
        // So few rows would be read from end to end.
        for (const other of ['seqscan', 'bitmapscan', 'sort'])
          await sql.raw(`set local enable_${other} = off`).execute(trx)
      const { rows } = await sql`${sql.raw(isSqlite(trx) ? 'explain query plan' : 'explain')}
        select id from record_entries where actor_id = ${id} and user_id = ${cast.max.id} and kind = 'user.changed'
        order by at desc, id desc limit 50`.execute(trx)
      return JSON.stringify(rows)
    })
    expect(plan).toMatch(/(COVERING INDEX|Index Only Scan.*) record_entries_(actor|user) /)
  })

  test('a read token of an admin may read it', async () => {
    const { token } = (
      await as(cast.ada).post('/api/account/tokens', { name: 'Watch', scope: 'read', expires_in_days: 30 })
    ).body
    expect((await as({ token }).get('/api/audit')).status).toBe(200)
    expect((await as({ token }).get('/api/audit/export?format=csv')).status).toBe(200)
    expect((await as({ token }).get('/api/account/record')).status).toBe(403)
  })
})

describe('exporting', () => {
  test('has what the filters select, in both formats, across its chunks', async () => {
    await write(...Array.from({ length: 1203 }, (_, index) => entry({ user_id: index % 2 })))
    const csv = await as(cast.ada).get('/api/audit/export?format=csv&userId=1')
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.headers['content-disposition']).toBe('attachment; filename="record-2026-03-10.csv"')
    const [heading, ...lines] = parse(csv.text, { bom: true, record_delimiter: '\r\n' }) as string[][]
    expect(heading?.slice(0, 3)).toEqual(['Id', 'At', 'Kind'])
    // The export itself is about this user as well.
    expect(lines).toHaveLength(602)
    const jsonl = await as(cast.ada).get('/api/audit/export?format=jsonl&kind=settings.changed')
    expect(jsonl.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
    const entries = jsonl.text
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(entries).toHaveLength(1203)
    expect(recordPageReply.shape.data.parse(entries)).toEqual(entries)
    expect(new Set(entries.map(({ id }) => id)).size).toBe(1203)
  })

  test('names that begin a formula are defused', async () => {
    const { id } = (await as(cast.ada).post('/api/teams', { name: '=cmd()' })).body
    expect(id).toBeGreaterThan(0)
    const { text } = await as(cast.ada).get('/api/audit/export?format=csv')
    expect(text).toContain("'=cmd()")
  })
})

describe('keeping', () => {
  const sweep = () => sweepRecordJob.run(ctx, null, new AbortController().signal)

  test('old entries are dropped, and their number is recorded', async () => {
    await write(entry({ at: '2025-02-03T09:00:00.000Z' }), entry({ at: '2025-02-03T08:59:59.999Z' }))
    await write(entry({ at: '2024-01-01T00:00:00.000Z' }))
    await sweep()
    const { data } = await read()
    expect(data.map(({ kind }) => kind)).toEqual(['record.dropped', 'settings.changed'])
    expect(data[0]).toMatchObject({
      ...{ actor: null, via: 'job', address: null, target: null },
      details: { rows: 2, before: '2025-02-03T09:00:00.000Z' },
    })
    await sweep()
    expect((await read()).data).toHaveLength(2)
  })

  test('AUDIT_KEEP says how long', async () => {
    const other = await openTestApp({ settings: { AUDIT_KEEP: '2d' } })
    await groupCommit(other.db, trx => insertEntries(trx, [entry({ at: '2026-03-08T08:00:00.000Z' })]))
    await sweepRecordJob.run(other.ctx, null, new AbortController().signal)
    const [only] = await other.db.selectFrom('record_entries').select('kind').execute()
    expect(only?.kind).toBe('record.dropped')
    await other.close()
  })

  test('after a sweep, nothing can be deleted again', async () => {
    await write(entry({ at: '2024-01-01T00:00:00.000Z' }))
    await sweep()
    await write(entry({ at: '2024-01-01T00:00:00.000Z' }))
    await expect(db.deleteFrom('record_entries').execute()).rejects.toThrow(messages.record.changed)
  })
})

describe('after a theft', () => {
  test('an admin ends all sign-ins and tokens of an account', async () => {
    const person = await make.user('developer', { name: 'Theo Theft' })
    const stolen = [await newToken(person), await newToken(person)]
    const { token } = (
      await as({ token: stolen[0] as string }).post('/api/account/tokens', {
        ...{ name: 'Script', scope: 'read', expires_in_days: 30 },
      })
    ).body
    const reply = await as(cast.ada).delete(`/api/users/${person.id}/sign-ins`)
    expect(reply).toMatchObject({
      status: 200,
      body: { msg: 'Ended 2 sign-ins and 1 access token of Theo Theft.', sign_ins: 2, tokens: 1 },
    })
    for (const ended of [...stolen, token])
      expect((await as({ token: ended }).get('/api/auth/me')).status).toBe(401)
    expect((await sentences(`?userId=${person.id}`)).slice(0, 2)).toEqual([
      'Ada Admin ended 1 access token of Theo Theft',
      'Ada Admin ended 2 sign-ins of Theo Theft',
    ])
  })

  test("a manager can't end those of an admin, and no token may", async () => {
    const url = `/api/users/${cast.ada.id}/sign-ins`
    expectRefusal(await as(cast.max).delete(url), 403, messages.general.notAllowed)
    expectRefusal(await as(cast.dina).delete(url), 403, messages.general.notAllowed)
    expect((await as(cast.ada).delete('/api/users/999999/sign-ins')).status).toBe(404)
  })

  test('a user ends all of their own, also this sign-in', async () => {
    const person = await make.user('designer')
    const token = await newToken(person)
    const { body } = await as({ token }).delete('/api/account/access')
    expect(body).toEqual({
      ...{ msg: 'Ended 1 sign-in and 0 access tokens.', sign_ins: 1, tokens: 0 },
      identities: [],
    })
    expect((await as({ token }).get('/api/auth/me')).status).toBe(401)
  })

  test('a user reads their own sign-ins and what their tokens did, and nothing else', async () => {
    const token = await signIn(cast.mark)
    await signIn(cast.omar)
    await call({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: cast.mark.email, password: 'wrong one' },
    })
    await write(
      entry({ actor_id: cast.mark.id, via: 'token', kind: 'export.made' }),
      entry({ actor_id: cast.mark.id, kind: 'export.made' }),
      entry({ actor_id: cast.ada.id, user_id: cast.mark.id, kind: 'user.changed' }),
    )
    const { body } = await as({ token }).get('/api/account/record?limit=2')
    expect(body.data.map(({ kind }: RecordEntry) => kind)).toEqual(['export.made', 'sign_in.refused'])
    expect(body.pagination).toEqual({ total: 3, pages: 2, page: 1, limit: 2 })
    const second = await as({ token }).get('/api/account/record?limit=2&page=2')
    expect(second.body.data.map(({ kind }: RecordEntry) => kind)).toEqual(['sign_in.succeeded'])
  })

  test('a limited manager is not told the names of people and teams out of sight', async () => {
    const [lead, person] = [await make.user('manager'), await make.user()]
    const team = await as(cast.ada).post('/api/teams', {
      name: 'Under way',
      lead_ids: [lead.id],
      member_ids: [person.id],
    })
    const byToken = (more: Partial<NewEntry>) => entry({ actor_id: lead.id, via: 'token', ...more })
    await write(
      byToken({ kind: 'export.made', target_type: 'user', target_id: person.id, user_id: person.id }),
      byToken({ kind: 'team.changed', target_type: 'team', target_id: team.body.id, user_id: person.id }),
      entry({ kind: 'sign_in.ended', target_type: 'user', target_id: lead.id, user_id: lead.id }),
    )
    const own = async () => (await as(lead).get('/api/account/record')).text
    await as(cast.ada).put('/api/settings', { manager_scope: 'teams' })
    for (const name of [person.name, 'Under way', lead.name, cast.ada.name])
      expect(await own()).toContain(name)
    await as(cast.ada).delete(`/api/teams/${team.body.id}/leads/${lead.id}`)
    for (const name of [person.name, 'Under way']) expect(await own()).not.toContain(name)
    for (const name of [lead.name, cast.ada.name]) expect(await own()).toContain(name)
    await as(cast.ada).put('/api/settings', { manager_scope: 'everyone' })
    expect(await own()).toContain(person.name)
  })
})
