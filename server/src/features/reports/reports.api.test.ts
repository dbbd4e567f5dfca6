import { describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { reportBody } from '../../../test/make.ts'
import { refusedInputs } from '../../../test/refused-inputs.ts'
import { expectRefusal, startTestApp } from '../../../test/start-test-app.ts'

const { as, cast, clock, db, make } = await startTestApp()
const website = await make.project({ name: 'Website', developers: [cast.dina.id] })
const app = await make.project({ name: 'Mobile app' })

/** Each test creates its own user, so that tests don't share days. */
const newcomer = make.user

async function at<T>(now: string, work: () => Promise<T>): Promise<T> {
  const before = clock.now().toISOString()
  clock.set(now)
  try {
    return await work()
  } finally {
    clock.set(before)
  }
}

const body = (more: object = {}) => reportBody({ project_id: website.id, ...more })
const row = (more: object = {}) => ({ description: 'Work', hours: 1, project_id: website.id, ...more })
const withRow = (more: object) => body({ task_details: [row(more)] })

describe('POST /reports refuses', () => {
  test('requests without a sign-in', async () => {
    expectRefusal(await as(null).post('/api/reports', body()), 401, 'No token, authorization denied')
  })

  test('an empty body, with a message for every field', async () => {
    expectRefusal(await as(cast.omar).post('/api/reports', {}), 400, 'Date is required', {
      date: 'Date is required',
      tasks: 'Summary of tasks is required',
      task_details: 'At least one task is required',
    })
  })

  test.each(
    refusedInputs([
      [{ date: '' }, 'date', 'Date is required'],
      [{ date: null }, 'date', 'Date is required'],
      [{ date: '10.03.2026' }, 'date', messages.fields.dateInvalid],
      [{ date: '2026-02-30' }, 'date', messages.fields.dateInvalid],
      [{ date: '2026-03-10T09:00:00Z' }, 'date', messages.fields.dateInvalid],
      [{ date: '2026-03-11' }, 'date', messages.reports.dateInFuture],
      [{ date: '1999-12-31' }, 'date', "Date can't be before 2000-01-01"],
      [{ tasks: '  \n ' }, 'tasks', 'Summary of tasks is required'],
      [{ tasks: 'x'.repeat(10_001) }, 'tasks', 'Summary of tasks must be at most 10,000 characters'],
      [{ blockers: 'x'.repeat(10_001) }, 'blockers', 'Blockers must be at most 10,000 characters'],
      [
        { tomorrow_plan: 'x'.repeat(10_001) },
        'tomorrow_plan',
        "Tomorrow's plan must be at most 10,000 characters",
      ],
      [{ blockers: 7 }, 'blockers', 'Blockers is not valid'],
      [{ project_id: 'none', task_details: [row()] }, 'project_id', 'Project selection is required'],
      [{ task_details: [] }, 'task_details', 'At least one task is required'],
      [{ task_details: 'all of them' }, 'task_details', 'At least one task is required'],
      [{ task_details: Array(101).fill(row()) }, 'task_details', 'A report can have at most 100 tasks'],
    ]),
  )('%s', async (_name, more, field, sentence) => {
    const reply = await as(cast.omar).post('/api/reports', body(more))
    expectRefusal(reply, 400, sentence, { [field]: sentence })
  })

  test.each(
    refusedInputs([
      [{ description: ' ' }, 'description', 'Task description is required'],
      [{ description: undefined }, 'description', 'Task description is required'],
      [{ description: 'x'.repeat(2001) }, 'description', 'Task description must be at most 2,000 characters'],
      [{ hours: undefined }, 'hours', 'Hours are required'],
      [{ hours: '' }, 'hours', 'Hours are required'],
      [{ hours: 0 }, 'hours', 'Hours must be positive'],
      [{ hours: '0.00' }, 'hours', 'Hours must be positive'],
      [{ hours: -1 }, 'hours', 'Hours must be positive'],
      [{ hours: 24.01 }, 'hours', 'Hours cannot exceed 24'],
      [{ hours: '23.99' }, 'hours', 'Hours cannot exceed 24'],
      [{ hours: '1.305' }, 'hours', messages.reports.hoursMalformed],
      [{ hours: 'an hour' }, 'hours', messages.reports.hoursMalformed],
      [{ hours: [1] }, 'hours', messages.reports.hoursMalformed],
      [{ project_id: undefined }, 'project_id', 'Project selection is required'],
      [{ project_id: '' }, 'project_id', 'Project selection is required'],
      [{ project_id: 0 }, 'project_id', 'Project selection is required'],
      [{ project_id: 1.5 }, 'project_id', 'Project selection is required'],
    ]),
  )('a row with %s', async (_name, more, field, sentence) => {
    const reply = await as(cast.omar).post('/api/reports', withRow(more))
    expectRefusal(reply, 400, sentence, { [`task_details.0.${field}`]: sentence })
  })

  test('projects that don’t exist or were deleted', async () => {
    const deleted = await make.project()
    await as(cast.ada).delete(`/api/projects/${deleted.id}`)
    const sentence = 'The selected project does not exist'
    for (const id of [deleted.id, 999_999, Number.MAX_SAFE_INTEGER]) {
      const reply = await as(cast.omar).post(
        '/api/reports',
        body({ task_details: [row(), row({ project_id: id })] }),
      )
      expectRefusal(reply, 400, sentence, { 'task_details.1.project_id': sentence })
    }
    expectRefusal(
      await as(cast.omar).post('/api/reports', body({ project_id: deleted.id, task_details: [row()] })),
      400,
      sentence,
      {
        project_id: sentence,
      },
    )
  })

  test('and stores nothing of a refused report', async () => {
    expect((await as(cast.omar).get('/api/reports/me')).body).toEqual({
      reports: [],
      total: 0,
      totalPages: 0,
      page: 1,
      limit: 10,
    })
    expect(await db.selectFrom('report_rows').select('id').execute()).toEqual([])
  })

  test('a second report for the same date', async () => {
    const author = await newcomer()
    await make.report(author, body())
    const again = await as(author).post('/api/reports', body({ tasks: 'Something else' }))
    expectRefusal(again, 409, 'You have already submitted a report for this date')
    const { body: list } = await as(author).get('/api/reports/me')
    expect(list.total).toBe(1)
    expect(list.reports[0].tasks).toBe('Fixed the login page')
  })
})

describe('POST /reports', () => {
  test('returns the report with the sum of its rows as hours', async () => {
    const author = await newcomer('designer')
    const reply = await as(author).post(
      '/api/reports',
      body({
        tasks: '  Two things\nin two lines ',
        blockers: ' ',
        hours_worked: 99,
        id: 12_345,
        user_id: cast.ada.id,
        is_edited: true,
        created_at: '1999-01-01T00:00:00.000Z',
        task_details: [
          row({ description: ' First ', hours: '0.45' }),
          row({ description: 'Second', hours: 0.3, project_id: String(app.id), id: 77 }),
        ],
      }),
    )
    expect(reply.status).toBe(201)
    expect(reply.body).toEqual({
      msg: expect.any(String),
      report: {
        id: expect.any(Number),
        user_id: author.id,
        user_name: author.name,
        user_email: author.email,
        date: '2026-03-10',
        tasks: 'Two things\nin two lines',
        hours_worked: 1.15,
        blockers: null,
        tomorrow_plan: 'Start on the reports',
        project_id: website.id,
        created_at: '2026-03-10T09:00:00.000Z',
        is_edited: false,
        revision: 1,
        review: { state: 'unreviewed', reviewer_name: null, reviewed_at: null, comment_id: null },
        is_shortened: false,
        task_details: [
          {
            id: expect.any(Number),
            task_description: 'First',
            hours: 0.45,
            project_id: website.id,
            project_name: 'Website',
            task_id: null,
            task_title: null,
          },
          {
            id: expect.any(Number),
            task_description: 'Second',
            hours: 0.3,
            project_id: app.id,
            project_name: 'Mobile app',
            task_id: null,
            task_title: null,
          },
        ],
      },
    })
    expect(reply.body.report.id).not.toBe(12_345)
  })

  test('uses the first task’s project if none is given', async () => {
    const report = await make.report(
      await newcomer(),
      body({ project_id: undefined, task_details: [row({ project_id: app.id }), row()] }) as never,
    )
    expect(report.project_id).toBe(app.id)
  })

  test.each([
    [1.75, 2.15],
    ['23.60', 24],
    ['.5', 0.5],
    [1.5, 1.5],
  ])('hours %j are %j', async (hours, stored) => {
    const report = await make.report(await newcomer(), withRow({ hours }) as never)
    expect(report.hours_worked).toBe(stored)
  })

  test('accepts a hundred rows of 24 hours', async () => {
    const report = await make.report(
      await newcomer(),
      body({ task_details: Array(100).fill(row({ hours: 24 })) }),
    )
    expect(report.hours_worked).toBe(2400)
    expect(report.task_details).toHaveLength(100)
  })

  test('accepts one of twenty concurrent reports for a date', async () => {
    const author = await newcomer()
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => as(author).post('/api/reports', body())),
    )
    expect(replies.map(reply => reply.status).sort()).toEqual([201, ...Array(19).fill(409)])
    const { body: list } = await as(author).get('/api/reports/me?include_task_details=true')
    expect(list.total).toBe(1)
    expect(list.reports[0].task_details).toHaveLength(1)
  })

  test.each([
    ['2026-03-10T09:59:59.000Z', '2026-03-11', 400],
    ['2026-03-10T10:00:00.000Z', '2026-03-11', 201],
    ['2026-12-31T10:00:00.000Z', '2027-01-01', 201],
    ['2024-02-28T10:00:00.000Z', '2024-02-29', 201],
    ['2026-02-28T23:59:59.000Z', '2026-03-01', 201],
    ['2026-02-28T23:59:59.000Z', '2026-03-02', 400],
    ['2026-03-10T09:00:00.000Z', '2019-01-01', 201],
  ])('at %s a report for %s: %i', async (now, date, status) => {
    const author = await newcomer()
    await at(now, async () =>
      expect((await as(author).post('/api/reports', body({ date }))).status).toBe(status),
    )
  })

  test('accepts reports of reviewers', async () => {
    expect((await make.report(cast.max, body({ date: '2026-01-02' }))).user_name).toBe('Max Manager')
  })
})

