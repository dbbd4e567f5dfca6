import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { limits } from '#shared/limits.ts'
import { makeToken } from '../../test/fake-api.ts'
import { ApiError } from './api-error.ts'
import { openedWithoutServer, serverAnswered } from './connection.ts'
import { askOrRecall, forgetOthers, recall, remember } from './remembered.ts'

const shape = z.object({ name: z.string() })
const apollo = { name: 'Apollo' }
const gone = new ApiError(0, 'No response')

const signIn = (sub: string) => localStorage.setItem('token', makeToken({ exp: 4_000_000_000, sub }))
const goOffline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
const asking = (ask: () => Promise<{ name: string }>) => askOrRecall({ name: 'project', shape, ask })
const fails = (error: Error) => () => Promise.reject(error)

beforeEach(() => signIn('7'))

test('a missing, a damaged and a differently shaped value are undefined', () => {
  expect(recall(7, 'project', shape)).toBeUndefined()
  remember(7, 'project', { title: 'Apollo' })
  expect(recall(7, 'project', shape)).toBeUndefined()
  localStorage.setItem('remembered:7:project', '{"name":')
  expect(recall(7, 'project', shape)).toBeUndefined()
})

test('an account reads only its own values, and those of others are removed', () => {
  remember(7, 'project', apollo)
  signIn('77')
  remember(77, 'project', { name: 'Gemini' })
  localStorage.setItem('theme', 'dark')
  expect(recall(8, 'project', shape)).toBeUndefined()
  forgetOthers()
  expect(recall(7, 'project', shape)).toBeUndefined()
  expect(recall(77, 'project', shape)).toEqual({ name: 'Gemini' })
  localStorage.removeItem('token')
  forgetOthers()
  expect(Object.keys(localStorage)).toEqual(['theme'])
})

test('a value that is too large is not stored, and the older one is removed', () => {
  remember(7, 'project', apollo)
  remember(7, 'project', { name: 'x'.repeat(limits.rememberedMax) })
  expect(recall(7, 'project', shape)).toBeUndefined()
})

test('full storage is not an error', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await expect(asking(async () => apollo)).resolves.toEqual(apollo)
})

test('the last response is returned while the browser is offline', async () => {
  await asking(async () => apollo)
  goOffline()
  await expect(asking(fails(gone))).resolves.toEqual(apollo)
})

test('a missing response while the browser is online is a failure', async () => {
  await asking(async () => apollo)
  await expect(asking(fails(gone))).rejects.toBe(gone)
})

test('a refusal is thrown, also offline', async () => {
  await asking(async () => apollo)
  goOffline()
  const refused = new ApiError(403, 'No')
  await expect(asking(fails(refused))).rejects.toBe(refused)
})

test('without a stored response, and for another account, the failure is thrown', async () => {
  await asking(async () => apollo)
  goOffline()
  signIn('8')
  await expect(asking(fails(gone))).rejects.toBe(gone)
})

test.each([
  ['it has ended', () => localStorage.removeItem('token')],
  ['another account has signed in', () => signIn('8')],
])('a response that arrives after the session has ended is not stored: %s', async (_what, end) => {
  const answered = asking(async () => {
    end()
    return apollo
  })
  await expect(answered).resolves.toEqual(apollo)
  expect(Object.keys(localStorage).filter(slot => slot.startsWith('remembered:'))).toEqual([])
})

describe('opened without a server', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    openedWithoutServer()
    onTestFinished(serverAnswered)
  })

  test('the last response is returned without a call, until the server answers', async () => {
    remember(7, 'project', apollo)
    const ask = vi.fn(async () => ({ name: 'Gemini' }))
    await expect(asking(ask)).resolves.toEqual(apollo)
    expect(ask).not.toHaveBeenCalled()
    serverAnswered()
    await expect(asking(ask)).resolves.toEqual({ name: 'Gemini' })
  })

  test('without a stored response, the server is called and its failure is thrown', async () => {
    await expect(asking(fails(gone))).rejects.toBe(gone)
  })
})

test('only the selected part of a response is stored', async () => {
  const keep = () => ({ name: 'A' })
  await expect(askOrRecall({ name: 'project', shape, ask: async () => apollo, keep })).resolves.toEqual(
    apollo,
  )
  expect(recall(7, 'project', shape)).toEqual({ name: 'A' })
})
