import { describe, expect, onTestFinished, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { browserOf } from '../../../test/browser-cookies.ts'
import { clientId, type Oddity, startIssuer } from '../../../test/issuer.ts'
import { secondStepTools } from '../../../test/second-step.ts'
import { signOnSettings, signOnTools } from '../../../test/sign-on.ts'
import { expectRefusal, type Person, startTestApp, type TestApp } from '../../../test/start-test-app.ts'
import type { OidcConfig } from '../../config.ts'
import { createIdentityProvider } from '../../identity/identity-provider.ts'
import { setPasswordLogin } from '../../identity/password-policy.ts'

const sentences = messages.singleSignOn
const name = 'Keycloak'

let testApp = undefined as unknown as TestApp
const issuer = await startIssuer(() => Math.floor(testApp.clock.now().getTime() / 1000))
testApp = await startTestApp({
  settings: signOnSettings(issuer),
})
const { as, cast, clock, ctx, db, call } = testApp
const { start, comeBack, signOn, stranger, claimsOf, identitiesOf, roleOf, makeUser, inviteUser } =
  signOnTools(testApp, issuer)

/** Settings for one test. */
function having(settings: Partial<OidcConfig>) {
  const before = ctx.config.oidc as OidcConfig
  ctx.config.oidc = { ...before, ...settings }
  onTestFinished(() => {
    ctx.config.oidc = before
  })
}

const cookiesOf = (reply: { headers: Record<string, unknown> }) =>
  [reply.headers['set-cookie'] ?? []].flat() as string[]

async function expectSignedIn(claims: Record<string, unknown>, user: Partial<Person>, more = {}) {
  const { reply, ...rest } = await signOn(claims, more)
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body.user).toMatchObject(user)
  expect((await as({ token: reply.body.token }).get('/api/auth/me')).body).toMatchObject(user)
  return { reply, ...rest }
}

/** Nothing is linked, no account is made, and no sign-in is opened. */
async function countAll() {
  const count = (table: 'users' | 'identities' | 'sign_ins') =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  return [await count('users'), await count('identities'), await count('sign_ins')].map(row =>
    Number(row.count),
  )
}

async function expectFailure(
  claims: Record<string, unknown>,
  sentence: string,
  status: number,
  oddity: Oddity = {},
) {
  const before = await countAll()
  const { reply, page } = await signOn(claims, { to: '/reports/new', oddity })
  expect(page).toBe('/login')
  expectRefusal(reply, status, sentence)
  expect(await countAll()).toEqual(before)
}

describe('the start', () => {
  test('leads to the provider with a code flow, PKCE, state and nonce', async () => {
    const { location, browser } = await start()
    const url = new URL(location)
    expect(url.origin + url.pathname).toBe(`${issuer.url}/authorize`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: clientId,
      response_type: 'code',
      redirect_uri: 'http://localhost/api/auth/oidc/callback',
      scope: 'openid profile email',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{32}$/),
      nonce: expect.stringMatching(/^[\w-]{32}$/),
    })
    expect([...browser.jar.keys()]).toEqual(['sso_flow'])
  })

  test('the cookie is hidden from scripts, of the same site, for ten minutes', async () => {
    const [cookie] = cookiesOf(await call({ method: 'GET', url: '/api/auth/oidc' }))
    expect(cookie).toMatch(
      /^sso_flow=[\w-]+\.[\w-]+; Path=\/api\/auth\/oidc; Max-Age=600; HttpOnly; SameSite=Lax$/,
    )
  })

  test('every sign-in has its own state, nonce and challenge', async () => {
    const locations = [await start(), await start()].map(({ location }) => new URL(location).searchParams)
    for (const value of ['state', 'nonce', 'code_challenge'])
      expect(new Set(locations.map(query => query.get(value))).size).toBe(2)
  })

  test('options name the provider', async () => {
    expect((await as(null).get('/api/auth/options')).body).toMatchObject({ oidc: { name } })
    expect((await as(null).get('/api/auth/oidc/status')).body).toEqual({ available: true, passwords: true })
  })
})

describe('the page at the end', () => {
  test.each([
    ['/reports/new', '/reports/new'],
    ['/admin/reports?page=2#row-7', '/admin/reports?page=2#row-7'],
    ['/a%2Fb', '/a%2Fb'],
    [undefined, '/login'],
    ['/login', '/login'],
    ['//evil.example', '/login'],
    ['///evil.example', '/login'],
    ['/\\evil.example', '/login'],
    ['\\\\evil.example', '/login'],
    ['/.//evil.example', '/login'],
    ['/\t/evil.example', '/login'],
    ['https://evil.example/', '/login'],
    ['javascript:alert(1)', '/login'],
    ['evil', '/login'],
    ['@evil.example', '/login'],
    ['/api/auth/oidc', '/login'],
    [`/search?q=${'a'.repeat(limits.urlMax)}`, '/login'],
    [`/search?q=${'ü'.repeat(1000)}`, '/login'],
  ])('of to=%s is %s', async (to, page) => {
    const result = await expectSignedIn(claimsOf(cast.mark, { sub: 'mark' }), { id: cast.mark.id }, { to })
    expect(result.page).toBe(page)
  })

  test('no URL and no cookie has the token', async () => {
    const { location, browser } = await start()
    const back = await comeBack(browser, issuer.consent(location, claimsOf(cast.mark, { sub: 'mark' })))
    const cookies = cookiesOf(back)
    const { body } = await browser.post('/api/auth/oidc/session', {})
    expect(String(back.headers.location) + cookies.join()).not.toContain(body.token)
    expect(cookies).toEqual([
      'sso_flow=; Path=/api/auth/oidc; Max-Age=0; HttpOnly; SameSite=Lax',
      expect.stringMatching(/^sso_result=\S+; Path=\/api\/auth\/oidc; Max-Age=600; HttpOnly; SameSite=Lax$/),
      'sso=returned; Path=/; Max-Age=60; SameSite=Lax',
    ])
  })

  test('a sign-in is listed like one with a password, and the browser is known afterwards', async () => {
    const { reply, browser } = await expectSignedIn(claimsOf(cast.mark, { sub: 'mark' }), {
      id: cast.mark.id,
    })
    expect([...browser.jar.keys()]).toContain('known_device')
    const { body } = await as({ token: reply.body.token }).get('/api/account/sign-ins')
    expect(body[0]).toMatchObject({ is_current: true, address: '127.0.0.1' })
  })
})

