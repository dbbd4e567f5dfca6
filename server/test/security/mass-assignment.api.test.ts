import { describe, expect, test } from 'vitest'
import { taskDetailInput } from '#shared/contract/reports.ts'
import { importedPersonInput } from '#shared/contract/users.ts'
import { clientId, clientSecret, startIssuer } from '../issuer.ts'
import { liveRoutes } from '../live-routes.ts'
import { boundary, multipart } from '../multipart.ts'
import { type Person, startTestApp, type TestApp } from '../start-test-app.ts'
import { isFullTextTable } from '../test-database.ts'
import { prepared } from './all-cases.ts'
import { rowOrFail } from './authorization-matrix.ts'
import { type Request, requestsTo } from './requests.ts'

// Two servers get the same requests. On one of them every write also contains every column and field that it must
// ignore. Afterwards both databases and all responses are equal.

const issuer = await startIssuer(() => 0)
const settings = {
  OIDC_ISSUER: issuer.url,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
  EDIT_WINDOW_DAYS: '366',
  // Jobs don't run here, so no mail is sent.
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'reports@example.com',
  PUBLIC_URL: 'https://reports.example.com',
}
const plain = await startTestApp({ settings })
const sneaky = await startTestApp({ settings })

const tables = (await plain.db.introspection.getTables()).filter(table => table.name !== 'schema_migrations')
const columns = [...new Set(tables.flatMap(table => table.columns.map(column => column.name)))].sort()
/** Names of fields in responses that are no columns, and names that other products use. */
const fields =
  'is_edited is_shortened is_blurred blurred pendingDeletion uploaded_by user_name user_email user_role hours_worked totalHours ' +
  'expected_hours actual_hours assigner_name assignee_name project_name task_description developers signInId token ' +
  'createdAt updatedAt userId isAdmin is_admin admin permissions password password_hash passwordHash comments author owner'
const names = [...new Set([...columns, ...fields.split(' ')])]

const sneakyValue: Record<string, unknown> = {
  role: 'admin',
  status: 'completed',
  is_edited: true,
  is_shortened: true,
  is_blurred: true,
  blurred: true,
  pendingDeletion: true,
  admin: true,
  isAdmin: true,
  is_admin: true,
  password: 'sneaked-in',
  password_hash: 'sneaked-in',
  passwordHash: 'sneaked-in',
  developers: [1, 2, 3],
  comments: [{ comment: 'sneaked in' }],
  permissions: ['user.update'],
  name: 'Sneaked in',
  email: 'sneaked-in@example.com',
}
function valueFor(name: string): unknown {
  if (name in sneakyValue) return sneakyValue[name]
  if (/_at$|At$/.test(name)) return '1999-12-31T00:00:00.000Z'
  if (/hours|tenths|minutes|position|level|rows|reports|size/i.test(name)) return 3
  return name === 'date' ? '1999-12-31' : 1
}
const allBut = (taken: readonly string[]) =>
  Object.fromEntries(names.filter(name => !taken.includes(name)).map(name => [name, valueFor(name)]))

type Shaped = { _zod: { def: { shape?: Record<string, unknown>; innerType?: Shaped } } }
/** The fields of a body, also of an optional one. */
function keysOf(schema: unknown): string[] {
  const { shape = {}, innerType } = (schema as Shaped | undefined)?._zod.def ?? {}
  return innerType ? keysOf(innerType) : Object.keys(shape)
}

const writes = (await liveRoutes(plain.ctx)).filter(route => !['GET', 'HEAD'].includes(route.method))

const withMore = (url: string) =>
  `${url}${url.includes('?') ? '&' : '?'}id=1&user_id=1&role=admin&created_at=1999-12-31`

