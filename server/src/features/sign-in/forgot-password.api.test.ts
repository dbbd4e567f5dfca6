import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../../../test/mail-server.ts'
import { expectRefusal, startTestApp } from '../../../test/start-test-app.ts'
import { runJobs } from '../../jobs/run-jobs.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { forgotPasswordJob } from './forgot-password.job.ts'

const server = await startMailServer()
afterAll(server.close)
const { as, call, cast, clock, ctx, db, newToken } = await startTestApp({ settings: server.settings })
const plain = await startTestApp()

const invalid = 'This link is no longer valid'
const sentence =
  "If there's an account with this email, we've sent it a link to choose a new password. The link works for one hour."

let addresses = 0
/** Each request has its own IP address, so that the limit applies only where a test passes one. */
const forgot = (email: unknown, remoteAddress = `198.51.100.${++addresses}`) =>
  call({ method: 'POST', url: '/api/auth/forgot', payload: { email }, remoteAddress })
const reset = (code: string, password = 'quiet-violet-otter') =>
  as(null).post('/api/auth/reset', { code, password })
const jobsLeft = async () => (await db.selectFrom('jobs').selectAll().execute()).length

/** Runs the queued jobs and returns the codes that were sent. */
async function sentCodes(): Promise<string[]> {
  server.mails.length = 0
  const running = runJobs(ctx, [forgotPasswordJob], { pollMs: 5 })
  await expect.poll(jobsLeft).toBe(0)
  await running.stop()
  return server.mails.map(({ text }) => /\/reset\?code=([\w-]+)/.exec(text ?? '')?.[1] ?? '')
}

async function codeFor(email: string): Promise<string> {
  expect((await forgot(email)).status).toBe(200)
  const [code = ''] = await sentCodes()
  return code
}

test('a retried mail has the same Message-ID and link, and a new request has new ones', async () => {
  const sent = () =>
    server.mails.map(({ messageId, text }) => [messageId, /\/reset\?code=([\w-]+)/.exec(text ?? '')?.[1]])
  server.mails.length = 0
  await forgot(cast.dina.email)
  const { mailer } = ctx
  // Simulates a process that ended after the mail server accepted the mail.
  const failing: Mailer = {
    ...mailer,
    async send(...args) {
      await mailer.send(...args)
      throw new Error('ended')
    },
  }
  const running = runJobs({ ...ctx, mailer: failing }, [forgotPasswordJob], { pollMs: 5 })
  await expect.poll(() => server.mails.length).toBe(1)
  await running.stop()
  await db.updateTable('jobs').set({ due_at: clock.now().toISOString() }).execute()
  const first = sent()
  await sentCodes()
  expect(sent()).toEqual(first)
  expect(first[0]?.[0]).toMatch(/^<reset-[0-9a-f-]{36}@reports\.example\.com>$/)
  await codeFor(cast.dina.email)
  expect(sent()[0]?.[0]).not.toBe(first[0]?.[0])
  expect(sent()[0]?.[1]).not.toBe(first[0]?.[1])
})

test('a used link isn’t sent again', async () => {
  const code = await codeFor(cast.omar.email)
  await forgot(cast.omar.email)
  expect((await reset(code)).status).toBe(200)
  expect(await sentCodes()).toEqual([])
})

test('GET /auth/options has the state of the mail set-up', async () => {
  expect((await as(null).get('/api/auth/options')).body).toEqual({
    email_enabled: true,
    passkeys: false,
    oidc: null,
  })
  expect((await plain.as(null).get('/api/auth/options')).body).toEqual({
    email_enabled: false,
    passkeys: false,
    oidc: null,
  })
})

