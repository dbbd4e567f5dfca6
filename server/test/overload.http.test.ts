import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { expectRefusal, startTestApp } from './start-test-app.ts'

const maxWorkMs = 100
const { call } = await startTestApp({ withCast: false, overload: { maxWorkMs } })

const ask = (url = '/api/auth/setup') => call({ method: 'GET', url })

/** Too much for one event-loop tick, in processor time: a busy machine takes longer for it. */
function work() {
  const before = process.cpuUsage()
  for (;;) {
    const { user, system } = process.cpuUsage(before)
    if (user + system > 3 * maxWorkMs * 1000) return
  }
}

test('an event-loop tick with too much work refuses what else arrives in it, with 503 and Retry-After', async () => {
  let reply = await ask()
  for (let tries = 0; reply.status !== 503 && tries < 20; tries++) {
    work()
    reply = await ask()
  }
  expectRefusal(reply, 503, messages.general.overloaded)
  expect(reply.headers['retry-after']).toBe('5')
  expect(reply.headers['x-content-type-options']).toBe('nosniff')

  work()
  expect((await ask('/healthz')).status).toBe(200)
  await expect.poll(async () => (await ask()).status, { timeout: 30_000 }).toBe(200)
})

test('a busy process is alive but not ready', async () => {
  let ready = await ask('/readyz')
  for (let tries = 0; ready.status !== 503 && tries < 20; tries++) {
    work()
    ready = await ask('/readyz')
  }
  expectRefusal(ready, 503, messages.general.overloaded)
  await expect.poll(async () => (await ask('/readyz')).status, { timeout: 30_000 }).toBe(200)
})

test('a suspended machine refuses no request', async () => {
  const standStill = new Int32Array(new SharedArrayBuffer(4))
  for (let pause = 0; pause < 3; pause++) {
    Atomics.wait(standStill, 0, 0, 3 * maxWorkMs)
    expect((await ask()).status).toBe(200)
    await sleep(1)
  }
})
