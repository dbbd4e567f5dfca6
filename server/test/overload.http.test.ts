import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { expectRefusal, startTestApp } from './start-test-app.ts'

const maxWorkMs = 100
const { call } = await startTestApp({ withCast: false, overload: { maxWorkMs } })

const get = (url = '/api/auth/setup') => call({ method: 'GET', url })

/** Works too long for one event-loop tick, measured in processor time because a busy machine takes longer. */
function work() {
  const before = process.cpuUsage()
  for (;;) {
    const { user, system } = process.cpuUsage(before)
    if (user + system > 3 * maxWorkMs * 1000) return
  }
}

test('requests that arrive during an overlong event-loop tick get 503 with Retry-After', async () => {
  let reply = await get()
  for (let tries = 0; reply.status !== 503 && tries < 20; tries++) {
    work()
    reply = await get()
  }
  expectRefusal(reply, 503, messages.general.overloaded)
  expect(reply.headers['retry-after']).toBe('5')
  expect(reply.headers['x-content-type-options']).toBe('nosniff')

  work()
  expect((await get('/healthz')).status).toBe(200)
  await expect.poll(async () => (await get()).status, { timeout: 30_000 }).toBe(200)
})

test('a busy process is alive but not ready', async () => {
  let ready = await get('/readyz')
  for (let tries = 0; ready.status !== 503 && tries < 20; tries++) {
    work()
    ready = await get('/readyz')
  }
  expectRefusal(ready, 503, messages.general.overloaded)
  await expect.poll(async () => (await get('/readyz')).status, { timeout: 30_000 }).toBe(200)
})

test('a suspended machine refuses no request', async () => {
  const blocker = new Int32Array(new SharedArrayBuffer(4))
  for (let pause = 0; pause < 3; pause++) {
    Atomics.wait(blocker, 0, 0, 3 * maxWorkMs)
    expect((await get()).status).toBe(200)
    await sleep(1)
  }
})
