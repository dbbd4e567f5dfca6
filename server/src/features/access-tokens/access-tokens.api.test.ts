import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { fileUpload } from '../../../test/multipart.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'
import { expiringTokensJob } from './expiring-tokens.job.ts'

const { as, call, cast, clock, ctx, db, make, newToken } = await startTestApp()
const signal = new AbortController().signal

const input = { name: 'Nightly script', scope: 'read', expires_in_days: 90 }
const path = '/api/account/tokens'

async function createToken(person: Person, overrides: object = {}) {
  const reply = await as(person).post(path, { ...input, ...overrides })
  expect(reply.status, reply.text).toBe(201)
  return reply.body as { id: number; token: string; ending: string; expires_at: string | null }
}

const get = (url: string, token: string) =>
  call({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })

describe('making', () => {
  test.each([
    ['no name', { name: ' ' }, 'name', messages.accessTokens.nameRequired],
    ['a long name', { name: 'x'.repeat(101) }, 'name', messages.fields.tooLong('Name', 100)],
    ['an unknown scope', { scope: 'admin' }, 'scope', messages.accessTokens.scopeUnknown],
    ['another lifetime', { expires_in_days: 31 }, 'expires_in_days', messages.accessTokens.lifetimeUnknown],
    ['no lifetime', { expires_in_days: undefined }, 'expires_in_days', messages.accessTokens.lifetimeUnknown],
  ])('%s is refused', async (_what, wrong, field, sentence) => {
    const reply = await as(cast.dina).post(path, { ...input, ...wrong })
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toEqual({ [field]: sentence })
    expect((await as(cast.dina).get(path)).body).toEqual([])
  })

  test('only this answer has the token: prefix, forty random characters, and their checksum', async () => {
    const { token, ...shown } = await createToken(cast.dina)
    expect(token).toMatch(/^drt_[0-9A-Za-z]{46}$/)
    const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
    const value = [...token.slice(-6)].reduce((sum, letter) => sum * 62 + letters.indexOf(letter), 0)
    expect(value).toBe(crc32(token.slice(4, -6)))
    expect(shown).toEqual({
      ...{ id: expect.any(Number), name: input.name, scope: 'read', created_at: '2026-03-10T09:00:00.000Z' },
      ...{ expires_at: '2026-06-08T09:00:00.000Z', last_used_at: null, ending: token.slice(-4) },
    })
    expect((await as(cast.dina).get(path)).body).toEqual([shown])
    expect((await as(cast.omar).get(path)).body).toEqual([])
    const stored = await db.selectFrom('access_tokens').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token.slice(4, 20))
    expect((await as(cast.dina).delete(`${path}/${shown.id}`)).body).toEqual({ msg: 'Token deleted.' })
    expectRefusal(await get('/api/auth/me', token), 401, messages.signIn.tokenInvalid)
    expectRefusal(await as(cast.dina).delete(`${path}/${shown.id}`), 404, messages.accessTokens.notFound)
  })

  test('a token that never expires says so', async () => {
    expect((await createToken(cast.desi, { expires_in_days: null })).expires_at).toBeNull()
  })

  test('a user has at most twenty that still work, also if several are made at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: limits.accessTokensMax + 5 }, () =>
        as(cast.mark).post(path, { ...input, expires_in_days: 30 }),
      ),
    )
    const [made, refused] = [
      replies.filter(({ status }) => status === 201),
      replies.filter(({ status }) => status === 409),
    ]
    expect([made.length, refused.length]).toEqual([limits.accessTokensMax, 5])
    for (const reply of refused) expectRefusal(reply, 409, 'You have 20 tokens. Delete one first.')
    clock.advance({ minutes: 31 * 24 * 60 })
    const me = as({ token: await newToken(cast.mark) })
    expect((await me.get(path)).body).toHaveLength(limits.accessTokensMax)
    expect((await me.post(path, input)).status).toBe(201)
    // Expired tokens are deleted when another one is made.
    expect((await me.get(path)).body).toHaveLength(1)
    clock.set('2026-03-10T09:00:00.000Z')
  })
})

