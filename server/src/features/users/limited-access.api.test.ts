import { beforeEach, describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { secondStepTools } from '../../../test/second-step.ts'
import { expectRefusal, type Person, type Reply, startTestApp } from '../../../test/start-test-app.ts'

// Who can sign in as someone sees what they see. Managers who see only their teams could otherwise sign in as a manager who
// belongs to one of these teams and leads another one.

const testApp = await startTestApp()
const { as, cast, db, make, newToken, signIn } = testApp
const { addApp, browser } = secondStepTools(testApp)
const { ada } = cast

/** Leads the first team. */
let lead: Person
/** Belongs to the first team and leads the second one. */
let second: Person
/** Of the first team. */
let member: Person
/** Of the second team. */
let stranger: Person
let team: number

const setScope = (manager_scope: 'teams' | 'everyone') => as(ada).put('/api/settings', { manager_scope })

beforeEach(async () => {
  lead = await make.user('manager')
  second = await make.user('manager')
  member = await make.user('developer')
  stranger = await make.user('developer')
  const made = async (name: string, leads: Person[], members: Person[]): Promise<number> => {
    const [lead_ids, member_ids] = [leads, members].map(people => people.map(({ id }) => id))
    return (await as(ada).post('/api/teams', { name: `${name} ${lead.id}`, lead_ids, member_ids })).body.id
  }
  team = await made('First', [lead], [second, member])
  await made('Second', [second], [stranger])
  await setScope('teams')
})

const edit = (who: Person, person: Person, more: object = {}) =>
  as(who).put(`/api/users/${person.id}`, {
    ...{ name: person.name, email: person.email, role: person.role },
    ...more,
  })
let counter = 0
const newEmail = () => `moved-${++counter}@example.com`
const accountOf = async ({ id }: Person) => ({
  row: await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  signIns: await db.selectFrom('sign_ins').select('id').where('user_id', '=', id).execute(),
  tokens: await db.selectFrom('access_tokens').select('id').where('user_id', '=', id).execute(),
  codes: await db.selectFrom('one_time_codes').selectAll().where('user_id', '=', id).execute(),
})

type Try = [what: string, call: (who: Person, person: Person) => Promise<Reply>]
const tries: Try[] = [
  [
    'sets the password',
    (who, { id }) => as(who).put(`/api/users/${id}/password`, { password: 'taken-over' }),
  ],
  ['changes the email', (who, person) => edit(who, person, { email: newEmail() })],
  ['ends the tokens', (who, { id }) => as(who).delete(`/api/users/${id}/tokens`)],
  ['ends all access', (who, { id }) => as(who).delete(`/api/users/${id}/sign-ins`)],
  ['removes the second step', (who, { id }) => as(who).delete(`/api/users/${id}/factors`)],
]

describe('a limited manager and another manager of their team', () => {
  test.each(tries)('%s: refused', async (_what, call) => {
    await newToken(second)
    const token = { name: 'Script', scope: 'read', expires_in_days: 30 }
    expect((await as(second).post('/api/account/tokens', token)).status).toBe(201)
    const before = await accountOf(second)
    expectRefusal(await call(lead, second), 403, messages.general.notAllowed)
    expect(await accountOf(second)).toEqual(before)
    expect((await call(ada, second)).status).toBe(200)
  })

  test('takes the role, which would let them do the others: refused', async () => {
    for (const role of ['developer', 'designer'])
      expectRefusal(await edit(lead, second, { role }), 403, messages.general.notAllowed)
    // The name and the working days open nothing.
    expect((await edit(lead, second, { name: 'Renamed', working_days: [1, 2] })).status).toBe(200)
    expect((await edit(ada, second, { role: 'developer' })).status).toBe(200)
  })

  test('reads and renews no invitation of one', async () => {
    const account = { name: 'Invited', email: newEmail(), role: 'manager', invite: true, team_ids: [team] }
    const { user } = (await as(ada).post('/api/auth/register', account)).body
    const path = `/api/users/${user.id}/invitation`
    for (const call of [() => as(lead).get(path), () => as(lead).post(path)])
      expectRefusal(await call(), 403, messages.general.notAllowed)
    expect((await as(ada).get(path)).body.invitation.link).toContain('code=')
    await setScope('everyone')
    expect((await as(lead).get(path)).body.invitation.link).toContain('code=')
  })

  test('makes none: neither with a password, nor by invitation, import or a new role', async () => {
    const account = { name: 'New Manager', email: newEmail(), role: 'manager', team_ids: [team] }
    for (const more of [{ password: 'a-known-password' }, { invite: true }])
      expectRefusal(
        await as(lead).post('/api/auth/register', { ...account, ...more }),
        403,
        messages.general.notAllowed,
      )
    const { team_ids: _, ...person } = account
    const people = [{ ...person, teams: [`First ${lead.id}`] }]
    expectRefusal(await as(lead).post('/api/users/import', { people }), 403, messages.general.notAllowed, {
      'people.0.role': 'Only admins can register managers and admins.',
    })
    expectRefusal(await edit(lead, member, { role: 'manager' }), 403, messages.general.notAllowed)
    const registered = await as(ada).post('/api/auth/register', { ...account, invite: true })
    expect(registered.status).toBe(201)
  })

  test('reads nothing of the other team on any of these ways', async () => {
    const project = await make.project()
    const { id } = await make.report(stranger, { project_id: project.id })
    for (const [, call] of tries) await call(lead, second)
    await edit(lead, second, { role: 'developer' })
    await as(lead).put(`/api/users/${second.id}/password`, { password: 'taken-over' })
    await edit(lead, second, { role: 'manager' })
    const { body } = await browser().login({ ...second, password: 'taken-over' })
    expect(body.token).toBeUndefined()
    expect((await as(lead).get(`/api/reports/${id}`)).status).toBe(404)
    expect((await as(second).get(`/api/reports/${id}`)).status).toBe(200)
  })

  test('deletes them, as before', async () => {
    expect((await as(lead).delete(`/api/users/${second.id}`)).status).toBe(200)
  })
})

describe('a limited manager keeps', () => {
  test.each(tries)('for staff of their teams: %s', async (_what, call) => {
    expect((await call(lead, member)).status).toBe(200)
  })

  test('the invitations of staff', async () => {
    const account = { name: 'Invited', email: newEmail(), role: 'designer', invite: true, team_ids: [team] }
    const { user } = (await as(lead).post('/api/auth/register', account)).body
    expect((await as(lead).get(`/api/users/${user.id}/invitation`)).status).toBe(200)
    expect((await as(lead).post(`/api/users/${user.id}/invitation`)).status).toBe(201)
  })

  test('their own account, also as a member of their own team, but for their second step', async () => {
    await as(ada).post(`/api/teams/${team}/members`, { user_ids: [lead.id] })
    expect((await edit(lead, lead, { email: newEmail() })).status).toBe(200)
    expect((await as(lead).delete(`/api/users/${lead.id}/tokens`)).status).toBe(200)
    expectRefusal(await as(lead).delete(`/api/users/${lead.id}/factors`), 403, messages.general.notAllowed)
    const password = 'a-new-password'
    expect((await as(lead).put(`/api/users/${lead.id}/password`, { password })).status).toBe(200)
  })

  test('nothing about people out of sight, as if they did not exist', async () => {
    for (const [, call] of tries) expectRefusal(await call(lead, stranger), 404, messages.users.notFound)
  })
})

describe('while managers see everyone', () => {
  beforeEach(() => setScope('everyone'))

  test('a manager still manages other managers, but removes no second step of one', async () => {
    const { secret } = await addApp(second)
    for (const [what, call] of tries.slice(0, -1))
      expect([what, (await call(lead, second)).status]).toEqual([what, 200])
    const before = await db
      .selectFrom('authenticator_apps')
      .selectAll()
      .where('user_id', '=', second.id)
      .execute()
    expectRefusal(await as(lead).delete(`/api/users/${second.id}/factors`), 403, messages.general.notAllowed)
    expectRefusal(await as(lead).delete(`/api/users/${ada.id}/factors`), 403, messages.general.notAllowed)
    expect(
      await db.selectFrom('authenticator_apps').selectAll().where('user_id', '=', second.id).execute(),
    ).toEqual(before)
    expect(secret).toBeTruthy()
    expect((await as(ada).delete(`/api/users/${second.id}/factors`)).status).toBe(200)
    expect((await as(lead).delete(`/api/users/${member.id}/factors`)).status).toBe(200)
  })

  test('nor by making them staff first', async () => {
    await addApp(second)
    const reply = await edit(lead, second, { role: 'developer' })
    expectRefusal(reply, 403, 'Only admins can take the role of a manager who has a second step.')
    expect(reply.body.code).toBe('second_step_kept')
    expect((await edit(lead, second, { name: 'Renamed' })).status).toBe(200)
    // Without a second step there is nothing to get at, and an admin may do both.
    const third = await make.user('manager')
    expect((await edit(lead, third, { role: 'developer' })).status).toBe(200)
    expect((await edit(lead, third, { role: 'manager' })).status).toBe(200)
    expect((await edit(ada, second, { role: 'developer' })).status).toBe(200)
  })
})

test('links that managers may have copied end when managers are limited', async () => {
  await setScope('everyone')
  const invited = async (role: string) =>
    (
      await as(lead).post('/api/auth/register', {
        ...{ name: 'Invited', email: newEmail(), role, invite: true, team_ids: [team] },
      })
    ).body.user.id
  const [manager, developer] = [await invited('manager'), await invited('developer')]
  const admin = (
    await as(ada).post('/api/auth/register', {
      ...{ name: 'Invited', email: newEmail(), role: 'admin', invite: true },
    })
  ).body.user.id
  const linkOf = async (id: number) => (await as(ada).get(`/api/users/${id}/invitation`)).body.invitation
  await setScope('everyone')
  expect(await linkOf(manager)).not.toBeNull()
  await setScope('teams')
  expect(await linkOf(manager)).toBeNull()
  expect(await linkOf(developer)).not.toBeNull()
  expect(await linkOf(admin)).not.toBeNull()
  expect(await signIn(ada)).toEqual(expect.any(String))
})
