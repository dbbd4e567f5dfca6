import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { fakeApi, refusal } from '../../test/fake-api.ts'
import { onInvalidToken, request } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { readToken, removeToken, storeToken } from './sign-in.ts'

const reply = z.object({ name: z.string() })
const ask = (options = {}) => request({ path: '/things', reply, ...options })
const good = { status: 200, body: { name: 'Robin', more: 'than the contract says' } }

async function failureOf(promise: Promise<unknown>) {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error('an ApiError was expected')
  return error
}

describe('every request', () => {
  test('sends cookies and the stored token in x-auth-token', async () => {
    storeToken('my-token')
    const api = fakeApi({ 'GET /api/things': good })
    await ask()
    expect(api.calls[0]?.init.credentials).toBe('include')
    expect(api.calls[0]?.headers.get('x-auth-token')).toBe('my-token')
    expect(console.warn).not.toHaveBeenCalled()
  })

  test('logs a warning once for all that have no token, and again after one was stored', async () => {
    const api = fakeApi({ 'GET /api/things': good })
    for (let times = 1; times <= 2; times++) {
      storeToken('my-token')
      await ask()
      removeToken()
      await Promise.all([ask(), ask()])
      await ask()
      expect(api.calls.at(-1)?.headers.has('x-auth-token')).toBe(false)
      expect(console.warn).toHaveBeenCalledTimes(times)
    }
    expect(console.warn).toHaveBeenCalledWith('No token found in local storage')
  })

  test('sends a body as JSON, and no content type without one', async () => {
    const api = fakeApi({ 'POST /api/things': good })
    await ask({ method: 'POST', body: { a: 1 } })
    await ask({ method: 'POST' })
    expect(api.calls[0]?.headers.get('content-type')).toBe('application/json')
    expect(api.calls[0]?.body).toEqual({ a: 1 })
    expect(api.calls[1]?.headers.has('content-type')).toBe(false)
  })

  test('leaves out undefined query parameters', async () => {
    const api = fakeApi({ 'GET /api/things?page=2&search=a+b': good })
    await ask({ query: { page: 2, search: 'a b', role: undefined } })
    expect(api.calls).toHaveLength(1)
  })
})

test('the answer contains only fields of the contract', async () => {
  fakeApi({ 'GET /api/things': good })
  expect(await ask()).toEqual({ name: 'Robin' })
})

test('an answer that breaks the contract is logged and thrown as an error', async () => {
  allowConsole(/^Unexpected answer from \/things/)
  fakeApi({ 'GET /api/things': { status: 200, body: { name: 7 } } })
  expect(await failureOf(ask())).toMatchObject({ status: 200, msg: messages.general.unreadableAnswer })
  expect(console.error).toHaveBeenCalledOnce()
})

