import { connect as connectSocket } from 'node:net'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { untrustedProxy } from '../src/http/plugins/client-address.ts'
import { expectRefusal, startTestApp } from './start-test-app.ts'

const logged: string[] = []
const { app, as, call, cast, db, signIn } = await startTestApp({
  settings: { CORS_ORIGIN: 'https://reports.example.com', TRUST_PROXY: '127.0.0.1' },
  logger: { level: 'info', stream: { write: (line: string) => void logged.push(line) } },
})
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as { port: number }

const post = (payload: string, contentType: string, url = '/api/auth/login') =>
  call({ method: 'POST', url, payload, headers: { 'content-type': contentType } })

/** Sends raw bytes over a real connection, because an HTTP client would not send invalid requests. */
function raw(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connectSocket(port, '127.0.0.1', () => socket.write(request))
    socket.on('data', chunk => {
      received += chunk
    })
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })
}

describe('bodies', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
  ])('%s is 415 on a JSON route', async contentType => {
    expectRefusal(
      await post('{"email":"a@b.co","password":"x"}', contentType),
      415,
      messages.general.wrongContentType,
    )
  })

  test('a body without a content type is 415', async () => {
    const reply = await raw(
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
    )
    expect(reply).toMatch(/^HTTP\/1.1 415 /)
  })

  test('a content type with a charset is accepted', async () => {
    expect((await post('{}', 'application/json; charset=utf-8')).body.msg).toBe('Email is required')
  })

  test.each(['{', '', '{"email":"a@b.co",}', '\u0000'])('%j is 400', async payload => {
    expectRefusal(await post(payload, 'application/json'), 400, messages.general.invalidJson)
  })

  test.each(['null', '[]', '"text"', '42'])('%s instead of an object is 400', async payload => {
    expect((await post(payload, 'application/json')).status).toBe(400)
  })

  test.each([
    '{"__proto__":{"role":"admin"}}',
    '{"a":{"__proto__":1}}',
    '{"constructor":{"prototype":{"x":1}}}',
  ])('%s is 400', async payload => {
    expectRefusal(await post(payload, 'application/json'), 400, messages.general.invalidJson)
  })

  test('an empty body of any content type is accepted where the call needs none', async () => {
    const headers = { 'content-type': 'application/json', 'x-auth-token': await signIn(cast.dina) }
    expect((await call({ method: 'POST', url: '/api/auth/logout', payload: '', headers })).status).toBe(200)
  })

  test('more than 1 MiB is 413', async () => {
    const body = JSON.stringify({ email: 'a@b.co', password: 'x'.repeat(1024 * 1024) })
    expectRefusal(await post(body, 'application/json'), 413, messages.general.bodyTooLarge)
    const project = { name: 'Large', description: 'x'.repeat(1024 * 1024) }
    expectRefusal(await as(cast.ada).post('/api/projects', project), 413, messages.general.bodyTooLarge)
  })

  // Broken JSON shows whether a body was parsed, because the response would then be 400.
  const broken = (bytes: number) => '{'.padEnd(bytes, '[')

  test('without a token are read up to 16 KiB on sign-in and register, and not at all elsewhere', async () => {
    const limit = 16 * 1024
    const tooLarge = await post(broken(limit + 1), 'application/json')
    expectRefusal(tooLarge, 413, messages.general.bodyTooLarge)
    expectRefusal(await post(broken(limit), 'application/json'), 400, messages.general.invalidJson)
    expectRefusal(
      await post(broken(limit + 1), 'application/json', '/api/auth/register'),
      401,
      messages.signIn.registerAdminOnly,
    )
    for (const url of ['/api/nothing', '/nothing', '/metrics']) {
      expectRefusal(await post(broken(1024), 'application/json', url), 404, messages.general.notFound)
    }
  })

  test('of a reviewer who registers a user have the same limit', async () => {
    const account = { name: 'x'.repeat(16 * 1024), email: 'a@b.co', password: 'secret-1', role: 'developer' }
    const reply = await as(cast.ada).post('/api/auth/register', account)
    expectRefusal(reply, 413, messages.general.bodyTooLarge)
  })

  test.each(['download', 'preview'])('of the form of a %s are read up to 8 KiB', async action => {
    const form = 'application/x-www-form-urlencoded'
    const url = `/api/files/1/${action}`
    const large = await post(`a=${'+'.repeat(8 * 1024)}`, form, url)
    expectRefusal(large, 413, messages.general.bodyTooLarge)
    expectRefusal(await post(`a=${'+'.repeat(8 * 1024 - 2)}`, form, url), 401, messages.signIn.noToken)
  })

  test('the length of a list is checked before its elements', async () => {
    const many = (length: number) => Array.from({ length }, () => ({}))
    const report = { date: '2026-03-10', tasks: 'Much', task_details: many(100_000) }
    expectRefusal(await as(cast.dina).post('/api/reports', report), 400, messages.reports.tooManyTasks, {
      task_details: messages.reports.tooManyTasks,
    })
    const project = { name: 'Crowd', developers: many(100_000) }
    expectRefusal(
      await as(cast.ada).post('/api/projects', project),
      400,
      messages.projects.developersTooMany,
      {
        developers: messages.projects.developersTooMany,
      },
    )
  })
})

