import { describe, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { secondStepTools } from '../../../test/second-step.ts'
import type { SoftwareAuthenticator } from '../../../test/software-authenticator.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'
import { issueCode } from '../../identity/one-time-codes.ts'

const testApp = await startTestApp()
const { as, cast, clock, ctx, db, make, newToken } = testApp
const { addApp, addPasskey, browser, codeOf } = secondStepTools(testApp)

const { secondStep: said } = messages

const isSignedIn = async (token: string) => (await as({ token }).get('/api/auth/me')).status === 200
const failuresOf = async ({ email }: Person) =>
  (await db.selectFrom('sign_in_failures').select('id').where('email', '=', email).execute()).length

/** A person with an authenticator app, and a browser that has a challenge for them. */
async function challenged() {
  const person = await make.user()
  const app = await addApp(person)
  const own = browser()
  return { person, ...app, own, challenge: await own.challengeOf(person) }
}

describe('the password of an account with a second step', () => {
  test('opens nothing: it gets a challenge and the ways to answer it', async () => {
    const person = await make.user()
    await addApp(person)
    const reply = await browser().login(person)
    expect(reply.status).toBe(401)
    expect(reply.body).toEqual({
      ...{ msg: said.needed, error: said.needed, code: 'second_step_needed' },
      ...{ challenge: expect.any(String), methods: ['totp', 'recovery_code'] },
    })
    const cookie = String(reply.headers['set-cookie'])
    expect(cookie).toMatch(
      /^second_step=[\w-]{24}; Path=\/api\/auth; Max-Age=300; HttpOnly; SameSite=Strict$/,
    )
    expect(JSON.stringify(await db.selectFrom('sign_in_challenges').selectAll().execute())).not.toContain(
      reply.body.challenge,
    )
    await addPasskey(person)
    expect((await browser().login(person)).body.methods).toEqual(['totp', 'passkey', 'recovery_code'])
  })

  test('a wrong password says what it always says', async () => {
    const person = await make.user()
    await addApp(person)
    const reply = await browser().login({ ...person, password: 'wrong' })
    expectRefusal(reply, 401, messages.signIn.invalidCredentials)
  })

  test('clears no count of failures, and is none itself', async () => {
    const person = await make.user()
    const { secret } = await addApp(person)
    const own = browser('203.0.113.5')
    await own.login({ ...person, password: 'wrong' })
    const challenge = await own.challengeOf(person)
    expect(await failuresOf(person)).toBe(1)
    await own.answer(challenge, { code: '000000' })
    // Also the counter of the account.
    expect(await failuresOf(person)).toBe(3)
    expect((await own.answer(challenge, { code: codeOf(secret) })).status).toBe(200)
    expect(await failuresOf(person)).toBe(0)
  })
})

describe('an authenticator app', () => {
  test('a right code signs in, as the password did before', async () => {
    const { person, secret, own, challenge } = await challenged()
    const reply = await own.answer(challenge, { code: codeOf(secret) })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body).toEqual({
      token: expect.any(String),
      user: expect.objectContaining({ id: person.id, email: person.email }),
    })
    expect(await isSignedIn(reply.body.token)).toBe(true)
    expect(own.cookies.has('known_device')).toBe(true)
  })

  test.each([-1, 0, 1])('a code of %i steps from now is right, also in groups', async offset => {
    const { secret, own, challenge } = await challenged()
    clock.advance({ minutes: 1 })
    const code = codeOf(secret, offset).replace(/^.../, '$& ')
    expect((await own.answer(challenge, { code })).status).toBe(200)
  })

  test.each([-2, 2])('a code of %i steps from now is wrong', async offset => {
    const { secret, own, challenge } = await challenged()
    clock.advance({ minutes: 2 })
    const reply = await own.answer(challenge, { code: codeOf(secret, offset) })
    expect(reply.body).toMatchObject({ code: 'second_step_wrong', msg: said.wrong, tries_left: 4 })
    expect(reply.status).toBe(401)
  })

  test('a code works once, also in another sign-in', async () => {
    const { person, secret, own, challenge } = await challenged()
    const code = codeOf(secret)
    expect((await own.answer(challenge, { code })).status).toBe(200)
    const again = browser()
    const second = await again.challengeOf(person)
    expect((await again.answer(second, { code })).body.code).toBe('second_step_wrong')
    expect((await again.answer(second, { code: codeOf(secret, -1) })).body.code).toBe('second_step_wrong')
    expect((await again.answer(second, { code: codeOf(secret, 1) })).status).toBe(200)
  })

  test('of several requests with one code at once, one signs in', async () => {
    const person = await make.user()
    const { secret } = await addApp(person)
    const browsers = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const own = browser()
        return { own, challenge: await own.challengeOf(person) }
      }),
    )
    const code = codeOf(secret)
    const replies = await Promise.all(browsers.map(({ own, challenge }) => own.answer(challenge, { code })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
  })

  test('a clock that was ahead for an hour shuts out no one', async () => {
    const { person, secret, own } = await challenged()
    const signIn = async () => own.answer(await own.challengeOf(person), { code: codeOf(secret) })
    clock.advance({ minutes: 60 })
    expect((await signIn()).status).toBe(200)
    clock.advance({ minutes: -60 })
    expect((await signIn()).status).toBe(200)
  })

  test('the key is not in the database, and its code counts only with the key of the server', async () => {
    const { person, secret, codes, own, challenge } = await challenged()
    const row = await db
      .selectFrom('authenticator_apps')
      .select('secret')
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(row.secret).not.toContain(secret)
    // As after a restore into another place, where the key is another one.
    await db
      .updateTable('authenticator_apps')
      .set({ secret: `AAAA${row.secret}` })
      .execute()
    expectRefusal(await own.answer(challenge, { code: codeOf(secret) }), 409, said.keyLost)
    expect((await own.answer(challenge, { recovery_code: codes[0] })).status).toBe(200)
    await db.updateTable('authenticator_apps').set({ secret: row.secret }).execute()
  })
})