describe('using', () => {
  test('both headers are read, for sign-ins and for tokens; a URL, a cookie and a body are not', async () => {
    const { token } = await createToken(cast.dina)
    for (const credential of [token, await newToken(cast.dina)]) {
      for (const headers of [
        { authorization: `Bearer ${credential}` },
        { authorization: `bearer  ${credential}` },
        { 'x-auth-token': credential },
      ]) {
        const reply = await call({ method: 'GET', url: '/api/auth/me', headers })
        expect(reply.body).toMatchObject({ id: cast.dina.id })
      }
      const url = `/api/auth/me?token=${credential}&access_token=${credential}`
      for (const headers of [{}, { cookie: `token=${credential}` }])
        expectRefusal(await call({ method: 'GET', url, headers }), 401, messages.signIn.noToken)
    }
  })

  test('a token has the rights of its user at the time of the call', async () => {
    const { token } = await createToken(cast.max)
    expect((await get('/api/users', token)).status).toBe(200)
    await db.updateTable('users').set({ role: 'developer' }).where('id', '=', cast.max.id).execute()
    expectRefusal(await get('/api/users', token), 403, messages.general.notAllowed)
    await db.updateTable('users').set({ role: 'manager' }).where('id', '=', cast.max.id).execute()
  })

  test('a read token reads, and changes nothing', async () => {
    const { token } = await createToken(cast.ada)
    const headers = { authorization: `Bearer ${token}` }
    expect((await get('/api/reports/export/csv', token)).status).toBe(200)
    const url = '/api/projects'
    const reply = await call({ method: 'POST', url, payload: { name: 'Secret plan' }, headers })
    expectRefusal(reply, 403, 'This token can only read')
    expect(await db.selectFrom('projects').select('id').where('name', '=', 'Secret plan').execute()).toEqual(
      [],
    )
  })

  test('a write token writes for its user, but not about tokens, passwords and sign-ins', async () => {
    const { id, token } = await createToken(cast.ada, { scope: 'write' })
    const headers = { authorization: `Bearer ${token}` }
    const made = await call({ method: 'POST', url: '/api/projects', payload: { name: 'By script' }, headers })
    expect(made.status).toBe(201)
    const upload = fileUpload('plan.txt', 'Our plan')
    const sent = await call({
      method: 'POST',
      url: `/api/projects/${made.body.id}/files`,
      payload: upload.payload,
      headers: { ...upload.headers, ...headers },
    })
    expect(sent.status).toBe(201)
    for (const [method, url, payload] of [
      ['GET', path, undefined],
      ['POST', path, input],
      ['DELETE', `${path}/${id}`, undefined],
      ['PUT', `/api/users/${cast.dina.id}/password`, { password: 'quiet-violet-otter' }],
      ['PUT', `/api/users/${cast.dina.id}`, { ...cast.dina, email: 'eve@example.com' }],
      ['GET', '/api/account/export', undefined],
    ] as const) {
      const reply = await call({ method, url, ...(payload && { payload }), headers })
      expectRefusal(reply, 403, 'This needs a signed-in person')
    }
    // The name of a user is not part of how they sign in.
    const { name, email, role } = cast.desi
    const renamed = await call({
      method: 'PUT',
      url: `/api/users/${cast.desi.id}`,
      payload: { name: `${name} II`, email, role },
      headers,
    })
    expect(renamed.body).toMatchObject({ name: 'Desi Designer II', email })
  })

  test('the last use is stored, at most every five minutes', async () => {
    const { id, token } = await createToken(cast.omar)
    const lastUse = async () =>
      (await as(cast.omar).get(path)).body.find((one: { id: number }) => one.id === id).last_used_at
    await get('/api/auth/me', token)
    await expect.poll(lastUse).toBe('2026-03-10T09:00:00.000Z')
    clock.advance({ minutes: 4 })
    await get('/api/auth/me', token)
    clock.advance({ minutes: 1 })
    await get('/api/auth/me', token)
    await expect.poll(lastUse).toBe('2026-03-10T09:05:00.000Z')
    clock.set('2026-03-10T09:00:00.000Z')
  })

  test('an expired token is refused, and so is one whose user is deleted', async () => {
    const { token } = await createToken(cast.omar, { expires_in_days: 30 })
    clock.advance({ minutes: 30 * 24 * 60 - 1 })
    expect((await get('/api/auth/me', token)).status).toBe(200)
    clock.advance({ minutes: 1 })
    expectRefusal(await get('/api/auth/me', token), 401, messages.signIn.tokenInvalid)
    clock.set('2026-03-10T09:00:00.000Z')
    const leaving = await make.user('developer')
    const { token: theirs } = await createToken(leaving)
    expect((await as(cast.ada).delete(`/api/users/${leaving.id}`)).status).toBe(200)
    expectRefusal(await get('/api/auth/me', theirs), 401, messages.signIn.tokenInvalid)
    expect(
      await db.selectFrom('access_tokens').select('id').where('user_id', '=', leaving.id).execute(),
    ).toEqual([])
  })

  test('600 calls a minute are answered, and the next ones say when to try again', async () => {
    const { token } = await createToken(cast.desi)
    const { token: other } = await createToken(cast.desi)
    for (let calls = 0; calls < limits.tokenCallsPerMinute; calls++)
      expect((await get('/api/auth/options', token)).status).toBe(200)
    // Public calls read no token, so they don't count.
    for (let calls = 0; calls < limits.tokenCallsPerMinute; calls++) await get('/api/auth/me', token)
    clock.advance({ seconds: 20 })
    const reply = await get('/api/auth/me', token)
    expectRefusal(reply, 429, 'This token made too many calls. Try again in 40 seconds.')
    expect(reply.headers['retry-after']).toBe('40')
    expect((await get('/api/auth/me', other)).status).toBe(200)
    clock.advance({ seconds: 40 })
    expect((await get('/api/auth/me', token)).status).toBe(200)
    clock.set('2026-03-10T09:00:00.000Z')
  })

  test('wrong tokens count as failed sign-ins from their IP address; valid ones still work', async () => {
    const { token } = await createToken(cast.ada)
    const remoteAddress = '203.0.113.99'
    const guess = (wrong: string) =>
      call({ method: 'GET', url: '/api/auth/me', remoteAddress, headers: { 'x-auth-token': wrong } })
    const tryAll = async (wrongs: string[]) => {
      const codes: string[] = []
      for (const wrong of wrongs) codes.push((await guess(wrong)).body.code)
      return codes
    }
    // A program that goes on with the same wrong token uses up only its own limit.
    const same = await tryAll(Array.from({ length: 15 }, () => `drt_${'x'.repeat(46)}`))
    expect(same).toEqual([...Array(10).fill('token_invalid'), ...Array(5).fill('too_many_attempts')])
    const many = await tryAll(
      Array.from({ length: 95 }, (_, index) => `drt_${String(index).padStart(46, '0')}`),
    )
    expect(many.filter(code => code === 'token_invalid')).toHaveLength(90)
    expect(many.slice(90)).toEqual(Array(5).fill('too_many_attempts'))
    expect((await guess(token)).status).toBe(200)
    const signIn = { email: cast.dina.email, password: cast.dina.password }
    const payload = signIn
    const reply = await call({ method: 'POST', url: '/api/auth/login', remoteAddress, payload })
    expect(reply.body.code).toBe('too_many_attempts')
  })
})

