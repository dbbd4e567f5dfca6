import { describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { reportBody } from '../../../test/make.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'

const { as, cast, make, signIn } = await startTestApp()

const hire = make.user
const shape = ({ name, email, role }: Person) => ({ name, email, role })
const notAllowed = messages.general.notAllowed

describe('is for reviewers', () => {
  test.each(['dina', 'desi', 'mark'] as const)('not for %s', async key => {
    const calls = [
      as(cast[key]).get('/api/users'),
      as(cast[key]).get('/api/users/developers'),
      as(cast[key]).get('/api/users/role/admin'),
      as(cast[key]).get(`/api/users/${cast[key].id}`),
      as(cast[key]).put(`/api/users/${cast[key].id}`, {}),
      as(cast[key]).put(`/api/users/${cast[key].id}/password`, { password: 'secret-2' }),
      as(cast[key]).delete(`/api/users/${cast.omar.id}`),
    ]
    for (const reply of await Promise.all(calls)) expectRefusal(reply, 403, notAllowed)
  })
})

describe('reading', () => {
  test('lists all users, staff, or one role', async () => {
    const names = async (url: string) => (await as(cast.max).get(url)).body.map((user: Person) => user.name)
    expect(await names('/api/users')).toEqual(
      expect.arrayContaining(['Ada Admin', 'Max Manager', 'Mark Marketing']),
    )
    expect(await names('/api/users/developers')).toEqual([
      'Dina Developer',
      'Omar Developer',
      'Desi Designer',
      'Mark Marketing',
    ])
    expect(await names('/api/users/role/designer')).toEqual(['Desi Designer'])
    expectRefusal(await as(cast.max).get('/api/users/role/boss'), 404, messages.general.notFound)
  })

  test('returns one user, without the password', async () => {
    const reply = await as(cast.max).get(`/api/users/${cast.ada.id}`)
    expect(reply.body).toEqual({
      id: cast.ada.id,
      ...shape(cast.ada),
      created_at: '2026-03-10T09:00:00.000Z',
      last_sign_in_at: null,
      invited: false,
      time_zone: null,
      working_days: null,
      off_today: false,
      teams: [],
    })
    for (const id of ['999999', 'x', '0'])
      expect((await as(cast.max).get(`/api/users/${id}`)).status).toBe(404)
    expect((await as(cast.max).get('/api/users')).text).not.toMatch(/password|argon/)
  })
})

describe('editing', () => {
  test.each([
    [{ name: '' }, 'name', 'Name is required'],
    [{ email: '' }, 'email', 'Email is required'],
    [{ email: 'x' }, 'email', 'Invalid email address'],
    [{ role: '' }, 'role', 'Role is required'],
    [{ role: 'boss' }, 'role', messages.users.roleUnknown],
  ])('refuses %j', async (more, field, sentence) => {
    const reply = await as(cast.ada).put(`/api/users/${cast.omar.id}`, { ...shape(cast.omar), ...more })
    expectRefusal(reply, 400, sentence, { [field]: sentence })
  })

  test('refuses an e-mail that is taken, and accepts that of a deleted user', async () => {
    const [one, two] = [await hire('developer'), await hire('developer')]
    const taken = { ...shape(one), email: two.email.toUpperCase() }
    expectRefusal(await as(cast.ada).put(`/api/users/${one.id}`, taken), 409, 'User already exists')
    await as(cast.ada).delete(`/api/users/${two.id}`)
    expect((await as(cast.ada).put(`/api/users/${one.id}`, taken)).body).toMatchObject({ email: two.email })
  })

  test('changes name, e-mail and role, and nothing else', async () => {
    const person = await hire('developer')
    const token = await signIn(person)
    const reply = await as(cast.max).put(`/api/users/${person.id}`, {
      name: ' New Name ',
      email: 'New.Name@Example.com',
      role: 'manager',
      id: 1,
      password: 'hacked-1',
      created_at: 'x',
      deleted_at: 'x',
    })
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      id: person.id,
      name: 'New Name',
      email: 'new.name@example.com',
      role: 'manager',
      created_at: expect.any(String),
      last_sign_in_at: '2026-03-10T09:00:00.000Z',
      invited: false,
      time_zone: null,
      working_days: null,
      off_today: false,
      teams: [],
    })
    // The change applies to the user's next request.
    expect((await as({ token }).get('/api/users')).status).toBe(200)
    expect(await signIn({ email: 'new.name@example.com', password: person.password })).toEqual(
      expect.any(String),
    )
  })

  test('a demoted manager loses the permissions on the next request', async () => {
    const person = await hire('manager')
    const token = await signIn(person)
    expect((await as({ token }).get('/api/users')).status).toBe(200)
    await as(cast.ada).put(`/api/users/${person.id}`, { ...shape(person), role: 'designer' })
    expectRefusal(await as({ token }).get('/api/users'), 403, notAllowed)
  })

  test('a manager can neither edit nor create an admin', async () => {
    const admin = await hire('admin')
    expectRefusal(
      await as(cast.max).put(`/api/users/${admin.id}`, { ...shape(admin), name: 'Renamed' }),
      403,
      notAllowed,
    )
    expectRefusal(
      await as(cast.max).put(`/api/users/${admin.id}`, { ...shape(admin), role: 'developer' }),
      403,
      notAllowed,
    )
    for (const person of [cast.omar, await hire('manager'), cast.max]) {
      expectRefusal(
        await as(cast.max).put(`/api/users/${person.id}`, { ...shape(person), role: 'admin' }),
        403,
        notAllowed,
      )
    }
    expect(
      (
        await as(cast.max).put(`/api/users/${(await hire('manager')).id}`, {
          name: 'Other',
          email: 'other@example.com',
          role: 'marketing',
        })
      ).status,
    ).toBe(200)
  })

  test('users can change their own name, but not their own role', async () => {
    for (const person of [cast.ada, cast.max]) {
      const reply = await as(person).put(`/api/users/${person.id}`, { ...shape(person), role: 'developer' })
      expectRefusal(reply, 403, messages.users.ownRole)
      expect((await as(person).put(`/api/users/${person.id}`, shape(person))).status).toBe(200)
    }
  })

  test('returns 404 for deleted users', async () => {
    const person = await hire('developer')
    await as(cast.ada).delete(`/api/users/${person.id}`)
    expect((await as(cast.ada).put(`/api/users/${person.id}`, shape(person))).status).toBe(404)
    expect(
      (await as(cast.ada).put(`/api/users/${person.id}/password`, { password: 'secret-2' })).status,
    ).toBe(404)
    expect((await as(cast.ada).delete(`/api/users/${person.id}`)).status).toBe(404)
  })
})

