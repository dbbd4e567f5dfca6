import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, onTestFinished, test } from 'vitest'
import type * as z from 'zod/mini'
import { activityInput } from '#shared/contract/activity.ts'
import { taskDetailInput } from '#shared/contract/reports.ts'
import { taskInput, taskStatusInput } from '#shared/contract/tasks.ts'
import { isDay } from '#shared/dates.ts'
import { type FailureCode, failureCodes, failureKind } from '#shared/failure-codes.ts'
import { messages } from '#shared/messages.ts'
import { permissions } from '#shared/permissions.ts'
import { features } from '../src/features/features.ts'
import { notesOf, type Response } from '../src/http/openapi/describe.ts'
import { metricsToken, startDescribedApp } from './described-app.ts'
import { releasedCalls } from './released-calls.ts'
import { rowOrFail } from './security/authorization-matrix.ts'
import { expectRefusal, type Reply } from './start-test-app.ts'

const { testApp, requestFor, live, routes, reply, api, ajv, operationOf, responseOf, expectDescribed } =
  await startDescribedApp()
const { as, call, cast, newToken } = testApp
const aboutTheServer = ['/healthz', '/readyz', '/metrics']

test('it is OpenAPI 3.1 with every call and nothing else', () => {
  expect(reply.status).toBe(200)
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(api.openapi).toBe('3.1.0')
  const described = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  const names = routes.map(({ name }) => name)
  const others = aboutTheServer.map(url => `GET ${url}`)
  expect(described.sort()).toEqual([...names, ...others].sort())
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
    const [type = ''] = Object.keys(responseOf(operation, answer.status).response?.content ?? {})
    expect(answer.headers['content-type']).toContain(type)
  }
})

test('released calls keep their name, URL and access', () => {
  for (const [operationId, call, access] of releasedCalls) {
    const [method = '', url = ''] = call.split(' ')
    const operation = operationOf({ method, url })
    expect([operation?.operationId, call, operation?.['x-access']]).toEqual([operationId, call, access])
  }
})

test('every call describes who may make it, as in the table of permissions', () => {
  for (const route of routes) {
    const operation = operationOf(route)
    expect(operation?.['x-access']).toBe(route.access)
    const tokens = route.config.needsSignIn ? [{ token: [] }] : [{ token: [] }, { accessToken: [] }]
    expect(operation?.security).toEqual(route.access === 'public' ? [] : tokens)
    if (route.access === undefined || route.access === 'public' || route.access === 'signedIn') continue
    const rule = permissions[route.access]
    for (const role of 'roles' in rule ? rule.roles : []) expect(operation?.description).toContain(role)
  }
})

describe.each(routes)('$method $url', route => {
  const row = rowOrFail(route)

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
    if (route.schema.querystring && route.access === 'public') answers.push(await call(request))
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
    // The call is public and takes no input, so it has nothing to refuse.
    const isHarmless = route.access === 'public' && row.body === undefined && Number(row.staff) < 400
    if (!isHarmless) expect(answers.some(({ status }) => status >= 400)).toBe(true)
    for (const answer of answers) expectDescribed(route, answer)
  })
})

const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

test('every call has a unique name, a described group, and failures', () => {
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  const groups = api.tags.map(({ name }) => name)
  for (const { path, operation } of operations) {
    expect(operation.operationId).toMatch(/^[a-z]+([A-Z][a-z]+)*$/)
    expect(groups).toEqual(expect.arrayContaining(operation.tags))
    expect(operation.summary, path).toMatch(/^[A-Z][^.]{3,60}$/)
    for (const code of [400, 500, 503]) expect(operation.responses, path).toHaveProperty(String(code))
  }
  expect(new Set(operations.flatMap(({ operation }) => operation.tags))).toEqual(new Set(groups))
})

test('every code is listed and explained, and every call lists its own', () => {
  const { properties } = api.components.schemas.Failure as {
    properties: { code: { enum: string[]; description: string } }
  }
  expect(properties.code.enum).toEqual(failureCodes)
  for (const code of failureCodes) expect(properties.code.description).toContain(`- \`${code}\` (`)
  for (const { path, operation } of operations) {
    for (const code of operation['x-codes']) {
      const { response } = responseOf(operation, failureKind(code).status)
      expect(response?.description, `${path} ${code}`).toContain(`- \`${code}\`: `)
    }
  }
  expect(operationOf({ method: 'POST', url: '/api/reports' })?.['x-codes']).toEqual(
    expect.arrayContaining(['report_exists', 'project_missing', 'validation_failed', 'token_invalid']),
  )
  const outsideCalls: FailureCode[] = ['method_not_allowed', 'headers_too_large']
  const possible = new Set(operations.flatMap(({ operation }) => operation['x-codes']))
  expect(failureCodes.filter(code => !possible.has(code))).toEqual(outsideCalls)
})

