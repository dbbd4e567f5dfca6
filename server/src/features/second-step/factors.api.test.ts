import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { secondStepTools } from '../../../test/second-step.ts'
import { SoftwareAuthenticator } from '../../../test/software-authenticator.ts'
import { expectRefusal, openTestApp, type Person, startTestApp } from '../../../test/start-test-app.ts'
import { createFactorKey, factorKeyFile } from '../../identity/factor-key.ts'
import { withoutSignIn } from '../../identity/sign-ins.ts'
import { resetSecondStep } from '../users/users.service.ts'
import { startApp } from './factors.service.ts'

const testApp = await startTestApp()
const { as, cast, clock, ctx, dataDir, db, make, newToken } = testApp
const { addApp, addPasskey, browser, codeOf } = secondStepTools(testApp)

const { secondStep: said } = messages

const meOf = async (person: Person) => as({ token: await newToken(person) })
const stateOf = async (person: Person) => (await (await meOf(person)).get('/api/account/second-step')).body
const isSignedIn = async (token: string) => (await as({ token }).get('/api/auth/me')).status === 200

beforeEach(async () => {
  await db.deleteFrom('organization_settings').execute()
})

describe('every change takes the password', () => {
  type Call = ['POST' | 'PUT' | 'DELETE', string, object]
  const calls: Call[] = [
    ['POST', 'totp', {}],
    ['PUT', 'totp', { code: '123456' }],
    ['DELETE', 'totp', {}],
    ['POST', 'passkeys/options', {}],
    ['POST', 'passkeys', { name: 'Phone', credential: { id: 'x', response: { clientDataJSON: 'e30' } } }],
    ['DELETE', 'passkeys/1', {}],
    ['POST', 'recovery-codes', {}],
  ]
  const send = async (person: Person, [method, path, body]: Call, password?: string) =>
    testApp.call({
      method,
      url: `/api/account/${path}`,
      payload: { ...body, password },
      headers: { 'x-auth-token': await newToken(person) },
    })

  test.each(calls)('%s %s', async (...called) => {
    const person = await make.user()
    const { currentPasswordRequired, currentPasswordWrong } = messages.account
    expectRefusal(await send(person, called), 400, currentPasswordRequired, {
      password: currentPasswordRequired,
    })
    const wrong = await send(person, called, 'wrong')
    expectRefusal(wrong, 400, currentPasswordWrong, { password: currentPasswordWrong })
    const failed = db.selectFrom('sign_in_failures').select('id').where('email', '=', person.email)
    expect(await failed.execute()).toHaveLength(1)
    expect(await stateOf(person)).toMatchObject({ totp: null, passkeys: 0, recovery_codes: 0 })
    // Nothing is there yet, and the last one would work.
    expect((await send(person, called, person.password)).body.errors?.password).toBeUndefined()
  })

  test('wrong ones are limited like failed sign-ins', async () => {
    const person = await make.user()
    const start: Call = ['POST', 'totp', {}]
    for (let nth = 0; nth < limits.signInFailuresPerAccount; nth++) await send(person, start, 'wrong')
    expect((await send(person, start, person.password)).status).toBe(429)
  })

  test('a sign-in that ends while the password is checked changes nothing', async () => {
    const person = await make.user()
    const actor = { ...person, created_at: '', ...withoutSignIn, signInId: 'ended' }
    const started = startApp(ctx, actor, person.password, '203.0.113.9')
    await expect(started).rejects.toThrow(messages.signIn.tokenInvalid)
    expect(await stateOf(person)).toMatchObject({ totp: null })
  })

  test('an account without one has signed in a moment ago instead', async () => {
    const person = await make.user()
    const token = await newToken(person)
    await db.updateTable('users').set({ password_hash: null }).where('id', '=', person.id).execute()
    const start = () => as({ token }).post('/api/account/totp', {})
    expect((await start()).status).toBe(200)
    clock.advance({ minutes: 10 })
    expectRefusal(await start(), 403, messages.singleSignOn.signInAgain)
  })
})

