import { beforeEach, describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { type Person, type Reply, startTestApp } from '../start-test-app.ts'
import { callsPartlyOfSignedIn } from './authorization-matrix.ts'

// What gives or widens rights needs a signed-in person. authorization.api.test.ts tries the calls that are closed to access
// tokens as a whole; here are the parts of calls, each beside what a program may do with the same call.

const { as, call, cast, db, make, newToken } = await startTestApp()
const { ada, max, dina, omar } = cast
const tokens = new Map<number, string>()

async function tokenOf(person: Person): Promise<string> {
  const input = { name: 'Program', scope: 'write', expires_in_days: 30 }
  const token = tokens.get(person.id) ?? (await as(person).post('/api/account/tokens', input)).body.token
  tokens.set(person.id, token)
  return token
}

type Way = 'token' | 'session'
async function send(way: Way, person: Person, [name, payload]: Request): Promise<Reply> {
  const [method, url] = name.split(' ') as ['POST' | 'PUT' | 'DELETE', string]
  const token = way === 'token' ? await tokenOf(person) : await newToken(person)
  return call({ method, url, payload, headers: { authorization: `Bearer ${token}` } })
}

type Request = [name: string, payload?: object]
const setScope = (manager_scope: 'teams' | 'everyone') => as(ada).put('/api/settings', { manager_scope })
const team = async (name: string, more: object = {}): Promise<number> =>
  (await as(ada).post('/api/teams', { name, ...more })).body.id

const webhook = { name: 'Channel', url: 'https://93.184.215.14/hook', events: ['report.submitted'] }
const webhookId: number = (await as(ada).post('/api/webhooks', webhook)).body.id
let someone: Person
let other: Person
let teamId: number

beforeEach(async () => {
  await setScope('everyone')
  await as(ada).put('/api/settings', { second_step: 'optional' })
  someone = await make.user('developer')
  other = await make.user('developer')
  teamId = await team(`Team of ${someone.name}`, { lead_ids: [max.id], member_ids: [someone.id] })
})

const edit = (person: Person, more: object = {}): Request => [
  `PUT /api/users/${person.id}`,
  { name: person.name, email: person.email, role: person.role, ...more },
]

/** Everything in which rights are stored. A refusal must leave it as it is. */
const rights = async () => ({
  users: await db.selectFrom('users').select(['id', 'name', 'email', 'role']).orderBy('id').execute(),
  leads: await db.selectFrom('team_leads').selectAll().orderBy('team_id').orderBy('user_id').execute(),
  members: await db.selectFrom('team_members').selectAll().orderBy('team_id').orderBy('user_id').execute(),
  teams: await db.selectFrom('teams').select(['id', 'name']).orderBy('id').execute(),
  settings: await db.selectFrom('organization_settings').select(['manager_scope', 'second_step']).execute(),
  webhooks: await db.selectFrom('webhooks').select(['id', 'name', 'url', 'secret', 'events']).execute(),
})

async function expectClosed(person: Person, request: Request) {
  const before = await rights()
  const reply = await send('token', person, request)
  expect({ status: reply.status, ...reply.body }).toMatchObject({
    ...{ status: 403, msg: 'This needs a signed-in person', code: 'sign_in_needed' },
  })
  expect(await rights()).toEqual(before)
}

async function expectOpen(way: Way, person: Person, request: Request) {
  const reply = await send(way, person, request)
  expect(reply.status, reply.text).toBeLessThan(300)
}

describe('the role of a user', () => {
  test.each([
    ['developer', 'admin'],
    ['developer', 'manager'],
    ['manager', 'developer'],
    ['manager', 'admin'],
    ['admin', 'manager'],
    ['admin', 'designer'],
  ] as const)('from %s to %s is not for programs', async (from, role) => {
    const person = await make.user(from)
    await expectClosed(ada, edit(person, { role }))
    // A new name doesn't go along.
    await expectClosed(ada, edit(person, { role, name: 'Renamed' }))
    await expectOpen('session', ada, edit(person, { role }))
  })

  test('a manager makes no manager with a token, and gets the refusal of their role first', async () => {
    await expectClosed(max, edit(someone, { role: 'manager' }))
    const reply = await send('token', max, edit(someone, { role: 'admin' }))
    expect(reply.body).toMatchObject({ code: 'forbidden', msg: messages.general.notAllowed })
    expect((await send('token', max, edit(max, { role: 'developer' }))).body.code).toBe('own_role')
  })

  test('stays for programs to send unchanged, and to change among staff', async () => {
    for (const role of ['developer', 'manager', 'admin'] as const) {
      const person = await make.user(role)
      await expectOpen('token', ada, edit(person, { name: 'Renamed Person' }))
    }
    await expectOpen('token', max, edit(someone, { role: 'marketing', working_days: [1, 2, 3] }))
  })
})

describe('the settings', () => {
  test.each([{ manager_scope: 'teams' }, { second_step: 'reviewers' }, { second_step: 'everyone' }])(
    '%o are not for programs',
    async input => {
      await expectClosed(ada, ['PUT /api/settings', input])
      await expectClosed(ada, ['PUT /api/settings', { organization_name: 'Renamed', ...input }])
    },
  )

  test('are not opened again by programs, which may send them unchanged', async () => {
    await expectOpen('session', ada, ['PUT /api/settings', { manager_scope: 'teams' }])
    await expectClosed(ada, ['PUT /api/settings', { manager_scope: 'everyone' }])
    const unchanged = { organization_name: 'Acme', manager_scope: 'teams', second_step: 'optional' }
    await expectOpen('token', ada, ['PUT /api/settings', unchanged])
  })
})

describe('a webhook', () => {
  test('is not sent elsewhere by programs, which change everything else', async () => {
    const path = `PUT /api/webhooks/${webhookId}`
    await expectClosed(ada, [path, { url: 'https://93.184.215.15/hook' }])
    // The URL is refused before it is resolved: programs learn nothing of the network behind the server.
    await expectClosed(ada, [path, { url: 'http://127.0.0.1/hook', name: 'Renamed' }])
    await expectOpen('token', ada, [path, { url: webhook.url, name: 'Renamed', enabled: false }])
    await expectOpen('session', ada, [path, { url: 'https://93.184.215.15/hook' }])
    await expectOpen('session', ada, [path, webhook])
  })
})

describe('leads and members of teams', () => {
  const changes = (): Request[] => [
    [`POST /api/teams/${teamId}/members`, { user_ids: [other.id] }],
    [`POST /api/teams/${teamId}/leads`, { user_ids: [ada.id] }],
    [`DELETE /api/teams/${teamId}/members/${someone.id}`],
    [`DELETE /api/teams/${teamId}/leads/${max.id}`],
    ['POST /api/teams', { name: `With members ${teamId}`, member_ids: [other.id] }],
    ['POST /api/teams', { name: `With leads ${teamId}`, lead_ids: [max.id] }],
  ]

  test('are not for programs while managers see only their teams', async () => {
    await setScope('teams')
    for (const request of changes()) await expectClosed(ada, request)
    await setScope('everyone')
    for (const request of changes()) await expectOpen('token', ada, request)
  })

  test('are for signed-in persons then too', async () => {
    await setScope('teams')
    for (const request of changes()) await expectOpen('session', ada, request)
  })

  test('a limited manager makes no team with a token, because they would lead it, and changes none', async () => {
    await setScope('teams')
    await as(ada).post(`/api/teams/${teamId}/members`, { user_ids: [omar.id] })
    await expectClosed(max, ['POST /api/teams', { name: `Own ${teamId}` }])
    await expectClosed(max, [`DELETE /api/teams/${teamId}/members/${omar.id}`])
    await expectClosed(max, [`POST /api/teams/${teamId}/members`, { user_ids: [max.id] }])
    // People out of sight are not told apart by another refusal.
    await expectClosed(max, [`POST /api/teams/${teamId}/members`, { user_ids: [dina.id] }])
    const foreign = await team(`Foreign ${teamId}`)
    const reply = await send('token', max, [`POST /api/teams/${foreign}/leads`, { user_ids: [max.id] }])
    expect(reply.body.code).toBe('team_not_found')
  })

  test('programs still name, describe and delete teams, and make empty ones', async () => {
    await setScope('teams')
    await expectOpen('token', max, [`PUT /api/teams/${teamId}`, { name: `Renamed ${teamId}` }])
    await expectOpen('token', max, [`DELETE /api/teams/${teamId}`])
    await expectOpen('token', ada, ['POST /api/teams', { name: `Empty ${teamId}`, lead_ids: [] }])
  })
})

test('the API description says of every call whether access tokens may make it', async () => {
  const { paths } = (await as(ada).get('/api/openapi.json')).body as {
    paths: Record<string, Record<string, { description: string; security: object[]; 'x-codes': string[] }>>
  }
  const said: Record<string, string[]> = { no: [], part: [], write: [], read: [], none: [] }
  for (const [path, operations] of Object.entries(paths))
    for (const [method, { description, security, 'x-codes': codes }] of Object.entries(operations)) {
      const isPublic = security.length === 0 || JSON.stringify(security).includes('metricsToken')
      const how = description.includes('No access token may make this call.')
        ? 'no'
        : description.includes(', but not to ')
          ? 'part'
          : description.includes('Access tokens that write may make it.')
            ? 'write'
            : description.includes('Access tokens may make it.')
              ? 'read'
              : 'none'
      const name = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`
      said[how]?.push(name)
      expect([name, how === 'none']).toEqual([name, isPublic])
      expect([name, codes.includes('sign_in_needed')]).toEqual([name, how === 'no' || how === 'part'])
      expect([name, codes.includes('token_read_only')]).toEqual([name, how === 'write' || how === 'part'])
      if (!isPublic) expect([name, security.some(one => 'accessToken' in one)]).toEqual([name, how !== 'no'])
    }
  expect(said.part?.sort()).toEqual([...callsPartlyOfSignedIn].sort())
  expect(said.no).toContain('POST /api/webhooks')
  expect(said.read).toContain('POST /api/mcp')
})
