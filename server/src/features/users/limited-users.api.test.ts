import { describe, expect, test } from 'vitest'
import type { ListedUser } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { expectAsMissing, limitManagers } from '../../../test/limited-manager.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'

const testApp = await startTestApp()
const { as, cast, ctx, db, make } = testApp
const { ada } = cast
const { lead, member, both, stranger, otherLead, led, joined, foreign, setScope } =
  await limitManagers(testApp)

const edit = (person: Person, more: object = {}) => ({
  name: person.name,
  email: person.email,
  role: person.role,
  ...more,
})
const rowOf = (id: number) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
let counter = 0
const newAccount = (more: object = {}) => ({
  name: 'Nora New',
  email: `nora-${++counter}@example.com`,
  role: 'developer',
  password: 'a-long-password',
  ...more,
})
const isRegistered = async ({ email }: { email: string }) =>
  (await db.selectFrom('users').select('id').where('email', '=', email).execute()).length > 0

describe('a person out of sight does not exist for a limited manager', () => {
  const strangers = [stranger, otherLead, ada, cast.dina]

  test.each(strangers)('$name', async person => {
    const before = await rowOf(person.id)
    const calls = [
      (id: number) => as(lead).get(`/api/users/${id}`),
      (id: number) => as(lead).put(`/api/users/${id}`, edit(person, { name: 'Renamed' })),
      (id: number) => as(lead).put(`/api/users/${id}/password`, { password: 'another-password' }),
      (id: number) => as(lead).delete(`/api/users/${id}`),
      (id: number) => as(lead).get(`/api/users/${id}/invitation`),
      (id: number) => as(lead).post(`/api/users/${id}/invitation`),
      (id: number) => as(lead).get(`/api/projects/user/${id}`),
    ]
    for (const call of calls) await expectAsMissing(call, person.id)
    expect(await rowOf(person.id)).toEqual(before)
  })

  test('also if they are invited', async () => {
    const { user } = (
      await as(ada).post('/api/auth/register', newAccount({ password: undefined, invite: true }))
    ).body
    await expectAsMissing(id => as(lead).get(`/api/users/${id}/invitation`), user.id)
    await expectAsMissing(id => as(lead).post(`/api/users/${id}/invitation`), user.id)
    await as(ada).post(`/api/teams/${led.id}/members`, { user_ids: [user.id] })
    expect((await as(lead).get(`/api/users/${user.id}/invitation`)).body.invitation.link).toContain('code=')
    expect((await as(lead).post(`/api/users/${user.id}/invitation`)).status).toBe(201)
    await as(ada).delete(`/api/users/${user.id}`)
  })

  test('and cannot be promoted, demoted or given an e-mail', async () => {
    for (const role of ['manager', 'designer'])
      await expectAsMissing(id => as(lead).put(`/api/users/${id}`, edit(stranger, { role })), stranger.id)
    const email = { email: stranger.email }
    expectRefusal(
      await as(lead).put(`/api/users/${member.id}`, edit(member, email)),
      409,
      messages.users.exists,
    )
  })
})

test('a manager who lost the team while a password was hashed resets nothing', async () => {
  const late = await make.user()
  await as(ada).post(`/api/teams/${led.id}/members`, { user_ids: [late.id] })
  const before = await rowOf(late.id)
  const { reached, resume, restore } = pauseHashes()
  const reply = as(lead).put(`/api/users/${late.id}/password`, { password: 'another-password' })
  await reached
  await as(ada).delete(`/api/teams/${led.id}/members/${late.id}`)
  resume()
  expectRefusal(await reply, 404, messages.users.notFound)
  restore()
  expect(await rowOf(late.id)).toEqual(before)
})

/** Makes the next hash wait until `resume`. */
function pauseHashes() {
  const { passwords } = ctx
  const original = passwords.hash
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  passwords.hash = async (...values) => {
    begun.resolve()
    await gate.promise
    return original.apply(passwords, values)
  }
  return {
    reached: begun.promise,
    resume: gate.resolve,
    restore: () => {
      passwords.hash = original
    },
  }
}

