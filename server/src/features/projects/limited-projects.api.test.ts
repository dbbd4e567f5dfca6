import { describe, expect, test } from 'vitest'
import type { Project } from '#shared/contract/projects.ts'
import { messages } from '#shared/messages.ts'
import { expectAsMissing, limitManagers } from '../../../test/limited-manager.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'

const testApp = await startTestApp()
const { as, cast, db, make } = testApp
const { ada } = cast
const { lead, member, both, stranger, otherLead, setScope } = await limitManagers(testApp)

const idsOf = (people: { id: number }[]) => people.map(({ id }) => id).sort((a, b) => a - b)
const read = async ({ id }: Project, who: Person) =>
  (await as(who).get(`/api/projects/${id}`)).body as Project
const developersOf = async (project: Project) => idsOf((await read(project, ada)).developers)

describe('a limited manager', () => {
  test('sees every project, with the developers in sight', async () => {
    const mixed = await make.project({ name: 'Mixed', developers: idsOf([member, stranger, otherLead]) })
    const foreign = await make.project({ name: 'Foreign', developers: idsOf([stranger]) })
    expect(idsOf((await read(mixed, lead)).developers)).toEqual([member.id])
    expect((await read(foreign, lead)).developers).toEqual([])
    const listed = (await as(lead).get('/api/projects')).body as Project[]
    expect(listed.map(({ name, developers }) => [name, idsOf(developers)])).toEqual([
      ['Foreign', []],
      ['Mixed', [member.id]],
    ])
    const ofMember = (await as(lead).get(`/api/projects/user/${member.id}`)).body as Project[]
    expect(ofMember.map(({ developers }) => idsOf(developers))).toEqual([[member.id]])
    await expectAsMissing(id => as(lead).get(`/api/projects/user/${id}`), stranger.id)
    // Staff see everyone who is assigned.
    expect((await read(mixed, member)).developers).toHaveLength(3)
    await setScope('everyone')
    expect((await read(mixed, lead)).developers).toHaveLength(3)
    await setScope('teams')
  })

  test('cannot assign people out of sight', async () => {
    const project = await make.project({ developers: [stranger.id] })
    for (const { id } of [stranger, otherLead, ada]) {
      const body = (who: number) => ({ name: 'Never', developers: [member.id, who] })
      await expectAsMissing(who => as(lead).post('/api/projects', body(who)), id, 400)
      await expectAsMissing(who => as(lead).put(`/api/projects/${project.id}`, body(who)), id, 400)
    }
    expect(await read(project, ada)).toEqual(project)
  })

  test('keeps the others when they save the list', async () => {
    const project = await make.project({ developers: idsOf([member, stranger, otherLead]) })
    const put = async (developers?: number[]) => {
      const reply = await as(lead).put(`/api/projects/${project.id}`, { name: project.name, developers })
      expect(reply.status, reply.text).toBe(200)
      return idsOf(reply.body.developers)
    }
    expect(await put([both.id, both.id, lead.id])).toEqual(idsOf([both, lead]))
    expect(await developersOf(project)).toEqual(idsOf([both, lead, stranger, otherLead]))
    expect(await put()).toEqual(idsOf([both, lead]))
    expect(await put([])).toEqual([])
    expect(await developersOf(project)).toEqual(idsOf([stranger, otherLead]))
    // An admin still replaces the whole list.
    await as(ada).put(`/api/projects/${project.id}`, { name: project.name, developers: [member.id] })
    expect(await developersOf(project)).toEqual([member.id])
  })

  test('cannot make the list longer than a project allows', async () => {
    const project = await make.project()
    const rows = Array.from({ length: 1000 }, (_, index) => ({
      name: `Crowd ${index}`,
      name_key: `crowd ${index}`,
      email: `crowd-${index}@example.com`,
      role: 'developer' as const,
      password_hash: 'x',
      created_at: '2026-01-05T09:00:00.000Z',
    }))
    const crowd = await db.insertInto('users').values(rows).returning('id').execute()
    await db
      .insertInto('project_members')
      .values(crowd.map(({ id }) => ({ project_id: project.id, user_id: id })))
      .execute()
    const sentence = messages.projects.developersTooMany
    expectRefusal(
      await as(lead).put(`/api/projects/${project.id}`, { name: project.name, developers: [member.id] }),
      400,
      sentence,
      { developers: sentence },
    )
    expect(await developersOf(project)).toEqual(idsOf(crowd))
  })
})
