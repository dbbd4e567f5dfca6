import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { liveRoutes } from '../../test/live-routes.ts'
import { startTestApp } from '../../test/start-test-app.ts'

const { app, ctx } = await startTestApp({
  withCast: false,
  settings: { CORS_ORIGIN: 'https://reports.example.com' },
})
const path = '/api/openapi.json'
const get = (headers: Record<string, string | undefined> = {}, url = path) => app.inject({ url, headers })
const described = (await get()).payload

test.each([
  ['br', 'br'],
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['GZIP; q=0.8, identity;q=0.1', 'gzip'],
  ['br;q=0.1, gzip;q=0.9', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['identity', undefined],
  ['identity, gzip;q=0.5', undefined],
  ['deflate', undefined],
  ['*;q=0', undefined],
  ['br;q=much', undefined],
  ['', undefined],
])('a client that accepts "%s" gets the API description as %s', async (accepted, encoding) => {
  const { headers, rawPayload, statusCode } = await get({ 'accept-encoding': accepted })
  expect([statusCode, headers['content-encoding']]).toEqual([200, encoding])
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? '']
  expect(String(unpack ? unpack(rawPayload) : rawPayload)).toBe(described)
  // The length is known only because nothing is compressed for this request.
  expect(headers['content-length']).toBe(String(rawPayload.length))
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
    etag: expect.stringMatching(/^W\/"[\w-]{43}"$/),
  })
})

test('a HEAD request has the same headers and no body', async () => {
  const headers = { 'accept-encoding': 'br' }
  const [read, head] = [await get(headers), await app.inject({ method: 'HEAD', url: path, headers })]
  expect([head.statusCode, head.payload]).toEqual([200, ''])
  const { date: _, 'x-request-id': __, ...same } = read.headers
  expect(head.headers).toMatchObject(same)
})

test('a client that has the description gets 304, and one with another gets all of it', async () => {
  const etag = String((await get()).headers.etag)
  for (const sent of [etag, etag.slice(2), `"other", ${etag}`, '*'])
    for (const method of ['GET', 'HEAD'] as const) {
      const headers = { 'if-none-match': sent, 'accept-encoding': 'br' }
      const unchanged = await app.inject({ method, url: path, headers })
      expect([sent, unchanged.statusCode, unchanged.payload]).toEqual([sent, 304, ''])
      expect(unchanged.headers).toMatchObject({ etag, 'cache-control': 'no-cache' })
      expect(unchanged.headers).not.toHaveProperty('content-encoding')
    }
  for (const sent of ['"other"', 'W/"other", "another"', etag.slice(0, -2), ''])
    expect((await get({ 'if-none-match': sent })).statusCode).toBe(200)
})

test('caches are told of every header that the answer depends on', async () => {
  const origin = 'https://reports.example.com'
  for (const headers of [{}, { origin }, { origin, 'if-none-match': '*' }])
    expect(String((await get(headers)).headers.vary).toLowerCase()).toBe('origin, accept-encoding')
})

test('no call that needs no sign-in compresses an answer for each request', async () => {
  const routes = await liveRoutes(ctx)
  const open = routes.filter(({ method, access }) => method === 'GET' && access === 'public')
  expect(open.map(({ url }) => url)).toContain(path)
  for (const { url } of open) {
    const { headers, rawPayload } = await get({ 'accept-encoding': 'br' }, url.replace(/:\w+/g, '1'))
    if (rawPayload.length > 0) expect([url, headers['content-length']]).toEqual([url, `${rawPayload.length}`])
  }
})
