import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { permissions } from '#shared/permissions.ts'
import { callNotes } from '../src/openapi/call-notes.ts'
import type { OpenApi } from '../src/openapi/describe.ts'
import { liveRoutes } from './live-routes.ts'
import { matrix, type Row } from './security/authorization-matrix.ts'
import { requestsTo } from './security/requests.ts'
import { expectRefusal, type Reply, startTestApp } from './start-test-app.ts'

const metricsToken = 'a-token-for-prometheus'
const testApp = await startTestApp({
  settings: { EDIT_WINDOW_DAYS: '366', METRICS_TOKEN: metricsToken },
})
const { as, call, cast, ctx, newToken } = testApp
const { requestFor } = await requestsTo(testApp)
const aboutItself = ['/api/openapi.json', '/api/docs', '/api/docs.css']
const aboutTheServer = ['/healthz', '/readyz', '/metrics']
const live = (await liveRoutes(ctx)).filter(({ method }) => method !== 'HEAD')
const routes = live.filter(({ url }) => url.startsWith('/api/') && !aboutItself.includes(url))

const reply = await as(null).get('/api/openapi.json')
const api: OpenApi = reply.body
const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ ...api, $id: 'api' })

const operationOf = ({ method, url }: { method: string; url: string }) =>
  api.paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]

/** The code is among those described, and the body is what is described for it. */
function expectDescribed(route: { method: string; url: string }, answer: Reply) {
  const described = operationOf(route)?.responses[answer.status]
  expect(described, `${route.method} ${route.url} answers ${answer.status}: ${answer.text}`).toBeDefined()
  const path = route.url
    .replace(/:(\w+)/g, '{$1}')
    .replaceAll('~', '~0')
    .replaceAll('/', '~1')
  const [type = ''] = Object.keys(described?.content ?? {})
  if (type !== 'application/json') return
  const pointer = `api#/paths/${path.replaceAll('{', '%7B').replaceAll('}', '%7D')}/${route.method.toLowerCase()}/responses/${answer.status}/content/application~1json/schema`
  const validate = ajv.getSchema(pointer)
  if (!validate) throw new Error(`no schema at ${pointer}`)
  expect(validate(answer.body), JSON.stringify(validate.errors)).toBe(true)
}

test('it is OpenAPI 3.1 with every call, and nothing that is none', () => {
  expect(reply.status).toBe(200)
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(api.openapi).toBe('3.1.0')
  const described = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  const names = routes.map(({ name }) => name)
  const others = aboutTheServer.map(url => `GET ${url}`)
  expect(described.sort()).toEqual([...names, ...others].sort())
  expect(Object.keys(callNotes).sort()).toEqual(names.sort())
  expect(live.map(({ name }) => name)).toEqual(expect.arrayContaining(others))
})

test.each(aboutTheServer)('%s answers as described, with the token of the metrics and without', async url => {
  const operation = operationOf({ method: 'GET', url })
  const isMetrics = url === '/metrics'
  expect(operation?.security).toEqual(isMetrics ? [{ metricsToken: [] }] : [])
  const without = await as(null).get(url)
  expect(without.status).toBe(isMetrics ? 401 : 200)
  const authorization = `Bearer ${metricsToken}`
  const withToken = await call({ method: 'GET', url, headers: { authorization } })
  expect(withToken.status).toBe(200)
  for (const answer of [without, withToken]) {
    expectDescribed({ method: 'GET', url }, answer)
    const [type = ''] = Object.keys(operation?.responses[answer.status]?.content ?? {})
    expect(answer.headers['content-type']).toContain(type)
  }
})

test('every call says who may make it, as the table of permissions does', () => {
  for (const route of routes) {
    const operation = operationOf(route)
    expect(operation?.['x-access']).toBe(route.access)
    expect(operation?.security).toEqual(route.access === 'public' ? [] : [{ token: [] }])
    if (route.access === undefined || route.access === 'public' || route.access === 'signedIn') continue
    const rule = permissions[route.access]
    for (const role of 'roles' in rule ? rule.roles : []) expect(operation?.description).toContain(role)
  }
})

describe.each(routes)('$method $url', route => {
  const row = matrix[route.name] as Row

  test('answers a valid call as described', async () => {
    // Login with the right password; everything else as whoever gets it by the matrix.
    const caller = cast.ada
    const request = await requestFor(route, row, caller, 'own')
    if (route.name === 'POST /api/auth/login')
      request.payload = { email: cast.dina.email, password: cast.dina.password }
    // Nobody deletes themselves.
    const target =
      route.name === 'DELETE /api/users/:id' ? await requestFor(route, row, caller, 'others') : request
    const answer = await call({
      ...target,
      headers: { ...target.headers, 'x-auth-token': await newToken(caller) },
    })
    expect(answer.status, answer.text).toBeLessThan(300)
    expectDescribed(route, answer)
  })

  test('refuses as described', async () => {
    const answers: Reply[] = []
    const request = await requestFor(route, row, cast.dina, 'own')
    if (route.access !== 'public') answers.push(await call(request))
    const headers = { ...request.headers, 'x-auth-token': await newToken(cast.dina) }
    if (route.access !== 'public' && route.access !== 'signedIn')
      answers.push(await call({ ...request, headers }))
    if (row.thing !== undefined) {
      const missing = await requestFor(route, row, cast.ada, 'missing')
      answers.push(
        await call({ ...missing, headers: { ...missing.headers, 'x-auth-token': await newToken(cast.ada) } }),
      )
    }
    if (row.body !== undefined) {
      const admin = { 'x-auth-token': await newToken(cast.ada) }
      const url = request.url
      for (const [type, payload] of [
        ['application/json', '{}'],
        ['application/json', '{'],
        ['text/plain', 'x'],
      ] as const)
        answers.push(
          await call({
            method: request.method ?? 'GET',
            url: url ?? '',
            payload,
            headers: { ...admin, 'content-type': type },
          }),
        )
    }
    // Open, and asks for nothing that could be wrong.
    if (route.name !== 'GET /api/auth/setup') expect(answers.some(({ status }) => status >= 400)).toBe(true)
    for (const answer of answers) expectDescribed(route, answer)
  })
})

test('the page shows every call, needs no script, and keeps to the content security policy', async () => {
  const page = await as(null).get('/api/docs')
  expect(page.status).toBe(200)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  for (const { method, url } of routes) {
    const path = url.replace(/:(\w+)/g, '{$1}')
    expect(page.text).toContain(`<span class="method">${method}</span> <code>${path}</code>`)
  }
  expect(page.text).not.toMatch(/<script|style=|\bon\w+=|https?:\/\//i)
  const style = await as(null).get('/api/docs.css')
  expect([style.status, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
})

test.each(['/api/doc', '/api/docs/', '/api/docs/x', '/api/openapi', '/api/openapi.json/x'])(
  '%s is still not there',
  async url => {
    expectRefusal(await as(null).get(url), 404, messages.general.notFound)
  },
)