describe('the first time', () => {
  test.each([true, 'true'])('a verified e-mail (%j) links the account that has it', async email_verified => {
    const user = await makeUser()
    const claims = claimsOf(user, { email: user.email.toUpperCase(), email_verified, name: 'Another Name' })
    await expectSignedIn(claims, { id: user.id, name: user.name, role: 'developer' })
    expect(await identitiesOf(user.id)).toMatchObject([
      { issuer: issuer.url, subject: claims.sub, email: user.email, last_used_at: clock.now().toISOString() },
    ])
    // The password is left alone.
    expect(await testApp.signIn(user)).toBeTruthy()
  })

  test.each([false, 'false', undefined, null, 1, 'yes', 'TRUE'])(
    'an e-mail that is not verified (%j) links nothing before its password was given',
    async email_verified => {
      const user = await makeUser()
      const { reply, browser, page } = await signOn(claimsOf(user, { email_verified }), { to: '/reports' })
      expect(page).toBe('/reports')
      expectRefusal(reply, 401, sentences.passwordNeeded(name, user.email))
      expect(await identitiesOf(user.id)).toEqual([])
      const wrong = await browser.post('/api/auth/oidc/session', { password: 'wrong' })
      expectRefusal(wrong, 401, messages.signIn.invalidCredentials)
      expect(await identitiesOf(user.id)).toEqual([])
      const right = await browser.post('/api/auth/oidc/session', { password: user.password })
      expect(right.body.user).toMatchObject({ id: user.id })
      expect(await identitiesOf(user.id)).toHaveLength(1)
    },
  )

  test('once linked, no password is asked for again', async () => {
    const user = await makeUser()
    const claims = claimsOf(user, { email_verified: false })
    const { browser } = await signOn(claims)
    await browser.post('/api/auth/oidc/session', { password: user.password })
    await expectSignedIn(claims, { id: user.id })
  })

  test('the password that links gives the role of the groups, too', async () => {
    const user = await makeUser()
    const groups = ['leads', ...Array.from({ length: 500 }, (_, nth) => `group-${nth}`)]
    const { browser } = await signOn(claimsOf(user, { email_verified: false, groups }))
    const reply = await browser.post('/api/auth/oidc/session', { password: user.password })
    expect(reply.body.user).toMatchObject({ id: user.id, role: 'manager' })
    expect(await identitiesOf(user.id)).toMatchObject([{ last_used_at: clock.now().toISOString() }])
  })

  test('wrong passwords count like those of the login page', async () => {
    const user = await makeUser()
    const { browser } = await signOn(claimsOf(user, { email_verified: false }))
    for (let attempt = 0; attempt < limits.signInFailuresPerAccount; attempt++)
      await browser.post('/api/auth/oidc/session', { password: 'wrong' })
    const refused = await browser.post('/api/auth/oidc/session', { password: user.password })
    expect(refused.status).toBe(429)
    expect((await as(null).post('/api/auth/login', user)).status).toBe(429)
    clock.advance({ minutes: limits.signInWindowMinutes + 1 })
  })

  test('OIDC_TRUST_EMAIL takes the e-mail as verified', async () => {
    having({ trustsEmail: true })
    const user = await makeUser()
    await expectSignedIn(claimsOf(user, { email_verified: undefined }), { id: user.id })
  })

  test('an invited person accepts the invitation by signing in', async () => {
    const user = await inviteUser('designer')
    await expectSignedIn(claimsOf(user), { id: user.id, role: 'designer' })
    const { body } = await as(cast.ada).get(`/api/users/${user.id}`)
    expect(body.user ?? body).toMatchObject({ invited: false })
    expect((await as(null).get(`/api/auth/invitation?code=${user.code}`)).status).toBe(404)
  })

  test('an invited person whose e-mail is not verified stays invited', async () => {
    const user = await inviteUser()
    await expectFailure(
      claimsOf(user, { email_verified: false }),
      sentences.emailUnverified(name, user.email),
      403,
    )
    expect((await as(null).get(`/api/auth/invitation?code=${user.code}`)).status).toBe(200)
  })

  test('an unknown person is refused', async () => {
    const claims = stranger()
    await expectFailure(claims, `There is no account for ${claims.email}. Ask an administrator.`, 403)
  })

  test('an unknown person gets an account with OIDC_CREATE_USERS', async () => {
    having({ createsUsers: true, defaultRole: 'marketing' })
    const claims = stranger()
    const { reply } = await expectSignedIn(claims, {
      email: claims.email,
      name: claims.name,
      role: 'marketing',
    })
    expect(reply.body.user.invited).toBe(false)
    await expectSignedIn(claims, { id: reply.body.user.id })
    const names = await as(cast.ada).get('/api/users')
    expect(JSON.stringify(names.body)).toContain(claims.email)
  })

  test('is never made twice, also if they come twice at once', async () => {
    having({ createsUsers: true })
    const claims = stranger()
    const replies = await Promise.all([signOn(claims), signOn(claims)])
    const ids = replies.map(({ reply }) => reply.body.user?.id)
    expect(new Set(ids).size).toBe(1)
  })

  test('is not made if the e-mail is not verified', async () => {
    having({ createsUsers: true })
    const claims = stranger({ email_verified: false })
    await expectFailure(claims, `${name} hasn't verified ${claims.email}.`, 403)
  })

  test('nothing can be done without an e-mail', async () => {
    having({ createsUsers: true })
    await expectFailure(stranger({ email: undefined }), sentences.emailMissing(name), 403)
    await expectFailure(stranger({ email: 'not an e-mail' }), sentences.emailMissing(name), 403)
  })

  test.each([
    [{ name: undefined, given_name: 'Ada', family_name: 'Lovelace' }, 'Ada Lovelace'],
    [{ name: ' ', preferred_username: 'ada.l' }, 'ada.l'],
    [{ name: 42, email: 'grace.h@example.com' }, 'grace.h'],
    [{ name: 'x'.repeat(500) }, 'x'.repeat(limits.nameMax)],
  ])('the name of %j', async (claims, expected) => {
    having({ createsUsers: true })
    await expectSignedIn(stranger(claims), { name: expected })
  })
})

