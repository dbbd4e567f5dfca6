import { describe, expect, test } from 'vitest'
import { foundReportDraftReply, type ReportDraft } from '#shared/contract/report-drafts.ts'
import { addDays } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { expectRefusal, type Person, type Reply, startTestApp } from '../../../test/start-test-app.ts'
import { sweepDraftsJob } from './sweep-drafts.job.ts'

// Tuesday 10 March 2026, 9:00 UTC. The organization is in UTC here.
const { as, call, cast, clock, ctx, db, make } = await startTestApp({
  writing: { bytesPerDay: 200_000, versionsPerReport: 500 },
})
ctx.config.timeZone = 'UTC'
const website = await make.project({ name: 'Website' })
const shop = await make.project({ name: 'Shop' })
const today = '2026-03-10'
const path = '/api/reports/draft'

async function tokenOf(person: Person, name = 'Assistant'): Promise<string> {
  const reply = await as(person).post('/api/account/tokens', { name, scope: 'write', expires_in_days: 30 })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.token
}

type Who = Person | { token: string }

async function callTool(who: Who, draft: object): Promise<{ text: string; isError: boolean }> {
  const params = { name: 'save_report_draft', arguments: draft }
  const reply = await as(who).post('/api/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  expect(reply.status, reply.text).toBe(200)
  const { content, isError = false } = reply.body.result
  return { text: content[0].text, isError }
}

async function save(who: Who, draft: object) {
  const { text, isError } = await callTool(who, draft)
  expect(isError, text).toBe(false)
  return JSON.parse(text)
}

async function refused(who: Who, draft: object): Promise<string> {
  const { text, isError } = await callTool(who, draft)
  expect(isError, text).toBe(true)
  return text
}

async function draftOf(who: Who, query = ''): Promise<ReportDraft | null> {
  const reply = await as(who).get(`${path}${query}`)
  expect(reply.status, reply.text).toBe(200)
  expect(foundReportDraftReply.safeParse(reply.body).error).toBeUndefined()
  return reply.body.draft
}

async function task(assigned: Person, project_id = website.id): Promise<number> {
  const body = { title: 'Build the page', project_id, assigned_to: assigned.id, expected_hours: 2 }
  const reply = await as(cast.max).post('/api/tasks', body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}

const row = { description: 'Found the bug', hours: '1.30', project_id: website.id }

describe('saving', () => {
  test('keeps the whole draft, with the name of the token and where to find it', async () => {
    const token = { token: await tokenOf(cast.dina, 'My assistant') }
    const task_id = await task(cast.dina)
    const answer = await save(token, {
      date: today,
      tasks: ' Login page ',
      blockers: 'No key',
      tomorrow_plan: 'Sign-up page',
      task_details: [
        row,
        { description: 'Without hours', task_id },
        { description: 'Only this', hours: null },
      ],
    })
    expect(answer).toEqual({
      date: today,
      url: 'http://localhost:80/reports/new'.replace(':80', ''),
      msg: expect.stringContaining('/reports/new'),
    })
    expect(await draftOf(cast.dina)).toEqual({
      date: today,
      tasks: 'Login page',
      blockers: 'No key',
      tomorrow_plan: 'Sign-up page',
      task_details: [
        {
          ...{ description: 'Found the bug', hours: 1.3, project_id: website.id, project_name: 'Website' },
          ...{ task_id: null, task_title: null },
        },
        {
          ...{ description: 'Without hours', hours: null, project_id: website.id, project_name: 'Website' },
          ...{ task_id, task_title: 'Build the page' },
        },
        {
          ...{ description: 'Only this', hours: null, project_id: null, project_name: null },
          ...{ task_id: null, task_title: null },
        },
      ],
      saved_at: '2026-03-10T09:00:00.000Z',
      token_name: 'My assistant',
    })
    expect((await as(cast.dina).get(`/api/reports/me?date=${today}`)).body.total).toBe(0)
    // Reviewers and colleagues have drafts of their own, and see no others.
    for (const other of [cast.omar, cast.max, cast.ada]) expect(await draftOf(other)).toBeNull()
  })

  test('keeps one draft for each date, the last one', async () => {
    const person = await make.user()
    await save(person, { tasks: 'First', blockers: 'One', task_details: [row] })
    clock.advance({ minutes: 5 })
    expect(await save(person, { tasks: 'Second' })).toMatchObject({ date: today })
    const yesterday = addDays(today, -1)
    expect((await save(person, { date: yesterday, tasks: 'Of Monday' })).url).toMatch(
      /\/reports\/new\?date=2026-03-09$/,
    )
    expect(await draftOf(person)).toMatchObject({
      ...{ tasks: 'Second', blockers: null, task_details: [], saved_at: '2026-03-10T09:05:00.000Z' },
      token_name: null,
    })
    expect((await draftOf(person, `?date=${yesterday}`))?.tasks).toBe('Of Monday')
    expect(await draftOf(person, '?date=2026-03-08')).toBeNull()
    clock.set('2026-03-10T09:00:00.000Z')
  })

  test('is for today in the zone of the user without a date', async () => {
    clock.set('2026-03-10T15:30:00.000Z')
    const person = await make.user('developer', { time_zone: 'Asia/Tokyo' })
    expect(await save(person, { tasks: 'After midnight' })).toMatchObject({ date: '2026-03-11' })
    expect((await draftOf(person))?.date).toBe('2026-03-11')
    clock.set('2026-03-10T09:00:00.000Z')
  })

  test.each([
    ['nothing', {}, `tasks: ${messages.reportDrafts.empty}`],
    ['blanks', { tasks: ' ', task_details: [] }, `tasks: ${messages.reportDrafts.empty}`],
    ['an impossible day', { date: '2026-02-30', tasks: 'x' }, `date: ${messages.fields.dateInvalid}`],
    ['a day to come', { date: '2026-03-12', tasks: 'x' }, `date: ${messages.reports.dateInFuture}`],
    ['a day too long ago', { date: '1999-12-31', tasks: 'x' }, `date: ${messages.reports.dateTooEarly}`],
    [
      'a long summary',
      { tasks: 'x'.repeat(10_001) },
      `tasks: ${messages.fields.tooLong('Summary of tasks', 10_000)}`,
    ],
    ['a number as blockers', { blockers: 7 }, `blockers: ${messages.fields.invalid('Blockers')}`],
    [
      'rows that are no list',
      { task_details: 'x' },
      `task_details: ${messages.fields.invalid('task_details')}`,
    ],
    [
      'too many rows',
      { task_details: Array.from({ length: 101 }, () => row) },
      `task_details: ${messages.reports.tooManyTasks}`,
    ],
    [
      'a row without a description',
      { task_details: [{ ...row, description: ' ' }] },
      `task_details.0.description: ${messages.reports.descriptionRequired}`,
    ],
    [
      'hours that are not positive',
      { task_details: [{ ...row, hours: 0 }] },
      `task_details.0.hours: ${messages.reports.hoursPositive}`,
    ],
    [
      'too many hours',
      { task_details: [{ ...row, hours: '24.01' }] },
      `task_details.0.hours: ${messages.reports.hoursTooMany}`,
    ],
    [
      'hours in words',
      { task_details: [{ ...row, hours: '1h30' }] },
      `task_details.0.hours: ${messages.reports.hoursMalformed}`,
    ],
    [
      'an unknown project',
      { task_details: [row, { ...row, project_id: 999_999 }] },
      `task_details.1.project_id: ${messages.reports.projectMissing}`,
    ],
    [
      'an unknown task',
      { task_details: [{ ...row, task_id: 999_999 }] },
      `task_details.0.task_id: ${messages.reports.taskNotYours}`,
    ],
    [
      'more text than a report may have',
      { task_details: Array.from({ length: 51 }, () => ({ description: 'x'.repeat(2000) })) },
      `tasks: ${messages.reports.textTooLong}`,
    ],
  ])('%s is refused and keeps the draft before', async (_what, draft, sentence) => {
    const person = await make.user()
    await save(person, { tasks: 'Before' })
    expect(await refused(person, draft)).toBe(sentence)
    expect((await draftOf(person))?.tasks).toBe('Before')
  })

  test('a task of another person or another project is refused', async () => {
    const [person, other] = [await make.user(), await make.user()]
    const foreign = await task(other)
    expect(await refused(person, { task_details: [{ ...row, task_id: foreign }] })).toBe(
      `task_details.0.task_id: ${messages.reports.taskNotYours}`,
    )
    const own = await task(person, shop.id)
    expect(await refused(person, { task_details: [{ ...row, task_id: own }] })).toBe(
      `task_details.0.task_id: ${messages.reports.taskOfOtherProject}`,
    )
  })

  test('for a date that has a report is refused', async () => {
    const person = await make.user()
    await make.report(person, { project_id: website.id })
    expect(await refused(person, { tasks: 'Late' })).toBe(messages.reports.alreadySubmitted)
    expect(await draftOf(person)).toBeNull()
  })

  test('counts as written text, and waits for the next day when a day is full', async () => {
    const person = await make.user()
    const task_details = Array.from({ length: 45 }, () => ({ description: 'x'.repeat(2000) }))
    await save(person, { task_details })
    await save(person, { task_details })
    expect(await refused(person, { task_details })).toBe(messages.reports.writtenTooMuch)
  })

  test('a user has at most 31 drafts, also if several are saved at once', async () => {
    const person = await make.user()
    const dates = Array.from({ length: limits.reportDraftsMax + 3 }, (_, nth) => addDays(today, -nth))
    const answers = await Promise.all(dates.map(date => callTool(person, { date, tasks: 'x' })))
    expect(answers.filter(({ isError }) => isError).map(({ text }) => text)).toEqual(
      Array(3).fill('date: You have 31 drafts. Submit or discard one first.'),
    )
    const [kept] = await db
      .selectFrom('report_drafts')
      .select('date')
      .where('user_id', '=', person.id)
      .execute()
    await save(person, { date: kept?.date, tasks: 'Replaced' })
  })
})

describe('a draft ends', () => {
  test('with the report of its date', async () => {
    const person = await make.user()
    const yesterday = addDays(today, -1)
    await save(person, { tasks: 'Draft' })
    await save(person, { date: yesterday, tasks: 'Other' })
    await make.report(person, { project_id: website.id })
    expect(await draftOf(person)).toBeNull()
    expect((await draftOf(person, `?date=${yesterday}`))?.tasks).toBe('Other')
  })

  test('with the report, also if both are sent at the same time', async () => {
    for (let nth = 0; nth < 5; nth++) {
      const person = await make.user()
      const [, sent] = await Promise.all([
        callTool(person, { tasks: 'Draft' }),
        make.report(person, { project_id: website.id }),
      ])
      expect(sent.date).toBe(today)
      expect(await draftOf(person)).toBeNull()
    }
  })

  test('but not with a report that is refused', async () => {
    const person = await make.user()
    await save(person, { tasks: 'Draft' })
    expect((await as(person).post('/api/reports', { date: today })).status).toBe(400)
    expect((await draftOf(person))?.tasks).toBe('Draft')
  })

  test('when its user discards it, twice without harm', async () => {
    const [person, other] = [await make.user(), await make.user()]
    for (const one of [person, other]) await save(one, { tasks: 'Draft' })
    for (let nth = 0; nth < 2; nth++) {
      const reply: Reply = await as(person).delete(`${path}?date=${today}`)
      expect([reply.status, reply.body]).toEqual([200, { msg: 'Draft discarded.' }])
    }
    expect(await draftOf(person)).toBeNull()
    expect(await draftOf(other)).not.toBeNull()
    expect((await as(other).delete(path)).status).toBe(200)
    expect(await draftOf(other)).toBeNull()
  })

  test('after 14 days', async () => {
    const person = await make.user()
    await save(person, { date: '2026-02-02', tasks: 'Old day, new draft' })
    const sweep = () => sweepDraftsJob.run(ctx, null, new AbortController().signal)
    clock.advance({ minutes: 14 * 24 * 60 })
    await sweep()
    expect(await draftOf(person, '?date=2026-02-02')).not.toBeNull()
    clock.advance({ minutes: 1 })
    await sweep()
    expect(await draftOf(person, '?date=2026-02-02')).toBeNull()
    clock.set('2026-03-10T09:00:00.000Z')
  })

  test('with the account', async () => {
    const person = await make.user()
    await save(person, { tasks: 'Draft' })
    expect((await as(cast.ada).delete(`/api/users/${person.id}`)).status).toBe(200)
    expect(
      await db.selectFrom('report_drafts').select('id').where('user_id', '=', person.id).execute(),
    ).toEqual([])
  })
})

test('what is deleted or moved meanwhile is left out of the draft', async () => {
  const [person, other] = [await make.user(), await make.user()]
  const gone = await make.project({ name: 'Gone' })
  const task_id = await task(person)
  await save(person, {
    task_details: [
      { ...row, task_id },
      { ...row, project_id: gone.id },
    ],
  })
  expect((await as(cast.ada).delete(`/api/projects/${gone.id}`)).status).toBe(200)
  const moved = { title: 'Build the page', project_id: website.id, assigned_to: other.id, expected_hours: 2 }
  expect((await as(cast.max).put(`/api/tasks/${task_id}`, moved)).status).toBe(200)
  expect((await draftOf(person))?.task_details).toMatchObject([
    { project_id: website.id, task_id: null, task_title: null },
    { project_id: null, project_name: null, hours: 1.3 },
  ])
})

test('the data of an account has its drafts', async () => {
  const person = await make.user()
  await save(person, { tasks: 'Draft', task_details: [row] })
  await save(person, { date: '2026-03-01', blockers: 'No key' })
  const { body } = await as(person).get('/api/account/export')
  expect(body.report_drafts).toMatchObject([
    { date: '2026-03-01', blockers: 'No key' },
    {
      ...{ date: today, tasks: 'Draft', saved_at: expect.any(String) },
      task_details: [{ description: 'Found the bug', hours: 1.3 }],
    },
  ])
})

describe('refused', () => {
  test('without a token', async () => {
    for (const method of ['GET', 'DELETE'] as const)
      expectRefusal(await call({ method, url: path }), 401, messages.signIn.noToken)
  })

  test.each(['', 'x', '2026-02-30'])('an invalid date: "%s"', async date => {
    for (const method of ['get', 'delete'] as const)
      expectRefusal(await as(cast.dina)[method](`${path}?date=${date}`), 400, messages.fields.dateInvalid, {
        date: messages.fields.dateInvalid,
      })
  })
})