describe('an authenticator app', () => {
  test('counts after one right code', async () => {
    const person = await make.user()
    const me = await meOf(person)
    const { password } = person
    expectRefusal(await me.put('/api/account/totp', { code: '123456', password }), 409, said.totpNotStarted)
    const { body: made } = await me.post('/api/account/totp', { password })
    expect(made).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      uri: expect.stringContaining(`secret=${made.secret}&issuer=Daily%20Report%20App`),
    })
    expectRefusal(await me.put('/api/account/totp', { code: '000000', password }), 400, said.codeWrong, {
      code: said.codeWrong,
    })
    expect((await browser().login(person)).status).toBe(200)
    expect((await me.get('/api/account/second-step')).body).toMatchObject({ totp: null })
    const reply = await me.put('/api/account/totp', { code: codeOf(made.secret), password })
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({ recovery_codes: expect.any(Array) })
    expect((await browser().login(person)).body.code).toBe('second_step_needed')
    expect((await me.get('/api/account/second-step')).body).toEqual({
      totp: { created_at: clock.now().toISOString(), last_used_at: null },
      ...{ passkeys: 0, recovery_codes: 10, required: false, passkeys_unavailable: null, has_password: true },
      user: expect.objectContaining({ id: person.id, email: person.email }),
    })
    // The code that confirmed it is used.
    const own = browser()
    const answer = { code: codeOf(made.secret) }
    expect((await own.answer(await own.challengeOf(person), answer)).body.code).toBe('second_step_wrong')
  })

  test('adding and removing one ends the other sign-ins', async () => {
    const person = await make.user()
    const [own, other] = [await newToken(person), await newToken(person)]
    await addApp(person, own)
    expect([await isSignedIn(own), await isSignedIn(other)]).toEqual([true, false])
    const later = await newToken(person)
    const removed = await testApp.call({
      method: 'DELETE',
      url: '/api/account/totp',
      payload: { password: person.password },
      headers: { 'x-auth-token': own },
    })
    expect(removed.body).toEqual({ msg: said.appRemoved })
    expect([await isSignedIn(own), await isSignedIn(later)]).toEqual([true, false])
    expect((await browser().login(person)).status).toBe(200)
    expect(await stateOf(person)).toMatchObject({ totp: null, recovery_codes: 0 })
    const again = await testApp.call({
      method: 'DELETE',
      url: '/api/account/totp',
      payload: { password: person.password },
      headers: { 'x-auth-token': own },
    })
    expectRefusal(again, 404, said.noTotp)
  })

  test('a new one replaces the old one after its first code', async () => {
    const person = await make.user()
    const { secret: old } = await addApp(person)
    const me = await meOf(person)
    const { password } = person
    const { secret } = (await me.post('/api/account/totp', { password })).body
    const signIn = async (code: string) => {
      const own = browser()
      return (await own.answer(await own.challengeOf(person), { code })).status
    }
    expect(await signIn(codeOf(secret))).toBe(401)
    expect(await signIn(codeOf(old))).toBe(200)
    expect((await me.put('/api/account/totp', { code: codeOf(secret, -1), password })).status).toBe(200)
    expect([await signIn(codeOf(old, 1)), await signIn(codeOf(secret))]).toEqual([401, 200])
  })

  test('its key is encrypted with a file of this server, and another key opens nothing', async () => {
    const file = join(dataDir, factorKeyFile)
    const encrypted = ctx.factorKey.encrypt('SECRET', 7)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const again = createFactorKey({ jwtSecret: undefined, dataDir })
    expect(again.decrypt(encrypted, 7)).toBe('SECRET')
    expect(again.decrypt(encrypted, 8)).toBeUndefined()
    const jwtSecret = 'a-key-of-at-least-32-bytes-0123456789'
    // Setting JWT_SECRET later keeps what the file has encrypted.
    const withSecret = createFactorKey({ jwtSecret, dataDir })
    expect(withSecret.decrypt(encrypted, 7)).toBe('SECRET')
    const ofSecret = withSecret.encrypt('SECRET', 7)
    expect(again.decrypt(ofSecret, 7)).toBeUndefined()
    rmSync(file)
    expect(createFactorKey({ jwtSecret, dataDir }).decrypt(ofSecret, 7)).toBe('SECRET')
    expect(createFactorKey({ jwtSecret: undefined, dataDir }).decrypt(encrypted, 7)).toBeUndefined()
  })
})