describe('the identity', () => {
  test('is issuer and subject: a changed e-mail stays with its account', async () => {
    const [user, other] = [await makeUser(), await makeUser()]
    const claims = claimsOf(user)
    await expectSignedIn(claims, { id: user.id })
    await expectSignedIn({ ...claims, email: other.email }, { id: user.id })
    await expectSignedIn({ ...claims, email: undefined, email_verified: undefined }, { id: user.id })
  })

  test('another subject with the e-mail of a linked account is asked for its password, also if the e-mail is verified', async () => {
    const user = await makeUser()
    await expectSignedIn(claimsOf(user), { id: user.id })
    const { reply, browser } = await signOn(claimsOf(user))
    const sentence = sentences.passwordNeeded(name, user.email, 'linked')
    expect(reply).toMatchObject({ status: 401, body: { msg: sentence, code: 'sso_password_needed' } })
    expect(await identitiesOf(user.id)).toHaveLength(1)
    expect((await browser.post('/api/auth/oidc/session', { password: 'wrong' })).status).toBe(401)
    expect((await browser.post('/api/auth/oidc/session', { password: user.password })).status).toBe(200)
    expect(await identitiesOf(user.id)).toHaveLength(2)
  })

  test('another subject with the e-mail of a linked account without a password is refused', async () => {
    having({ createsUsers: true })
    const claims = stranger()
    await expectSignedIn(claims, { email: claims.email })
    await expectFailure({ ...stranger(), email: claims.email }, sentences.emailTaken(claims.email, name), 403)
  })

  test('a deleted account stays out, also with OIDC_CREATE_USERS', async () => {
    having({ createsUsers: true })
    const [linked, unlinked] = [await makeUser(), await makeUser()]
    const claims = claimsOf(linked)
    await expectSignedIn(claims, { id: linked.id })
    await as(cast.ada).delete(`/api/users/${linked.id}`)
    await as(cast.ada).delete(`/api/users/${unlinked.id}`)
    await expectFailure(claims, sentences.noAccount(linked.email), 403)
    await expectFailure({ ...claims, email: 'new@example.com' }, sentences.noAccount('new@example.com'), 403)
    await expectFailure(claimsOf(unlinked), sentences.noAccount(unlinked.email), 403)
  })

  test('of a deleted account moves to the account that its person gets later', async () => {
    const user = await makeUser()
    const claims = claimsOf(user)
    await expectSignedIn(claims, { id: user.id })
    await as(cast.ada).delete(`/api/users/${user.id}`)
    const { body } = await as(cast.ada).post('/api/auth/register', { ...user, id: undefined })
    await expectSignedIn(claims, { id: body.user.id })
  })

  test('is erased with its account', async () => {
    const user = await makeUser()
    await expectSignedIn(claimsOf(user), { id: user.id })
    await as(cast.ada).delete(`/api/users/${user.id}`)
    await as(cast.ada).post(`/api/users/deleted/${user.id}/erase`)
    expect(await identitiesOf(user.id)).toEqual([])
  })

  test('an account that is deleted between the provider and the page stays out', async () => {
    const user = await makeUser()
    const { browser, location } = await start()
    await comeBack(browser, issuer.consent(location, claimsOf(user)))
    await as(cast.ada).delete(`/api/users/${user.id}`)
    expectRefusal(await browser.post('/api/auth/oidc/session', {}), 401, sentences.expired)
  })
})

