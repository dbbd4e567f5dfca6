import { describe, expect, test } from 'vitest'
import type { Team } from '#shared/contract/teams.ts'
import { messages } from '#shared/messages.ts'
import { refusedInputs } from '../../../test/refused-inputs.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'

const { as, cast, db, make } = await startTestApp()
const { ada, max, dina, omar, desi } = cast

let counter = 0
async function team(more: object = {}, by: Person = ada): Promise<Team> {
  const reply = await as(by).post('/api/teams', { name: `Team ${++counter}`, ...more })
  expect(reply.status, reply.text).toBe(201)
  return reply.body
}
const read = async (id: number, by: Person = ada) => (await as(by).get(`/api/teams/${id}`)).body
const memberIds = async (id: number) => (await read(id)).members.map((member: { id: number }) => member.id)
const pathsOf = ({ id }: { id: number }) => ({
  team: `/api/teams/${id}`,
  members: `/api/teams/${id}/members`,
  leads: `/api/teams/${id}/leads`,
})

describe('refuses', () => {
  test('staff every change, before anything else', async () => {
    const paths = pathsOf(await team({ member_ids: [dina.id] }))
    for (const reply of [
      await as(dina).post('/api/teams', {}),
      await as(dina).put(paths.team, { name: '' }),
      await as(dina).delete(paths.team),
      await as(dina).post(paths.members, {}),
      await as(dina).delete(`${paths.members}/${dina.id}`),
      await as(dina).post(paths.leads, {}),
      await as(dina).delete(`${paths.leads}/${max.id}`),
    ])
      expectRefusal(reply, 403, messages.general.notAllowed)
  })

  test('a manager who does not lead the team every change of it', async () => {
    const made = await team({ lead_ids: [ada.id], member_ids: [dina.id] })
    const paths = pathsOf(made)
    for (const reply of [
      await as(max).put(paths.team, { name: 'Mine' }),
      await as(max).delete(paths.team),
      await as(max).post(paths.members, { user_ids: [omar.id] }),
      await as(max).delete(`${paths.members}/${dina.id}`),
      await as(max).post(paths.leads, { user_ids: [max.id] }),
      await as(max).delete(`${paths.leads}/${ada.id}`),
    ])
      expectRefusal(reply, 403, messages.general.notAllowed)
    expect(await read(made.id)).toEqual({
      ...made,
      members: [{ id: dina.id, name: dina.name, role: 'developer' }],
    })
  })

  test('staff reading a team that they are not in', async () => {
    const { id } = await team({ member_ids: [dina.id] })
    expectRefusal(await as(omar).get(`/api/teams/${id}`), 403, messages.general.notAllowed)
    expect((await as(dina).get(`/api/teams/${id}`)).status).toBe(200)
  })

  test.each(
    refusedInputs([
      [{}, 'name', 'Name the team'],
      [{ name: '   ' }, 'name', 'Name the team'],
      [{ name: 'x'.repeat(121) }, 'name', 'Team name must be at most 120 characters'],
      [
        { name: 'X', description: 'x'.repeat(2001) },
        'description',
        'Description must be at most 2,000 characters',
      ],
      [{ name: 'X', member_ids: 'dina' }, 'member_ids', messages.teams.peopleInvalid],
      [{ name: 'X', member_ids: [999_999] }, 'member_ids', messages.teams.personMissing],
      [{ name: 'X', lead_ids: [999_999] }, 'lead_ids', messages.teams.personMissing],
      [
        { name: 'X', member_ids: Array.from({ length: 1001 }, (_, index) => index + 1) },
        'member_ids',
        'A team can have at most 1,000 people',
      ],
      [
        { name: 'X', lead_ids: Array.from({ length: 21 }, (_, index) => index + 1) },
        'lead_ids',
        'A team can have at most 20 leads',
      ],
    ]),
  )('%s', async (_name, payload, field, sentence) => {
    expectRefusal(await as(ada).post('/api/teams', payload), 400, sentence, { [field]: sentence })
    expect((await as(ada).get('/api/teams?limit=100')).body.data).not.toContainEqual(
      expect.objectContaining({ name: 'X' }),
    )
  })

  test('a lead who is not a reviewer, with the name', async () => {
    const sentence = "Dina Developer can't lead a team"
    expectRefusal(
      await as(ada).post('/api/teams', { name: 'Led', lead_ids: [ada.id, dina.id] }),
      400,
      sentence,
      {
        lead_ids: sentence,
      },
    )
    const paths = pathsOf(await team())
    expectRefusal(await as(ada).post(paths.leads, { user_ids: [max.id, dina.id] }), 400, sentence, {
      user_ids: sentence,
    })
    expect((await as(ada).get(paths.team)).body.leads).toEqual([])
  })

  test('none and more than a hundred people at once, and people without an account, and adds none of them', async () => {
    const made = await team()
    const { members } = pathsOf(made)
    const add = (user_ids: unknown) => as(ada).post(members, { user_ids })
    expectRefusal(await add([]), 400, messages.teams.noneChosen, { user_ids: messages.teams.noneChosen })
    const many = Array.from({ length: 101 }, (_, index) => index + 1)
    expectRefusal(await add(many), 400, 'Add at most 100 people at once', {
      user_ids: 'Add at most 100 people at once',
    })
    expectRefusal(await add([dina.id, 999_999]), 404, messages.users.notFound)
    const gone = await make.user()
    await as(ada).delete(`/api/users/${gone.id}`)
    expectRefusal(await add([dina.id, gone.id]), 404, messages.users.notFound)
    expect(await memberIds(made.id)).toEqual([])
  })

  test('more than 1,000 members and 20 leads', async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => ({
      name: `Crowd ${index}`,
      email: `crowd-${index}@example.com`,
      role: 'manager' as const,
      password_hash: 'x',
      created_at: '2026-01-05T09:00:00.000Z',
    }))
    const crowd = (await db.insertInto('users').values(rows).returning('id').execute()).map(row => row.id)
    const full = await team({ member_ids: crowd, lead_ids: crowd.slice(0, 20) })
    expect([full.member_count, full.leads.length]).toEqual([1000, 20])
    const { members, leads } = pathsOf(full)
    const [tooMany, tooManyLeads] = [messages.teams.membersTooMany, messages.teams.leadsTooMany]
    expectRefusal(await as(ada).post(members, { user_ids: [dina.id] }), 400, tooMany, { user_ids: tooMany })
    expectRefusal(await as(ada).post(leads, { user_ids: [max.id] }), 400, tooManyLeads, {
      user_ids: tooManyLeads,
    })
    // Adding people who are in it already changes nothing and is not too many.
    expect((await as(ada).post(members, { user_ids: crowd.slice(0, 100) })).body).toEqual(full)
    await db.deleteFrom('team_members').where('team_id', '=', full.id).execute()
    await db.deleteFrom('team_leads').where('team_id', '=', full.id).execute()
    await db.deleteFrom('users').where('id', 'in', crowd).execute()
  })

  test('a name that is taken, trimmed and in any case, with 409', async () => {
    await team({ name: 'Örtlicher Dienst' })
    const other = await team()
    const sentence = 'There is already a team with this name'
    expectRefusal(await as(ada).post('/api/teams', { name: ' öRTLICHER dienst ' }), 409, sentence)
    expectRefusal(await as(ada).put(`/api/teams/${other.id}`, { name: 'ÖRTLICHER DIENST' }), 409, sentence)
    expect((await read(other.id)).name).toBe(other.name)
    // Its own name in another case is not taken.
    expect((await as(ada).put(`/api/teams/${other.id}`, { name: other.name.toUpperCase() })).status).toBe(200)
  })

  test('of ten concurrent requests with one name all but one', async () => {
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => as(ada).post('/api/teams', { name: 'Only one' })),
    )
    expect(replies.map(reply => reply.status).sort()).toEqual([201, ...Array(9).fill(409)])
  })

  test.each(['0', 'x', '999999'])('team %s with 404', async id => {
    const paths = pathsOf({ id: id as unknown as number })
    for (const reply of [
      await as(ada).get(paths.team),
      await as(ada).put(paths.team, { name: 'X' }),
      await as(ada).delete(paths.team),
      await as(ada).post(paths.members, { user_ids: [dina.id] }),
      await as(ada).delete(`${paths.members}/${dina.id}`),
      await as(ada).post(paths.leads, { user_ids: [max.id] }),
      await as(ada).delete(`${paths.leads}/${max.id}`),
    ])
      expect(reply.status).toBe(404)
  })

  test('removing a person who is not in it with 404', async () => {
    const paths = pathsOf(await team({ member_ids: [dina.id], lead_ids: [max.id] }))
    expectRefusal(await as(ada).delete(`${paths.members}/${omar.id}`), 404, messages.teams.notMember)
    expectRefusal(await as(ada).delete(`${paths.members}/${max.id}`), 404, messages.teams.notMember)
    expectRefusal(await as(ada).delete(`${paths.leads}/${dina.id}`), 404, messages.teams.notLead)
    expect((await as(ada).delete(`${paths.members}/x`)).status).toBe(404)
  })
})