describe('passkeys', () => {
  test('several, with names; the first factor comes with recovery codes', async () => {
    const person = await make.user()
    const token = await newToken(person)
    const [phone, key] = [new SoftwareAuthenticator(), new SoftwareAuthenticator()]
    const first = await addPasskey(person, phone, token)
    expect(first.reply.status, first.reply.text).toBe(201)
    expect(first.reply.body).toEqual({
      ...{ id: expect.any(Number), name: 'Phone', created_at: clock.now().toISOString(), last_used_at: null },
      recovery_codes: expect.any(Array),
    })
    const second = await addPasskey(person, key, token)
    expect(second.reply.body.recovery_codes).toBeUndefined()
    const me = as({ token })
    expect((await me.get('/api/account/passkeys')).body.data).toHaveLength(2)
    expect((await as(cast.omar).get('/api/account/passkeys')).body.data).toEqual([])
    // Authenticators store one account for a user.
    expect(phone.keys[0]?.userHandle).toBe(key.keys[0]?.userHandle)
    const remove = (who: string, id: number) =>
      testApp.call({
        method: 'DELETE',
        url: `/api/account/passkeys/${id}`,
        payload: { password: person.password },
        headers: { 'x-auth-token': who },
      })
    const { id } = first.reply.body
    const stranger = await make.user()
    expectRefusal(await remove(await newToken(stranger), id), 404, said.passkeyNotFound)
    expect((await remove(token, id)).body).toEqual({ msg: said.passkeyRemoved })
    expectRefusal(await remove(token, id), 404, said.passkeyNotFound)
    expect(await stateOf(person)).toMatchObject({ passkeys: 1, recovery_codes: 10 })
  })

  test.each<[string, (one: SoftwareAuthenticator) => unknown]>([
    ['of another site', one => Object.assign(one, { origin: 'https://reports.example.org' })],
    ['that did not check the user', one => Object.assign(one, { verifiesUser: false })],
  ])('one %s is refused', async (_what, change) => {
    const person = await make.user()
    const authenticator = new SoftwareAuthenticator()
    change(authenticator)
    const { reply } = await addPasskey(person, authenticator)
    expectRefusal(reply, 400, said.passkeyRefused, { credential: said.passkeyRefused })
    expect(await stateOf(person)).toMatchObject({ passkeys: 0 })
  })

  test('the last way in stays', async () => {
    const person = await make.user()
    const token = await newToken(person)
    const [one, other] = [
      await addPasskey(person, new SoftwareAuthenticator(), token),
      await addPasskey(person, new SoftwareAuthenticator(), token),
    ].map(({ reply }) => reply.body.id as number)
    await db.updateTable('users').set({ password_hash: null }).where('id', '=', person.id).execute()
    const remove = (id: number | undefined) =>
      testApp.call({
        method: 'DELETE',
        url: `/api/account/passkeys/${id}`,
        payload: {},
        headers: { 'x-auth-token': token },
      })
    expect((await remove(one)).status).toBe(200)
    expectRefusal(await remove(other), 409, messages.singleSignOn.lastWayIn)
    expect(await stateOf(person)).toMatchObject({ passkeys: 1, recovery_codes: 10 })
    const identity = { issuer: 'https://login.example.com', subject: 'a', user_id: person.id }
    await db
      .insertInto('identities')
      .values({ ...identity, email: null, created_at: clock.now().toISOString(), last_used_at: null })
      .execute()
    expect((await remove(other)).status).toBe(200)
  })

  test('options work once, for the user who asked, for five minutes', async () => {
    const person = await make.user()
    const me = await meOf(person)
    const { password } = person
    const authenticator = new SoftwareAuthenticator()
    const ask = async () => (await me.post('/api/account/passkeys/options', { password })).body
    const add = (who: typeof me, credential: object) =>
      who.post('/api/account/passkeys', { name: 'Phone', credential, password })
    const credential = authenticator.create(await ask())
    const { password: othersPassword } = cast.omar
    const stolen = { name: 'Phone', credential, password: othersPassword }
    expect((await as(cast.omar).post('/api/account/passkeys', stolen)).status).toBe(400)
    expect((await add(me, credential)).status).toBe(201)
    expect((await add(me, credential)).status).toBe(400)
    const late = authenticator.create(await ask())
    clock.advance({ minutes: 5 })
    expect((await add(me, late)).status).toBe(400)
  })

  test('a name is needed, and there are at most twenty', async () => {
    const person = await make.user()
    const token = await newToken(person)
    for (let nth = 0; nth < limits.passkeysMax; nth++)
      expect((await addPasskey(person, new SoftwareAuthenticator(), token)).reply.status).toBe(201)
    const me = as({ token })
    const { password } = person
    expectRefusal(await me.post('/api/account/passkeys/options', { password }), 409, said.tooManyPasskeys)
    const credential = { id: 'x', response: { clientDataJSON: 'e30' } }
    const reply = await me.post('/api/account/passkeys', { name: ' ', credential, password })
    expectRefusal(reply, 400, said.nameRequired, { name: said.nameRequired })
  })

  test('need PUBLIC_URL, or a browser on localhost', async () => {
    const headersOf = async (host: string) => ({ host, 'x-auth-token': await newToken(cast.dina) })
    const payload = { password: cast.dina.password }
    const options = '/api/account/passkeys/options'
    for (const host of ['reports.example.org', '127.0.0.1:3000', '[::1]:3000']) {
      const headers = await headersOf(host)
      expectRefusal(
        await testApp.call({ method: 'POST', url: options, payload, headers }),
        409,
        said.passkeysNeedUrl,
      )
      const wrong = { password: 'wrong' }
      expect((await testApp.call({ method: 'POST', url: options, payload: wrong, headers })).status).toBe(400)
      expectRefusal(
        await testApp.call({ method: 'POST', url: '/api/auth/passkey/options', payload: {}, headers }),
        409,
        said.passkeysNeedUrl,
      )
      const state = await testApp.call({ method: 'GET', url: '/api/account/second-step', headers })
      expect(state.body.passkeys_unavailable).toBe(said.passkeysNeedUrl)
      const offered = await testApp.call({ method: 'GET', url: '/api/auth/options', headers: { host } })
      expect(offered.body.passkeys).toBe(false)
    }
    const local = await testApp.call({
      method: 'POST',
      url: options,
      payload,
      headers: await headersOf('localhost:3000'),
    })
    expect(local.body.rp).toEqual({ id: 'localhost', name: 'Daily Report App' })
    const other = await openTestApp({ settings: { PUBLIC_URL: 'https://reports.example.org' } })
    const { addPasskey: addThere } = secondStepTools(other)
    const { reply } = await addThere(
      other.cast.dina,
      new SoftwareAuthenticator('https://reports.example.org'),
    )
    expect(reply.status, reply.text).toBe(201)
    await other.close()
  })
})