describe('OIDC_ALLOWED_DOMAINS', () => {
  test.each(['other.example', 'sub.example.com', 'notexample.com', 'example.com.evil.test'])(
    'refuses %s for everyone',
    async domain => {
      having({ allowedDomains: ['example.com'], createsUsers: true })
      const email = `person@${domain}`
      await expectFailure(stranger({ email }), sentences.domainRefused(email), 403)
    },
  )

  test('counts for linked accounts too', async () => {
    const user = await makeUser()
    const claims = claimsOf(user)
    await expectSignedIn(claims, { id: user.id })
    having({ allowedDomains: ['example.org'] })
    await expectFailure(claims, sentences.domainRefused(user.email), 403)
    await expectFailure({ ...claims, email: undefined }, sentences.emailMissing(name), 403)
    having({ allowedDomains: ['example.org', 'example.com'] })
    await expectSignedIn(claims, { id: user.id })
  })
})

describe('roles from groups', () => {
  test('are given and taken away at each sign-in', async () => {
    const user = await makeUser()
    const claims = claimsOf(user)
    await expectSignedIn({ ...claims, groups: ['leads', 'other'] }, { role: 'manager' })
    await expectSignedIn({ ...claims, groups: ['leads', 'it-admins'] }, { role: 'admin' })
    await expectSignedIn({ ...claims, groups: [] }, { role: 'developer' })
  })

  test('a missing claim, or one that is no list, changes nothing', async () => {
    const user = await makeUser('manager')
    const claims = claimsOf(user)
    for (const groups of [undefined, null, { leads: true }, 7])
      await expectSignedIn({ ...claims, groups }, { role: 'manager' })
  })

  test('a role that no group gives is left alone', async () => {
    const user = await makeUser('designer')
    await expectSignedIn(claimsOf(user, { groups: ['anything'] }), { role: 'designer' })
  })

  test('a role that is taken away becomes OIDC_DEFAULT_ROLE', async () => {
    having({ defaultRole: 'designer' })
    const user = await makeUser('manager')
    await expectSignedIn(claimsOf(user, { groups: ['anything'] }), { role: 'designer' })
  })

  test('one group can be sent as text, and the claim can be inside another', async () => {
    const user = await makeUser()
    const claims = claimsOf(user)
    await expectSignedIn({ ...claims, groups: 'leads' }, { role: 'manager' })
    having({ rolesClaim: 'realm_access.roles' })
    await expectSignedIn({ ...claims, realm_access: { roles: [] } }, { role: 'developer' })
  })

  test('new people get the role of their groups', async () => {
    having({ createsUsers: true })
    await expectSignedIn(stranger({ groups: ['leads'] }), { role: 'manager' })
  })

  test('the last admin stays one, also of two who sign in at once', async () => {
    const others = await db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .where('deleted_at', 'is', null)
      .where('id', '!=', cast.ada.id)
      .execute()
    for (const { id } of others) await as(cast.ada).delete(`/api/users/${id}`)
    const second = await makeUser('admin')
    const claims = [claimsOf(cast.ada, { groups: [] }), claimsOf(second, { groups: [] })]
    const [one, two] = await Promise.all(claims.map(each => signOn(each)))
    expect([one?.reply.status, two?.reply.status]).toEqual([200, 200])
    const roles = [await roleOf(cast.ada.id), await roleOf(second.id)].sort()
    expect(roles).toEqual(['admin', 'developer'])
    // For the tests that follow.
    await db.updateTable('users').set({ role: 'admin' }).where('id', '=', cast.ada.id).execute()
  })
})

