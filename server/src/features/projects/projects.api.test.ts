import { describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { refusedInputs } from '../../../test/refused-inputs.ts'
import { expectRefusal, startTestApp } from '../../../test/start-test-app.ts'

const { as, cast, db, make } = await startTestApp()

const named = (name: string) => ({ name })
const nameTaken = 'A project with this name already exists'

describe('permissions', () => {
  test.each(['dina', 'desi', 'mark'] as const)('%s can read but not write', async key => {
    const project = await make.project()
    expect((await as(cast[key]).get('/api/projects')).status).toBe(200)
    expect((await as(cast[key]).get(`/api/projects/${project.id}`)).body).toEqual(project)
    expectRefusal(await as(cast[key]).post('/api/projects', named('Mine')), 403, messages.general.notAllowed)
    expectRefusal(
      await as(cast[key]).put(`/api/projects/${project.id}`, named('Mine')),
      403,
      messages.general.notAllowed,
    )
    expectRefusal(await as(cast[key]).delete(`/api/projects/${project.id}`), 403, messages.general.notAllowed)
    // The role is checked before the body and before the project is looked up.
    expectRefusal(await as(cast[key]).put('/api/projects/999999', {}), 403, messages.general.notAllowed)
  })

  test('reviewers and the user themselves list the projects of a user', async () => {
    const project = await make.project({ developers: [cast.dina.id] })
    const url = `/api/projects/user/${cast.dina.id}`
    for (const reader of [cast.ada, cast.max, cast.dina]) {
      expect((await as(reader).get(url)).body.map((each: { id: number }) => each.id)).toContain(project.id)
    }
    for (const reader of [cast.omar, cast.desi])
      expectRefusal(await as(reader).get(url), 403, messages.general.notAllowed)
    expectRefusal(await as(cast.ada).get('/api/projects/user/999999'), 404, messages.users.notFound)
    expectRefusal(await as(cast.ada).get('/api/projects/user/x'), 404, messages.general.notFound)
  })
})

describe('refuses', () => {
  test.each(
    refusedInputs([
      [{}, 'name', 'Project name is required'],
      [{ name: '   ' }, 'name', 'Project name is required'],
      [{ name: 'x'.repeat(201) }, 'name', 'Project name must be at most 200 characters'],
      [
        { name: 'X', description: 'x'.repeat(10_001) },
        'description',
        'Description must be at most 10,000 characters',
      ],
      [{ name: 'X', developers: 'dina' }, 'developers', messages.projects.developersInvalid],
      [{ name: 'X', developers: [999_999] }, 'developers', messages.projects.developerMissing],
    ]),
  )('%s', async (_name, payload, field, sentence) => {
    expectRefusal(await as(cast.ada).post('/api/projects', payload), 400, sentence, { [field]: sentence })
  })

  test('more people than a project can have', async () => {
    const developers = Array.from({ length: 1001 }, (_, index) => index + 1)
    const sentence = 'A project can have at most 1,000 people'
    expectRefusal(await as(cast.ada).post('/api/projects', { name: 'Many', developers }), 400, sentence, {
      developers: sentence,
    })
  })

  test.each([0, -1, 1.5, 'x', null, {}])('developer id %j', async id => {
    const reply = await as(cast.ada).post('/api/projects', { name: 'X', developers: [id] })
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toEqual({ 'developers.0': messages.projects.developersInvalid })
  })

  test.each(['0', '-1', '1.5', 'x', '999999999999999999999', '1e3', '%20'])(
    'path id %s with 404',
    async id => {
      expectRefusal(await as(cast.ada).get(`/api/projects/${id}`), 404, messages.general.notFound)
      expectRefusal(await as(cast.ada).put(`/api/projects/${id}`, named('X')), 404, messages.general.notFound)
      expectRefusal(await as(cast.ada).delete(`/api/projects/${id}`), 404, messages.general.notFound)
    },
  )

  test('a name that is taken in any case with 409, and changes nothing', async () => {
    await make.project({ name: 'Örtliche Dienste' })
    const other = await make.project({ developers: [cast.dina.id] })
    expectRefusal(await as(cast.max).post('/api/projects', named(' öRTLICHE dienste ')), 409, nameTaken)
    const change = { name: 'ÖRTLICHE DIENSTE', developers: [] }
    expectRefusal(await as(cast.max).put(`/api/projects/${other.id}`, change), 409, nameTaken)
    expect((await as(cast.ada).get(`/api/projects/${other.id}`)).body).toEqual(other)
  })

  test('of twenty concurrent requests with one name all but one', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => as(cast.ada).post('/api/projects', named('Only one'))),
    )
    expect(replies.map(reply => reply.status).sort()).toEqual([201, ...Array(19).fill(409)])
  })
})