test('JSON bodies are named schemas, lists of them or records of them', () => {
  const isNamed = (schema: Record<string, unknown> | undefined): boolean =>
    schema !== undefined &&
    ('$ref' in schema ||
      isNamed(schema.items as Record<string, unknown>) ||
      (!schema.properties && isNamed(schema.additionalProperties as Record<string, unknown>)) ||
      (Array.isArray(schema.anyOf) && schema.anyOf.every(isNamed)))
  for (const { path, method, operation } of operations.filter(one => one.path.startsWith('/api/'))) {
    const contents = [
      operation.requestBody?.content,
      ...Object.keys(operation.responses).map(code => responseOf(operation, Number(code)).response?.content),
    ]
    for (const content of contents) {
      const schema = content?.['application/json']?.schema
      expect(schema === undefined || isNamed(schema), `${method} ${path}: ${JSON.stringify(schema)}`).toBe(
        true,
      )
    }
  }
})

test('every JSON body has an example that its schema allows, and the server accepts the examples of requests', () => {
  let seen = 0
  const compiled = new Map<string, ValidateFunction>()
  const expectValid = (content: Response['content'], where: string) => {
    const { schema, example } = content?.['application/json'] ?? {}
    if (schema === undefined) return
    seen += 1
    const text = JSON.stringify(schema).replaceAll('"#/', '"api#/')
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text))
    compiled.set(text, validate)
    expect(validate(example), `${where}: ${JSON.stringify([example, validate.errors])}`).toBe(true)
  }
  for (const { path, method, operation } of operations) {
    const where = `${method} ${path}`
    expectValid(operation.requestBody?.content, where)
    for (const code of Object.keys(operation.responses))
      expectValid(responseOf(operation, Number(code)).response?.content, `${where} ${code}`)
  }
  for (const [kind, { post }] of Object.entries(api.webhooks)) expectValid(post.requestBody.content, kind)
  expect(seen).toBeGreaterThan(200)
  for (const route of routes.filter(({ schema }) => schema.body)) {
    const example = operationOf(route)?.requestBody?.content['application/json']?.example
    expect(route.schema.body?.safeParse(example), route.name).toMatchObject({ success: true })
  }
})

test('every note is about an existing field', () => {
  const found = new Set(
    operations.flatMap(({ operation: { operationId, parameters = [] } }) =>
      parameters.flatMap(({ name }) => [name, `${operationId}.${name}`]),
    ),
  )
  const collect = (schema: unknown, component = '') => {
    if (typeof schema !== 'object' || schema === null) return
    const { properties = {}, ...rest } = schema as { properties?: object }
    for (const [name, one] of Object.entries(properties)) {
      found.add(name).add(`${component}.${name}`)
      collect(one)
    }
    for (const one of Object.values(rest)) collect(one)
  }
  for (const [name, schema] of Object.entries(api.components.schemas)) collect(schema, name)
  const noted = notesOf(features).flatMap(({ fields }) => Object.keys(fields))
  expect(noted.filter(name => !found.has(name))).toEqual([])
})

test('query parameters have the types, defaults and limits that the server applies', () => {
  const { parameters = [] } = operationOf({ method: 'GET', url: '/api/reports' }) ?? {}
  const schemaOf = (name: string) => parameters.find(one => one.name === name)?.schema
  expect(schemaOf('limit')).toEqual({ type: 'integer', minimum: 1, maximum: 100, default: 10 })
  expect(schemaOf('include_task_details')).toEqual({ type: 'boolean', default: false })
  expect(schemaOf('projectId')).toEqual({ type: 'integer', minimum: 1 })
  expect(schemaOf('startDate')).toMatchObject({ type: 'string', format: 'date' })
  const day = operationOf({ method: 'GET', url: '/api/team/day' })?.parameters ?? []
  expect(day.find(({ name }) => name === 'userIds')?.schema).toMatchObject({ type: 'string' })
})

const samples = [
  ...['', '0', '00', '1', '-1', '1.5', '1e3', '01', '12345678901234567', '999999999999999'],
  ...['true', 'false', 'null', 'TRUE', 'x', 'open', 'developer', 'week', 'csv', 'report'],
  ...['2026', '1999', '2100', '2101', '20266', '2026-03', '2026-13', '2026-00', '1999-12', '2026-3'],
  ...['2026-03-10', '2026-02-30', '2026-3-1', '10.03.2026', '1,2', '1,,2', '1,2,', 'a'.repeat(201)],
]

