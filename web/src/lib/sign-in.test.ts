import { describe, expect, test, vi } from 'vitest'
import { makeToken, tokenWithPayload } from '../../test/fake-api.ts'
import { isExpired, onTokenChange, readToken, removeToken, storeToken } from './sign-in.ts'

const now = new Date('2026-03-02T12:00:00Z')
const nowSeconds = now.getTime() / 1000

test('the token is stored in local storage under the key token', () => {
  storeToken('abc')
  expect(localStorage.getItem('token')).toBe('abc')
  expect(readToken()).toBe('abc')
  removeToken()
  expect(readToken()).toBeNull()
})

describe('token expiry is compared with the current time in seconds', () => {
  test.each([
    [nowSeconds - 1, true],
    [nowSeconds, false],
    [nowSeconds + 1, false],
  ])('exp %d: expired is %s', (exp, expired) => {
    expect(isExpired(makeToken({ exp }), now)).toBe(expired)
  })
})

test('bad base64 throws "Invalid token specified: invalid base64 for part #2"', () => {
  expect(() => isExpired('e30.!.x', now)).toThrow('Invalid token specified: invalid base64 for part #2')
})

test('bad JSON throws "Invalid token specified: invalid json for part #2"', () => {
  expect(() => isExpired(tokenWithPayload('no JSON'), now)).toThrow(
    'Invalid token specified: invalid json for part #2',
  )
})

test('a change in another tab calls the handler, also when the whole storage was cleared', () => {
  const handle = vi.fn()
  const stop = onTokenChange(handle)
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
  expect(handle).toHaveBeenCalledTimes(2)
  stop()
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  expect(handle).toHaveBeenCalledTimes(2)
})