describe('resetting a password', () => {
  test.each([
    [{}, 'Password is required'],
    [{ password: '' }, 'Password is required'],
    [{ password: '12345' }, 'Password must be at least 6 characters'],
  ])('refuses %j', async (payload, sentence) => {
    expectRefusal(await as(cast.ada).put(`/api/users/${cast.omar.id}/password`, payload), 400, sentence, {
      password: sentence,
    })
  })

  test('a manager can reset managers, staff and themselves, but not an admin', async () => {
    const boss = await hire('manager')
    for (const person of [await hire('manager'), await hire('designer'), boss]) {
      const reply = await as(boss).put(`/api/users/${person.id}/password`, { password: 'secret-2' })
      expect(reply.body).toEqual({
        msg: `Password for ${person.name} has been successfully updated.`,
        tokens: 0,
      })
    }
    expectRefusal(
      await as(cast.max).put(`/api/users/${cast.ada.id}/password`, { password: 'secret-2' }),
      403,
      notAllowed,
    )
  })

  test('ends all earlier tokens', async () => {
    const person = await hire('marketing')
    const token = await signIn(person)
    await as(cast.ada).put(`/api/users/${person.id}/password`, { password: 'secret-2' })
    expectRefusal(await as({ token }).get('/api/auth/me'), 401, 'Token is not valid')
    expect((await as(null).post('/api/auth/login', person)).status).toBe(401)
    expect(await signIn({ ...person, password: 'secret-2' })).toEqual(expect.any(String))
  })
})

describe('deleting', () => {
  test('users can’t delete themselves, and a manager can’t delete an admin', async () => {
    expectRefusal(await as(cast.ada).delete(`/api/users/${cast.ada.id}`), 403, messages.users.ownAccount)
    expectRefusal(await as(cast.max).delete(`/api/users/${cast.max.id}`), 403, messages.users.ownAccount)
    expectRefusal(await as(cast.max).delete(`/api/users/${cast.ada.id}`), 403, notAllowed)
  })

  test('hides the user, ends their tokens, frees their e-mail, and keeps what they wrote', async () => {
    const person = await hire('developer')
    const project = await make.project({ developers: [person.id] })
    const report = await make.report(person, reportBody({ project_id: project.id }))
    const token = await signIn(person)
    const reply = await as(cast.max).delete(`/api/users/${person.id}`)
    expect(reply.body).toEqual({ msg: `User ${person.name} has been successfully deleted.` })
    expectRefusal(await as({ token }).get('/api/auth/me'), 401, 'Token is not valid')
    expect((await as(cast.ada).get('/api/users')).text).not.toContain(person.email)
    expect((await as(cast.ada).get(`/api/projects/${project.id}`)).body.developers).toEqual([])
    expect((await as(cast.ada).get(`/api/reports/${report.id}`)).body.report.user_name).toBe(person.name)
    expect((await as(cast.ada).post('/api/auth/register', { ...person, name: 'Successor' })).status).toBe(201)
  })
})