test('a manager makes a team and leads it, renames it, adds and removes people, and deletes it', async () => {
  const created = await as(max).post('/api/teams', {
    name: '  Support ',
    description: ' Customers of the portal ',
    member_ids: [omar.id, dina.id, dina.id],
    id: 999_999,
    created_at: '1999-01-01T00:00:00.000Z',
  })
  expect(created.status).toBe(201)
  const { id } = created.body
  expect(created.body).toEqual({
    id: expect.any(Number),
    name: 'Support',
    description: 'Customers of the portal',
    leads: [{ id: max.id, name: max.name }],
    member_count: 2,
    created_at: '2026-03-10T09:00:00.000Z',
  })
  const paths = pathsOf(created.body)
  expect((await as(dina).get(paths.team)).body).toEqual({
    ...created.body,
    members: [
      { id: dina.id, name: dina.name, role: 'developer' },
      { id: omar.id, name: omar.name, role: 'developer' },
    ],
  })
  expect((await as(max).put(paths.team, { description: '' })).body).toEqual({
    ...created.body,
    description: null,
  })
  expect((await as(max).put(paths.team, { name: 'Care' })).body).toMatchObject({ id, name: 'Care' })
  for (let time = 0; time < 2; time++)
    expect(
      (await as(max).post(paths.members, { user_ids: [desi.id, desi.id, dina.id] })).body.member_count,
    ).toBe(3)
  expect((await as(max).delete(`${paths.members}/${dina.id}`)).body).toMatchObject({ id, member_count: 2 })
  expect((await as(max).post(paths.leads, { user_ids: [ada.id] })).body.leads).toEqual([
    { id: ada.id, name: ada.name },
    { id: max.id, name: max.name },
  ])
  expect((await as(ada).delete(`${paths.leads}/${max.id}`)).body.leads).toEqual([
    { id: ada.id, name: ada.name },
  ])
  expectRefusal(await as(max).delete(paths.team), 403, messages.general.notAllowed)
  expect((await as(ada).delete(paths.team)).body).toEqual({ msg: 'The team "Care" has been deleted.' })
  expectRefusal(await as(max).get(paths.team), 404, messages.teams.notFound)
  // The name can be used again, and the people stay.
  expect((await as(max).post('/api/teams', { name: 'care' })).status).toBe(201)
  expect((await as(ada).get(`/api/users/${desi.id}`)).status).toBe(200)
})