describe('a provider that', () => {
  const failed = sentences.failed(name)
  const mark = () => claimsOf(cast.mark, { sub: 'mark' })
  const now = () => Math.floor(clock.now().getTime() / 1000)

  test.each<[string, () => Oddity]>([
    ['sends another nonce', () => ({ token: { nonce: 'another' } })],
    ['sends no nonce', () => ({ token: { nonce: undefined } })],
    ['means another audience', () => ({ token: { aud: 'another-app' } })],
    ['has another issuer', () => ({ token: { iss: 'https://evil.example' } })],
    ['signs with a key that it does not publish', () => ({ key: 'other' })],
    ['does not sign', () => ({ alg: 'none' })],
    ['signs with the secret of the client', () => ({ alg: 'HS256' })],
    ['sends a token that has expired', () => ({ token: { iat: now() - 900, exp: now() - 600 } })],
    ['sends a token that is valid later', () => ({ token: { nbf: now() + 600 } })],
    ['sends a token without a subject', () => ({ token: { sub: undefined } })],
    ['tells of another subject at userinfo', () => ({ userInfo: { sub: 'another' } })],
    ['tells of no subject at userinfo', () => ({ userInfo: { sub: undefined } })],
  ])('%s signs no one in', async (_what, oddity) => {
    await expectFailure(mark(), failed, 401, oddity())
  })

  test.each<[string, () => Oddity]>([
    ['is two minutes late', () => ({ token: { iat: now() - 150, exp: now() - 120 } })],
    ['is two minutes ahead', () => ({ token: { iat: now() + 120, nbf: now() + 120, exp: now() + 180 } })],
  ])('%s is a good one', async (_what, oddity) => {
    await expectSignedIn(mark(), { id: cast.mark.id }, { oddity: oddity() })
  })

  test('contradicts its own token at userinfo: the token, which is signed, decides', async () => {
    const user = await makeUser()
    const claims = claimsOf(user, { email_verified: false })
    const { reply } = await signOn(claims, { oddity: { userInfo: { email_verified: true } } })
    expect(reply.status).toBe(401)
    const other = await makeUser()
    const mixed = { email: other.email, email_verified: true }
    const { reply: second } = await signOn(claims, { oddity: { userInfo: mixed } })
    expectRefusal(second, 401, sentences.passwordNeeded(name, user.email))
  })

  test('takes the secret only in the body gets it there', async () => {
    clock.advance({ minutes: 1 })
    issuer.takeSecretBy(['client_secret_post'])
    onTestFinished(() => issuer.takeSecretBy(undefined))
    await expectSignedIn(mark(), { id: cast.mark.id })
    expect(issuer.seen.at(-1)?.authorization).toBeUndefined()
    clock.advance({ minutes: 1 })
  })

  test('is down: the button says so, and the page has one sentence', async () => {
    clock.advance({ minutes: 1 })
    issuer.goDown()
    onTestFinished(() => issuer.goDown(false))
    const browser = browserOf(testApp)
    const reply = await browser.get('/api/auth/oidc?to=/reports')
    expect(reply).toMatchObject({ status: 302, headers: { location: '/login' } })
    expectRefusal(await browser.post('/api/auth/oidc/session', {}), 409, sentences.unavailable(name))
    expect((await as(null).get('/api/auth/oidc/status')).body).toEqual({ available: false, passwords: true })
    expect(await testApp.signIn(cast.dina)).toBeTruthy()
    issuer.goDown(false)
    clock.advance({ seconds: 5 })
    await expectSignedIn(mark(), { id: cast.mark.id })
  })

  test('goes down while the person is there', async () => {
    const { browser, location } = await start()
    const query = issuer.consent(location, mark())
    issuer.goDown()
    onTestFinished(() => issuer.goDown(false))
    expect((await comeBack(browser, query)).headers.location).toBe('/login')
    expectRefusal(await browser.post('/api/auth/oidc/session', {}), 401, failed)
  })

  test('never answers is given up', async () => {
    const before = ctx.identityProvider
    const oidc = ctx.config.oidc as OidcConfig
    ctx.identityProvider = createIdentityProvider(oidc, { clock, allowed: [], timeoutMs: 100 })
    issuer.goSilent()
    onTestFinished(() => {
      issuer.goSilent(false)
      if (before) ctx.identityProvider = before
    })
    const browser = browserOf(testApp)
    expect((await browser.get('/api/auth/oidc')).headers.location).toBe('/login')
    expectRefusal(await browser.post('/api/auth/oidc/session', {}), 409, sentences.unavailable(name))
  })

  test.each([
    ['access_denied', sentences.cancelled(name)],
    ['server_error', failed],
    ['<script>alert(1)</script>', failed],
  ])('answers with the error %s', async (error, sentence) => {
    const { browser, location } = await start()
    const state = new URL(location).searchParams.get('state') ?? ''
    const back = await comeBack(browser, new URLSearchParams({ error, state }).toString())
    expect(back.headers.location).toBe('/login')
    expectRefusal(await browser.post('/api/auth/oidc/session', {}), 401, sentence)
  })
})