test('a parameter is described as strictly as the server reads it', () => {
  const strict = new Ajv2020({ strict: false, coerceTypes: true, formats: { date: isDay } })
  let compared = 0
  for (const route of routes) {
    const fields =
      (route.schema.querystring as z.ZodMiniObject<Record<string, z.ZodMiniType>> | undefined)?.shape ?? {}
    for (const { name, schema } of operationOf(route)?.parameters ?? []) {
      const field = fields[name]
      if (!field) continue
      const validate = strict.compile({ type: 'object', properties: { [name]: schema } })
      for (const sample of samples) {
        // Ajv also takes 1e3 for a number, and an empty text for null or false.
        if (schema.type !== 'string' && /^(|.*[e ].*|0\d+|null)$/.test(sample) && !/true|false/.test(sample))
          continue
        const said = validate({ [name]: sample })
        const taken = field.safeParse(sample).success
        expect([route.name, name, sample, said], JSON.stringify(schema)).toEqual([
          route.name,
          name,
          sample,
          taken,
        ])
        compared++
      }
    }
  }
  expect(compared).toBeGreaterThan(2000)
})

test('hours and URLs of bodies are described as strictly as the server reads them', () => {
  const described = api.components.schemas as Record<string, { properties: Record<string, object> }>
  const strict = new Ajv2020({ strict: false, formats: { date: isDay, uri: true } })
  const hours = [
    '1.30',
    1.3,
    '.5',
    0.45,
    '1.',
    0,
    '0',
    -1,
    '-1',
    25,
    '1.234',
    'one',
    '',
    null,
    true,
    ' 2 ',
    '1,5',
    24,
  ]
  const tenths = [1, 0.1, 9999.9, 0, -1, 10_000, 0.01, true, null]
  const urls = [
    'https://example.com',
    'HTTP://example.com/a b',
    'ftp://example.com',
    'example.com',
    'https://',
    'x',
  ]
  const compare = (schema: object | undefined, own: z.ZodMiniType, values: readonly unknown[]) => {
    const validate = strict.compile(schema ?? {})
    for (const value of values)
      expect([value, validate(value)]).toEqual([value, own.safeParse(value).success])
  }
  compare(described.TaskDetailInput?.properties.hours, taskDetailInput.shape.hours, hours)
  compare(described.TaskInput?.properties.expected_hours, taskInput.shape.expected_hours, tenths)
  const given = tenths.filter(value => value !== null)
  compare(described.TaskStatusInput?.properties.actual_hours, taskStatusInput.shape.actual_hours, given)
  const item = { title: 'x', at: '2026-03-10T16:45:00Z', external_id: 'x' }
  const items = urls.map(url => ({ items: [{ ...item, url }] }))
  compare(described.ActivityInput, activityInput, items)
  const webhook = strict.compile(described.WebhookInput?.properties.url ?? {})
  expect(urls.map(url => webhook(url))).toEqual([true, false, false, false, false, false])
})

/** These URLs are specified, and ids are integers, so no request matches both of a pair. */
const alike = [
  '/api/users/{id}/password',
  '/api/users/{id}/tokens',
  '/api/users/{id}/sign-ins',
  '/api/users/{id}/factors',
  '/api/users/{id}/invitation',
  '/api/projects/{id}/files',
  '/api/projects/{id}/urls',
  '/api/tasks/{id}/log',
  '/api/tasks/{id}/status',
]

test("Redocly's recommended rules find nothing but specified URLs that look alike", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'daily-report-openapi-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'openapi.json')
  writeFileSync(file, reply.text)
  const cli = new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url).pathname
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const args = [cli, 'lint', file, '--extends', 'recommended', '--format', 'json', '--max-problems', '1000']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env }).catch(
    (failed: { stdout: string }) => failed,
  )
  type Problem = { ruleId: string; message: string; location: { pointer: string }[] }
  const problems: Problem[] = JSON.parse(stdout).problems
  const found = problems.map(({ ruleId, message, location: [first] }) => ({
    ruleId,
    message,
    path: first?.pointer.replace('#/paths/', '').replaceAll('~1', '/'),
  }))
  expect(found).toEqual(
    alike.map(path => ({ ruleId: 'no-ambiguous-paths', message: expect.any(String), path })),
  )
}, 60_000)

test.each([
  '/api/doc',
  '/api/docs',
  '/api/docs/',
  '/api/docs/x',
  '/api/docs.css',
  '/api/openapi',
  '/api/openapi.json/x',
])('%s is not there without the built web app', async url => {
  expectRefusal(await as(null).get(url), 404, messages.general.notFound)
})