describe('GET /reports/{id}', () => {
  test('is for the author and reviewers', async () => {
    const author = await newcomer()
    const { id } = await make.report(author, body())
    for (const reader of [author, cast.ada, cast.max]) {
      const { status, body: answer } = await as(reader).get(`/api/reports/${id}?include_task_details=true`)
      expect(status).toBe(200)
      expect(answer).toMatchObject({
        report: { id, user_name: author.name },
        comments: [],
        edit_window_days: 3,
      })
      expect(answer.report.task_details).toHaveLength(1)
    }
    for (const stranger of [cast.dina, cast.desi, cast.mark]) {
      expectRefusal(await as(stranger).get(`/api/reports/${id}`), 403, messages.general.notAllowed)
    }
    expect((await as(author).get(`/api/reports/${id}`)).body.report.task_details).toBeUndefined()
  })

  test('returns 404 for unknown reports', async () => {
    for (const id of ['999999', '0', '-1', 'x', '1.5', '99999999999999999999']) {
      expect((await as(cast.dina).get(`/api/reports/${id}`)).status).toBe(404)
    }
    expect((await as(cast.dina).get('/api/reports/999999')).body.msg).toBe('Report not found')
    expect((await as(cast.dina).get('/api/reports/999999?include_task_details=maybe')).status).toBe(400)
  })
})

