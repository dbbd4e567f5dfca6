import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { webhookDeliveriesReply, webhookKinds, webhooksReply } from '#shared/contract/webhooks.ts'
import { addDays } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'
import { startReceiver } from '../../../test/webhook-receiver.ts'
import { runJobs } from '../../jobs/run-jobs.ts'
import { featureJobs } from '../features.ts'

const receiver = await startReceiver()
const settings = { OUTGOING_ALLOW: '127.0.0.1', PUBLIC_URL: 'https://reports.example.com' }
const { as, call, cast, clock, ctx, db, make, newToken } = await startTestApp({ settings })

const path = '/api/webhooks'
const input = { name: 'Script', url: receiver.url(), events: ['report.submitted'] }

async function createWebhook(overrides: object = {}) {
  const reply = await as(cast.ada).post(path, { ...input, ...overrides })
  expect(reply.status, reply.text).toBe(201)
  return reply.body as { id: number; secret: string }
}

let paths = 0
/** A path of its own, so that a test sees only what was sent for it. */
const newPath = () => `/hook-${++paths}`

/** Runs the jobs of the app as an instance does. */
function runInstance() {
  const running = runJobs(ctx, featureJobs, { pollMs: 5 })
  onTestFinished(() => running.stop())
}

const deliveriesOf = async (id: number) =>
  (await as(cast.ada).get(`${path}/${id}/deliveries`)).body.data as Record<string, unknown>[]
const webhook = async (id: number) =>
  (await as(cast.ada).get(path)).body.data.find((one: { id: number }) => one.id === id)

let reports = 0
async function submitReport(who: Person = cast.dina, overrides: object = {}) {
  const project = await make.project()
  const date = addDays('2026-01-01', reports++)
  const reply = await as(who).post('/api/reports', {
    ...{ date, tasks: 'Built the page', blockers: null, tomorrow_plan: 'More', project_id: project.id },
    task_details: [{ description: 'Page', hours: '7.30', project_id: project.id }],
    ...overrides,
  })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.report as { id: number; date: string }
}

beforeEach(async () => {
  clock.set('2026-03-10T09:00:00.000Z')
  for (const table of ['jobs', 'webhooks', 'webhook_deliveries', 'notifications'] as const)
    await db.deleteFrom(table).execute()
})

