import { createSigner } from 'fast-jwt'
import { describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { roles } from '#shared/roles.ts'
import { refusedInputs } from '../../../test/refused-inputs.ts'
import { expectRefusal, startTestApp } from '../../../test/start-test-app.ts'
import { readTokenSecret } from '../../identity/tokens.ts'
import { setPassword } from '../users/users.service.ts'

const { as, call, cast, clock, ctx, db, make, signIn } = await startTestApp()

let counter = 0
const newPerson = (role: string | undefined = 'developer') => ({
  name: 'New Person',
  email: `new-${++counter}@example.com`,
  password: 'secret-1',
  ...(role !== undefined && { role }),
})
const login = (payload: object) => call({ method: 'POST', url: '/api/auth/login', payload })

const hire = make.user

describe('POST /auth/login', () => {
  test('refuses empty input with a message for each field', async () => {
    expectRefusal(await login({}), 400, 'Email is required', {
      email: 'Email is required',
      password: 'Password is required',
    })
  })

  test.each(
    refusedInputs([
      [{ email: '', password: 'x' }, 'email', 'Email is required'],
      [{ email: 'nobody', password: 'x' }, 'email', 'Invalid email address'],
      [{ email: 42, password: 'x' }, 'email', 'Email is required'],
      [{ email: ['ada@example.com'], password: 'x' }, 'email', 'Email is required'],
      [{ email: `${'a'.repeat(250)}@b.co`, password: 'x' }, 'email', 'Email must be at most 254 characters'],
      [{ email: 'ada@example.com', password: '' }, 'password', 'Password is required'],
      [
        { email: 'ada@example.com', password: 'x'.repeat(1025) },
        'password',
        'Password must be at most 1,024 characters',
      ],
    ]),
  )('refuses %s', async (_name, payload, field, sentence) => {
    expectRefusal(await login(payload), 400, sentence, { [field]: sentence })
  })

  test('refuses a wrong password and an unknown e-mail with the same message', async () => {
    const wrong = await login({ email: cast.ada.email, password: 'not-it' })
    const unknown = await login({ email: 'nobody@example.com', password: 'not-it' })
    expectRefusal(wrong, 401, 'Invalid email or password')
    expect(unknown.body).toEqual(wrong.body)
    expect(unknown.status).toBe(wrong.status)
  })

  test('refuses any password for an account that has none, with the same message', async () => {
    const person = await hire('developer')
    await db.updateTable('users').set({ password_hash: null }).where('id', '=', person.id).execute()
    for (const password of [person.password, 'null', ' '])
      expectRefusal(await login({ email: person.email, password }), 401, messages.signIn.invalidCredentials)
    await setPassword(ctx, person.id, 'secret-2')
    expect((await login({ email: person.email, password: 'secret-2' })).status).toBe(200)
  })

  test.each(['ada', 'max', 'dina', 'desi', 'mark'] as const)(
    'signs %s in and returns a token and the user',
    async key => {
      const person = cast[key]
      const reply = await login({ email: person.email, password: person.password })
      expect(reply.status).toBe(200)
      expect(reply.body).toEqual({
        token: expect.any(String),
        user: {
          id: person.id,
          name: person.name,
          email: person.email,
          role: person.role,
          created_at: '2026-03-10T09:00:00.000Z',
          invited: false,
          teams: [],
          leads: [],
          has_teams: false,
          sees_only_teams: false,
        },
      })
      expect(reply.text).not.toContain('argon2')
    },
  )

  test('compares e-mails trimmed and in lower case', async () => {
    expect((await login({ email: '  ADA@Example.COM ', password: cast.ada.password })).status).toBe(200)
  })

  test('doesn’t trim passwords', async () => {
    expect((await login({ email: cast.ada.email, password: ` ${cast.ada.password}` })).status).toBe(401)
  })

  test('returns a token with an exp claim in twelve hours', async () => {
    const token = await signIn(cast.dina)
    const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(payload.exp).toBe(clock.now().getTime() / 1000 + 12 * 3600)
  })

  test('refuses a sign-in whose password is reset meanwhile', async () => {
    const person = await hire('developer')
    const reset = setPassword(ctx, person.id, 'a-new-password')
    const [reply] = await Promise.all([login({ email: person.email, password: person.password }), reset])
    if (reply.status === 200)
      expectRefusal(await as({ token: reply.body.token }).get('/api/auth/me'), 401, 'Token is not valid')
    else expectRefusal(reply, 401, 'Invalid email or password')
  })
})

describe('GET /auth/me', () => {
  test('refuses a call without a token', async () => {
    expectRefusal(await as(null).get('/api/auth/me'), 401, 'No token, authorization denied')
    expectRefusal(await as({ token: '' }).get('/api/auth/me'), 401, 'No token, authorization denied')
  })

  test('returns the current user', async () => {
    const { status, body } = await as(cast.desi).get('/api/auth/me')
    expect(status).toBe(200)
    expect(body).toEqual({
      id: cast.desi.id,
      name: 'Desi Designer',
      email: 'desi@example.com',
      role: 'designer',
      created_at: expect.any(String),
      invited: false,
      teams: [],
      leads: [],
      has_teams: false,
      sees_only_teams: false,
    })
  })

  test('refuses forged tokens', async () => {
    const token = await signIn(cast.ada)
    const [header = '', payload = '', signature = ''] = token.split('.')
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const key = await readTokenSecret(db, ctx.config)
    const forged = [
      'nonsense',
      'a.b.c',
      `${header}.${payload}`,
      `${header}.${payload}.`,
      `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
      `${header}.${encode({ ...claims, sub: '1' })}x.${signature}`,
      `${header}.${encode({ ...claims, exp: claims.exp + 1 })}.${signature}`,
      `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      `${encode({ alg: 'HS512', typ: 'JWT' })}.${payload}.${signature}`,
      `${token}.${signature}`,
      `${token}, ${token}`,
      `Bearer ${token}`,
      createSigner({ key: 'another-key-of-thirty-two-bytes-and-more' })(claims),
      createSigner({ key, algorithm: 'HS512' })(claims),
      createSigner({ key })({ ...claims, sid: 'no-such-sign-in' }),
      createSigner({ key })({ ...claims, sid: { $ne: '' } }),
      createSigner({ key })({ sub: claims.sub, sid: claims.sid }),
      createSigner({ key })({ ...claims, exp: clock.now().getTime() / 1000 }),
      ' ',
      'é',
    ]
    for (const token of forged) {
      expectRefusal(await as({ token }).get('/api/auth/me'), 401, 'Token is not valid')
    }
    expect((await as({ token }).get('/api/auth/me')).status).toBe(200)
  })

  test('refuses an expired token', async () => {
    const token = await signIn(cast.mark)
    const before = clock.now().toISOString()
    clock.advance({ minutes: 12 * 60, seconds: -1 })
    expect((await as({ token }).get('/api/auth/me')).status).toBe(200)
    clock.advance({ seconds: 1 })
    expectRefusal(await as({ token }).get('/api/auth/me'), 401, 'Token is not valid')
    clock.set(before)
  })

  test('refuses every token from before a password reset', async () => {
    const person = await hire('manager')
    const tokens = [await signIn(person), await signIn(person)]
    await setPassword(ctx, person.id, 'a-new-password')
    for (const token of tokens) {
      expectRefusal(await as({ token }).get('/api/auth/me'), 401, 'Token is not valid')
    }
    expect(await signIn({ ...person, password: 'a-new-password' })).toEqual(expect.any(String))
  })

  test('returns a new role on the next request', async () => {
    const person = await hire('manager')
    const token = await signIn(person)
    expect((await as({ token }).post('/api/auth/register', newPerson())).status).toBe(201)
    await db.updateTable('users').set({ role: 'developer' }).where('id', '=', person.id).execute()
    expectRefusal(
      await as({ token }).post('/api/auth/register', newPerson()),
      403,
      messages.general.notAllowed,
    )
    expect((await as({ token }).get('/api/auth/me')).body.role).toBe('developer')
  })

  test('refuses a deleted user on the next request', async () => {
    const person = await hire('developer')
    const token = await signIn(person)
    await db
      .updateTable('users')
      .set({ deleted_at: '2026-03-10T09:00:00.000Z' })
      .where('id', '=', person.id)
      .execute()
    expectRefusal(await as({ token }).get('/api/auth/me'), 401, 'Token is not valid')
    expectRefusal(await login(person), 401, 'Invalid email or password')
  })
})

describe('POST /auth/logout', () => {
  test('needs a token', async () => {
    expectRefusal(await as(null).post('/api/auth/logout'), 401, 'No token, authorization denied')
  })

  test('ends this sign-in and no other', async () => {
    const [here, elsewhere] = [await signIn(cast.omar), await signIn(cast.omar)]
    const reply = await as({ token: here }).post('/api/auth/logout')
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({ msg: expect.any(String) })
    expectRefusal(await as({ token: here }).get('/api/auth/me'), 401, 'Token is not valid')
    expectRefusal(await as({ token: here }).post('/api/auth/logout'), 401, 'Token is not valid')
    expect((await as({ token: elsewhere }).get('/api/auth/me')).status).toBe(200)
  })
})

describe('POST /auth/register', () => {
  const adminOnly = 'You must be logged in as an admin to register new users'

  test('without a token', async () => {
    expectRefusal(await as(null).post('/api/auth/register', newPerson()), 401, adminOnly)
    expectRefusal(await as(null).post('/api/auth/register'), 401, adminOnly)
    expectRefusal(
      await as(null).post('/api/auth/register', { ...newPerson(), setup_code: 'guess' }),
      401,
      adminOnly,
    )
  })

  test('with a bad token', async () => {
    expectRefusal(await as({ token: 'x' }).post('/api/auth/register', newPerson()), 401, 'Token is not valid')
  })

  test.each(['dina', 'desi', 'mark'] as const)('refuses %s, whatever they send', async key => {
    expectRefusal(
      await as(cast[key]).post('/api/auth/register', newPerson()),
      403,
      messages.general.notAllowed,
    )
    expectRefusal(await as(cast[key]).post('/api/auth/register', {}), 403, messages.general.notAllowed)
  })

  test('refuses an admin by a manager', async () => {
    const person = newPerson('admin')
    expectRefusal(await as(cast.max).post('/api/auth/register', person), 403, messages.general.notAllowed)
    expect((await login(person)).status).toBe(401)
  })

  test('has a message for each missing field', async () => {
    expectRefusal(await as(cast.ada).post('/api/auth/register', {}), 400, 'Name is required', {
      name: 'Name is required',
      email: 'Email is required',
      password: 'Password is required',
      role: 'Role is required',
    })
    expect((await as(cast.ada).post('/api/auth/register')).status).toBe(400)
  })

  test.each([
    ['name', ' A ', 'Name must be at least 2 characters'],
    ['name', 'x'.repeat(201), 'Name must be at most 200 characters'],
    ['name', 'A\u0000B', 'Name contains an unsupported character'],
    ['email', 'new@', 'Invalid email address'],
    ['password', '12345', 'Password must be at least 6 characters'],
    ['password', 'x'.repeat(1025), 'Password must be at most 1,024 characters'],
    ['role', '', 'Role is required'],
    ['role', null, 'Role is required'],
    ['role', 'Admin', messages.users.roleUnknown],
    ['role', ['admin'], messages.users.roleUnknown],
  ])('refuses %s (%#)', async (field, value, sentence) => {
    const reply = await as(cast.ada).post('/api/auth/register', { ...newPerson(), [field]: value })
    expectRefusal(reply, 400, sentence, { [field]: sentence })
  })

  test('refuses an e-mail that is taken in any case', async () => {
    const person = { ...newPerson(), email: ' DINA@example.com ' }
    expectRefusal(await as(cast.ada).post('/api/auth/register', person), 409, 'User already exists')
  })

  test('accepts one of twenty concurrent requests for an e-mail', async () => {
    const person = newPerson()
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => as(cast.ada).post('/api/auth/register', person)),
    )
    expect(replies.map(reply => reply.status).sort()).toEqual([201, ...Array(19).fill(409)])
  })

  test.each(roles)('an admin creates a %s and stays signed in', async role => {
    const person = newPerson(role)
    const reply = await as(cast.ada).post('/api/auth/register', { ...person, name: '  New Person ' })
    expect(reply.status).toBe(201)
    expect(reply.body).toEqual({
      user: {
        id: expect.any(Number),
        name: 'New Person',
        email: person.email,
        role,
        created_at: expect.any(String),
        invited: false,
        last_sign_in_at: null,
        teams: [],
      },
    })
    expect((await login(person)).status).toBe(200)
  })

  test.each(['developer', 'designer', 'marketing', 'manager'])('a manager creates a %s', async role => {
    expect((await as(cast.max).post('/api/auth/register', newPerson(role))).status).toBe(201)
  })

  test('ignores fields that clients can’t set', async () => {
    const sneaky = {
      ...newPerson(),
      id: 9999,
      created_at: '1999-01-01T00:00:00.000Z',
      deleted_at: '1999-01-01T00:00:00.000Z',
      password_hash: 'x',
      setup_code: 'x',
    }
    const reply = await as(cast.ada).post('/api/auth/register', sneaky)
    expect(reply.status).toBe(201)
    expect(reply.body.user.id).not.toBe(9999)
    expect(reply.body.user.created_at).toBe('2026-03-10T09:00:00.000Z')
    expect((await login(sneaky)).status).toBe(200)
  })
})
