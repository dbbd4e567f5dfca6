import { describe, expect, onTestFinished, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { startIssuer } from '../../../test/issuer.ts'
import { secondStepTools } from '../../../test/second-step.ts'
import { signOnSettings, signOnTools } from '../../../test/sign-on.ts'
import { expectRefusal, type Person, startTestApp, type TestApp } from '../../../test/start-test-app.ts'
import type { OidcConfig } from '../../config.ts'
import { setPasswordLogin } from '../../identity/password-policy.ts'

// What a single sign-on changes, it changes with its last step: the exchange of the code, or the second step.

const name = 'Keycloak'

let testApp = undefined as unknown as TestApp
const issuer = await startIssuer(() => Math.floor(testApp.clock.now().getTime() / 1000))
testApp = await startTestApp({ settings: signOnSettings(issuer) })
const { as, cast, clock, ctx, db } = testApp
const { arrive, signOn, claimsOf, stranger, identitiesOf, roleOf, makeUser, inviteUser } = signOnTools(
  testApp,
  issuer,
)
const { addApp, codeOf } = secondStepTools(testApp)

function having(settings: Partial<OidcConfig>) {
  const before = ctx.config.oidc as OidcConfig
  ctx.config.oidc = { ...before, ...settings }
  onTestFinished(() => {
    ctx.config.oidc = before
  })
}

type Browser = Awaited<ReturnType<typeof signOn>>['browser']
const exchange = (browser: Browser, payload: object = {}) => browser.post('/api/auth/oidc/session', payload)
const answer = (browser: Browser, challenge: string, code: string) =>
  browser.post('/api/auth/second-step', { challenge, code })

async function withApp(role?: Parameters<typeof makeUser>[0]) {
  const user = await makeUser(role)
  return { user, secret: (await addApp(user)).secret }
}

/** What a first step alone must leave alone. */
async function stateOf(user: { id: number }) {
  const kindsOf = async (table: 'notifications' | 'record_entries') =>
    (await db.selectFrom(table).select('kind').where('user_id', '=', user.id).execute()).map(row => row.kind)
  return {
    identities: (await identitiesOf(user.id)).map(({ subject, last_used_at }) => [subject, last_used_at]),
    role: await roleOf(user.id),
    notifications: await kindsOf('notifications'),
    record: await kindsOf('record_entries'),
  }
}

const inboxOf = async (person: { id: number }) =>
  (await as({ token: await testApp.newToken(person) }).get('/api/notifications')).body.data

describe('before the second step, nothing changes:', () => {
  test('neither an identity nor a role, for a stolen password and an e-mail that is not verified', async () => {
    const { user, secret } = await withApp()
    const before = await stateOf(user)
    const claims = claimsOf(user, { email_verified: false, groups: ['it-admins'] })
    const { browser } = await signOn(claims)
    const asked = await exchange(browser, { password: user.password })
    expect(asked).toMatchObject({ status: 401, body: { code: 'second_step_needed' } })
    expect(await stateOf(user)).toEqual(before)

    // The owner changes the password, and an admin removes the factor.
    const { body } = await as(cast.ada).put(`/api/users/${user.id}/password`, {
      password: 'another-violet-otter',
    })
    expect(body.msg).toBeTruthy()
    await as(cast.ada).delete(`/api/users/${user.id}/factors`)
    const late = await answer(browser, asked.body.challenge, codeOf(secret))
    expectRefusal(late, 401, messages.secondStep.ended)
    expectRefusal((await signOn(claims)).reply, 401, messages.singleSignOn.passwordNeeded(name, user.email))
    expect(await identitiesOf(user.id)).toEqual([])
    expect(await roleOf(user.id)).toBe('developer')
  })

  test('no identity, for an e-mail that is verified', async () => {
    const { user, secret } = await withApp()
    const before = await stateOf(user)
    const claims = claimsOf(user, { groups: ['leads'] })
    const { reply, browser } = await signOn(claims)
    expect(reply.body.code).toBe('second_step_needed')
    expect(await stateOf(user)).toEqual(before)
    const signedIn = await answer(browser, reply.body.challenge, codeOf(secret))
    expect(signedIn.body.user).toMatchObject({ id: user.id, role: 'manager' })
    expect(await stateOf(user)).toMatchObject({
      identities: [[claims.sub, clock.now().toISOString()]],
      role: 'manager',
      notifications: [...before.notifications, 'identity_linked'],
    })
  })

  test('no role, for an identity that is linked already', async () => {
    const user = await makeUser('manager')
    const claims = claimsOf(user)
    expect((await signOn(claims)).reply.status).toBe(200)
    const { secret } = await addApp(user)
    const before = await stateOf(user)
    for (const groups of [['it-admins'], []]) {
      const { reply } = await signOn({ ...claims, groups })
      expect(reply.body.code).toBe('second_step_needed')
    }
    expect(await stateOf(user)).toEqual(before)
    const { reply, browser } = await signOn({ ...claims, groups: ['it-admins'] })
    const signedIn = await answer(browser, reply.body.challenge, codeOf(secret))
    expect(signedIn.body.user.role).toBe('admin')
  })

  test('with wrong codes, and once the challenge has expired', async () => {
    const { user, secret } = await withApp()
    const before = await identitiesOf(user.id)
    const wrong = await signOn(claimsOf(user))
    for (let attempt = 0; attempt < limits.challengeAttempts; attempt++)
      await answer(wrong.browser, wrong.reply.body.challenge, '000000')
    const late = await signOn(claimsOf(user))
    clock.advance({ minutes: limits.challengeMinutes, seconds: 1 })
    for (const { browser, reply } of [wrong, late])
      expectRefusal(
        await answer(browser, reply.body.challenge, codeOf(secret)),
        401,
        messages.secondStep.ended,
      )
    expect(await identitiesOf(user.id)).toEqual(before)
    clock.advance({ minutes: limits.signInWindowMinutes + 1 })
  })

  test('and afterwards neither, if the page never comes', async () => {
    const user = await makeUser()
    const before = await stateOf(user)
    await arrive(claimsOf(user, { groups: ['leads'] }))
    expect(await stateOf(user)).toEqual(before)
    having({ createsUsers: true })
    const claims = stranger()
    const { browser } = await arrive(claims)
    const find = () => db.selectFrom('users').select('id').where('email', '=', claims.email).execute()
    expect(await find()).toEqual([])
    expect((await exchange(browser)).status).toBe(200)
    expect(await find()).toHaveLength(1)
  })
})

describe('with the second step', () => {
  test('one code used twice at once links once and signs in once', async () => {
    const { user, secret } = await withApp()
    const { reply, browser } = await signOn(claimsOf(user))
    const replies = await Promise.all([1, 2].map(() => answer(browser, reply.body.challenge, codeOf(secret))))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
    expect(await identitiesOf(user.id)).toHaveLength(1)
  })

  test('an identity that was linked with another account meanwhile is refused, and nothing is used up', async () => {
    const { user, secret } = await withApp()
    const claims = claimsOf(user)
    const { reply, browser } = await signOn(claims)
    const other = await makeUser()
    await signOn({ ...claims, email: other.email })
    const taken = await answer(browser, reply.body.challenge, codeOf(secret))
    expectRefusal(taken, 409, messages.singleSignOn.identityTaken(name))
    expect(await identitiesOf(user.id)).toEqual([])
    expect((await as(null).post('/api/auth/login', user)).body.code).toBe('second_step_needed')
  })

  test('an account that was deleted meanwhile stays out', async () => {
    const { user, secret } = await withApp()
    const { reply, browser } = await signOn(claimsOf(user))
    await as(cast.ada).delete(`/api/users/${user.id}`)
    expect((await answer(browser, reply.body.challenge, codeOf(secret))).status).toBe(401)
    expect(await identitiesOf(user.id)).toEqual([])
  })

  test('the last admin keeps the role', async () => {
    const admins = await db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .where('deleted_at', 'is', null)
      .where('id', '!=', cast.ada.id)
      .execute()
    for (const { id } of admins) await as(cast.ada).delete(`/api/users/${id}`)
    const token = await testApp.newToken(cast.ada)
    const { secret } = await addApp(cast.ada, token)
    const { reply, browser } = await signOn(claimsOf(cast.ada, { groups: [] }))
    const signedIn = await answer(browser, reply.body.challenge, codeOf(secret))
    expect(signedIn.body.user).toMatchObject({ id: cast.ada.id, role: 'admin' })
    await db.deleteFrom('authenticator_apps').where('user_id', '=', cast.ada.id).execute()
    await db.updateTable('users').set({ second_step_at: null }).where('id', '=', cast.ada.id).execute()
    // The factor has ended her other sign-ins.
    clock.advance({ seconds: 1 })
  })

  test('an invited person accepts by signing in, and sets one up where it is required', async () => {
    await as(cast.ada).put('/api/settings', { organization_name: 'Company' })
    const user = await inviteUser()
    onTestFinished(async () => {
      await db.updateTable('organization_settings').set({ second_step: null }).execute()
    })
    await db.updateTable('organization_settings').set({ second_step: 'everyone' }).execute()
    const { browser } = await arrive(claimsOf(user))
    const invited = () =>
      db.selectFrom('users').select('accepted_at').where('id', '=', user.id).executeTakeFirstOrThrow()
    expect((await invited()).accepted_at).toBeNull()
    const reply = await exchange(browser)
    expect(reply.body).toMatchObject({ user: { id: user.id, invited: false }, second_step: 'required' })
    expect(await identitiesOf(user.id)).toHaveLength(1)
  })

  test("the provider's counts for a person that it knows, but not for one whom the password links", async () => {
    having({ asksSecondStep: false })
    const { user, secret } = await withApp()
    const { browser } = await signOn(claimsOf(user, { email_verified: false }))
    const asked = await exchange(browser, { password: user.password })
    expect(asked.body.code).toBe('second_step_needed')
    expect(await identitiesOf(user.id)).toEqual([])
    expect((await answer(browser, asked.body.challenge, codeOf(secret))).status).toBe(200)
    const [identity] = await identitiesOf(user.id)
    const again = await signOn(claimsOf(user, { sub: identity?.subject, email_verified: false }))
    expect(again.reply.status).toBe(200)
  })
})

describe('OIDC_ONLY', () => {
  const off = messages.singleSignOn.passwordsOff(name)

  test('an admin confirms an identity with the password, and others are refused', async () => {
    having({ isOnly: true })
    for (const role of ['developer', 'manager'] as const) {
      const user = await makeUser(role)
      const { browser } = await signOn(claimsOf(user, { email_verified: false }))
      for (const password of [user.password, 'wrong'])
        expectRefusal(await exchange(browser, { password }), 403, off)
      expect(await identitiesOf(user.id)).toEqual([])
    }
    const admin = await makeUser('admin')
    const { browser } = await signOn(claimsOf(admin, { email_verified: false }))
    expect((await exchange(browser, { password: admin.password })).body.user).toMatchObject({ id: admin.id })
  })

  test('everyone confirms with the password while the command lets everyone use it', async () => {
    having({ isOnly: true })
    await setPasswordLogin(db, true)
    onTestFinished(() => setPasswordLogin(db, false))
    const user = await makeUser()
    const { browser } = await signOn(claimsOf(user, { email_verified: false }))
    expect((await exchange(browser, { password: user.password })).status).toBe(200)
  })

  test('a user cannot end the identities that are their only way in', async () => {
    having({ isOnly: true })
    const user = await makeUser()
    const { reply } = await signOn(claimsOf(user))
    const input = { current_password: user.password, password: 'another-violet-otter', end_identities: true }
    const refused = await as({ token: reply.body.token }).put('/api/account/password', input)
    expectRefusal(refused, 409, messages.singleSignOn.lastWayIn)
    expect(await identitiesOf(user.id)).toHaveLength(1)
  })
})

test('a Kelvin sign in the e-mail is not the k of another person', async () => {
  const user = await makeUser()
  const email = `k-${user.id}@example.com`
  await db.updateTable('users').set({ email }).where('id', '=', user.id).execute()
  const claims = claimsOf(user, { email: email.replace('k', '\u212a') })
  expectRefusal((await signOn(claims)).reply, 403, messages.singleSignOn.emailMissing(name))
  expect(await identitiesOf(user.id)).toEqual([])
})

describe('every new identity notifies its person', () => {
  const host = new URL(issuer.url).host

  test('and stands in the record, by whichever way it was linked', async () => {
    having({ createsUsers: true })
    const [verified, confirmed, invited] = [await makeUser(), await makeUser(), await inviteUser()]
    await signOn(claimsOf(verified))
    const { browser } = await signOn(claimsOf(confirmed, { email_verified: false }))
    await exchange(browser, { password: confirmed.password })
    await signOn(claimsOf(invited))
    const created = await signOn(stranger())
    for (const person of [verified, confirmed, invited, created.reply.body.user as Person]) {
      expect(await inboxOf(person)).toMatchObject([
        {
          kind: 'identity_linked',
          text: `The sign-in of ${person.email} at ${host} was linked with your account`,
          link: '/account#sign-on',
          actor_name: null,
        },
      ])
      const { body } = await as(cast.ada).get(`/api/audit?userId=${person.id}&kind=identity.linked`)
      expect(body.data).toHaveLength(1)
    }
  })

  test('once, not with every sign-in', async () => {
    const user = await makeUser()
    const claims = claimsOf(user)
    for (let time = 0; time < 3; time++) expect((await signOn(claims)).reply.status).toBe(200)
    expect(await inboxOf(user)).toHaveLength(1)
  })

  test('also one who muted everything that can be muted; this kind cannot', async () => {
    const user = await makeUser()
    const me = as({ token: await testApp.newToken(user) })
    const sentence = messages.fields.invalid('muted')
    const refused = await me.put('/api/account', { muted: ['identity_linked'] })
    expect(refused).toMatchObject({ status: 400, body: { msg: sentence } })
    expect((await me.put('/api/account', { email_notifications: 'off' })).status).toBe(200)
    await signOn(claimsOf(user))
    expect(await inboxOf(user)).toMatchObject([{ kind: 'identity_linked' }])
  })
})

describe('identities end with', () => {
  const linked = async (role?: Parameters<typeof makeUser>[0]) => {
    const user = await makeUser(role)
    await signOn(claimsOf(user))
    return user
  }
  const unlinked = async (user: { id: number }) =>
    (await as(cast.ada).get(`/api/audit?userId=${user.id}&kind=identity.unlinked`)).body.data

  test('their own new password, if asked for', async () => {
    const user = await linked()
    const me = as({ token: await testApp.newToken(user) })
    const change = (current_password: string, password: string, more = {}) =>
      me.put('/api/account/password', { current_password, password, ...more })
    const [first = '', second = '', third = ''] = [
      user.password,
      'another-violet-otter',
      'third-violet-otter',
    ]
    expect((await change(first, second)).status).toBe(200)
    expect((await change(second, third, { end_identities: false })).status).toBe(200)
    expect(await identitiesOf(user.id)).toHaveLength(1)
    expect((await change(third, first, { end_identities: true })).status).toBe(200)
    expect(await identitiesOf(user.id)).toEqual([])
    expect(await unlinked(user)).toMatchObject([{ actor: { id: user.id }, via: 'session' }])
  })

  test('a password that a reviewer sets, and the wait of its challenges ends', async () => {
    const user = await makeUser()
    const claims = claimsOf(user)
    await signOn(claims)
    const { secret } = await addApp(user)
    const { reply, browser } = await signOn(claims)
    const arrived = await arrive(claims)
    const put = await as(cast.max).put(`/api/users/${user.id}/password`, {
      password: 'another-violet-otter',
      end_identities: true,
    })
    expect(put.status).toBe(200)
    expect(await identitiesOf(user.id)).toEqual([])
    expect(await unlinked(user)).toMatchObject([{ actor: { id: cast.max.id } }])
    expectRefusal(await answer(browser, reply.body.challenge, codeOf(secret)), 401, messages.secondStep.ended)
    expectRefusal(await exchange(arrived.browser), 401, messages.singleSignOn.expired)
    expect(await identitiesOf(user.id)).toEqual([])
  })

  test('anything but true and false is refused', async () => {
    const user = await linked()
    const input = { password: 'another-violet-otter', end_identities: 'yes' }
    expect((await as(cast.ada).put(`/api/users/${user.id}/password`, input)).status).toBe(400)
    expect(await identitiesOf(user.id)).toHaveLength(1)
  })

  test('not with the end of all sign-ins, which names them', async () => {
    const [user, other] = [await linked(), await makeUser()]
    const identities = [{ issuer: issuer.url, email: user.email }]
    const ended = await as(cast.ada).delete(`/api/users/${user.id}/sign-ins`)
    expect(ended.body).toMatchObject({ sign_ins: 1, tokens: 0, identities })
    expect(ended.body.msg).toBe(
      `Ended 1 sign-in and 0 access tokens of ${user.name}. Still linked, and not ended: ${user.email} at ${issuer.url}.`,
    )
    expect((await as(cast.ada).delete(`/api/users/${other.id}/sign-ins`)).body).toEqual({
      msg: `Ended 0 sign-ins and 0 access tokens of ${other.name}.`,
      ...{ sign_ins: 0, tokens: 0, identities: [] },
    })
    const own = await as({ token: await testApp.newToken(user) }).delete('/api/account/access')
    expect(own.body).toMatchObject({ identities })
    expect(await identitiesOf(user.id)).toHaveLength(1)
  })
})

describe('strangers make no calls to the provider:', () => {
  const discoveries = () => issuer.received.filter(path => path.startsWith('/.well-known')).length

  test('a hundred of them ask for its page with one call, and with five in a minute', async () => {
    clock.advance({ minutes: 2 })
    const before = discoveries()
    for (let each = 0; each < 50; each++) {
      await as(null).get('/api/auth/oidc')
      await as(null).get('/api/auth/oidc/status')
    }
    expect(discoveries() - before).toBe(1)
    for (let each = 0; each < 50; each++) {
      clock.advance({ seconds: 1 })
      const { headers } = await as(null).get('/api/auth/oidc')
      expect(headers.location).toContain(issuer.url)
    }
    expect(discoveries() - before).toBe(5)
  })

  test('nor while it is away', async () => {
    clock.advance({ minutes: 2 })
    const before = discoveries()
    issuer.goDown()
    onTestFinished(() => issuer.goDown(false))
    for (let each = 0; each < 50; each++) {
      clock.advance({ seconds: 1 })
      expect((await as(null).get('/api/auth/oidc')).headers.location).toBe('/login')
    }
    expect(discoveries() - before).toBe(5)
    issuer.goDown(false)
    clock.advance({ minutes: 1 })
    expect((await as(null).get('/api/auth/oidc/status')).body.available).toBe(true)
  })

  test('beyond the limit of an IP address, answers are refused without asking for their token', async () => {
    clock.advance({ minutes: limits.signInWindowMinutes + 1 })
    for (let attempt = 0; attempt < limits.signInFailuresPerAddress; attempt++) await arrive(stranger())
    const before = issuer.seen.length
    const { browser } = await arrive(stranger())
    expect((await exchange(browser)).status).toBe(429)
    expect(issuer.seen.length).toBe(before)
    clock.advance({ minutes: limits.signInWindowMinutes + 1 })
  })
})

test('a manager enters no other manager with a second step by giving the account an e-mail of their own', async () => {
  having({ asksSecondStep: false })
  const { user } = await withApp('manager')
  const thief = await makeUser('manager')
  const email = stranger().email
  const edit = (by: Person, more: object) =>
    as(by).put(`/api/users/${user.id}`, { name: user.name, email: user.email, role: 'manager', ...more })
  const refused = await edit(thief, { email })
  expectRefusal(refused, 403, 'Only admins can change the email of a manager who has a second step.')
  expect(refused.body.code).toBe('second_step_kept')
  expect((await exchange((await signOn({ ...stranger(), email })).browser)).status).toBe(401)
  expect(await identitiesOf(user.id)).toEqual([])
  expect((await edit(thief, { name: 'Renamed' })).status).toBe(200)
  expect((await edit(cast.ada, { email })).status).toBe(200)
  // Where the second step of the account is asked for, the e-mail is not enough.
  having({ asksSecondStep: true })
  expect((await edit(thief, { email: stranger().email })).status).toBe(200)
})