describe('of other users', () => {
  test("reviewers can end the tokens of a user, but a manager can't end those of an admin", async () => {
    const { token } = await createToken(cast.dina)
    await createToken(cast.ada)
    expectRefusal(
      await as(cast.omar).delete(`/api/users/${cast.dina.id}/tokens`),
      403,
      messages.general.notAllowed,
    )
    expectRefusal(
      await as(cast.max).delete(`/api/users/${cast.ada.id}/tokens`),
      403,
      messages.general.notAllowed,
    )
    const own = (await as(cast.dina).get(path)).body.length
    const reply = await as(cast.max).delete(`/api/users/${cast.dina.id}/tokens`)
    expect(reply.body).toEqual({ msg: messages.accessTokens.ended(own, cast.dina.name) })
    expectRefusal(await get('/api/auth/me', token), 401, messages.signIn.tokenInvalid)
    const again = await as(cast.max).delete(`/api/users/${cast.dina.id}/tokens`)
    expect(again.body).toEqual({ msg: `${cast.dina.name} has no tokens.` })
  })

  test('the answer to a reset password says how many tokens still work', async () => {
    const person = await make.user('designer')
    const { token } = await createToken(person)
    await createToken(person)
    const reply = await as(cast.ada).put(`/api/users/${person.id}/password`, {
      password: 'quiet-violet-otter',
    })
    expect(reply.body).toEqual({ msg: messages.users.passwordUpdated(person.name), tokens: 2 })
    expect((await get('/api/auth/me', token)).status).toBe(200)
  })
})

describe('seven days before a token expires', () => {
  const notificationsOf = async (token: string) =>
    (await get('/api/notifications', token)).body.data.filter(
      (one: { kind: string }) => one.kind === 'token_expires',
    )

  test('its user is notified once, and deleting the token withdraws the notification', async () => {
    const person = await make.user('developer')
    const { id } = await createToken(person, { name: 'Deploy', expires_in_days: 30 })
    const { token } = await createToken(person, { expires_in_days: null })
    const run = () => expiringTokensJob.run(ctx, null as never, signal)
    clock.set('2026-04-02T08:59:59.000Z')
    await run()
    expect(await notificationsOf(token)).toEqual([])
    clock.set('2026-04-02T09:00:00.000Z')
    await Promise.all([run(), run()])
    await run()
    expect(await notificationsOf(token)).toMatchObject([
      {
        text: 'Your access token "Deploy" expires on 9 April',
        link: '/account#tokens',
        actor_name: null,
      },
    ])
    await as({ token: await newToken(person) }).delete(`${path}/${id}`)
    expect(await notificationsOf(token)).toEqual([])
    clock.set('2026-03-10T09:00:00.000Z')
  })
})