describe('PUT /reports/{id}', () => {
  test('is only for the author', async () => {
    const { id } = await make.report(await newcomer(), body())
    for (const other of [cast.ada, cast.max, cast.dina]) {
      expectRefusal(await as(other).put(`/api/reports/${id}`, body()), 403, messages.general.notAllowed)
    }
    expect((await as(cast.dina).put('/api/reports/999999', body())).status).toBe(404)
    expect((await as(cast.dina).put('/api/reports/999999', {})).status).toBe(400)
    expectRefusal(await as(null).put(`/api/reports/${id}`, body()), 401, 'No token, authorization denied')
  })

  test('validates as submitting does, and changes nothing if it refuses', async () => {
    const author = await newcomer()
    const report = await make.report(author, body())
    const refused = await as(author).put(`/api/reports/${report.id}`, {
      ...withRow({ hours: 25 }),
      tasks: 'New',
    })
    expectRefusal(refused, 400, 'Hours cannot exceed 24', {
      'task_details.0.hours': 'Hours cannot exceed 24',
    })
    const missing = await as(author).put(`/api/reports/${report.id}`, withRow({ project_id: 999_999 }))
    expect(missing.body.msg).toBe('The selected project does not exist')
    const otherDate = await as(author).put(`/api/reports/${report.id}`, body({ date: '2026-03-09' }))
    expectRefusal(otherDate, 400, messages.reports.dateFixed, { date: messages.reports.dateFixed })
    expect((await as(author).get(`/api/reports/${report.id}?include_task_details=true`)).body.report).toEqual(
      report,
    )
  })

  test('replaces the rows and marks the report as edited', async () => {
    const author = await newcomer()
    const before = await make.report(author, body({ task_details: [row(), row(), row()] }))
    const reply = await as(author).put(
      `/api/reports/${before.id}`,
      body({
        tasks: 'Better',
        blockers: null,
        task_details: [
          row({ description: 'B', hours: '2.15', project_id: app.id }),
          row({ description: 'A' }),
        ],
      }),
    )
    expect(reply.status).toBe(200)
    expect(reply.body.report).toMatchObject({
      id: before.id,
      tasks: 'Better',
      blockers: null,
      hours_worked: 3.15,
      is_edited: true,
      created_at: before.created_at,
    })
    expect(
      reply.body.report.task_details.map((each: { task_description: string }) => each.task_description),
    ).toEqual(['B', 'A'])
  })

  test('of concurrent edits the rows of one remain', async () => {
    const author = await newcomer()
    const { id } = await make.report(author, body())
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        as(author).put(
          `/api/reports/${id}`,
          body({
            tasks: `Edit ${index}`,
            task_details: Array(index + 1).fill(row({ description: `Edit ${index}` })),
          }),
        ),
      ),
    )
    expect(new Set(replies.map(reply => reply.status))).toEqual(new Set([200]))
    const { report } = (await as(author).get(`/api/reports/${id}?include_task_details=true`)).body
    const index = Number(report.tasks.split(' ')[1])
    expect(report.task_details.map((each: { task_description: string }) => each.task_description)).toEqual(
      Array(index + 1).fill(`Edit ${index}`),
    )
  })

  // The window starts from the earliest current date, in UTC−12: at 11:59 UTC it is still yesterday there.
  test.each([
    ['2026-03-10', '2026-03-13T11:59:59.000Z', 200],
    ['2026-03-10', '2026-03-13T12:00:00.000Z', 403],
    ['2025-12-30', '2026-01-02T11:59:59.000Z', 200],
    ['2025-12-30', '2026-01-02T12:00:00.000Z', 403],
    ['2024-02-27', '2024-03-01T11:59:59.000Z', 200],
    ['2024-02-27', '2024-03-01T12:00:00.000Z', 403],
    ['2026-02-26', '2026-03-01T12:00:00.000Z', 403],
    ['2026-02-27', '2026-03-01T12:00:00.000Z', 200],
    // The DST changes of New York and Berlin are in between, and don't matter for days.
    ['2026-03-08', '2026-03-11T11:59:59.000Z', 200],
    ['2026-10-31', '2026-11-03T12:00:00.000Z', 403],
  ])('a report of %s at %s: %i', async (date, now, status) => {
    const author = await newcomer()
    const { id } = await at(`${date}T20:00:00.000Z`, () => make.report(author, body({ date })))
    await at(now, async () => {
      const reply = await as(author).put(`/api/reports/${id}`, body({ date }))
      if (status === 200) expect(reply.status).toBe(200)
      else expectRefusal(reply, 403, 'Reports can only be edited within 3 days of creation.')
    })
  })

  test('may keep a deleted project, but not choose it again', async () => {
    const author = await newcomer()
    const [kept, other] = [await make.project(), await make.project()]
    const { id } = await make.report(author, {
      ...withRow({ project_id: kept.id }),
      project_id: kept.id,
    } as never)
    for (const project of [kept, other]) await as(cast.ada).delete(`/api/projects/${project.id}`)
    const stays = { ...withRow({ project_id: kept.id, hours: 2 }), project_id: kept.id }
    const reply = await as(author).put(`/api/reports/${id}`, stays)
    expect(reply.status).toBe(200)
    expect(reply.body.report.task_details[0].project_name).toBe(kept.name)
    const comesBack = await as(author).put(`/api/reports/${id}`, withRow({ project_id: other.id }))
    expect(comesBack.body.msg).toBe('The selected project does not exist')
  })
})