describe('on any 401', () => {
  test('the response data is logged and the error thrown', async () => {
    storeToken('my-token')
    const refused = refusal(401, 'Invalid email or password')
    fakeApi({ 'GET /api/things': refused })
    expect(await failureOf(ask())).toMatchObject({ status: 401, msg: 'Invalid email or password' })
    expect(console.error).toHaveBeenCalledExactlyOnceWith('401 Unauthorized', {
      msg: 'Invalid email or password',
      error: 'Invalid email or password',
      code: 'credentials_invalid',
    })
    expect(readToken()).toBe('my-token')
  })

  test('with "Token is not valid" the stored token is removed and the handler called', async () => {
    const handle = vi.fn()
    const stop = onInvalidToken(handle)
    storeToken('my-token')
    fakeApi({ 'GET /api/things': refusal(401, 'Token is not valid') })
    await failureOf(ask())
    expect(readToken()).toBeNull()
    expect(handle).toHaveBeenCalledOnce()
    stop()
  })

  test('the code decides, not the message, and callers get it', async () => {
    const [reworded, misleading] = [
      { status: 401, body: { msg: 'Bitte neu anmelden', error: 'x', code: 'token_invalid' } },
      { status: 401, body: { msg: 'Token is not valid', error: 'x', code: 'credentials_invalid' } },
    ]
    storeToken('my-token')
    fakeApi({ 'GET /api/things': misleading })
    expect(await failureOf(ask())).toMatchObject({ code: 'credentials_invalid' })
    expect(readToken()).toBe('my-token')
    fakeApi({ 'GET /api/things': reworded })
    expect(await failureOf(ask())).toMatchObject({ code: 'token_invalid', msg: 'Bitte neu anmelden' })
    expect(readToken()).toBeNull()
  })

  test('with another msg the user stays signed in', async () => {
    const handle = vi.fn()
    const stop = onInvalidToken(handle)
    storeToken('my-token')
    fakeApi({ 'GET /api/things': refusal(401, 'No token, authorization denied') })
    await failureOf(ask())
    expect(handle).not.toHaveBeenCalled()
    stop()
  })

  test('a call can suppress the redirect: the token is removed, and the handler is not called', async () => {
    const handle = vi.fn()
    const stop = onInvalidToken(handle)
    storeToken('my-token')
    fakeApi({ 'GET /api/things': refusal(401, 'Token is not valid') })
    await failureOf(ask({ leaveOnInvalidToken: false }))
    expect(readToken()).toBeNull()
    expect(handle).not.toHaveBeenCalled()
    stop()
  })

  test('a late answer to an older token does not remove the newer one', async () => {
    storeToken('old')
    fakeApi({ 'GET /api/things': refusal(401, 'Token is not valid') })
    const asked = failureOf(ask())
    storeToken('new')
    await asked
    expect(readToken()).toBe('new')
  })
})

describe('other errors are logged and re-thrown', () => {
  test('with msg and errors by field', async () => {
    allowConsole(/^Name is required$/)
    fakeApi({ 'GET /api/things': refusal(400, 'Name is required', { name: 'Name is required' }) })
    const error = await failureOf(ask())
    expect(error).toMatchObject({
      status: 400,
      msg: 'Name is required',
      errors: { name: 'Name is required' },
    })
    expect(console.error).toHaveBeenCalledExactlyOnceWith(error)
  })

  test('without a readable body, the error names the status', async () => {
    allowConsole(/^The server answered with status 502/)
    fakeApi({ 'GET /api/things': { status: 502, body: '<html>Bad gateway</html>' } })
    const error = await failureOf(ask())
    expect(error).toMatchObject({ status: 502, msg: undefined })
    expect(error.message).toBe('The server answered with status 502.')
  })
})

test('a missing response is status 0 with its message', async () => {
  allowConsole(/^No response to GET \/things/)
  fakeApi({ 'GET /api/things': 'no response' })
  expect(await failureOf(ask())).toMatchObject({ status: 0, msg: messages.general.noResponse })
  expect(console.error).toHaveBeenCalledOnce()
})

test('an abort is rethrown and not logged', async () => {
  const controller = new AbortController()
  controller.abort()
  fakeApi({ 'GET /api/things': good })
  await expect(ask({ signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' })
  expect(console.error).not.toHaveBeenCalled()
})

describe('a call without an answer fails', () => {
  /** Never responds, but rejects when its signal is aborted, as the real `fetch` does. */
  const hang = () =>
    vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    })

  test.each([
    ['GET', limits.readTimeoutMs, 15_000],
    ['POST', limits.writeTimeoutMs, 30_000],
    ['PUT', limits.writeTimeoutMs, 30_000],
    ['DELETE', limits.writeTimeoutMs, 30_000],
  ])('%s after %i ms, as if the connection was lost', async (method, limit, ms) => {
    expect(limit).toBe(ms)
    allowConsole(/^No response to/)
    vi.useFakeTimers()
    hang()
    let error: ApiError | undefined
    void failureOf(ask({ method })).then(failure => {
      error = failure
    })
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(error).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(error).toMatchObject({ status: 0, msg: messages.general.noResponse, isTimeout: true })
  })

  test('unless its caller has aborted it', async () => {
    hang()
    const controller = new AbortController()
    const asked = ask({ signal: controller.signal })
    controller.abort(new Error('gone'))
    await expect(asked).rejects.toThrow('gone')
  })
})