describe('an answer of the provider', () => {
  const mark = () => claimsOf(cast.mark, { sub: 'mark' })

  test('works once: the cookie is gone, and the provider refuses the code', async () => {
    const { browser, location } = await start()
    const query = issuer.consent(location, mark())
    const flow = browser.jar.get('sso_flow')
    await comeBack(browser, query)
    expect((await browser.post('/api/auth/oidc/session', {})).status).toBe(200)
    await comeBack(browser, query)
    expectRefusal(await browser.post('/api/auth/oidc/session', {}), 401, sentences.expired)
    // Even with the cookie of before.
    if (flow) browser.jar.set('sso_flow', flow)
    await comeBack(browser, query)
    expectRefusal(await browser.post('/api/auth/oidc/session', {}), 401, sentences.failed(name))
  })

  test('is worth nothing in another browser', async () => {
    const { location } = await start()
    const query = issuer.consent(location, mark())
    const [without, { browser: own }] = [browserOf(testApp), await start()]
    await comeBack(without, query)
    expectRefusal(await without.post('/api/auth/oidc/session', {}), 401, sentences.expired)
    await comeBack(own, query)
    expectRefusal(await own.post('/api/auth/oidc/session', {}), 401, sentences.failed(name))
  })

  test('must have the state of this browser, and no other issuer', async () => {
    for (const change of [
      { state: 'another' },
      { state: '' },
      { iss: 'https://evil.example' },
      { code: 'another' },
    ]) {
      const { browser, location } = await start()
      const query = new URLSearchParams(issuer.consent(location, mark()))
      for (const [key, value] of Object.entries(change)) query.set(key, value)
      await comeBack(browser, query.toString())
      expectRefusal(await browser.post('/api/auth/oidc/session', {}), 401, sentences.failed(name))
    }
  })

  test('that says something twice leads to the login page, as every other failure', async () => {
    const { browser, location } = await start()
    const back = await comeBack(browser, `${issuer.consent(location, mark())}&code=another`)
    expect([back.status, back.headers.location]).toEqual([302, '/login'])
    expectRefusal(await browser.post('/api/auth/oidc/session', {}), 401, sentences.failed(name))
  })

  test('comes too late after ten minutes', async () => {
    const { browser, location } = await start()
    const query = issuer.consent(location, mark())
    clock.advance({ minutes: limits.signOnMinutes, seconds: 1 })
    await comeBack(browser, query)
    expectRefusal(await browser.post('/api/auth/oidc/session', {}), 401, sentences.expired)
  })

  test('with a cookie that was changed is not believed', async () => {
    const { browser, location } = await start()
    const query = issuer.consent(location, mark())
    const flow = browser.jar.get('sso_flow')
    const [content = '', signature = ''] = flow?.value.split('.') ?? []
    const changed = JSON.parse(Buffer.from(content, 'base64url').toString())
    changed.value.to = '/admin'
    const value = `${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${signature}`
    browser.jar.set('sso_flow', { value, path: '/api/auth/oidc' })
    await comeBack(browser, query)
    expectRefusal(await browser.post('/api/auth/oidc/session', {}), 401, sentences.expired)
  })

  test('can be exchanged once, and not too late', async () => {
    const { browser, location } = await start()
    await comeBack(browser, issuer.consent(location, mark()))
    const result = browser.jar.get('sso_result')
    expect((await browser.post('/api/auth/oidc/session', {})).status).toBe(200)
    expectRefusal(await browser.post('/api/auth/oidc/session', {}), 401, sentences.expired)
    if (result) browser.jar.set('sso_result', result)
    expectRefusal(await browser.post('/api/auth/oidc/session', {}), 401, sentences.expired)
    const late = await start()
    await comeBack(late.browser, issuer.consent(late.location, mark()))
    clock.advance({ minutes: limits.signOnResultMinutes, seconds: 1 })
    expectRefusal(await late.browser.post('/api/auth/oidc/session', {}), 401, sentences.expired)
  })

  test('exchanged twice at once signs in once', async () => {
    const { browser, location } = await start()
    await comeBack(browser, issuer.consent(location, mark()))
    const replies = await Promise.all([1, 2].map(() => browser.post('/api/auth/oidc/session', {})))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
  })
})

test('from elsewhere than this machine, PUBLIC_URL is needed', async () => {
  const browser = browserOf(testApp)
  const reply = await browser.get('/api/auth/oidc', { host: 'evil.example' })
  expect(reply.headers.location).toBe('/login')
  expectRefusal(await browser.post('/api/auth/oidc/session', {}), 401, sentences.failed(name))
})

describe('OIDC_ONLY', () => {
  const off = sentences.passwordsOff(name)

  test('refuses passwords, except those of administrators', async () => {
    having({ isOnly: true })
    const admin = await makeUser('admin')
    for (const [person, password] of [
      [cast.dina, cast.dina.password],
      [cast.dina, 'wrong'],
      [cast.max, cast.max.password],
      [admin, 'wrong'],
      [{ email: 'unknown@example.com' }, 'wrong'],
    ] as const)
      expectRefusal(await as(null).post('/api/auth/login', { email: person.email, password }), 403, off)
    expect(await testApp.signIn(admin)).toBeTruthy()
    await expectSignedIn(claimsOf(cast.dina, { sub: 'dina' }), { id: cast.dina.id })
    expect((await as(null).get('/api/auth/oidc/status')).body).toEqual({ available: true, passwords: false })
    clock.advance({ minutes: limits.signInWindowMinutes + 1 })
  })

  test('a right password that is refused counts as a wrong one', async () => {
    having({ isOnly: true })
    const user = await makeUser()
    for (let attempt = 0; attempt < limits.signInFailuresPerAccount; attempt++)
      expectRefusal(await as(null).post('/api/auth/login', user), 403, off)
    expect((await as(null).post('/api/auth/login', user)).status).toBe(429)
    clock.advance({ minutes: limits.signInWindowMinutes + 1 })
  })

  test('refuses a password for an invitation, which signing in accepts', async () => {
    having({ isOnly: true })
    const user = await inviteUser()
    const password = 'quiet-violet-otter'
    expectRefusal(await as(null).post('/api/auth/invitation', { code: user.code, password }), 403, off)
    await expectSignedIn(claimsOf(user), { id: user.id })
  })

  test('a command lets everyone use their password again', async () => {
    having({ isOnly: true })
    await setPasswordLogin(db, true)
    onTestFinished(() => setPasswordLogin(db, false))
    expect((await as(null).get('/api/auth/oidc/status')).body).toEqual({ available: true, passwords: true })
    expect(await testApp.signIn(cast.dina)).toBeTruthy()
    expectRefusal(
      await as(null).post('/api/auth/login', { email: cast.dina.email, password: 'wrong' }),
      401,
      messages.signIn.invalidCredentials,
    )
    await setPasswordLogin(db, false)
    expectRefusal(await as(null).post('/api/auth/login', cast.dina), 403, off)
  })

  test('an administrator accepts an invitation with a password', async () => {
    having({ isOnly: true })
    const user = await inviteUser('admin')
    const reply = await as(null).post('/api/auth/invitation', {
      code: user.code,
      password: 'quiet-violet-otter',
    })
    expect(reply.status).toBe(200)
  })
})