describe('lists', () => {
  test('GET /reports is for reviewers', async () => {
    for (const key of ['dina', 'desi', 'mark'] as const) {
      expectRefusal(await as(cast[key]).get('/api/reports'), 403, messages.general.notAllowed)
      expectRefusal(await as(cast[key]).get('/api/reports?page=x'), 403, messages.general.notAllowed)
    }
  })

  test.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
    'page=',
    'limit=0',
    'limit=101',
    'limit=x',
    'include_task_details=1',
  ])('?%s is 400', async query => {
    expect((await as(cast.ada).get(`/api/reports?${query}`)).status).toBe(400)
    expect((await as(cast.ada).get(`/api/reports/me?${query}`)).status).toBe(400)
  })

  test.each([
    'userId=x',
    'userId=0',
    'projectId=-1',
    'role=boss',
    'date=yesterday',
    'startDate=2026-02-30',
    'endDate=1',
  ])('?%s is 400', async query => {
    expect((await as(cast.ada).get(`/api/reports?${query}`)).status).toBe(400)
  })

  test('a well-formed but unknown id gives an empty result', async () => {
    for (const query of [
      'userId=999999',
      'projectId=999999',
      'userId=99999999999999999999',
      'projectId=1&userId=999999',
    ]) {
      const { status, body: list } = await as(cast.ada).get(`/api/reports?${query}`)
      expect(status).toBe(200)
      expect(list).toMatchObject({ reports: [], total: 0, totalPages: 0 })
    }
  })

  test('/reports/me has the user’s own reports, newest date first, with totals', async () => {
    const author = await newcomer()
    for (let day = 1; day <= 12; day++) {
      await make.report(author, body({ date: `2026-02-${String(((day * 5) % 12) + 1).padStart(2, '0')}` }))
    }
    const first = (await as(author).get('/api/reports/me?page=1&limit=10&include_task_details=true')).body
    const second = (await as(author).get('/api/reports/me?page=2&limit=10')).body
    const days = [...first.reports, ...second.reports].map((report: { date: string }) => report.date)
    expect(days).toEqual(
      Array.from({ length: 12 }, (_, index) => `2026-02-${String(12 - index).padStart(2, '0')}`),
    )
    expect(first).toMatchObject({ total: 12, totalPages: 2, page: 1, limit: 10 })
    expect(first.reports[0].task_details).toHaveLength(1)
    expect(second.reports[0].task_details).toBeUndefined()
    expect((await as(author).get('/api/reports/me?page=3')).body).toMatchObject({ reports: [], total: 12 })
    const today = (await as(author).get('/api/reports/me?date=2026-02-07')).body
    expect(today).toMatchObject({ total: 1, reports: [{ date: '2026-02-07' }] })
    expect((await as(author).get('/api/reports/me?date=2026-02-20')).body.total).toBe(0)
  })

  test('every filter of /reports returns what a filter over all reports returns', async () => {
    const people = [await newcomer(), await newcomer()]
    for (const [index, person] of people.entries()) {
      for (let day = 10; day < 20; day++) {
        const projects = [website.id, app.id].slice(0, ((day + index) % 2) + 1)
        await make.report(
          person,
          body({
            date: `2025-06-${day}`,
            task_details: projects.map(project_id => row({ project_id })),
          }) as never,
        )
      }
    }
    type Listed = { id: number; user_id: number; date: string; task_details: { project_id: number }[] }
    const all: Listed[] = []
    for (let page = 1; ; page++) {
      const { body: list } = await as(cast.ada).get(
        `/api/reports?page=${page}&limit=100&include_task_details=true`,
      )
      all.push(...list.reports)
      if (page >= list.totalPages) {
        expect(list.total).toBe(all.length)
        break
      }
    }
    expect(all.map(report => report.id)).toEqual(
      all.toSorted((a, b) => b.date.localeCompare(a.date) || b.id - a.id).map(report => report.id),
    )
    const users = [undefined, people[0]?.id]
    const projects = [undefined, app.id]
    const ranges = [
      {},
      { startDate: '2025-06-12' },
      { endDate: '2025-06-15' },
      { startDate: '2025-06-12', endDate: '2025-06-15' },
      { date: '2025-06-13' },
      { date: '2025-06-13', startDate: '2025-06-14' },
      { startDate: '2025-06-15', endDate: '2025-06-12' },
    ]
    for (const userId of users) {
      for (const projectId of projects) {
        for (const range of ranges as { date?: string; startDate?: string; endDate?: string }[]) {
          const expected = all.filter(
            report =>
              (userId === undefined || report.user_id === userId) &&
              (projectId === undefined ||
                report.task_details.some(detail => detail.project_id === projectId)) &&
              (range.date === undefined || report.date === range.date) &&
              (range.startDate === undefined || report.date >= range.startDate) &&
              (range.endDate === undefined || report.date <= range.endDate),
          )
          const query = new URLSearchParams({
            ...range,
            ...(userId && { userId: String(userId) }),
            ...(projectId && { projectId: String(projectId) }),
            limit: '3',
            page: '2',
          })
          const { body: list } = await as(cast.max).get(`/api/reports?${query}`)
          expect({
            query: String(query),
            total: list.total,
            ids: list.reports.map((each: Listed) => each.id),
          }).toEqual({
            query: String(query),
            total: expected.length,
            ids: expected.slice(3, 6).map(report => report.id),
          })
        }
      }
    }
  })

  test('a role selects what its people wrote, with the other filters too', async () => {
    const date = '2025-05-06'
    const authors = [cast.desi, cast.mark, cast.omar]
    for (const author of authors)
      await make.report(author, body({ date, task_details: [row({ project_id: app.id })] }) as never)
    const gone = await newcomer()
    await make.report(gone, body({ date }) as never)
    expect((await as(cast.ada).delete(`/api/users/${gone.id}`)).status).toBe(200)
    const writtenBy = async (query: string) => {
      const { body: list } = await as(cast.max).get(`/api/reports?startDate=${date}&endDate=${date}&${query}`)
      expect(list.total).toBe(list.reports.length)
      return list.reports.map((report: { user_id: number }) => report.user_id).toSorted()
    }
    const idsOf = (...people: { id: number }[]) => people.map(({ id }) => id).toSorted()
    expect(await writtenBy('role=designer')).toEqual(idsOf(cast.desi))
    // A report counts after its author is deleted.
    expect(await writtenBy('role=developer')).toEqual(idsOf(cast.omar, gone))
    expect(await writtenBy(`role=developer&projectId=${app.id}`)).toEqual(idsOf(cast.omar))
    expect(await writtenBy(`role=developer&userId=${cast.desi.id}`)).toEqual([])
    expect(await writtenBy('role=admin')).toEqual([])
  })

  test('with a project, each report has the time on that project', async () => {
    const author = await newcomer()
    const task_details = [
      row({ project_id: website.id, hours: '0.45' }),
      row({ project_id: app.id, hours: '1.30' }),
      row({ project_id: website.id, hours: '0.30' }),
    ]
    await make.report(author, body({ date: '2026-02-01', task_details }) as never)
    const only = [row({ project_id: website.id, hours: '7.15' })]
    await make.report(author, body({ date: '2026-02-02', task_details: only }) as never)
    const list = async (query: string) =>
      (await as(cast.ada).get(`/api/reports?userId=${author.id}${query}`)).body.reports
    for (const details of ['', '&include_task_details=true']) {
      expect(await list(`&projectId=${website.id}${details}`)).toMatchObject([
        { date: '2026-02-02', hours_worked: 7.15, project_hours: 7.15 },
        { date: '2026-02-01', hours_worked: 2.45, project_hours: 1.15 },
      ])
      expect(await list(`&projectId=${app.id}${details}`)).toMatchObject([{ project_hours: 1.3 }])
      for (const report of await list(details)) expect(report).not.toHaveProperty('project_hours')
    }
  })

  test('has the number of comments of each report', async () => {
    const author = await newcomer()
    const quiet = await make.report(author, body({ date: '2026-02-01' }))
    const discussed = await make.report(author, body({ date: '2026-02-02' }))
    const comments = `/api/reports/${discussed.id}/comments`
    const [first] = (await as(cast.ada).post(comments, { comment: 'Why?' })).body
    await as(author).post(comments, { comment: 'Because.', parent_id: first.id })
    const expected = [
      { id: discussed.id, comment_count: 2 },
      { id: quiet.id, comment_count: 0 },
    ]
    for (const [who, path] of [
      [author, '/api/reports/me?'],
      [cast.ada, `/api/reports?userId=${author.id}&`],
    ] as const) {
      for (const query of ['', 'include_task_details=true']) {
        expect((await as(who).get(`${path}${query}`)).body.reports).toMatchObject(expected)
      }
    }
  })

  test('keeps the name of a deleted author and shows the new name of a project', async () => {
    const author = await newcomer()
    const project = await make.project()
    const { id } = await make.report(author, {
      ...withRow({ project_id: project.id }),
      project_id: project.id,
    } as never)
    await db.updateTable('users').set({ deleted_at: 'x' }).where('id', '=', author.id).execute()
    await as(cast.ada).put(`/api/projects/${project.id}`, { name: `Renamed ${project.id}` })
    const { report } = (await as(cast.ada).get(`/api/reports/${id}?include_task_details=true`)).body
    expect(report.user_name).toBe(author.name)
    expect(report.task_details[0].project_name).toBe(`Renamed ${project.id}`)
  })
})
