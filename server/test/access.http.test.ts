import { describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { can, permissions } from '#shared/permissions.ts'
import { collectCalls } from '../src/http/declaration.ts'
import accessPlugin from '../src/http/plugins/access.ts'
import { type LiveRoute, liveRoutes } from './live-routes.ts'
import { publicCalls } from './security/authorization-matrix.ts'
import { expectRefusal, startTestApp } from './start-test-app.ts'

const { app, call, cast, ctx, newToken } = await startTestApp()

const routes = (await liveRoutes(ctx)).filter(
  route => route.url.startsWith('/api/') && route.method !== 'HEAD',
)

test('a route that does not declare its access stops the boot', async () => {
  const { default: Fastify } = await import('fastify')
  const careless = Fastify()
  await careless.register(accessPlugin, {
    ctx,
    authentication: { byToken: async () => undefined, again: async () => undefined },
  })
  expect(() => careless.get('/open', async () => 'hello')).toThrow('GET /open does not say who may call it')
})

test.each([{}, { summary: 'Say hello' }, { operationId: 'sayHello' }])(
  'a route that does not declare its name and summary stops the boot: %o',
  async schema => {
    const { default: Fastify } = await import('fastify')
    const careless = Fastify()
    collectCalls(careless, { name: 'Greetings', about: 'To all.' }, [])
    expect(() => careless.get('/hello', { schema }, async () => 'hello')).toThrow(
      'GET /hello does not say what it is',
    )
    careless.get('/bye', { schema: { operationId: 'sayBye', summary: 'Say bye' } }, async () => 'bye')
  },
)

test('every route declares its access, and only these are public', () => {
  expect(routes.length).toBeGreaterThan(4)
  expect(
    routes
      .filter(route => route.access === 'public')
      .map(route => `${route.method} ${route.url}`)
      .sort(),
  ).toEqual(publicCalls.filter(name => name.includes(' /api/')).sort())
  for (const { access } of routes) {
    expect(['public', 'signedIn', ...Object.keys(permissions)]).toContain(access)
  }
})

test('every 401 says that a token is needed, but those of the calls that sign in', async () => {
  const send = (method: 'GET' | 'POST', url: string, payload?: object, headers = {}) =>
    call({ method, url, headers, ...(payload && { payload }) })
  for (const reply of [
    await send('GET', '/api/auth/me'),
    await send('GET', '/api/auth/me', undefined, { 'x-auth-token': 'wrong' }),
    await send('GET', '/api/auth/me', undefined, { authorization: 'Bearer drt_wrong' }),
    await send('POST', '/api/auth/logout'),
    await send('POST', '/api/auth/register', {}),
    await send('POST', '/api/reports', {}),
    await send('POST', '/api/hooks/unknown', {}),
    await send('POST', '/api/files/1/download', undefined),
  ])
    expect([reply.text, reply.status, reply.headers['www-authenticate']]).toEqual([reply.text, 401, 'Bearer'])
  const wrong = { email: cast.dina.email, password: 'wrong' }
  for (const reply of [
    await send('POST', '/api/auth/login', wrong),
    await send('POST', '/api/auth/second-step', { challenge: 'x'.repeat(43), code: '123456' }),
    await send('POST', '/api/auth/oidc/session', {}),
  ]) {
    expect([reply.text, reply.status]).toEqual([reply.text, 401])
    expect(reply.headers).not.toHaveProperty('www-authenticate')
  }
})

test.each([
  'GET /api/reports',
  'GET /api/reports/me',
  'GET /api/reports/project-summary',
  'GET /api/blockers',
  'GET /api/users',
  'GET /api/projects/:id/urls',
  'GET /api/projects/:id/files',
])('%s counts as a list, of which a user has a few in progress', name => {
  expect(routes.find(route => route.name === name)?.config.heavyRead).toBe('list')
})

const guarded = routes.filter(route => route.access !== 'public')
const target = ({ method, url }: LiveRoute) => ({ method: method as 'GET', url: url.replace(/:\w+/g, '1') })

describe.each(guarded)('$method $url', route => {
  test('refuses a request without a token before it reads the body', async () => {
    const reply = await call({
      ...target(route),
      payload: '{',
      headers: { 'content-type': 'application/json' },
    })
    expect(reply.status).toBe(401)
    expect([messages.signIn.noToken, messages.signIn.registerAdminOnly]).toContain(reply.body.msg)
  })

  test('refuses a request with a bad token', async () => {
    const reply = await call({
      ...target(route),
      payload: '{',
      headers: { 'content-type': 'application/json', 'x-auth-token': 'bad' },
    })
    expectRefusal(reply, 401, 'Token is not valid')
  })
})

const byPermission = guarded.flatMap(route =>
  route.access === undefined || route.access === 'signedIn' || route.access === 'public'
    ? []
    : [{ ...route, permission: route.access }],
)
const callers = ['ada', 'max', 'dina', 'desi', 'mark'] as const
const tokens = new Map<string, string>()
for (const key of callers) tokens.set(key, await newToken(cast[key]))

describe.each(byPermission)('$method $url needs $permission', route => {
  test.each(callers)('%s', async key => {
    const reply = await call({
      ...target(route),
      payload: '{',
      headers: { 'content-type': 'application/json', 'x-auth-token': tokens.get(key) },
    })
    expect(reply.status).not.toBe(401)
    const rule = permissions[route.permission]
    // A GET has no body, so nothing is refused before the thing is looked up.
    const dependsOnTheThing = 'orWhen' in rule || ('when' in rule && route.method === 'GET')
    if (!can(cast[key], route.permission)) expectRefusal(reply, 403, messages.general.notAllowed)
    // A caller with the permission gets as far as the check of the broken body.
    else if (!dependsOnTheThing) expect(reply.status).not.toBe(403)
  })
})

test('the app answers exactly the routes that are tested here', () => {
  for (const { method, url } of routes) expect(app.hasRoute({ method: method as 'GET', url })).toBe(true)
})