describe('POST /auth/forgot', () => {
  test('refuses if mail isn’t set up, and texts that aren’t an e-mail', async () => {
    const reply = await plain.as(null).post('/api/auth/forgot', { email: plain.cast.dina.email })
    expectRefusal(reply, 409, 'Mail is not set up')
    expectRefusal(await forgot(''), 400, 'Email is required', { email: 'Email is required' })
    expectRefusal(await forgot('x'), 400, 'Invalid email address', { email: 'Invalid email address' })
  })

  test('replies and writes the same for every e-mail, and sends mail only to accounts with a password', async () => {
    const invited = { name: 'Nadia New', email: 'nadia@example.com', role: 'designer', invite: true }
    await as(cast.ada).post('/api/auth/register', invited)
    await db.deleteFrom('jobs').execute()
    const known = await forgot('DINA@example.com')
    const unknown = await forgot('stranger@example.com')
    const withoutPassword = await forgot(invited.email)
    expect(known.body).toEqual({ msg: sentence })
    for (const reply of [unknown, withoutPassword]) {
      expect(reply.body).toEqual(known.body)
      expect(reply.status).toBe(200)
      expect(Object.keys(reply.headers)).toEqual(Object.keys(known.headers))
      expect(reply.headers['content-length']).toBe(known.headers['content-length'])
    }
    const jobs = await db.selectFrom('jobs').select(['kind', 'payload']).orderBy('id').execute()
    expect(jobs.map(({ kind, payload }) => ({ kind, ...JSON.parse(payload) }))).toEqual(
      ['dina@example.com', 'stranger@example.com', 'nadia@example.com'].map(email => ({
        kind: 'password.forgot',
        email,
        message: expect.stringMatching(/^[0-9a-f-]{36}$/),
      })),
    )
    const codes = await sentCodes()
    expect(codes).toHaveLength(1)
    expect(server.mails[0]?.to?.[0]?.address).toBe('dina@example.com')
    expect(server.mails[0]?.text).toMatch(new RegExp(`/reset\\?code=${codes[0]}\\s`))
    expect(Buffer.from(codes[0] ?? '', 'base64url')).toHaveLength(32)
    const rows = await db.selectFrom('one_time_codes').selectAll().where('kind', '=', 'reset').execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(codes[0])
  })

  test.each(['omar@example.com', 'stranger-2@example.com'])(
    'every call counts as a failed sign-in: %s',
    async email => {
      const address = `203.0.113.${++addresses}`
      for (let count = 0; count < 10; count++) expect((await forgot(email, address)).status).toBe(200)
      const refused = await forgot(email, address)
      expect(refused.status).toBe(429)
      expect(refused.headers['retry-after']).toBe('900')
      const login = { email, password: 'omar-password' }
      const reply = await call({
        method: 'POST',
        url: '/api/auth/login',
        payload: login,
        remoteAddress: address,
      })
      expect(reply.status).toBe(429)
      await db.deleteFrom('jobs').execute()
    },
  )
})