describe('managing', () => {
  test.each([
    ['no name', { name: ' ' }, 'name', messages.webhooks.nameRequired],
    ['no URL', { url: '' }, 'url', messages.webhooks.urlRequired],
    ['half a URL', { url: 'example.com' }, 'url', messages.outgoing.invalid],
    ['another scheme', { url: 'ftp://127.0.0.1/' }, 'url', messages.outgoing.scheme],
    ['a URL with a user', { url: 'http://me:secret@127.0.0.1/' }, 'url', messages.outgoing.hasUser],
    [
      'a private address',
      { url: 'http://[::ffff:a9fe:a9fe]/' },
      'url',
      /add it to OUTGOING_ALLOW on the server/,
    ],
    ['an unknown format', { format: 'xml' }, 'format', messages.webhooks.formatUnknown],
    ['no events', { events: [] }, 'events', messages.webhooks.eventsRequired],
    ['an unknown event', { events: ['report.burnt'] }, 'events.0', messages.webhooks.eventUnknown],
    [
      'time off in a chat',
      { format: 'slack', events: ['absence.changed'] },
      'events',
      messages.webhooks.onlyJson,
    ],
    ['an unknown team', { team_ids: [999_999] }, 'team_ids', messages.teams.unknown],
  ])('%s is refused', async (_what, wrong, field, sentence) => {
    const { id } = await createWebhook()
    for (const reply of [
      await as(cast.ada).post(path, { ...input, ...wrong }),
      await as(cast.ada).put(`${path}/${id}`, wrong),
    ]) {
      expect(reply.status).toBe(400)
      expect(reply.body.errors[field]).toMatch(sentence)
    }
    expect((await as(cast.ada).get(path)).body.pagination.total).toBe(1)
  })

  test('only admins, and what is missing is not found', async () => {
    const { id } = await createWebhook()
    for (const who of [cast.max, cast.dina]) {
      expectRefusal(await as(who).get(path), 403, messages.general.notAllowed)
      expectRefusal(await as(who).post(path, input), 403, messages.general.notAllowed)
      expectRefusal(await as(who).get(`${path}/${id}/deliveries`), 403, messages.general.notAllowed)
    }
    const admin = as(cast.ada)
    for (const call of [
      admin.put(`${path}/999`, {}),
      admin.delete(`${path}/999`),
      admin.post(`${path}/999/secret`),
      admin.post(`${path}/999/test`),
      admin.get(`${path}/999/deliveries`),
      admin.post(`${path}/999/deliveries/1/retry`),
    ])
      expectRefusal(await call, 404, 'Webhook not found')
    expectRefusal(await admin.post(`${path}/${id}/deliveries/999/retry`), 404, 'Delivery not found')
  })

  test('the secret is in the answers that make it, and nowhere else', async () => {
    const { id, secret } = await createWebhook({
      events: ['task.completed', 'report.submitted', 'task.completed'],
    })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const page = (await as(cast.ada).get(path)).body
    expect(webhooksReply.parse(page)).toEqual(page)
    expect(page).toEqual({
      data: [
        {
          ...{ id, name: 'Script', url: receiver.url(), format: 'json', team_ids: [], enabled: true },
          ...{ events: ['report.submitted', 'task.completed'], off_reason: null, last_delivery: null },
          created_at: '2026-03-10T09:00:00.000Z',
        },
      ],
      pagination: { total: 1, pages: 1, page: 1, limit: limits.webhooksMax },
      is_paused: false,
    })
    const edited = await as(cast.ada).put(`${path}/${id}`, { name: 'Renamed' })
    expect(edited.body).toEqual({ ...page.data[0], name: 'Renamed' })
    const renewed = await as(cast.ada).post(`${path}/${id}/secret`)
    expect(renewed.body).toEqual({ ...edited.body, secret: expect.stringMatching(/^whsec_/) })
    expect(renewed.body.secret).not.toBe(secret)
    expect((await as(cast.ada).delete(`${path}/${id}`)).body).toEqual({ msg: 'Webhook deleted.' })
    expect((await as(cast.ada).get(path)).body.data).toEqual([])
  })

  test('there are at most as many as the limit, also if several are made at once', async () => {
    for (let count = 2; count < limits.webhooksMax; count++)
      expect((await as(cast.ada).post(path, input)).status).toBe(201)
    const replies = await Promise.all(Array.from({ length: 5 }, () => as(cast.ada).post(path, input)))
    const refused = replies.filter(({ status }) => status !== 201)
    expect(refused).toHaveLength(3)
    for (const reply of refused) expectRefusal(reply, 409, 'There are 100 webhooks. Delete one first.')
  })
})