describe('recovery codes', () => {
  test('need a factor; new ones end the old ones', async () => {
    const person = await make.user()
    const { password } = person
    const make10 = async () => (await meOf(person)).post('/api/account/recovery-codes', { password })
    expectRefusal(await make10(), 409, said.noFactor)
    const { codes } = await addApp(person)
    const { recovery_codes } = (await make10()).body
    expect(recovery_codes).toHaveLength(10)
    const own = browser()
    const challenge = await own.challengeOf(person)
    expect((await own.answer(challenge, { recovery_code: codes[0] })).status).toBe(401)
    expect((await own.answer(challenge, { recovery_code: recovery_codes[0] })).status).toBe(200)
  })
})

describe('of another user', () => {
  const remove = (who: Person, id: number) => as(who).delete(`/api/users/${id}/factors`)

  test('who manages them removes the second step, and they are told and signed out', async () => {
    const person = await make.user()
    const token = await newToken(person)
    await addApp(person, token)
    await addPasskey(person, new SoftwareAuthenticator(), token)
    expectRefusal(await remove(cast.omar, person.id), 403, messages.general.notAllowed)
    const reply = await remove(cast.max, person.id)
    expect(reply.body).toEqual({ msg: said.removed(person.name) })
    expect(await isSignedIn(token)).toBe(false)
    const login = await browser().login(person)
    expect(login.status).toBe(200)
    const me = as({ token: login.body.token })
    const { data } = (await me.get('/api/notifications')).body
    expect(data.map(({ kind, text, link }: Record<string, string>) => [kind, text, link])).toEqual([
      ['second_step_removed', 'Max Manager removed your passkeys', '/account#two-steps'],
      ['second_step_removed', 'Max Manager removed your authenticator app', '/account#two-steps'],
    ])
    expect(await stateOf(person)).toMatchObject({ totp: null, passkeys: 0, recovery_codes: 0 })
    const again = await remove(cast.max, person.id)
    expect(again.body).toEqual({ msg: said.none(person.name) })
    expect(await isSignedIn(login.body.token)).toBe(true)
  })

  test('not those of an admin by a manager, and not their own', async () => {
    expectRefusal(await remove(cast.max, cast.ada.id), 403, messages.general.notAllowed)
    expectRefusal(await remove(cast.ada, cast.ada.id), 403, messages.general.notAllowed)
    expectRefusal(await remove(cast.ada, 999_999), 404, messages.users.notFound)
  })

  test('a command removes it, and says so', async () => {
    const person = await make.user()
    await addApp(person)
    expect(await resetSecondStep(ctx, person.id)).toBe(true)
    expect(await resetSecondStep(ctx, person.id)).toBe(false)
    const { data } = (await as(person).get('/api/notifications')).body
    expect(data[0].text).toBe('The operator of the server removed your authenticator app')
  })
})

