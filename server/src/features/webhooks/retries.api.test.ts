import type { ServerResponse } from 'node:http'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { webhookKinds } from '#shared/contract/webhooks.ts'
import { messages } from '#shared/messages.ts'
import { expectRefusal, startTestApp } from '../../../test/start-test-app.ts'
import { startReceiver } from '../../../test/webhook-receiver.ts'
import { groupCommit } from '../../db/group-commit.ts'
import { byJob, emit } from '../../events/event.ts'
import { endOutgoingPause, pauseOutgoing } from '../../jobs/outgoing-pause.ts'
import { runJobs } from '../../jobs/run-jobs.ts'
import { createOutgoingClient } from '../../outgoing/outgoing-client.ts'
import { featureJobs } from '../features.ts'

const receiver = await startReceiver()
const { as, cast, clock, ctx, db, make } = await startTestApp({ settings: { OUTGOING_ALLOW: '127.0.0.1' } })
const publicly = ctx.outgoing

const path = '/api/webhooks'
const start = '2026-03-10T09:00:00.000Z'

let paths = 0
async function createWebhook(
  answer: (response: ServerResponse) => void,
  events: readonly string[] = ['user.created'],
) {
  const at = `/retry-${++paths}`
  receiver.answer(at, answer)
  const reply = await as(cast.ada).post(path, { name: at, url: receiver.url(at), events })
  expect(reply.status, reply.text).toBe(201)
  return { id: reply.body.id as number, calls: () => receiver.at(at), at }
}

function runInstance() {
  const running = runJobs(ctx, featureJobs, { pollMs: 5 })
  onTestFinished(() => running.stop())
  return running
}

let people = 0
/** The event of these tests: an account is made. */
async function makeEvent(count = 1) {
  for (let made = 0; made < count; made++) {
    const person = ++people
    const reply = await as(cast.ada).post('/api/auth/register', {
      ...{ name: `Person ${person}`, email: `event-${person}@example.com`, role: 'developer' },
      invite: true,
    })
    expect(reply.status, reply.text).toBe(201)
  }
}

const deliveries = async (id: number) => (await as(cast.ada).get(`${path}/${id}/deliveries`)).body.data
const webhook = async (id: number) =>
  (await as(cast.ada).get(path)).body.data.find((one: { id: number }) => one.id === id)
const answerWith =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(`answer ${status}`)
const notifications = async () =>
  (await as(cast.ada).get('/api/notifications')).body.data.filter(
    ({ kind }: { kind: string }) => kind === 'webhook_off',
  )

beforeEach(async () => {
  clock.set(start)
  ctx.outgoing = publicly
  for (const table of ['jobs', 'webhooks', 'webhook_deliveries', 'notifications'] as const)
    await db.deleteFrom(table).execute()
})