describe('a challenge', () => {
  test.each([
    ['without an answer', {}],
    ['with an empty code', { code: ' ' }],
  ])('%s is refused', async (_how, answer) => {
    expectRefusal(await browser().answer('unknown', answer), 400, said.codeRequired, {
      code: said.codeRequired,
    })
  })

  test('that is unknown, used or of another browser has ended', async () => {
    const { person, secret, own, challenge } = await challenged()
    const code = codeOf(secret)
    const others = [browser(), browser()]
    await others[1]?.challengeOf(person)
    for (const other of others) expectRefusal(await other.answer(challenge, { code }), 401, said.ended)
    // It counts as a failed sign-in of the account.
    expect(await failuresOf(person)).toBe(2)
    expectRefusal(await own.answer('unknown', { code }), 401, said.ended)
    expect((await own.answer(challenge, { code })).status).toBe(200)
    expectRefusal(await own.answer(challenge, { code: codeOf(secret, 1) }), 401, said.ended)
  })

  describe('of a program that keeps no cookies', () => {
    const agent = { 'user-agent': 'script/1' }
    const post = (url: string, payload: object, headers: object = agent, remoteAddress = '203.0.113.30') =>
      testApp.call({ method: 'POST', url, payload, headers: { ...headers }, remoteAddress })
    const open = async () => {
      const person = await make.user()
      const { secret } = await addApp(person)
      const { email, password } = person
      const { body } = await post('/api/auth/login', { email, password })
      return { challenge: body.challenge as string, code: codeOf(secret) }
    }

    test('is answered from the same IP address with the same user agent', async () => {
      const answer = await open()
      const url = '/api/auth/second-step'
      expectRefusal(await post(url, answer, agent, '203.0.113.31'), 401, said.ended)
      expectRefusal(await post(url, answer, { 'user-agent': 'script/2' }), 401, said.ended)
      for (const more of [{ origin: 'http://localhost' }, { cookie: 'other=1' }])
        expectRefusal(await post(url, answer, { ...agent, ...more }), 401, said.ended)
      expect((await post(url, answer)).status).toBe(200)
    })

    test('does not open that of a browser', async () => {
      const { challenge, secret } = await challenged()
      const answer = { challenge, code: codeOf(secret) }
      expectRefusal(await as(null).post('/api/auth/second-step', answer), 401, said.ended)
    })

    test('signs in with a passkey alone', async () => {
      const person = await make.user()
      const { authenticator } = await addPasskey(person)
      const { body: options } = await post('/api/auth/passkey/options', {})
      const credential = authenticator.get(options)
      expect((await post('/api/auth/passkey', { credential }, { 'user-agent': 'other' })).status).toBe(401)
      expect((await post('/api/auth/passkey', { credential })).status).toBe(200)
    })
  })

  test('ends after five minutes', async () => {
    const { secret, own, challenge } = await challenged()
    clock.advance({ seconds: 5 * 60 - 1 })
    expect((await own.answer(challenge, { code: '000000' })).body.code).toBe('second_step_wrong')
    clock.advance({ seconds: 1 })
    expectRefusal(await own.answer(challenge, { code: codeOf(secret) }), 401, said.ended)
  })

  test('ends with the fifth wrong answer, also if all come at once', async () => {
    const { secret, codes, own, challenge } = await challenged()
    const replies = await Promise.all(
      Array.from({ length: 7 }, () => own.answer(challenge, { code: '000000' })),
    )
    const counted = Map.groupBy(replies, ({ body }) => body.code)
    expect(
      counted
        .get('second_step_wrong')
        ?.map(({ body }) => body.tries_left)
        .sort(),
    ).toEqual([1, 2, 3, 4])
    expect(counted.get('second_step_failed')).toHaveLength(1)
    expect(counted.get('challenge_ended')).toHaveLength(2)
    expectRefusal(await own.answer(challenge, { code: codeOf(secret) }), 401, said.ended)
    expectRefusal(await own.answer(challenge, { recovery_code: codes[0] }), 401, said.ended)
  })

  test('wrong answers count as failed sign-ins, over several challenges', async () => {
    const { person, secret, own, challenge } = await challenged()
    const wrong = { code: '000000' }
    for (let nth = 0; nth < limits.challengeAttempts; nth++) await own.answer(challenge, wrong)
    const second = await own.challengeOf(person)
    for (let nth = 0; nth < limits.challengeAttempts; nth++) await own.answer(second, wrong)
    const reply = await own.login(person)
    expect(reply.status).toBe(429)
    // Another address has a limit of its own.
    const other = browser('203.0.113.77')
    const answer = { code: codeOf(secret) }
    expect((await other.answer(await other.challengeOf(person), answer)).status).toBe(200)
  })

  test('ends when the password changes', async () => {
    const { person, secret, own, challenge } = await challenged()
    await as(cast.ada).put(`/api/users/${person.id}/password`, { password: 'quiet-violet-otter' })
    expectRefusal(await own.answer(challenge, { code: codeOf(secret) }), 401, said.ended)
  })

  test('ends with the account', async () => {
    const { person, secret, own, challenge } = await challenged()
    await as(cast.ada).delete(`/api/users/${person.id}`)
    expectRefusal(await own.answer(challenge, { code: codeOf(secret) }), 401, said.ended)
    const left = db.selectFrom('recovery_codes').select('hash').where('user_id', '=', person.id)
    expect(await left.execute()).toEqual([])
  })
})