describe('the setting', () => {
  test('is changed by an admin who has a second step, and not by a program', async () => {
    const admin = await make.user('admin')
    const token = await newToken(admin)
    const put = (second_step: string) => as({ token }).put('/api/settings', { second_step })
    expectRefusal(await put('some'), 400, messages.settings.secondStepUnknown, {
      second_step: messages.settings.secondStepUnknown,
    })
    expectRefusal(await put('everyone'), 409, said.ownFirst)
    expect((await put('optional')).status).toBe(200)
    await addApp(admin, token)
    const input = { name: 'Script', scope: 'write', expires_in_days: 30 }
    const { token: program } = (await as({ token }).post('/api/account/tokens', input)).body
    expectRefusal(
      await as({ token: program }).put('/api/settings', { second_step: 'everyone' }),
      403,
      messages.accessTokens.needsSignIn,
    )
    expect((await put('everyone')).body.second_step).toBe('everyone')
  })

  test.each([
    ['optional', 'manager', false],
    ['reviewers', 'manager', true],
    ['reviewers', 'admin', true],
    ['reviewers', 'developer', false],
    ['everyone', 'developer', true],
  ] as const)('%s, for a %s without one', async (second_step, role, isRequired) => {
    const person = await make.user(role)
    const program = await as(person).post('/api/account/tokens', {
      ...{ name: 'Script', scope: 'read', expires_in_days: 30 },
    })
    await db.insertInto('organization_settings').values({ id: 1, second_step }).execute()
    const { status, body } = await browser().login(person)
    expect([status, body.second_step]).toEqual([200, isRequired ? 'required' : undefined])
    const me = as({ token: body.token })
    const state = await me.get('/api/account/second-step')
    expect(state.body.user).toMatchObject({ id: person.id, role })
    expect(state.body.user.second_step).toBe(isRequired ? 'required' : undefined)
    const reply = await me.get('/api/projects')
    if (!isRequired) return void expect(reply.status).toBe(200)
    expectRefusal(reply, 403, said.required)
    expect(reply.body.code).toBe('second_step_required')
    expect((await me.get('/api/auth/me')).body.code).toBe('second_step_required')
    expect((await me.put('/api/account', { name: 'Someone' })).body.code).toBe('second_step_required')
    expect((await me.get('/api/account/second-step')).body.required).toBe(true)
    // A program was let in by its user before, and is no sign-in.
    expect((await as({ token: program.body.token }).get('/api/projects')).status).toBe(200)
    await addApp(person, body.token)
    expect((await me.get('/api/projects')).status).toBe(200)
    expect((await me.get('/api/auth/me')).body.id).toBe(person.id)
  })

  test('who must set one up can sign out, and removing the last one closes the door again', async () => {
    const person = await make.user()
    await db.insertInto('organization_settings').values({ id: 1, second_step: 'everyone' }).execute()
    const { token } = (await browser().login(person)).body
    const { reply } = await addPasskey(person, new SoftwareAuthenticator(), token)
    expect((await as({ token }).get('/api/projects')).status).toBe(200)
    await testApp.call({
      method: 'DELETE',
      url: `/api/account/passkeys/${reply.body.id}`,
      payload: { password: person.password },
      headers: { 'x-auth-token': token },
    })
    expect((await as({ token }).get('/api/projects')).status).toBe(403)
    expect((await as({ token }).post('/api/auth/logout')).status).toBe(200)
  })

  test('a single sign-on whose provider asks for a second step is enough', async () => {
    const person = await make.user()
    await db.insertInto('organization_settings').values({ id: 1, second_step: 'everyone' }).execute()
    const token = await newToken(person)
    expect((await as({ token }).get('/api/projects')).status).toBe(403)
    await db
      .updateTable('sign_ins')
      .set({ second_step: 'provider' })
      .where('user_id', '=', person.id)
      .execute()
    expect((await as({ token }).get('/api/projects')).status).toBe(200)
  })
})