describe('POST /auth/reset', () => {
  test.each(['x', '', 'A'.repeat(43), '\u0000'])('refuses the code %j', async code => {
    expectRefusal(await reset(code), 404, invalid)
  })

  test('refuses the code of an invitation, and invitations refuse a reset code', async () => {
    const invited = { name: 'Nils New', email: 'nils@example.com', role: 'designer', invite: true }
    const { body } = await as(cast.ada).post('/api/auth/register', invited)
    await db.deleteFrom('jobs').execute()
    const code = new URL(body.invitation.link).searchParams.get('code') ?? ''
    expectRefusal(await reset(code), 404, invalid)
    const other = await codeFor(cast.mark.email)
    const reply = await as(null).post('/api/auth/invitation', { code: other, password: 'quiet-violet-otter' })
    expectRefusal(reply, 404, 'This invitation is no longer valid')
  })

  test('sets the password, ends every sign-in and signs in', async () => {
    const before = await newToken(cast.desi)
    const code = await codeFor(cast.desi.email)
    expectRefusal(await reset(code, 'short'), 400, 'Password must be at least 6 characters', {
      password: 'Password must be at least 6 characters',
    })
    const tooCommon = 'This password is too common. Choose another one.'
    expectRefusal(await reset(code, 'password1'), 400, tooCommon, { password: tooCommon })
    const reply = await reset(code)
    expect(reply.body).toEqual({
      token: expect.any(String),
      user: expect.objectContaining({ id: cast.desi.id, invited: false }),
    })
    expect((await as({ token: before }).get('/api/auth/me')).status).toBe(401)
    expect((await as({ token: reply.body.token }).get('/api/auth/me')).status).toBe(200)
    const login = (password: string) => as(null).post('/api/auth/login', { email: cast.desi.email, password })
    expect((await login(cast.desi.password)).status).toBe(401)
    expect((await login('quiet-violet-otter')).status).toBe(200)
    expectRefusal(await reset(code), 404, invalid)
  })

  test('clears earlier failed sign-ins, as a right password does', async () => {
    const { email } = cast.max
    const remoteAddress = `203.0.113.${++addresses}`
    const post = (url: string, payload: object) => call({ method: 'POST', url, payload, remoteAddress })
    const login = (password: string) => post('/api/auth/login', { email, password })
    for (let count = 0; count < 9; count++) expect((await login('forgotten')).status).toBe(401)
    expect((await forgot(email, remoteAddress)).status).toBe(200)
    const [code] = await sentCodes()
    expect((await login('quiet-violet-otter')).status).toBe(429)
    const reply = await post('/api/auth/reset', { code, password: 'quiet-violet-otter' })
    expect(reply.status).toBe(200)
    expect((await login('quiet-violet-otter')).status).toBe(200)
  })

  test('accepts a code once, also in concurrent requests', async () => {
    const code = await codeFor(cast.omar.email)
    const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => reset(code, `otter-number-${n}`)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const reply of replies.filter(({ status }) => status !== 200)) expectRefusal(reply, 404, invalid)
  })

  test('accepts only the latest link, for one hour', async () => {
    const first = await codeFor(cast.dina.email)
    const second = await codeFor(cast.dina.email)
    expectRefusal(await reset(first), 404, invalid)
    const now = clock.now().toISOString()
    onTestFinished(() => clock.set(now))
    clock.advance({ minutes: 60 })
    expectRefusal(await reset(second), 404, invalid)
    clock.advance({ seconds: -1 })
    expect((await reset(second)).status).toBe(200)
  })

  test('refuses the link after a reviewer set a password, and for a deleted account', async () => {
    const code = await codeFor(cast.mark.email)
    await as(cast.ada).put(`/api/users/${cast.mark.id}/password`, { password: 'chosen-by-ada' })
    expectRefusal(await reset(code), 404, invalid)
    const another = await codeFor(cast.mark.email)
    await as(cast.ada).delete(`/api/users/${cast.mark.id}`)
    expectRefusal(await reset(another), 404, invalid)
  })
})

test('setting another password removes a mail that would be retried', async () => {
  await forgot(cast.omar.email)
  expect(await jobsLeft()).toBe(1)
  const reply = await as(cast.ada).put(`/api/users/${cast.omar.id}/password`, {
    password: 'quiet-violet-otter',
  })
  expect(reply.status, reply.text).toBe(200)
  expect(await jobsLeft()).toBe(0)
})

test('a new password ends the identities of single sign-on, if asked for', async () => {
  const { id, email } = cast.desi
  const link = () =>
    db
      .insertInto('identities')
      .values({
        ...{ user_id: id, issuer: 'https://login.example.com', subject: 'desi', email },
        ...{ created_at: clock.now().toISOString(), last_used_at: null },
      })
      .execute()
  const count = async () =>
    (await db.selectFrom('identities').select('id').where('user_id', '=', id).execute()).length
  await link()
  expect((await reset(await codeFor(email))).status).toBe(200)
  expect(await count()).toBe(1)
  const input = { code: await codeFor(email), password: 'quiet-violet-otter', end_identities: true }
  expect((await as(null).post('/api/auth/reset', input)).status).toBe(200)
  expect(await count()).toBe(0)
  const { body } = await as(cast.ada).get(`/api/audit?userId=${id}&kind=identity.unlinked`)
  expect(body.data).toHaveLength(1)
})