describe('paths and queries', () => {
  test.each(['/api', '/api/', '/api/nothing', '/api/auth', '/api/auth/me/'])('%s is 404 JSON', async url => {
    const reply = await call({ method: 'GET', url })
    expectRefusal(reply, 404, messages.general.notFound)
    expect(reply.headers['content-type']).toContain('application/json')
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  test('an invalid id of any length is 404 for users with access', async () => {
    const url = `/api/users/${'9'.repeat(5000)}`
    expectRefusal(await as(cast.ada).get(url), 404, messages.users.notFound)
    expectRefusal(await as(null).get(url), 401, messages.signIn.noToken)
  })

  test('a path of another method is 404', async () => {
    expect((await call({ method: 'DELETE', url: '/api/auth/login' })).status).toBe(404)
  })

  test('a query parameter given twice is 400', async () => {
    const reply = await as(cast.dina).get('/api/auth/me?page=1&page=2')
    const sentence = messages.general.givenTwice('page')
    expectRefusal(reply, 400, sentence, { page: sentence })
  })

  test('a URL that cannot be decoded is 400 in the same envelope', async () => {
    expectRefusal(await call({ method: 'GET', url: '/api/%zz' }), 400, messages.general.badRequest)
  })
})

describe('headers', () => {
  const strict = {
    'content-security-policy': expect.stringContaining("default-src 'none'; script-src 'self';"),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  }

  test.each([
    ['200', { method: 'GET', url: '/healthz' }],
    ['400', { method: 'POST', url: '/api/auth/login', payload: {} }],
    ['400 for the address', { method: 'GET', url: '/%zz' }],
    ['401', { method: 'GET', url: '/api/auth/me' }],
    ['404', { method: 'GET', url: '/api/nothing' }],
    ['404 outside the API', { method: 'POST', url: '/nothing' }],
  ] as const)('are strict on a %s', async (_name, request) => {
    const { headers } = await call(request)
    expect(headers).toMatchObject(strict)
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers.server).toBeUndefined()
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  test('that are invalid HTTP are refused', async () => {
    const reply = await raw('GARBAGE\r\n\r\n')
    expect(reply).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/)
    expect(reply).toContain("content-security-policy: default-src 'none'")
    expect(JSON.parse(reply.split('\r\n\r\n')[1] ?? '')).toEqual({
      msg: messages.general.badRequest,
      error: messages.general.badRequest,
      code: 'bad_request',
    })
  })

  test.each([
    ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400, messages.general.badRequest],
    [
      'an unknown expectation',
      'GET /api/auth/me HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n',
      401,
      messages.signIn.noToken,
    ],
  ])('%s is answered in the envelope, under the same headers', async (_name, request, status, sentence) => {
    // Regression: Node answered these itself, without these headers.
    const reply = await raw(request)
    expect(reply).toContain(`HTTP/1.1 ${status} `)
    expect(reply).toContain("content-security-policy: default-src 'none'")
    expect(reply).toContain(`"msg":"${sentence}"`)
  })

  test('headers that are too large are 431 in the same envelope', async () => {
    const reply = await raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(reply).toMatch(/^HTTP\/1.1 431 /)
    expect(reply).toContain(messages.general.bodyTooLarge)
  })

  test('HSTS is sent only where HTTPS is in use', async () => {
    const { headers } = await call({
      method: 'GET',
      url: '/healthz',
      headers: { 'x-forwarded-proto': 'https' },
    })
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
  })

  test('other origins may call only if CORS_ORIGIN names them', async () => {
    const from = (origin: string) =>
      call({
        method: 'OPTIONS',
        url: '/api/auth/me',
        headers: {
          origin,
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'x-auth-token',
        },
      })
    const named = await from('https://reports.example.com')
    expect(named.headers['access-control-allow-origin']).toBe('https://reports.example.com')
    expect(named.headers['access-control-allow-credentials']).toBe('true')
    expect(named.headers['access-control-allow-headers']).toContain('x-auth-token')
    expect(named.headers['access-control-allow-headers']).toContain('mcp-protocol-version')
    expect(named.headers['access-control-allow-methods']).toBe('GET, HEAD, POST, PUT, DELETE')
    expect((await from('https://evil.example.com')).headers['access-control-allow-origin']).toBeUndefined()
  })
})

test('long responses are compressed', async () => {
  // This is the longest response of the account calls: 200 three-byte letters and a 250-character e-mail.
  const long = {
    name: '報'.repeat(200),
    email: `${'x'.repeat(60)}@${'y'.repeat(60)}.${'z'.repeat(60)}.${'w'.repeat(60)}.com`,
  }
  const account = { ...long, password: 'secret-1' }
  await as(cast.ada).post('/api/auth/register', { ...account, role: 'developer' })
  const reply = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'accept-encoding': 'gzip' },
    payload: account,
  })
  expect(reply.headers['content-encoding']).toBe('gzip')
  expect(reply.headers.vary).toContain('accept-encoding')
  expect(JSON.parse(gunzipSync(reply.rawPayload).toString()).user).toMatchObject(long)
})

