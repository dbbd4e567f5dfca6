import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { allowConsole } from '../../../test/console-watch.ts'
import { fakeUploads } from '../../../test/fake-upload.ts'
import { onInvalidToken } from '../../lib/api-client.ts'
import { readToken, storeToken } from '../../lib/sign-in.ts'
import { upload } from './upload.ts'

const reply = z.object({ id: z.number() })

function start() {
  storeToken('my-token')
  const [sent, controller, onProgress] = [fakeUploads(), new AbortController(), vi.fn()]
  const promise = upload({
    path: '/things',
    form: new FormData(),
    reply,
    onProgress,
    signal: controller.signal,
  })
  return { promise, sent: sent[0], controller, onProgress }
}

test('sends the token, reports the progress and checks the response', async () => {
  const { promise, sent, onProgress } = start()
  expect(sent?.headers).toEqual({ 'x-auth-token': 'my-token' })
  sent?.progress(42)
  expect(onProgress).toHaveBeenCalledExactlyOnceWith(42)
  sent?.answer(201, { id: 3, more: 'than asked' })
  expect(await promise).toEqual({ id: 3 })
})

test('an upload has no timeout, unlike other calls', async () => {
  vi.useFakeTimers()
  const { promise, sent } = start()
  await vi.advanceTimersByTimeAsync(10 * limits.writeTimeoutMs)
  expect(sent?.isAborted).toBe(false)
  sent?.answer(201, { id: 3 })
  expect(await promise).toEqual({ id: 3 })
})

test('a refusal is an ApiError with the server’s message', async () => {
  allowConsole(/too large/)
  const { promise, sent } = start()
  sent?.answer(413, { msg: 'too large', error: 'too large' })
  await expect(promise).rejects.toMatchObject({ status: 413, msg: 'too large' })
})

test('a broken connection is an ApiError with status 0', async () => {
  allowConsole(/^No response to POST \/things/)
  const { promise, sent } = start()
  sent?.breakOff()
  await expect(promise).rejects.toMatchObject({ status: 0, msg: messages.general.noResponse })
})

test('cancelling aborts the request', async () => {
  const { promise, sent, controller } = start()
  controller.abort()
  await expect(promise).rejects.toMatchObject({ name: 'AbortError' })
  expect(sent?.isAborted).toBe(true)
})

test('an invalid token is removed, as in every other call', async () => {
  const handle = vi.fn()
  const stop = onInvalidToken(handle)
  const { promise, sent } = start()
  sent?.answer(401, {
    msg: messages.signIn.tokenInvalid,
    error: messages.signIn.tokenInvalid,
    code: 'token_invalid',
  })
  await expect(promise).rejects.toMatchObject({ status: 401 })
  expect(readToken()).toBeNull()
  expect(handle).toHaveBeenCalledOnce()
  stop()
})