describe('lists of users', () => {
  const list = async (path: string, who = lead): Promise<ListedUser[]> =>
    (await as(who).get(`/api/users${path}`)).body
  const idsOf = (users: { id: number }[]) => users.map(({ id }) => id).sort((a, b) => a - b)
  const sorted = (...people: Person[]) => idsOf(people)

  test('have themselves and the members of teams that they lead', async () => {
    expect(idsOf(await list(''))).toEqual(sorted(lead, member, both))
    expect(idsOf(await list('/developers'))).toEqual(sorted(member, both))
    expect(idsOf(await list('/role/developer'))).toEqual([member.id])
    expect(idsOf(await list('/role/admin'))).toEqual([])
    expect(idsOf(await list(`?teamId=${joined.id}`))).toEqual(sorted(lead, member, both))
    expectRefusal(await as(lead).get(`/api/users?teamId=${foreign.id}`), 400, messages.teams.unknown, {
      teamId: messages.teams.unknown,
    })
    expect(idsOf(await list('', ada))).toContain(stranger.id)
  })

  test('name only teams that they lead or belong to', async () => {
    const teamsOf = (users: ListedUser[], { id }: Person) =>
      users.find(user => user.id === id)?.teams.map(({ name }) => name)
    expect(teamsOf(await list(''), both)).toEqual(['Joined', 'Led'])
    expect(teamsOf([(await as(lead).get(`/api/users/${both.id}`)).body], both)).toEqual(['Joined', 'Led'])
    const saved = await as(lead).put(`/api/users/${both.id}`, edit(both))
    expect(teamsOf([saved.body], both)).toEqual(['Joined', 'Led'])
    expect(teamsOf(await list('', ada), both)).toEqual(['Foreign', 'Joined', 'Led'])
    expect((await as(both).get('/api/account')).body.teams).toHaveLength(3)
  })

  test('of a manager who leads nothing have only themselves', async () => {
    const alone = await make.user('manager')
    expect(idsOf(await list('', alone))).toEqual([alone.id])
  })

  test('have everyone while managers are not limited', async () => {
    await setScope('everyone')
    expect(idsOf(await list(''))).toEqual(idsOf(await list('', ada)))
    expect((await as(lead).get(`/api/users/${stranger.id}`)).status).toBe(200)
    await setScope('teams')
  })
})

describe('new accounts join a team that the manager leads', () => {
  const notTheirs: [string, object][] = [
    ['no team_ids', {}],
    ['empty team_ids', { team_ids: [] }],
    ['a foreign team', { team_ids: [foreign.id] }],
    ['a team that does not exist', { team_ids: [999_999] }],
    ['a team that they only belong to', { team_ids: [joined.id] }],
    ['one of theirs and a foreign one', { team_ids: [led.id, foreign.id] }],
  ]
  const sentence = messages.teams.notYours

  test.each(notTheirs)('not with %s', async (_name, more) => {
    for (const how of [{}, { password: undefined, invite: true }]) {
      const account = newAccount({ ...more, ...how })
      expectRefusal(await as(lead).post('/api/auth/register', account), 400, sentence, { team_ids: sentence })
      expect(await isRegistered(account)).toBe(false)
    }
  })

  test.each([
    ['no teams', []],
    ['a foreign team', ['Foreign']],
    ['a team that does not exist', ['Nowhere']],
    ['a team that they only belong to', ['Joined']],
    ['one of theirs and a foreign one', ['Led', 'Foreign']],
  ])('no line of an import with %s', async (_name, teams) => {
    const { password: _, ...good } = newAccount({ teams: ['led'] })
    const { password: __, ...bad } = newAccount({ teams })
    for (const dry_run of [true, false])
      expectRefusal(
        await as(lead).post('/api/users/import', { people: [good, bad], dry_run }),
        400,
        sentence,
        {
          'people.1.teams': sentence,
        },
      )
    expect(await isRegistered(good)).toBe(false)
  })

  test('a taken e-mail is refused, also that of a user out of sight', async () => {
    const { email } = stranger
    const more = { email, team_ids: [led.id] }
    expectRefusal(await as(lead).post('/api/auth/register', newAccount(more)), 409, messages.users.exists)
    const people = [{ name: 'Nora', email, role: 'developer', teams: ['Led'] }]
    expectRefusal(await as(lead).post('/api/users/import', { people }), 400, messages.users.exists, {
      'people.0.email': messages.users.exists,
    })
  })

  test('with one of theirs, and are seen from then on', async () => {
    const team_ids = [led.id]
    const registered = await as(lead).post('/api/auth/register', newAccount({ team_ids }))
    expect(registered.body.user.teams).toEqual([led])
    const invited = await as(lead).post('/api/auth/register', {
      ...newAccount({ team_ids, password: undefined }),
      invite: true,
    })
    expect(invited.status).toBe(201)
    const { password: _, ...line } = newAccount({ teams: ['LED'] })
    const imported = await as(lead).post('/api/users/import', { people: [line] })
    expect(imported.body.created).toBe(1)
    for (const { id } of [registered.body.user, invited.body.user, imported.body.invitations[0]]) {
      expect((await as(lead).get(`/api/users/${id}`)).body.teams).toEqual([led])
      expect((await as(lead).put(`/api/users/${id}/password`, { password: 'another-one' })).status).toBe(200)
      expect((await as(lead).delete(`/api/users/${id}`)).status).toBe(200)
    }
  })

  test('of an admin need none', async () => {
    const account = newAccount()
    expect((await as(ada).post('/api/auth/register', account)).status).toBe(201)
    await setScope('everyone')
    expect((await as(lead).post('/api/auth/register', newAccount())).status).toBe(201)
    await setScope('teams')
  })
})