test('the record says who came in and was refused, and what was linked, by single sign-on', async () => {
  const [user, invited] = [await makeUser(), await inviteUser()]
  const { id } = await db
    .selectFrom('record_entries')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await expectSignedIn(claimsOf(user), { id: user.id })
  await signOn(stranger())
  await expectSignedIn(claimsOf(invited), { id: invited.id })
  const { body } = await as(cast.ada).get('/api/audit')
  type Entry = { id: number; kind: string; via: string; actor: { id: number } | null }
  const entries = body.data.filter((entry: Entry) => entry.id > id)
  expect(entries.map(({ kind, via, actor }: Entry) => [kind, via, actor?.id])).toEqual([
    ['sign_in.succeeded', 'sso', invited.id],
    ['identity.linked', 'sso', invited.id],
    ['invitation.accepted', 'sso', invited.id],
    ['sign_in.refused', 'sso', undefined],
    ['sign_in.succeeded', 'sso', user.id],
    ['identity.linked', 'sso', user.id],
  ])
})

test('refused answers count, and beyond the limit of an IP address they say so', async () => {
  clock.advance({ minutes: limits.signInWindowMinutes + 1 })
  const browser = browserOf(testApp)
  for (let attempt = 0; attempt < limits.signInFailuresPerAddress; attempt++)
    await comeBack(browser, 'code=x')
  await comeBack(browser, 'code=x')
  expect((await browser.post('/api/auth/oidc/session', {})).status).toBe(429)
  clock.advance({ minutes: limits.signInWindowMinutes + 1 })
})

describe('an account with a second step', () => {
  const withSecondStep = async () => {
    const user = await makeUser()
    await db
      .updateTable('users')
      .set({ second_step_at: clock.now().toISOString() })
      .where('id', '=', user.id)
      .execute()
    return user
  }

  test('is asked for it after the provider, too', async () => {
    const user = await withSecondStep()
    const { reply, browser } = await signOn(claimsOf(user))
    expect(reply).toMatchObject({ status: 401, body: { code: 'second_step_needed' } })
    expect(reply.body.challenge).toBeTruthy()
    expect(reply.body.token).toBeUndefined()
    expectRefusal(await browser.post('/api/auth/oidc/session', {}), 401, sentences.expired)
  })

  test('came in by single sign-on, also in the record', async () => {
    const user = await makeUser()
    const { addApp, codeOf } = secondStepTools(testApp)
    const { secret } = await addApp(user)
    const { reply, browser } = await signOn(claimsOf(user))
    const answer = (code: string) =>
      browser.post('/api/auth/second-step', { challenge: reply.body.challenge, code })
    expect((await answer('000000')).status).toBe(401)
    expect((await answer(codeOf(secret))).status).toBe(200)
    const { body } = await as(cast.ada).get(`/api/audit?userId=${user.id}&limit=3`)
    expect(body.data).toMatchObject([
      { kind: 'sign_in.succeeded', via: 'sso', actor: { id: user.id }, details: { factor: 'totp' } },
      { kind: 'identity.linked', via: 'sso', actor: { id: user.id } },
      { kind: 'sign_in.refused', via: 'sso' },
    ])
  })

  test('is asked for it after the password that links, too', async () => {
    const user = await withSecondStep()
    const { browser } = await signOn(claimsOf(user, { email_verified: false }))
    const reply = await browser.post('/api/auth/oidc/session', { password: user.password })
    expect(reply).toMatchObject({ status: 401, body: { code: 'second_step_needed' } })
  })

  test('is not asked with OIDC_SECOND_STEP=provider, also where one is required', async () => {
    having({ asksSecondStep: false })
    const user = await withSecondStep()
    await expectSignedIn(claimsOf(user), { id: user.id })
    const without = await makeUser()
    await as(cast.ada).put('/api/settings', { organization_name: 'Company' })
    await db.updateTable('organization_settings').set({ second_step: 'everyone' }).execute()
    onTestFinished(async () => {
      await db.updateTable('organization_settings').set({ second_step: null }).execute()
    })
    const { reply } = await expectSignedIn(claimsOf(without), { id: without.id })
    expect(reply.body.second_step).toBeUndefined()
    expect((await as({ token: reply.body.token }).get('/api/reports/me')).status).toBe(200)
  })
})