test('a failing delivery is tried ten times in three days, each time with the same id', async () => {
  const { id, calls } = await createWebhook(answerWith(500))
  // Another one works, so that the days of nothing but failures are not what ends the tries.
  runInstance()
  await makeEvent()
  const waits: number[] = []
  for (let tries = 1; tries <= 10; tries++) {
    await expect.poll(async () => (await deliveries(id))[0]?.tries).toBe(tries)
    const [{ next_try_at, tried_at, status, answer, ok }] = await deliveries(id)
    expect([status, answer, ok]).toEqual([500, 'answer 500', false])
    expect(calls()).toHaveLength(tries)
    if (next_try_at === null) break
    waits.push(Date.parse(next_try_at) - Date.parse(tried_at))
    // Just before it is due, nothing happens; the interval between two polls is far shorter than that.
    clock.set(next_try_at)
    // A success in between, so that the webhook isn't switched off before the tenth try.
    await db.updateTable('webhooks').set({ failing_since: null }).where('id', '=', id).execute()
  }
  const hour = 3_600_000
  const planned = [5000, 300_000, hour / 2, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]
  expect(waits).toHaveLength(planned.length)
  for (const [index, pause] of planned.entries()) {
    expect(waits[index]).toBeGreaterThanOrEqual(pause)
    expect(waits[index]).toBeLessThanOrEqual(pause * 1.1)
  }
  expect(new Set(calls().map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(calls().map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10)
  expect(new Set(calls().map(({ body }) => body)).size).toBe(1)
  expect((await webhook(id)).enabled).toBe(true)
})

test.each([
  ['seconds', '120', 120_000],
  ['a date', 'Tue, 10 Mar 2026 09:10:00 GMT', 600_000],
  ['too long', '999999', 24 * 3_600_000],
  ['nonsense', 'soon', 5000],
])('Retry-After is respected: %s', async (_what, value, expected) => {
  const { id } = await createWebhook(answerWith(429, { 'retry-after': value }))
  runInstance()
  await makeEvent()
  await expect.poll(async () => (await deliveries(id))[0]?.tries).toBe(1)
  const [{ next_try_at }] = await deliveries(id)
  const wait = Date.parse(next_try_at) - Date.parse(start)
  expect(wait).toBeGreaterThanOrEqual(expected)
  expect(wait).toBeLessThanOrEqual(expected * 1.1)
})

test('a redirect is a failure and leads nowhere', async () => {
  const metadata = await createWebhook(answerWith(200))
  const { id } = await createWebhook(answerWith(302, { location: receiver.url(metadata.at) }), [
    'user.deleted',
  ])
  runInstance()
  const person = await make.user()
  await as(cast.ada).delete(`/api/users/${person.id}`)
  await expect.poll(async () => (await deliveries(id))[0]?.status).toBe(302)
  expect((await deliveries(id))[0]).toMatchObject({ ok: false, next_try_at: expect.any(String) })
  expect(metadata.calls()).toEqual([])
})

describe('switching off', () => {
  test('410 does so at once, and admins are notified', async () => {
    const { id, calls } = await createWebhook(answerWith(410))
    runInstance()
    await makeEvent()
    await expect.poll(async () => (await webhook(id)).enabled).toBe(false)
    expect(await webhook(id)).toMatchObject({ off_reason: 'gone', last_delivery: { status: 410, ok: false } })
    expect(await deliveries(id)).toMatchObject([{ status: 410, next_try_at: null }])
    expect(await notifications()).toMatchObject([
      {
        text: `The webhook "/retry-${paths}" is off: its receiver is gone`,
        link: '/admin/settings#integrations',
      },
    ])
    expect((await as(cast.max).get('/api/notifications')).body.data).toEqual([])
    await makeEvent()
    expect(calls()).toHaveLength(1)
  })

  test('three days of nothing but failures do, and what waits is not sent', async () => {
    const { id } = await createWebhook(answerWith(500))
    runInstance()
    await makeEvent()
    await expect.poll(async () => (await deliveries(id))[0]?.tries).toBe(1)
    clock.advance({ minutes: 3 * 24 * 60 - 1 })
    await expect.poll(async () => (await deliveries(id))[0]?.tries).toBe(2)
    expect((await webhook(id)).enabled).toBe(true)
    await makeEvent()
    await expect.poll(async () => (await deliveries(id)).length).toBe(2)
    await expect.poll(async () => (await deliveries(id))[0]?.tries).toBe(1)
    clock.advance({ minutes: 6 })
    await expect.poll(async () => (await webhook(id)).off_reason).toBe('failing')
    const ended = await deliveries(id)
    expect(ended.map(({ next_try_at }: { next_try_at: unknown }) => next_try_at)).toEqual([null, null])
    expect((await notifications())[0].text).toMatch(/is off: every try failed for 3 days$/)
    expectRefusal(
      await as(cast.ada).post(`${path}/${id}/deliveries/${ended[0].id}/retry`),
      409,
      'Switch the webhook on first',
    )
    // Switched on again, it has three days again.
    receiver.answer(`/retry-${paths}`, answerWith(500))
    const on = await as(cast.ada).put(`${path}/${id}`, { enabled: true })
    expect(on.body).toMatchObject({ enabled: true, off_reason: null })
    await as(cast.ada).post(`${path}/${id}/deliveries/${ended[0].id}/retry`)
    await expect.poll(async () => (await deliveries(id))[0]?.next_try_at).not.toBeNull()
    expect((await webhook(id)).enabled).toBe(true)
  })

  test('a success in between starts the three days anew', async () => {
    const { id, at } = await createWebhook(answerWith(500))
    runInstance()
    await makeEvent()
    await expect.poll(async () => (await deliveries(id))[0]?.tries).toBe(1)
    receiver.answer(at, answerWith(204))
    clock.advance({ seconds: 6 })
    await expect.poll(async () => (await deliveries(id))[0]?.ok).toBe(true)
    receiver.answer(at, answerWith(500))
    clock.advance({ minutes: 3 * 24 * 60 })
    await makeEvent()
    await expect.poll(async () => (await deliveries(id))[0]?.status).toBe(500)
    expect((await webhook(id)).enabled).toBe(true)
  })
})

test('one that is sent again arrives once more with its id, also if two admins press at once', async () => {
  const { id, calls } = await createWebhook(answerWith(200))
  runInstance()
  await makeEvent()
  await expect.poll(async () => (await deliveries(id))[0]?.ok).toBe(true)
  const [{ id: delivery }] = await deliveries(id)
  const again = () => as(cast.ada).post(`${path}/${id}/deliveries/${delivery}/retry`)
  const pressed = await Promise.all([again(), again()])
  expect(pressed.map(({ status }) => status)).toEqual([200, 200])
  await expect.poll(async () => (await deliveries(id))[0]?.tries).toBe(2)
  await expect
    .poll(() => db.selectFrom('jobs').select('id').where('kind', '=', 'webhook.deliver').execute())
    .toEqual([])
  expect(calls()).toHaveLength(2)
  expect(calls()[1]?.headers['webhook-id']).toBe(calls()[0]?.headers['webhook-id'])
})

test('a receiver that never answers delays no other, nor the requests', async () => {
  ctx.outgoing = createOutgoingClient({ allowed: ['127.0.0.1'], timeoutMs: 100_000 })
  const silent = await createWebhook(() => {})
  const working = await createWebhook(answerWith(200))
  const running = runInstance()
  await makeEvent(30)
  await expect.poll(() => working.calls().length).toBe(30)
  // One call at a time is under way, and the server ends it when it stops: it doesn't count as a try.
  expect(silent.calls()).toHaveLength(1)
  await running.stop()
  expect((await deliveries(silent.id)).every(({ tries }: { tries: number }) => tries === 0)).toBe(true)
})

test('while a thousand deliveries are queued, requests are answered between them', async () => {
  ctx.outgoing = createOutgoingClient({ allowed: ['127.0.0.1'], timeoutMs: 100_000 })
  /** How many deliveries arrived until each request was answered. */
  const waits: number[] = []
  const asked: Promise<void>[] = []
  let arrived = 0
  async function ask() {
    const from = arrived
    const reply = await as(cast.dina).get('/api/auth/me')
    expect(reply.status).toBe(200)
    waits.push(arrived - from)
  }
  const working = await Promise.all(
    [1, 2, 3, 4].map(() =>
      createWebhook(response => {
        if (++arrived % 20 === 0) asked.push(ask())
        response.end()
      }),
    ),
  )
  const silent = await createWebhook(() => {})
  const userIds = Array<number>(250).fill(cast.dina.id)
  await groupCommit(db, trx => emit(ctx, trx, byJob, { kind: 'user.created', userIds }))
  const running = runInstance()
  // The others stay queued: sending all of them takes a busy machine minutes.
  await expect.poll(() => arrived).toBeGreaterThanOrEqual(120)
  await Promise.all(asked)
  expect(waits.length).toBeGreaterThanOrEqual(6)
  expect(Math.max(...waits)).toBeLessThan(50)
  await running.stop()
  for (const { calls } of working)
    expect(new Set(calls().map(({ headers }) => headers['webhook-id'])).size).toBe(calls().length)
  expect(silent.calls()).toHaveLength(1)
})

test('a receiver that never answers is given up after the time, with a sentence', async () => {
  ctx.outgoing = createOutgoingClient({ allowed: ['127.0.0.1'], timeoutMs: 50 })
  const { id } = await createWebhook(() => {})
  const reply = await as(cast.ada).post(`${path}/${id}/test`)
  expect(reply.body).toMatchObject({ status: null, ok: false, answer: null })
  expect(reply.body.error).toMatch(/^No answer within/)
})

test('a host that became private after it was saved is not called, and the delivery says why', async () => {
  let addresses = ['93.184.215.14']
  ctx.outgoing = createOutgoingClient({ allowed: [], lookup: async () => addresses })
  const input = { name: 'Moves', url: 'http://moves.example:1/', events: ['user.created'] }
  const { id } = (await as(cast.ada).post(path, input)).body
  addresses = ['169.254.169.254']
  runInstance()
  await makeEvent()
  await expect
    .poll(async () => (await deliveries(id))[0]?.error)
    .toBe(messages.outgoing.notPublic('moves.example'))
  expectRefusal(
    await as(cast.ada).put(`${path}/${id}`, { url: 'http://moves.example:2/' }),
    400,
    messages.outgoing.notPublic('moves.example'),
    { url: messages.outgoing.notPublic('moves.example') },
  )
})

test('nothing goes out while everything is paused after a restore; then it does', async () => {
  const { id, calls } = await createWebhook(answerWith(200))
  await pauseOutgoing(db, clock)
  runInstance()
  expect((await as(cast.ada).get(path)).body.is_paused).toBe(true)
  await makeEvent()
  await expect.poll(async () => (await deliveries(id)).length).toBe(1)
  expect(calls()).toEqual([])
  expect((await as(cast.ada).post('/api/settings/resume-mail')).status).toBe(200)
  await expect.poll(() => calls().length).toBe(1)
  await endOutgoingPause(db)
})

test('a deleted webhook gets nothing more, and its deliveries go; so do those after 30 days', async () => {
  const { id, at, calls } = await createWebhook(answerWith(500))
  const other = await createWebhook(answerWith(200))
  runInstance()
  await makeEvent()
  await expect.poll(async () => (await deliveries(id))[0]?.tries).toBe(1)
  await as(cast.ada).delete(`${path}/${id}`)
  const left = () => db.selectFrom('webhook_deliveries').select('webhook_id').execute()
  await expect.poll(left).toEqual([{ webhook_id: other.id }])
  clock.advance({ minutes: 31 * 24 * 60 })
  await expect.poll(left).toEqual([])
  expect(receiver.at(at)).toHaveLength(calls().length)
  expect(calls()).toHaveLength(1)
})

test('erasing a person removes what was sent about them, and the texts that may name them', async () => {
  const { id } = await createWebhook(answerWith(200), webhookKinds)
  runInstance()
  const person = await make.user('developer', { name: 'Erased Person' })
  await as(cast.ada).delete(`/api/users/${person.id}`)
  await makeEvent()
  await expect.poll(async () => (await deliveries(id)).filter(({ ok }: { ok: boolean }) => ok).length).toBe(2)
  const erased = await as(cast.ada).post(`/api/users/deleted/${person.id}/erase`)
  expect(erased.status, erased.text).toBe(200)
  const [left, ...others] = await deliveries(id)
  expect(others).toEqual([])
  expect(left).toMatchObject({ event: 'user.created', request: '', answer: null })
  expectRefusal(
    await as(cast.ada).post(`${path}/${id}/deliveries/${left.id}/retry`),
    404,
    messages.webhooks.deliveryNotFound,
  )
})
