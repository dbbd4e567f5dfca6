import { describe, expect, test } from 'vitest'
import { reportBody } from '../../../test/make.ts'
import { type Person, startTestApp } from '../../../test/start-test-app.ts'

// Programs, which use an access token, may mean 1.75 as a decimal and would not notice that it became 2.15.
const { as, make } = await startTestApp()
const project = await make.project()

async function tokenOf(person: Person): Promise<{ token: string }> {
  const body = { name: 'Script', scope: 'write', expires_in_days: 30 }
  const reply = await as(person).post('/api/account/tokens', body)
  expect(reply.status, reply.text).toBe(201)
  return { token: reply.body.token }
}

const reportWith = (...hours: unknown[]) =>
  reportBody({
    project_id: project.id,
    task_details: hours.map(each => ({ description: 'Work', hours: each, project_id: project.id })) as never,
  })

const refusalOf = (errors: Record<string, string>) => {
  const [msg] = Object.values(errors)
  return { msg, error: msg, code: 'decimal_hours', errors }
}

async function saveDraft(who: Person | { token: string }, hours: unknown) {
  const draft = { task_details: [{ description: 'Work', hours, project_id: project.id }] }
  const params = { name: 'save_report_draft', arguments: draft }
  const reply = await as(who).post('/api/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  return reply.body.result
}

describe('with an access token', () => {
  test.each([
    [1.75, '1.75 is not hours.minutes. 1 h 45 min is 1.45.'],
    ['1.75', '1.75 is not hours.minutes. 1 h 45 min is 1.45.'],
    [1.6, '1.6 is not hours.minutes. 1 h 36 min is 1.36.'],
    ['1.60', '1.60 is not hours.minutes. 1 h 36 min is 1.36.'],
    [' 0.9 ', '0.9 is not hours.minutes. 54 min is 0.54.'],
    ['23.75', '23.75 is not hours.minutes. 23 h 45 min is 23.45.'],
  ])('%j is refused in reports, edits and drafts, and changes nothing', async (hours, sentence) => {
    const person = await make.user()
    const token = await tokenOf(person)
    const refused = [400, refusalOf({ 'task_details.0.hours': sentence })]
    const sent = await as(token).post('/api/reports', reportWith(hours))
    expect([sent.status, sent.body]).toEqual(refused)
    expect((await as(person).get('/api/reports/me')).body.total).toBe(0)
    expect(await saveDraft(token, hours)).toMatchObject({
      content: [{ text: `task_details.0.hours: ${sentence}` }],
      isError: true,
    })
    expect((await as(person).get('/api/reports/draft')).body.draft).toBeNull()

    const { id } = (await as(token).post('/api/reports', reportWith(1))).body.report
    const edited = await as(token).put(`/api/reports/${id}`, reportWith(1, hours))
    expect([edited.status, edited.body]).toEqual([400, refusalOf({ 'task_details.1.hours': sentence })])
    expect((await as(person).get(`/api/reports/${id}`)).body.report).toMatchObject({
      hours_worked: 1,
      is_edited: false,
    })
  })

  test('each row is named', async () => {
    const { status, body } = await as(await tokenOf(await make.user())).post(
      '/api/reports',
      reportWith(1.75, 1.5, '0.90', 24),
    )
    expect([status, body]).toEqual([
      400,
      refusalOf({
        'task_details.0.hours': '1.75 is not hours.minutes. 1 h 45 min is 1.45.',
        'task_details.2.hours': '0.90 is not hours.minutes. 54 min is 0.54.',
      }),
    ])
  })

  test.each([
    [1.5, 1.5],
    ['1.59', 1.59],
    [0.45, 0.45],
  ])('%j stays hour.minutes', async (hours, stored) => {
    const { status, body } = await as(await tokenOf(await make.user())).post(
      '/api/reports',
      reportWith(hours),
    )
    expect([status, body.report?.hours_worked]).toEqual([201, stored])
  })

  test.each([
    ['25', 'Hours cannot exceed 24'],
    ['1.755', 'Hours must be in hour.minutes format, such as 1.30 for 1 h 30 min'],
    [-1.75, 'Hours must be positive'],
    [[1.75], 'Hours must be in hour.minutes format, such as 1.30 for 1 h 30 min'],
  ])('%j is refused as ever', async (hours, msg) => {
    const { status, body } = await as(await tokenOf(await make.user())).post(
      '/api/reports',
      reportWith(hours),
    )
    expect([status, body.code, body.msg]).toEqual([400, 'validation_failed', msg])
  })

  test('the hours of an assigned task are decimals', async () => {
    const manager = await make.user('manager')
    const input = { title: 'Page', project_id: project.id, assigned_to: manager.id, expected_hours: 1.7 }
    const { status, body } = await as(await tokenOf(manager)).post('/api/tasks', input)
    expect([status, body.data.expected_hours]).toEqual([201, 1.7])
  })
})

test('with a sign-in, minutes of 60 or more roll over', async () => {
  const person = await make.user()
  const { status, body } = await as(person).post('/api/reports', reportWith(1.75, '1.60'))
  expect([status, body.report.hours_worked]).toEqual([201, 4.15])
  const edited = await as(person).put(`/api/reports/${body.report.id}`, reportWith('0.90'))
  expect([edited.status, edited.body.report.hours_worked]).toEqual([200, 1.3])
})

test('an assistant is refused with a sign-in too', async () => {
  const person = await make.user()
  expect(await saveDraft(person, 1.75)).toMatchObject({ isError: true })
  expect(await saveDraft(person, 1.45)).not.toHaveProperty('isError')
})