test('a manager who names other leads does not become one, and an admin none', async () => {
  expect((await team({ lead_ids: [ada.id] }, max)).leads).toEqual([{ id: ada.id, name: ada.name }])
  expect((await team({ lead_ids: [] }, max)).leads).toEqual([{ id: max.id, name: max.name }])
  expect((await team()).leads).toEqual([])
})

test('reviewers list all teams by name, others and mine=true only their own', async () => {
  const [person, manager] = [await make.user(), await make.user('manager')]
  const zulu = await team({ name: 'zulu', member_ids: [person.id] })
  const alpha = await team({ name: 'Alpha', lead_ids: [manager.id] })
  const list = async (who: Person, query = '') => (await as(who).get(`/api/teams?${query}`)).body
  const all = await list(manager, 'limit=100')
  const names = all.data.map((one: Team) => one.name.toLowerCase())
  expect(names).toEqual([...names].sort())
  expect(all.data).toContainEqual(zulu)
  expect((await list(manager, 'mine=true')).data).toEqual([alpha])
  expect(await list(person)).toEqual({
    data: [zulu],
    pagination: { total: 1, pages: 1, page: 1, limit: 10 },
    people: { all: 1, mine: 1 },
  })
  expect((await list(manager, 'limit=1&page=2')).data).toHaveLength(1)
  for (const query of ['mine=x', 'page=0', 'limit=101'])
    expect((await as(manager).get(`/api/teams?${query}`)).status).toBe(400)
})