test('a compressed body is not decompressed, so it cannot grow beyond the limit', async () => {
  const account = { ...cast.dina, email: 'packed@example.com', role: 'developer' }
  const reply = await app.inject({
    method: 'POST',
    url: '/api/auth/register',
    headers: {
      'x-auth-token': await signIn(cast.ada),
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    },
    payload: gzipSync(JSON.stringify(account)),
  })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ msg: messages.general.invalidJson })
  const users = await as(cast.ada).get('/api/users')
  expect(users.body.map((user: { email: string }) => user.email)).not.toContain(account.email)
})

describe('/healthz', () => {
  test('needs no token and answers ok, with the version', async () => {
    const reply = await call({ method: 'GET', url: '/healthz' })
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({ status: 'ok', version: packageJson.version, commit: null })
  })
})

describe('the log', () => {
  test('is JSON with request ids, follows a request, and holds no secrets', async () => {
    logged.length = 0
    const token = await signIn(cast.max)
    const reply = await call({
      method: 'GET',
      url: '/api/auth/me?code=very-secret',
      headers: { 'x-auth-token': token },
    })
    const lines = logged.map(line => JSON.parse(line))
    const line = lines.find(entry => entry.reqId === reply.headers['x-request-id'])
    expect(line).toMatchObject({ method: 'GET', path: '/api/auth/me', status: 200, user: cast.max.id })
    for (const secret of [token, cast.max.password, 'very-secret'])
      expect(logged.join('')).not.toContain(secret)
  })

  test('warns once about X-Forwarded-For from a peer that TRUST_PROXY does not name', async () => {
    const forwarded = (remoteAddress: string) =>
      call({ method: 'GET', url: '/', remoteAddress, headers: { 'x-forwarded-for': '198.51.100.7' } })
    const warnings = () => logged.map(line => JSON.parse(line)).filter(entry => entry.msg === untrustedProxy)
    logged.length = 0
    await forwarded('127.0.0.1')
    await forwarded('::ffff:127.0.0.1')
    await call({ method: 'GET', url: '/', remoteAddress: '203.0.113.9' })
    expect(warnings()).toEqual([])
    for (const peer of ['203.0.113.9', '203.0.113.9', '203.0.113.10']) await forwarded(peer)
    expect(warnings()).toMatchObject([{ level: 40, peer: '203.0.113.9' }])
    expect(untrustedProxy).toContain('TRUST_PROXY')
    const addresses = logged.map(line => JSON.parse(line).address).filter(address => address !== undefined)
    expect(addresses.slice(0, 3)).toEqual(['198.51.100.7', '198.51.100.7', '203.0.113.9'])
    expect(addresses.slice(3)).toEqual(['203.0.113.9', '203.0.113.9', '203.0.113.10'])
  })

  test('an unexpected error is logged in full and answered with its request id and no internals', async () => {
    logged.length = 0
    // The last test of this file, for a reason.
    await db.schema.dropTable('sign_in_failures').execute()
    const reply = await post('{"email":"a@b.co","password":"x"}', 'application/json')
    expect(reply.status).toBe(500)
    const requestId = reply.headers['x-request-id']
    const sentence = messages.general.unexpected(String(requestId))
    expect(reply.body).toEqual({
      msg: sentence,
      error: sentence,
      code: 'unexpected_error',
      request_id: requestId,
    })
    expect(logged.join('')).toContain('sign_in_failures')
    expect(reply.text).not.toContain('sign_in_failures')
  })
})
