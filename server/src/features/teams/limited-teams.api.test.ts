import { describe, expect, test } from 'vitest'
import type { Team } from '#shared/contract/teams.ts'
import { messages } from '#shared/messages.ts'
import { expectAsMissing, limitManagers } from '../../../test/limited-manager.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'

const testApp = await startTestApp()
const { as, cast, db, make } = testApp
const { ada } = cast
const { lead, member, both, stranger, otherLead, led, joined, foreign, setScope } =
  await limitManagers(testApp)

let counter = 0
const name = () => `New team ${++counter}`
const names = (people: { name: string }[]) => people.map(person => person.name)
const peopleOf = async () => ({
  members: await db.selectFrom('team_members').selectAll().orderBy('team_id').orderBy('user_id').execute(),
  leads: await db.selectFrom('team_leads').selectAll().orderBy('team_id').orderBy('user_id').execute(),
  teams: await db.selectFrom('teams').selectAll().orderBy('id').execute(),
})

describe('refuses a limited manager', () => {
  test('a foreign team in every call, as if it did not exist', async () => {
    const before = await peopleOf()
    const user_ids = [member.id]
    for (const call of [
      (id: number) => as(lead).get(`/api/teams/${id}`),
      (id: number) => as(lead).put(`/api/teams/${id}`, { name: 'Mine' }),
      (id: number) => as(lead).delete(`/api/teams/${id}`),
      (id: number) => as(lead).post(`/api/teams/${id}/members`, { user_ids }),
      (id: number) => as(lead).delete(`/api/teams/${id}/members/${both.id}`),
      (id: number) => as(lead).post(`/api/teams/${id}/leads`, { user_ids: [lead.id] }),
      (id: number) => as(lead).delete(`/api/teams/${id}/leads/${otherLead.id}`),
    ])
      await expectAsMissing(call, foreign.id)
    expect(await peopleOf()).toEqual(before)
  })

  test('every change of a team that they only belong to', async () => {
    const before = await peopleOf()
    const path = `/api/teams/${joined.id}`
    for (const reply of [
      await as(lead).put(path, { name: 'Mine' }),
      await as(lead).delete(path),
      await as(lead).post(`${path}/members`, { user_ids: [member.id] }),
      await as(lead).delete(`${path}/members/${lead.id}`),
      await as(lead).post(`${path}/leads`, { user_ids: [lead.id] }),
      await as(lead).delete(`${path}/leads/${otherLead.id}`),
    ])
      expectRefusal(reply, 403, messages.general.notAllowed)
    expect(await peopleOf()).toEqual(before)
  })

  test('people out of sight, as if they did not exist', async () => {
    const before = await peopleOf()
    for (const { id } of [stranger, otherLead, ada]) {
      for (const list of ['members', 'leads']) {
        const add = (who: number) =>
          as(lead).post(`/api/teams/${led.id}/${list}`, { user_ids: [member.id, who] })
        await expectAsMissing(add, id)
      }
      for (const field of ['member_ids', 'lead_ids']) {
        const create = (who: number) => as(lead).post('/api/teams', { name: 'Never', [field]: [who] })
        await expectAsMissing(create, id, 400)
        expect((await create(id)).body.errors).toEqual({ [field]: messages.teams.personMissing })
      }
    }
    expect(await peopleOf()).toEqual(before)
  })

  test('a lead who may not lead, by name', async () => {
    const reply = await as(lead).post('/api/teams', { name: name(), lead_ids: [member.id] })
    expect(reply.body.errors).toEqual({ lead_ids: messages.teams.cannotLead('Mia Member') })
  })

  test('more leads than a team can have, with themselves', async () => {
    const leads = await Promise.all(Array.from({ length: 20 }, () => make.user('manager')))
    const lead_ids = leads.map(({ id }) => id)
    await as(ada).post(`/api/teams/${led.id}/members`, { user_ids: lead_ids })
    expectRefusal(
      await as(lead).post('/api/teams', { name: name(), lead_ids }),
      400,
      messages.teams.leadsTooMany,
      { lead_ids: messages.teams.leadsTooMany },
    )
    for (const { id } of leads) await as(ada).delete(`/api/users/${id}`)
  })
})

describe('a limited manager', () => {
  const list = async (who: Person = lead, query = ''): Promise<Team[]> =>
    (await as(who).get(`/api/teams?${query}`)).body.data
  const read = async (id: number, who: Person = lead) => (await as(who).get(`/api/teams/${id}`)).body

  test('lists the teams that they lead or belong to', async () => {
    for (const query of ['', 'mine=true']) expect(names(await list(lead, query))).toEqual(['Joined', 'Led'])
    expect((await as(lead).get('/api/teams')).body.pagination.total).toBe(2)
    expect(names(await list(otherLead))).toEqual(['Foreign', 'Joined'])
    expect(names(await list(ada))).toEqual(['Foreign', 'Joined', 'Led'])
    await setScope('everyone')
    expect(names(await list())).toEqual(['Foreign', 'Joined', 'Led'])
    await setScope('teams')
  })

  test('sees the members in sight, as many as the count says, and every lead', async () => {
    expect(names((await read(joined.id)).members)).toEqual(['Bo Both', lead.name, 'Mia Member'])
    expect(names((await read(joined.id)).leads)).toEqual(['Olga Other'])
    for (const team of await list()) expect((await read(team.id)).members).toHaveLength(team.member_count)
    expect((await read(joined.id, ada)).members).toHaveLength(4)
    // Staff see all people of their own teams.
    expect((await read(joined.id, member)).members).toHaveLength(4)
    expect((await list(member)).find(({ id }) => id === joined.id)?.member_count).toBe(4)
  })

  test('makes a team out of people they see, and leads it', async () => {
    await as(ada).post(`/api/teams/${led.id}/members`, { user_ids: [otherLead.id] })
    const reply = await as(lead).post('/api/teams', {
      name: name(),
      lead_ids: [otherLead.id],
      member_ids: [member.id, otherLead.id],
    })
    expect(reply.status, reply.text).toBe(201)
    expect(names(reply.body.leads)).toEqual([lead.name, 'Olga Other'])
    const { id } = reply.body
    expect((await as(lead).post(`/api/teams/${id}/members`, { user_ids: [both.id] })).body.member_count).toBe(
      3,
    )
    // Without the other teams, they still see its people.
    expect((await as(lead).delete(`/api/teams/${id}/members/${both.id}`)).body.member_count).toBe(2)
    expect((await as(lead).delete(`/api/teams/${id}`)).status).toBe(200)
    await as(ada).delete(`/api/teams/${led.id}/members/${otherLead.id}`)
  })

  test('who gives up a team is answered once more, without people that they no longer see', async () => {
    const alone = await make.user('manager')
    const { id } = (
      await as(ada).post('/api/teams', { name: name(), lead_ids: [alone.id], member_ids: [stranger.id] })
    ).body
    expect((await read(id, alone)).members).toHaveLength(1)
    const left = await as(alone).delete(`/api/teams/${id}/leads/${alone.id}`)
    expect(left.body).toMatchObject({ id, leads: [], member_count: 0 })
    expectRefusal(await as(alone).get(`/api/teams/${id}`), 404, messages.teams.notFound)
    expect(await list(alone)).toEqual([])
    await as(ada).delete(`/api/teams/${id}`)
  })
})