describe('on the account page', () => {
  async function signedIn(user: Person) {
    const browser = browserOf(testApp)
    const token = await testApp.newToken(user)
    const headers = { 'x-auth-token': token }
    return {
      browser,
      link: (payload: object) => browser.post('/api/account/identities', payload, headers),
      list: async () => (await browser.get('/api/account/identities', headers)).body,
      unlink: (id: number, payload: object | null = user.password ? { password: user.password } : null) =>
        browser.send({
          method: 'DELETE',
          url: `/api/account/identities/${id}`,
          headers,
          ...(payload && { payload }),
        }),
      setPassword: (payload: object) =>
        browser.send({ method: 'PUT', url: '/api/account/password', payload, headers }),
      account: async () => (await browser.get('/api/account', headers)).body,
      logout: () => browser.post('/api/auth/logout', {}, headers),
    }
  }

  test('the password is confirmed, then the provider leads back to the same account', async () => {
    const user = await makeUser()
    const { browser, link, list } = await signedIn(user)
    expectRefusal(await link({}), 400, messages.account.currentPasswordRequired, {
      password: messages.account.currentPasswordRequired,
    })
    expectRefusal(await link({ password: 'wrong' }), 400, messages.account.currentPasswordWrong, {
      password: messages.account.currentPasswordWrong,
    })
    const { body } = await link({ password: user.password })
    // The e-mail is another one, and not verified: the password has said who it is.
    const claims = stranger({ email_verified: false })
    const back = await comeBack(browser, issuer.consent(body.url, claims))
    expect(back.headers.location).toBe('/account#sign-on')
    expect(browser.jar.get('sso')?.value).toBe('linked')
    expect(await list()).toMatchObject({
      data: [{ issuer: issuer.url, email: claims.email }],
      pagination: { total: 1, pages: 1, page: 1 },
    })
    await expectSignedIn(claims, { id: user.id })
  })

  test('what is linked with another account is refused', async () => {
    const [user, other] = [await makeUser(), await makeUser()]
    const claims = claimsOf(other)
    await expectSignedIn(claims, { id: other.id })
    const { browser, link, list } = await signedIn(user)
    const { body } = await link({ password: user.password })
    await comeBack(browser, issuer.consent(body.url, claims))
    expect(browser.jar.get('sso')?.value).toBe('identity_taken')
    expect((await list()).data).toEqual([])
  })

  test('links nothing once the person has logged out', async () => {
    const user = await makeUser()
    const { browser, link, logout } = await signedIn(user)
    const { body } = await link({ password: user.password })
    await logout()
    await comeBack(browser, issuer.consent(body.url, stranger()))
    expect(browser.jar.get('sso')?.value).toBe('sso_expired')
    expect(await identitiesOf(user.id)).toEqual([])
  })

  test('unlinked, the identity no longer signs in', async () => {
    const user = await makeUser()
    const claims = claimsOf(user, { email_verified: true })
    await expectSignedIn(claims, { id: user.id })
    const { list, unlink } = await signedIn(user)
    const [identity] = (await list()).data
    expect((await unlink(identity.id)).body).toEqual({ msg: sentences.unlinked })
    expectRefusal(await unlink(identity.id), 404, sentences.identityNotFound)
    await expectFailure(
      { ...claims, email: 'gone@example.com' },
      sentences.noAccount('gone@example.com'),
      403,
    )
  })

  test('unlinking takes the password, as linking does', async () => {
    const user = await makeUser()
    await expectSignedIn(claimsOf(user), { id: user.id })
    const { list, unlink } = await signedIn(user)
    const [{ id }] = (await list()).data
    const { currentPasswordRequired, currentPasswordWrong } = messages.account
    for (const [payload, sentence] of [
      [undefined, currentPasswordRequired],
      [{}, currentPasswordRequired],
      [{ password: 'wrong' }, currentPasswordWrong],
    ] as const)
      expectRefusal(await unlink(id, payload ?? null), 400, sentence, { password: sentence })
    expect(await identitiesOf(user.id)).toHaveLength(1)
    expect((await unlink(id)).status).toBe(200)
  })

  test('the last way in stays, until there is a password', async () => {
    having({ createsUsers: true })
    const { reply } = await expectSignedIn(stranger(), {})
    const { list, unlink, account, setPassword } = await signedIn(reply.body.user)
    const [identity] = (await list()).data
    expect(await account()).toMatchObject({ has_password: false })
    expectRefusal(await unlink(identity.id), 409, sentences.lastWayIn)
    expect((await setPassword({ password: 'quiet-violet-otter' })).status).toBe(200)
    expect(await account()).toMatchObject({ has_password: true })
    expect((await unlink(identity.id, { password: 'quiet-violet-otter' })).status).toBe(200)
    expect(await testApp.signIn({ ...reply.body.user, password: 'quiet-violet-otter' })).toBeTruthy()
  })

  test('a password that OIDC_ONLY refuses is no way in', async () => {
    having({ isOnly: true })
    const user = await makeUser()
    await expectSignedIn(claimsOf(user), { id: user.id })
    const { list, unlink } = await signedIn(user)
    expectRefusal(await unlink((await list()).data[0].id), 409, sentences.lastWayIn)
  })

  test('of two removed at once, one stays', async () => {
    having({ createsUsers: true })
    const { reply } = await expectSignedIn(stranger(), {})
    const { browser, link, list, unlink } = await signedIn(reply.body.user)
    await comeBack(browser, issuer.consent((await link({})).body.url, stranger()))
    const { data } = await list()
    expect(data).toHaveLength(2)
    const replies = await Promise.all(data.map(({ id }: { id: number }) => unlink(id)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('without a password, a sign-in that is not fresh confirms nothing', async () => {
    having({ createsUsers: true })
    const { reply } = await expectSignedIn(stranger(), {})
    const { link, setPassword } = await signedIn(reply.body.user)
    expect((await link({})).status).toBe(200)
    clock.advance({ minutes: 10 })
    expectRefusal(await link({}), 403, sentences.signInAgain)
    expectRefusal(await setPassword({ password: 'quiet-violet-otter' }), 403, sentences.signInAgain)
  })
})