test('the list counts the people of one’s own teams once, and everyone else who has an account', async () => {
  const people = await Promise.all([1, 2, 3].map(() => make.user()))
  const [one, two, three] = people.map(({ id }) => id) as [number, number, number]
  const [lead, member, other] = await Promise.all([1, 2, 3].map(() => make.user('manager')))
  if (!lead || !member || !other) throw new Error('no managers')
  await team({ lead_ids: [lead.id], member_ids: [one, two] })
  await team({ lead_ids: [lead.id, other.id], member_ids: [two, three] })
  await team({ member_ids: [lead.id, member.id] })
  const counts = async (who: Person) => (await as(who).get('/api/teams?limit=1')).body.people
  const all = (await as(lead).get('/api/users')).body.length
  // A lead's own teams are those that they lead, not those that they belong to.
  expect(await counts(lead)).toEqual({ all, mine: 3 })
  expect(await counts(member)).toEqual({ all, mine: 2 })
  expect(await counts(max)).toMatchObject({ all })
  await as(ada).delete(`/api/users/${one}`)
  expect(await counts(lead)).toEqual({ all: all - 1, mine: 2 })
  expect(await counts(await make.user('manager'))).toEqual({ all, mine: 0 })
})

test('the signed-in user says which teams they belong to and lead, and whether there are any', async () => {
  const [lead, outsider, person, loner] = [
    await make.user('manager'),
    await make.user('admin'),
    await make.user(),
    await make.user(),
  ]
  const support = await team({ name: 'Own support', lead_ids: [lead.id], member_ids: [person.id] })
  const me = async (who: Person) => (await as(who).get('/api/auth/me')).body
  const named = [{ id: support.id, name: 'Own support' }]
  expect(await me(lead)).toMatchObject({ teams: [], leads: named, has_teams: true })
  expect(await me(person)).toMatchObject({ teams: named, leads: [], has_teams: true })
  expect(await me(outsider)).toMatchObject({ teams: [], leads: [], has_teams: true })
  expect(await me(loner)).toMatchObject({ teams: [], leads: [], has_teams: false })
})

test('a deleted person is in no team, and a lead who is no longer a reviewer leads none', async () => {
  const [leaver, manager] = [await make.user(), await make.user('manager')]
  const { id } = await team({ member_ids: [leaver.id, manager.id], lead_ids: [manager.id] })
  await as(ada).delete(`/api/users/${leaver.id}`)
  expect(await memberIds(id)).toEqual([manager.id])
  const { name, email } = manager
  await as(ada).put(`/api/users/${manager.id}`, { name, email, role: 'designer' })
  expect(await read(id)).toMatchObject({ leads: [], members: [{ id: manager.id, role: 'designer' }] })
  await as(ada).put(`/api/users/${manager.id}`, { name, email, role: 'manager' })
  expect((await read(id)).leads).toEqual([])
})