describe('recovery codes', () => {
  test('each works once, in capital letters and without hyphens too', async () => {
    const { person, codes, own, challenge } = await challenged()
    expect(codes).toHaveLength(10)
    expect(new Set(codes).size).toBe(10)
    expect(codes.every(code => /^([2-9a-km-z]{4}-){3}[2-9a-km-z]{4}$/.test(code))).toBe(true)
    const typed = ` ${codes[0]?.toUpperCase().replaceAll('-', ' ')}`
    expect((await own.answer(challenge, { recovery_code: typed })).status).toBe(200)
    const again = await own.challengeOf(person)
    expect((await own.answer(again, { recovery_code: codes[0] })).body.code).toBe('second_step_wrong')
    const stored = await db.selectFrom('recovery_codes').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(codes[1])
    const me = as({ token: await newToken(person) })
    expect((await me.get('/api/account/second-step')).body.recovery_codes).toBe(9)
  })

  test('of two requests with one code at once, one signs in', async () => {
    const { person, codes, own, challenge } = await challenged()
    const other = browser()
    const second = await other.challengeOf(person)
    const replies = await Promise.all([
      own.answer(challenge, { recovery_code: codes[3] }),
      other.answer(second, { recovery_code: codes[3] }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('of another user is wrong', async () => {
    const [one, other] = [await challenged(), await challenged()]
    const reply = await one.own.answer(one.challenge, { recovery_code: other.codes[0] })
    expect(reply.body.code).toBe('second_step_wrong')
  })
})

test('a thief with the password locks unknown browsers out, but not one that has signed in before', async () => {
  const person = await make.user()
  const { secret } = await addApp(person)
  const own = browser('198.51.100.1')
  expect((await own.answer(await own.challengeOf(person), { code: codeOf(secret) })).status).toBe(200)
  clock.advance({ seconds: 30 })
  for (let thief = 0; thief * limits.challengeAttempts < limits.signInFailuresPerAddress; thief++) {
    const other = browser(`203.0.113.${thief + 1}`)
    const challenge = await other.challengeOf(person)
    for (let attempt = 0; attempt < limits.challengeAttempts; attempt++)
      await other.answer(challenge, { code: '000000' })
  }
  const unknown = browser('198.51.100.2')
  const refused = await unknown.answer(await unknown.challengeOf(person), { code: codeOf(secret) })
  expect(refused.status).toBe(429)
  expect((await own.answer(await own.challengeOf(person), { code: codeOf(secret) })).status).toBe(200)
  clock.advance({ minutes: limits.signInWindowMinutes + 1 })
})

test('a browser that has signed in before has a limit of its own', async () => {
  const person = await make.user()
  const { secret } = await addApp(person)
  const own = browser('198.51.100.3')
  await own.answer(await own.challengeOf(person), { code: codeOf(secret) })
  let wrong = 0
  for (; wrong < limits.signInFailuresPerAccount; ) {
    const challenge = await own.challengeOf(person)
    for (let attempt = 0; attempt < limits.challengeAttempts; attempt++, wrong++)
      await own.answer(challenge, { code: '000000' })
  }
  expect((await own.login(person)).status).toBe(429)
  clock.advance({ minutes: limits.signInWindowMinutes + 1 })
})

describe('a passkey', () => {
  test('is the second step after a password', async () => {
    const person = await make.user()
    const { authenticator } = await addPasskey(person)
    const own = browser()
    const { body } = await own.login(person)
    expect(body.methods).toEqual(['passkey', 'recovery_code'])
    const { challenge } = body
    const { body: options } = await own.post('/api/auth/passkey/options', { challenge })
    expect(options).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [{ id: authenticator.keys[0]?.id.toString('base64url'), type: 'public-key' }],
    })
    expect(await browser().post('/api/auth/passkey/options', { challenge })).toMatchObject({ status: 401 })
    const reply = await own.answer(challenge, { passkey: authenticator.get(options) })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.user.id).toBe(person.id)
  })

  /** Signs in with a passkey alone, or tries to. */
  async function signInBy(authenticator: SoftwareAuthenticator, own = browser()) {
    const { body: options } = await own.post('/api/auth/passkey/options', {})
    return own.post('/api/auth/passkey', { credential: authenticator.get(options) })
  }

  test('alone signs in, without e-mail and password', async () => {
    const person = await make.user()
    const { authenticator } = await addPasskey(person)
    expect((await as(null).get('/api/auth/options')).body.passkeys).toBe(true)
    const reply = await signInBy(authenticator)
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.user.email).toBe(person.email)
    const me = as({ token: reply.body.token })
    expect((await me.get('/api/account/passkeys')).body).toEqual({
      data: [
        {
          ...{ id: expect.any(Number), name: 'Phone' },
          ...{ created_at: clock.now().toISOString(), last_used_at: clock.now().toISOString() },
        },
      ],
      pagination: { total: 1, pages: 1, page: 1, limit: 20 },
    })
    const { counter } = await db
      .selectFrom('passkeys')
      .select('counter')
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(counter).toBe(1)
  })

  const change = ({ keys }: SoftwareAuthenticator, key: Partial<(typeof keys)[number]>) => {
    Object.assign(keys[0] ?? {}, key)
  }

  test('the record says with what a person signed in, and that a wrong answer was refused', async () => {
    const { person, secret, codes, own } = await challenged()
    const { authenticator } = await addPasskey(person)
    const challenge = await own.challengeOf(person)
    await own.answer(challenge, { code: '000000' })
    await own.answer(challenge, { code: codeOf(secret) })
    await own.answer(await own.challengeOf(person), { recovery_code: codes[0] })
    await signInBy(authenticator)
    const { data } = (await as(cast.ada).get(`/api/audit?userId=${person.id}`)).body
    expect(data.slice(0, 4).map(messages.record.sentence)).toEqual([
      `${person.name} signed in with a passkey`,
      `${person.name} signed in with a recovery code`,
      `${person.name} signed in with an authenticator app`,
      `A client failed to sign in as ${person.name}`,
    ])
  })

  test.each<[string, (authenticator: SoftwareAuthenticator) => unknown]>([
    ['of another site', one => Object.assign(one, { origin: 'https://reports.example.org' })],
    ['on another port of this host', one => Object.assign(one, { origin: 'http://localhost:8080' })],
    ['that did not check the user', one => Object.assign(one, { verifiesUser: false })],
    ['whose counter went back', one => change(one, { counter: -1 })],
    ['of another user', one => change(one, { userHandle: 'another' })],
    ['that is unknown', one => change(one, { id: Buffer.alloc(16) })],
  ])('%s is refused, and counts', async (_what, spoil) => {
    const person = await make.user()
    const { authenticator } = await addPasskey(person)
    expect((await signInBy(authenticator)).status).toBe(200)
    spoil(authenticator)
    const failed = () => db.selectFrom('sign_in_failures').select('id').execute()
    const before = (await failed()).length
    const reply = await signInBy(authenticator, browser('203.0.113.55'))
    expectRefusal(reply, 401, said.passkeyRefused)
    expect((await failed()).length).toBe(before + 1)
  })

  test.each([
    ['no passkey', { credential: 7 }],
    ['an empty one', { credential: {} }],
    ['broken data', { credential: { id: 'x', response: { clientDataJSON: '%' } } }],
  ])('%s is refused', async (_what, payload) => {
    const reply = await browser().post('/api/auth/passkey', payload)
    expect([400, 401]).toContain(reply.status)
  })

  test('an answer works once, in the browser that asked, for five minutes', async () => {
    const person = await make.user()
    const { authenticator } = await addPasskey(person)
    authenticator.isCounting = false
    const own = browser()
    const ask = async () => (await own.post('/api/auth/passkey/options', {})).body
    const credential = authenticator.get(await ask())
    expectRefusal(await browser().post('/api/auth/passkey', { credential }), 401, said.passkeyRefused)
    const replies = await Promise.all([1, 2].map(() => own.post('/api/auth/passkey', { credential })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
    const late = authenticator.get(await ask())
    clock.advance({ minutes: 5 })
    expectRefusal(await own.post('/api/auth/passkey', { credential: late }), 401, said.passkeyRefused)
  })

  test('of another account is no second step', async () => {
    const [person, other] = [await make.user(), await make.user()]
    await addPasskey(person)
    const { authenticator } = await addPasskey(other)
    const own = browser()
    const challenge = await own.challengeOf(person)
    const { body: options } = await own.post('/api/auth/passkey/options', { challenge })
    const reply = await own.answer(challenge, { passkey: authenticator.get(options) })
    expect(reply.body.code).toBe('second_step_wrong')
  })

  test('of a deleted account is refused', async () => {
    const person = await make.user()
    const { authenticator } = await addPasskey(person)
    await as(cast.ada).delete(`/api/users/${person.id}`)
    expectRefusal(await signInBy(authenticator), 401, said.passkeyRefused)
  })
})

test('a link for a forgotten password asks for the second step too', async () => {
  const person = await make.user()
  const { secret } = await addApp(person)
  const { code } = await issueCode(ctx, db, person.id, 'reset')
  const own = browser()
  await own.login({ ...person, password: 'wrong' })
  const reply = await own.post('/api/auth/reset', { code, password: 'quiet-violet-otter' })
  expect(reply.body).toMatchObject({ code: 'second_step_needed', methods: ['totp', 'recovery_code'] })
  expect(await failuresOf(person)).toBe(1)
  const answer = { code: codeOf(secret) }
  expect((await own.answer(reply.body.challenge, answer)).status).toBe(200)
})

test('access tokens work without a second step', async () => {
  const person = await make.user()
  const input = { name: 'Script', scope: 'read', expires_in_days: 30 }
  const { token } = (await as(person).post('/api/account/tokens', input)).body
  await addApp(person)
  expect((await as({ token }).get('/api/projects')).status).toBe(200)
})
