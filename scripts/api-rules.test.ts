import { expect, test } from 'vitest'
import { apiProblems } from './api-rules.ts'

const operation = {
  operationId: 'getUser',
  summary: 'One user',
  description: 'For any signed-in user.',
  tags: ['users'],
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
  responses: { 200: { description: 'OK.', content: { 'application/json': { schema: { type: 'string' } } } } },
}

const description = (changes: object = {}, more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'API', version: '1.0.0', description: 'An API.', contact: { name: 'Admins' } },
  servers: [{ url: '/' }],
  tags: [{ name: 'users', description: 'Users.' }],
  paths: { '/users/{id}': { get: { ...operation, ...changes } } },
  ...more,
})

test('a good description has no problems', async () => {
  expect(await apiProblems(description())).toEqual([])
})

const reply = (schema: object) => ({
  responses: { 200: { description: 'OK.', content: { 'application/json': { schema } } } },
})
const at = 'paths > /users/{id} > get'

test.each<[string, object, string]>([
  ['an undeclared group', description({ tags: ['people'] }), `(${at} > tags > 0)`],
  ['a missing path parameter', description({ parameters: [] }), `(${at})`],
  ['a missing description', description({ description: '' }), `(${at} > description)`],
  ['a missing success', description({ responses: { 400: { description: 'x' } } }), `(${at} > responses)`],
  ['an unknown security scheme', description({ security: [{ token: [] }] }), `(${at} > security`],
  ['a missing schema', description(reply({ $ref: '#/components/schemas/User' })), '$ref)'],
  ['an array without items', description(reply({ type: 'array' })), 'schema)'],
  ['an unused schema', description({}, { components: { schemas: { User: {} } } }), 'schemas > User)'],
  ['an unknown field', description({ operationID: 'x' }), `(${at}`],
  ['a missing contact', description({}, { info: { title: 'x', version: '1', description: 'x' } }), '(info)'],
  ['another version of OpenAPI', { ...description(), openapi: '4.0.0' }, 'unrecognized-format'],
])('%s is a problem', async (_, faulty, said) => {
  const problems = await apiProblems(faulty)
  expect(problems.join('\n')).toContain(said)
})