test('concurrent changes of one team keep each other', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => make.user()))
  const { id } = await team({ member_ids: people.slice(0, 4).map(person => person.id) })
  const { members } = pathsOf({ id })
  await Promise.all([
    ...people.slice(4).map(person => as(ada).post(members, { user_ids: [person.id] })),
    ...people.slice(0, 2).map(person => as(ada).delete(`${members}/${person.id}`)),
    ...people.slice(0, 2).map(person => as(ada).delete(`${members}/${person.id}`)),
  ])
  expect((await memberIds(id)).sort()).toEqual(
    people
      .slice(2)
      .map(person => person.id)
      .sort(),
  )
})

describe('users and their teams', () => {
  const teamOf = ({ id, name }: Team) => ({ id, name })

  test('are shown to reviewers and to the users themselves', async () => {
    const person = await make.user()
    const [zeta, eta] = [
      await team({ name: 'Zeta', member_ids: [person.id] }),
      await team({ name: 'eta', member_ids: [person.id] }),
    ]
    const teams = [teamOf(eta), teamOf(zeta)]
    expect((await as(max).get(`/api/users/${person.id}`)).body.teams).toEqual(teams)
    const listed = (await as(max).get('/api/users')).body
    expect(listed.find((user: { id: number }) => user.id === person.id).teams).toEqual(teams)
    expect((await as(person).get('/api/account')).body.teams).toEqual(teams)
    expect((await as(person).get('/api/auth/me')).body.teams).toEqual(teams)
    await as(ada).delete(`/api/teams/${eta.id}`)
    expect((await as(person).get('/api/auth/me')).body.teams).toEqual([teamOf(zeta)])
  })

  const account = (more: object) => ({
    name: 'New Person',
    email: `new-${++counter}@example.com`,
    role: 'developer',
    password: 'a-good-secret',
    ...more,
  })

  test('a new account joins teams; an unknown team is refused and creates no account', async () => {
    const [one, two] = [await team(), await team()]
    const created = await as(max).post('/api/auth/register', account({ team_ids: [two.id, one.id, one.id] }))
    expect(created.status).toBe(201)
    expect(created.body.user.teams).toEqual([teamOf(one), teamOf(two)])
    const invited = await as(max).post(
      '/api/auth/register',
      account({ password: undefined, invite: true, team_ids: [one.id] }),
    )
    expect(invited.body.user.teams).toEqual([teamOf(one)])
    expect((await read(one.id)).member_count).toBe(2)
    const refused = account({ team_ids: [one.id, 999_999] })
    expectRefusal(await as(max).post('/api/auth/register', refused), 400, 'Unknown team', {
      team_ids: 'Unknown team',
    })
    expect((await as(max).post('/api/auth/register', { ...refused, team_ids: undefined })).status).toBe(201)
  })

  test('an import names teams; an unknown name is refused by line', async () => {
    const made = await team({ name: 'Ímported' })
    const line = (teams: unknown) => ({
      name: 'Imported Person',
      email: `imported-${++counter}@example.com`,
      role: 'designer',
      teams,
    })
    const send = (people: object[], more: object = {}) =>
      as(max).post('/api/users/import', { people, ...more })
    const unknown = await send([line([]), line(['ímported', 'Nowhere'])])
    expectRefusal(unknown, 400, 'There is no team “Nowhere”', {
      'people.1.teams': 'There is no team “Nowhere”',
    })
    expect((await send([line('Support')])).body.errors).toEqual({
      'people.0.teams': messages.teams.namesInvalid,
    })
    expect((await send([line(['ímported'])], { dry_run: true })).body.created).toBe(1)
    expect((await read(made.id)).member_count).toBe(0)
    expect((await send([line([' ÍMPORTED ', 'ímported']), line(undefined)])).status).toBe(200)
    expect((await read(made.id)).members).toMatchObject([{ name: 'Imported Person', role: 'designer' }])
  })
})