describe('sending', () => {
  test('a submitted report arrives once, signed, as the API answers it but without e-mail', async () => {
    const at = newPath()
    const { id, secret } = await createWebhook({ url: receiver.url(at) })
    // Four instances look for work at once.
    for (let instance = 0; instance < 4; instance++) runInstance()
    const report = await submitReport()
    await expect.poll(() => receiver.at(at).length).toBe(1)
    const [{ headers, body }] = receiver.at(at) as [ReturnType<typeof receiver.at>[number]]
    const { user_email, ...shown } = (
      await as(cast.ada).get(`/api/reports/${report.id}?include_task_details=true`)
    ).body.report
    expect(JSON.parse(body)).toEqual({
      type: 'report.submitted',
      timestamp: '2026-03-10T09:00:00.000Z',
      data: shown,
    })
    expect(body).not.toContain(user_email)
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const key = Buffer.from(secret.slice(6), 'base64')
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^msg_[^.]+$/),
      'webhook-timestamp': '1773133200',
      'webhook-signature': `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
      'user-agent': expect.stringMatching(/^Daily-Report-App/),
    })
    await expect
      .poll(async () => (await webhook(id)).last_delivery)
      .toEqual({
        ...{ at: '2026-03-10T09:00:00.000Z', status: 200, ok: true },
      })
    const page = (await as(cast.ada).get(`${path}/${id}/deliveries`)).body
    expect(webhookDeliveriesReply.parse(page)).toEqual(page)
    expect(page.data).toMatchObject([
      {
        ...{ event: 'report.submitted', message_id: headers['webhook-id'], tries: 1, status: 200, ok: true },
        ...{ request: body, answer: 'ok', error: null, next_try_at: null },
      },
    ])
    expect(receiver.at(at)).toHaveLength(1)
  })

  test('nothing is queued for what no webhook wants, and nothing of a request that is refused', async () => {
    await createWebhook({ events: ['task.assigned'] })
    await createWebhook({ enabled: false })
    const report = await submitReport()
    const again = await as(cast.dina).post('/api/reports', { ...report, task_details: [] })
    expect(again.status).toBeGreaterThanOrEqual(400)
    expect(await db.selectFrom('jobs').select('id').where('kind', '=', 'webhook.event').execute()).toEqual([])
  })

  test('a test answers with what came back, and is listed; it is never repeated', async () => {
    const at = newPath()
    const { id } = await createWebhook({ url: receiver.url(at), enabled: false })
    const reply = await as(cast.ada).post(`${path}/${id}/test`)
    expect(reply.body).toMatchObject({ event: 'test', status: 200, ok: true, answer: 'ok', tries: 1 })
    expect(JSON.parse(receiver.at(at)[0]?.body ?? '')).toEqual({
      ...{ type: 'test', timestamp: '2026-03-10T09:00:00.000Z' },
      data: { message: messages.webhooks.test },
    })
    receiver.answer(at, response => response.writeHead(500).end('broken'))
    const failed = await as(cast.ada).post(`${path}/${id}/test`)
    expect(failed.body).toMatchObject({ status: 500, ok: false, answer: 'broken', next_try_at: null })
    expect(await deliveriesOf(id)).toMatchObject([{ status: 500 }, { status: 200 }])
    expect((await webhook(id)).last_delivery).toMatchObject({ status: 500, ok: false })
  })

  test('after a new secret, both sign for 24 hours', async () => {
    const at = newPath()
    const { id, secret } = await createWebhook({ url: receiver.url(at) })
    const { secret: renewed } = (await as(cast.ada).post(`${path}/${id}/secret`)).body
    const signatures = async () => {
      await as(cast.ada).post(`${path}/${id}/test`)
      const { headers, body } = receiver.at(at).at(-1) as { headers: Record<string, string>; body: string }
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
      const of = (one: string) =>
        `v1,${createHmac('sha256', Buffer.from(one.slice(6), 'base64'))
          .update(signed)
          .digest('base64')}`
      return [headers['webhook-signature'], of(renewed), of(secret)]
    }
    const [both, first, second] = await signatures()
    expect(both).toBe(`${first} ${second}`)
    clock.advance({ minutes: 24 * 60 })
    const [one, only] = await signatures()
    expect(one).toBe(only)
  })

  test('a webhook of teams gets what concerns their members', async () => {
    const at = newPath()
    const team = (await as(cast.ada).post('/api/teams', { name: 'Support', member_ids: [cast.dina.id] })).body
    const events = ['report.submitted', 'user.deleted', 'user.created']
    await createWebhook({ url: receiver.url(at), team_ids: [team.id], events })
    runInstance()
    await submitReport(cast.omar)
    await submitReport(cast.dina)
    const leaving = (
      await as(cast.ada).post('/api/auth/register', {
        ...{
          name: 'New Person',
          email: 'new@example.com',
          role: 'developer',
          password: 'quiet-violet-otter',
        },
        team_ids: [team.id],
      })
    ).body
    await as(cast.ada).delete(`/api/users/${leaving.user?.id ?? leaving.id}`)
    await expect.poll(() => receiver.at(at).length).toBe(3)
    const bodies = receiver.at(at).map(({ body }) => JSON.parse(body))
    const named = (type: string) => bodies.find(body => body.type === type)?.data
    expect(named('report.submitted')).toMatchObject({ user_id: cast.dina.id })
    expect(named('user.deleted')).toEqual({ id: expect.any(Number) })
    // Without its teams it gets nothing more, instead of everything.
    await as(cast.ada).delete(`/api/teams/${team.id}`)
    await submitReport(cast.omar)
    await submitReport(cast.dina)
    await expect
      .poll(() =>
        db
          .selectFrom('jobs')
          .select('id')
          .where('kind', 'like', 'webhook.%')
          .where('key', '!=', 'schedule')
          .execute(),
      )
      .toEqual([])
    expect(receiver.at(at)).toHaveLength(3)
  })

  test('a new account arrives as the API answers it to an admin, with its teams and without its e-mail', async () => {
    const at = newPath()
    const team = (await as(cast.ada).post('/api/teams', { name: 'Sales' })).body
    await createWebhook({ url: receiver.url(at), events: ['user.created'] })
    runInstance()
    const account = {
      name: 'Nora New',
      email: 'nora@example.com',
      role: 'developer',
      password: 'quiet-violet-otter',
    }
    const { id } = (await as(cast.ada).post('/api/auth/register', { ...account, team_ids: [team.id] })).body
      .user
    await expect.poll(() => receiver.at(at).length).toBe(1)
    const { email, ...shown } = (await as(cast.ada).get(`/api/users/${id}`)).body
    expect(shown.teams).toEqual([{ id: team.id, name: 'Sales' }])
    expect(JSON.parse(receiver.at(at)[0]?.body ?? '').data).toEqual(shown)
    expect(email).toBe('nora@example.com')
  })

  test('a link of a chat leads to where the admin found the app, if PUBLIC_URL is not set', async () => {
    const { publicUrl } = ctx.config
    Object.assign(ctx.config, { publicUrl: undefined })
    onTestFinished(() => void Object.assign(ctx.config, { publicUrl }))
    const at = newPath()
    const admin = { 'x-auth-token': await newToken(cast.ada), host: 'reports.lan:3000' }
    const payload = { ...input, url: receiver.url(at), format: 'slack' }
    const { id } = (await call({ method: 'POST', url: path, headers: admin, payload })).body
    runInstance()
    const report = await submitReport()
    await expect.poll(() => receiver.at(at).length).toBe(1)
    expect(receiver.at(at)[0]?.body).toContain(`<http://reports.lan:3000/admin/reports/${report.id}|Open>`)
    // A program that changes it through another host isn't a browser, but the latest is the best known.
    const moved = { ...admin, host: 'new.lan' }
    await call({ method: 'PUT', url: `${path}/${id}`, headers: moved, payload: { name: 'Chat' } })
    const { body } = await as(cast.ada).post(`${path}/${id}/test`)
    expect(body.request).toContain('<http://new.lan/')
  })

  test('long texts are cut to 20 kB, and the message says so', async () => {
    const at = newPath()
    await createWebhook({ url: receiver.url(at) })
    runInstance()
    await submitReport(cast.dina, { tasks: '🦔'.repeat(4000), tomorrow_plan: 'y'.repeat(8000) })
    await expect.poll(() => receiver.at(at).length).toBe(1)
    const [{ body = '' } = {}] = receiver.at(at)
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(20_000)
    expect(JSON.parse(body).data).toMatchObject({ is_shortened: true, tasks: expect.stringMatching(/🦔…$/u) })
  })

  test('every kind of event is sent, and never estimates, reasons of time off or e-mails', async () => {
    const at = newPath()
    await createWebhook({ url: receiver.url(at), events: webhookKinds })
    runInstance()
    const types = () => receiver.at(at).map(({ body }) => JSON.parse(body).type as string)
    const report = await submitReport(cast.dina, { blockers: 'No access' })
    await as(cast.max).post(`/api/reports/${report.id}/comments`, { comment: 'Nice' })
    await as(cast.max).post(`/api/reports/${report.id}/review`, { state: 'reviewed' })
    const [blocker] = (await as(cast.max).get('/api/blockers')).body.data
    await as(cast.max).post(`/api/blockers/${blocker.id}/resolve`, {})
    const project = await make.project()
    const task = (
      await as(cast.max).post('/api/tasks', {
        ...{ title: 'Page', description: null, project_id: project.id, assigned_to: cast.dina.id },
        expected_hours: 7777.7,
      })
    ).body.data
    await as(cast.dina).post(`/api/tasks/${task.id}/status`, { status: 'completed', actual_hours: 2 })
    const absence = (
      await as(cast.dina).post('/api/absences', {
        ...{ start_date: '2026-04-01', end_date: '2026-04-02', kind: 'sick', note: 'my-knee' },
      })
    ).body
    await expect.poll(types).toContain('absence.changed')
    await as(cast.dina).delete(`/api/absences/${absence.id}`)
    await expect.poll(() => types().filter(type => type === 'absence.changed').length).toBe(2)
    await expect
      .poll(() => [...new Set(types())].sort())
      .toEqual(
        [
          ...['absence.changed', 'blocker.opened', 'blocker.resolved', 'comment.added', 'report.reviewed'],
          ...['report.submitted', 'task.assigned', 'task.completed'],
        ].sort(),
      )
    const all = receiver.at(at).map(({ body }) => body)
    for (const hidden of ['7777', 'my-knee', 'sick', '@example.com'])
      expect(all.filter(body => body.includes(hidden))).toEqual([])
    const gone = all.map(body => JSON.parse(body)).filter(body => body.type === 'absence.changed')
    expect(gone.at(-1).data).toEqual({ id: absence.id })
    expect(gone[0].data).toMatchObject({ user_id: cast.dina.id, start_date: '2026-04-01' })
  })
})