/** The same request with every field that it must ignore: in the body, in its rows and in the query. */
function withExtraFields(request: Request, { schema, config }: (typeof writes)[number]): Request {
  const known = keysOf(schema.body ?? config.bodies?.[0])
  const more = { ...request, url: withMore(String(request.url)) }
  if (Buffer.isBuffer(request.payload)) {
    const parts = ['user_id', 'file_name', 'storage_name', 'created_at', 'id'].map(name => ({
      name,
      content: String(valueFor(name)),
    }))
    return {
      ...more,
      payload: multipart([...parts, { filename: 'new.txt', content: 'new' }]),
      headers: { ...request.headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    }
  }
  if (config.tokenInForm) return more
  const body = { ...(request.payload as Record<string, unknown> | undefined) }
  if (Array.isArray(body.task_details)) {
    body.task_details = body.task_details.map(row => ({ ...row, ...allBut(keysOf(taskDetailInput)) }))
  }
  if (Array.isArray(body.people)) {
    body.people = body.people.map(row => ({ ...row, ...allBut(keysOf(importedPersonInput)) }))
  }
  return {
    ...more,
    // The fields are added beside the others and inside them.
    payload: { ...body, ...allBut(known), user: { role: 'admin' }, data: allBut([]), $set: allBut([]) },
  }
}

type Answer = { name: string; status: number; body: unknown }

/** Every write that succeeds, by an admin, a manager and a developer, on their own and on another user's things. */
async function makeEveryWrite(testApp: TestApp, addsFields: boolean): Promise<Answer[]> {
  const { cast, call, newToken } = testApp
  const { requestFor } = await requestsTo(testApp)
  const answers: Answer[] = []
  for (const route of writes) {
    const row = rowOrFail(route)
    for (const [caller, column] of [
      [cast.ada, 'admin'],
      [cast.max, 'manager'],
      [cast.dina, 'staff'],
    ] as [Person, 'admin' | 'manager' | 'staff'][]) {
      const codes = [row[column]].flat()
      for (const [index, relation] of (['own', 'others'] as const).entries()) {
        if ((codes[index] ?? 0) >= 300 || codes[index] === undefined) continue
        const request = await requestFor(route, row, caller, relation)
        const sent = addsFields ? withExtraFields(request, route) : request
        sent.headers['x-auth-token'] = await newToken(caller)
        const reply = await call(sent)
        answers.push({
          name: `${route.name} ${caller.role} ${relation}`,
          status: reply.status,
          body: JSON.parse(withoutRandom(reply.body)),
        })
        expect(reply.status, `${route.name}: ${reply.text}`).toBe(codes[index])
      }
    }
  }
  for (const route of writes) {
    const more = await prepared[route.name]?.(testApp)
    if (!more) continue
    const { caller = cast.ada, headers = {}, ...rest } = more
    const request = { method: route.method as 'POST', url: route.url, headers, ...rest }
    const sent = addsFields ? withExtraFields(request, route) : request
    const reply = await call({ ...sent, headers: { ...headers, 'x-auth-token': await newToken(caller) } })
    const [done] = Object.keys(route.schema.response ?? {})
    expect(reply.status, `${route.name}: ${reply.text}`).toBe(Number(done))
    answers.push({ name: route.name, status: reply.status, body: withoutRandom(reply.body) })
  }
  return answers
}

/**
 * Links have random codes. Access tokens, addresses of calendars, secrets and messages of webhooks, and what a second step is
 * made of are random too.
 */
const withoutRandom = (body: unknown) =>
  JSON.stringify(body ?? null)
    .replace(/\b(code|state|nonce|code_challenge)=[\w-]{32,43}/g, '$1=random')
    .replace(/"(token|ending|address|secret|message_id|challenge|uri|id)":"[^"]+"/g, '"$1":"random"')
    .replace(/"recovery_codes":\[[^\]]*\]/g, '"recovery_codes":[]')
    .replace(/"duration":\d+/g, '"duration":0')

/** All rows without random values: hashes, names on disk, sign-ins. */
async function dump({ db }: TestApp): Promise<Record<string, unknown[]>> {
  // A delivery names people wherever it likes, and the fields are added there too.
  const random = ['sign_ins', 'shared_values', 'activity_names']
  const all: Record<string, unknown[]> = {}
  for (const { name } of tables.filter(
    table => !random.includes(table.name) && !isFullTextTable(table.name),
  )) {
    const rows = await db
      .selectFrom(name as 'users')
      .selectAll()
      .execute()
    all[name] = rows.map(row => JSON.stringify(row, comparable)).sort()
  }
  return all
}
const randomColumns = [
  ...['storage_name', 'code_hash', 'device_hash', 'hash', 'ending'],
  ...['new_secret', 'credential_id', 'user_handle', 'public_key', 'browser_hash'],
  ...['secret', 'former_secret', 'message_id', 'duration', 'hook_key', 'delivery'],
]
function comparable(this: object, key: string, value: unknown) {
  if (randomColumns.includes(key)) return 'random'
  // The key of a queued event is the random id of its message.
  if (key === 'key' && String(value).startsWith('msg_')) return 'random'
  if (key === 'id' && 'code_hash' in this) return 'random'
  // A queued mail has a random Message-ID, and an event of a webhook has one too.
  if (key === 'payload') return String(value).replace(/"message":"(msg_)?[\w-]{36}"/, '"message":"random"')
  return key === 'password_hash' && String(value).startsWith('$argon2') ? 'a hash' : value
}

const expected = await makeEveryWrite(plain, false)
const answers = await makeEveryWrite(sneaky, true)

test('every write is tested with dozens of columns and fields', () => {
  expect(columns).toEqual(expect.arrayContaining(['id', 'user_id', 'role', 'created_at', 'deleted_at']))
  expect(names.length).toBeGreaterThan(60)
  expect(new Set(answers.map(({ name }) => name.split(' ').slice(0, 2).join(' '))).size).toBe(writes.length)
})

describe('added fields are ignored:', () => {
  test.each(expected.map(({ name }, index) => [name, index] as const))('%s', (_name, index) => {
    expect(answers[index]).toEqual(expected[index])
  })

  test('both databases are equal in every row and column', async () => {
    expect(await dump(sneaky)).toEqual(await dump(plain))
  })
})

test('a password added to an account changes nothing', async () => {
  const { as, cast, call, db } = sneaky
  const before = await db.selectFrom('users').selectAll().where('id', '=', cast.omar.id).executeTakeFirst()
  const { name, email, role } = cast.omar
  const reply = await as({ token: await sneaky.newToken(cast.ada) }).put(`/api/users/${cast.omar.id}`, {
    name,
    email,
    role,
    password: 'sneaked-in',
    password_hash: before?.password_hash,
    deleted_at: '2026-01-01T00:00:00.000Z',
  })
  expect(reply.status).toBe(200)
  expect(await db.selectFrom('users').selectAll().where('id', '=', cast.omar.id).executeTakeFirst()).toEqual(
    before,
  )
  const login = await call({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password: 'sneaked-in' },
  })
  expect(login.status).toBe(401)
})