test('a manager creates, reads, edits and deletes a project', async () => {
  const created = await as(cast.max).post('/api/projects', {
    name: '  Website relaunch ',
    description: ' New design ',
    developers: [cast.omar.id, cast.dina.id, cast.dina.id],
    id: 999_999,
    created_at: '1999-01-01T00:00:00.000Z',
    deleted_at: '1999-01-01T00:00:00.000Z',
  })
  expect(created.status).toBe(201)
  const { id } = created.body
  expect(created.body).toEqual({
    id: expect.any(Number),
    name: 'Website relaunch',
    description: 'New design',
    developers: [
      { id: cast.dina.id, name: 'Dina Developer' },
      { id: cast.omar.id, name: 'Omar Developer' },
    ],
    created_at: '2026-03-10T09:00:00.000Z',
  })
  expect(id).not.toBe(999_999)

  const renamed = await as(cast.max).put(`/api/projects/${id}`, {
    name: 'Relaunch',
    description: '',
    developers: [cast.desi.id],
  })
  expect(renamed.status).toBe(200)
  expect(renamed.body).toMatchObject({
    id,
    name: 'Relaunch',
    description: null,
    developers: [{ id: cast.desi.id, name: 'Desi Designer' }],
  })
  // Without `developers`, the assigned users don't change.
  expect((await as(cast.max).put(`/api/projects/${id}`, named('relaunch'))).body.developers).toHaveLength(1)

  const deleted = await as(cast.max).delete(`/api/projects/${id}`)
  expect(deleted.status).toBe(200)
  expect(deleted.body).toEqual({ msg: 'Project "relaunch" has been deleted.' })
  expectRefusal(await as(cast.max).get(`/api/projects/${id}`), 404, messages.general.notFound)
  expectRefusal(await as(cast.max).delete(`/api/projects/${id}`), 404, messages.general.notFound)
  expectRefusal(await as(cast.max).put(`/api/projects/${id}`, named('Back')), 404, messages.general.notFound)
  expect((await as(cast.ada).get('/api/projects?search=relaunch')).body).toEqual([])
  // The name of a deleted project can be used again.
  expect((await as(cast.max).post('/api/projects', named('Relaunch'))).status).toBe(201)
})

describe('lists', () => {
  test('/projects/me has the projects that the user is assigned to', async () => {
    const mine = await make.project({ developers: [cast.mark.id] })
    await make.project({ developers: [cast.desi.id] })
    expect((await as(cast.mark).get('/api/projects/me')).body).toEqual([mine])
    expect((await as(cast.ada).get('/api/projects/me')).body).toEqual([])
    await as(cast.ada).delete(`/api/projects/${mine.id}`)
    expect((await as(cast.mark).get('/api/projects/me')).body).toEqual([])
  })

  test('search matches name and description in any case', async () => {
    const project = await make.project({ name: 'Ärzteportal', description: '50%_off for GROẞE Häuser' })
    const find = async (text: string) =>
      (await as(cast.dina).get(`/api/projects?search=${encodeURIComponent(text)}`)).body
    expect(await find('äRZTE')).toEqual([project])
    expect(await find(' 50%_OFF ')).toEqual([project])
    expect(await find('50%_o__')).toEqual([])
    expect(await find("'; drop table projects; --")).toEqual([])
    expect((await as(cast.dina).get(`/api/projects?search=${'x'.repeat(201)}`)).status).toBe(400)
    expect((await as(cast.dina).get('/api/projects?search=a%00')).status).toBe(400)
  })

  test('a deleted user is no longer assigned to projects', async () => {
    const { body } = await as(cast.ada).post('/api/auth/register', {
      name: 'Leaving Soon',
      email: 'leaving@example.com',
      password: 'secret-1',
      role: 'developer',
    })
    const project = await make.project({ developers: [body.user.id, cast.dina.id] })
    await db.updateTable('users').set({ deleted_at: 'x' }).where('id', '=', body.user.id).execute()
    expect((await as(cast.ada).get(`/api/projects/${project.id}`)).body.developers).toEqual([
      { id: cast.dina.id, name: 'Dina Developer' },
    ])
    expect((await as(cast.ada).post('/api/projects', { name: 'Y', developers: [body.user.id] })).status).toBe(
      400,
    )
  })
})
