import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../../../test/mail-server.ts'
import { expectRefusal, type Person, type Reply, startTestApp } from '../../../test/start-test-app.ts'
import { runJobs } from '../../jobs/run-jobs.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { invitationMailJob } from './invitation-mail.job.ts'

const withoutMail = await startTestApp()
const { as, cast, clock, db, call } = withoutMail
const invalid = 'This invitation is no longer valid'

let counter = 0
const newcomer = (more: object = {}) => ({
  name: 'Nadia New',
  email: `nadia-${++counter}@example.com`,
  role: 'developer',
  invite: true,
  ...more,
})
const codeIn = (link: string) => new URL(link).searchParams.get('code') ?? ''

async function invite(more: object = {}, by: Person = cast.max) {
  const input = newcomer(more)
  const reply = await as(by).post('/api/auth/register', input)
  expect(reply.status, reply.text).toBe(201)
  const { user, invitation } = reply.body
  return { input, user, invitation, code: codeIn(invitation.link) }
}
const open = (code: string) => as(null).get(`/api/auth/invitation?code=${encodeURIComponent(code)}`)
const accept = (code: string, password = 'quiet-violet-otter') =>
  as(null).post('/api/auth/invitation', { code, password })

describe('inviting', () => {
  test('refuses staff, and a manager who invites an admin', async () => {
    expectRefusal(
      await as(cast.dina).post('/api/auth/register', newcomer()),
      403,
      "You don't have permission to do this.",
    )
    const admin = newcomer({ role: 'admin' })
    expect((await as(cast.max).post('/api/auth/register', admin)).status).toBe(403)
    expect((await as(cast.ada).post('/api/auth/register', admin)).status).toBe(201)
    expect((await as(null).post('/api/auth/register', newcomer())).status).toBe(401)
  })

  test.each(['secret-1', '', null, 7])('refuses a password beside it: %j', async password => {
    const reply = await as(cast.ada).post('/api/auth/register', newcomer({ password }))
    const sentence = 'An invited person chooses their own password'
    expectRefusal(reply, 400, sentence, { password: sentence })
  })

  test('refuses what is missing, and an e-mail that has an account', async () => {
    const reply = await as(cast.ada).post('/api/auth/register', { invite: true })
    expect(Object.keys(reply.body.errors)).toEqual(['name', 'email', 'role'])
    const { input } = await invite()
    expectRefusal(await as(cast.ada).post('/api/auth/register', input), 409, 'User already exists')
  })

  test.each([false, 'true', 1])('with invite %j a password is required as ever', async invite => {
    const reply = await as(cast.ada).post('/api/auth/register', newcomer({ invite }))
    expectRefusal(reply, 400, 'Password is required', { password: 'Password is required' })
  })

  test('answers with the user and a link to the requested host, valid for 7 days', async () => {
    const { input, user, invitation, code } = await invite()
    expect(user).toEqual({
      id: expect.any(Number),
      name: input.name,
      email: input.email,
      role: 'developer',
      created_at: '2026-03-10T09:00:00.000Z',
      invited: true,
      last_sign_in_at: null,
      teams: [],
    })
    expect(invitation).toEqual({
      link: `http://localhost:80/welcome?code=${code}`.replace(':80', ''),
      expires_at: '2026-03-17T09:00:00.000Z',
      emailed: false,
    })
    expect(Buffer.from(code, 'base64url')).toHaveLength(32)
  })

  test('the database holds only the hash of the code', async () => {
    const { user, code } = await invite()
    const rows = await db.selectFrom('one_time_codes').selectAll().where('user_id', '=', user.id).execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(code)
    expect(JSON.stringify(await db.selectFrom('jobs').selectAll().execute())).not.toContain(code)
  })

  test('an invited person is listed as such, can be given projects and tasks, and cannot sign in', async () => {
    const { user, input } = await invite()
    const { body: users } = await as(cast.ada).get('/api/users')
    expect(users.find((each: { id: number }) => each.id === user.id)).toMatchObject(user)
    expect(users.find((each: { id: number }) => each.id === cast.dina.id).invited).toBe(false)
    const project = await as(cast.ada).post('/api/projects', { name: 'Given', developers: [user.id] })
    expect(project.status).toBe(201)
    const task = await as(cast.ada).post('/api/tasks', {
      title: 'First steps',
      project_id: project.body.id,
      assigned_to: user.id,
      expected_hours: 1,
    })
    expect(task.status).toBe(201)
    for (const password of ['quiet-violet-otter', 'null', 'undefined']) {
      const reply = await as(null).post('/api/auth/login', { email: input.email, password })
      expectRefusal(reply, 401, 'Invalid email or password')
    }
  })
})

describe('accepting', () => {
  test('refuses a common password, which leaves the invitation open', async () => {
    const { code } = await invite()
    const sentence = 'This password is too common. Choose another one.'
    expectRefusal(await accept(code, 'Password1'), 400, sentence, { password: sentence })
    expect((await open(code)).status).toBe(200)
  })

  test.each(['x', '', 'A'.repeat(43), ' ', '\u0000', 'x'.repeat(5000)])('refuses the code %j', async code => {
    expectRefusal(await open(code), 404, invalid)
    expectRefusal(await accept(code), 404, invalid)
  })

  test('refuses a missing code, a missing password and a short one, which leave the invitation open', async () => {
    expect((await as(null).get('/api/auth/invitation')).status).toBe(400)
    expect((await as(null).post('/api/auth/invitation', { password: 'quiet-violet-otter' })).status).toBe(400)
    const { code } = await invite()
    expectRefusal(await accept(code, '12345'), 400, 'Password must be at least 6 characters', {
      password: 'Password must be at least 6 characters',
    })
    expect((await as(null).post('/api/auth/invitation', { code })).status).toBe(400)
    expect((await open(code)).status).toBe(200)
  })

  test('names the invited person, sets the password and signs in', async () => {
    const { code, user, input } = await invite()
    expect((await open(code)).body).toEqual({ name: input.name, email: input.email })
    const reply = await accept(code)
    expect(reply.status).toBe(200)
    const { last_sign_in_at: _, ...registered } = user
    const seen = { ...registered, leads: [], has_teams: false, sees_only_teams: false }
    expect(reply.body).toEqual({ token: expect.any(String), user: { ...seen, invited: false } })
    expect(String(reply.headers['set-cookie'])).toContain('known_device=')
    expect((await as({ token: reply.body.token }).get('/api/auth/me')).body).toEqual({
      ...seen,
      invited: false,
    })
    const login = { email: input.email, password: 'quiet-violet-otter' }
    expect((await as(null).post('/api/auth/login', login)).status).toBe(200)
  })

  test('works once, also for twenty concurrent requests', async () => {
    const { code, user } = await invite()
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => accept(code, `otter-number-${index}`)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const reply of replies.filter(({ status }) => status !== 200)) expectRefusal(reply, 404, invalid)
    const signIns = await db.selectFrom('sign_ins').select('id').where('user_id', '=', user.id).execute()
    expect(signIns).toHaveLength(1)
    expectRefusal(await open(code), 404, invalid)
    expectRefusal(await accept(code), 404, invalid)
  })

  test('is refused after 7 days', async () => {
    const { code } = await invite()
    const now = clock.now().toISOString()
    onTestFinished(() => clock.set(now))
    clock.advance({ minutes: 7 * 24 * 60, seconds: -1 })
    expect((await open(code)).status).toBe(200)
    clock.advance({ seconds: 1 })
    expectRefusal(await open(code), 404, invalid)
    expectRefusal(await accept(code), 404, invalid)
  })

  test('is refused for a deleted account, a changed e-mail, and after a reviewer set a password', async () => {
    const deleted = await invite()
    await as(cast.ada).delete(`/api/users/${deleted.user.id}`)
    expectRefusal(await accept(deleted.code), 404, invalid)

    const moved = await invite()
    const { name, role } = moved.input
    await as(cast.ada).put(`/api/users/${moved.user.id}`, { name: 'Nadia', email: moved.input.email, role })
    expect((await open(moved.code)).body.name).toBe('Nadia')
    await as(cast.ada).put(`/api/users/${moved.user.id}`, { name, email: 'moved@example.com', role })
    expectRefusal(await accept(moved.code), 404, invalid)

    const { user, code, input } = await invite()
    const password = 'chosen-by-max'
    expect((await as(cast.max).put(`/api/users/${user.id}/password`, { password })).status).toBe(200)
    expectRefusal(await accept(code), 404, invalid)
    const login = await as(null).post('/api/auth/login', { email: input.email, password })
    expect(login.body.user.invited).toBe(false)
  })
})

describe('a change of the invited account', () => {
  const change = (id: number, input: object, by: Person = cast.ada) => as(by).put(`/api/users/${id}`, input)
  const linkOf = (id: number, by: Person) => as(by).get(`/api/users/${id}/invitation`)

  test.each([
    ['up to admin', 'developer', 'admin'],
    ['up to manager', 'designer', 'manager'],
    ['down', 'manager', 'marketing'],
  ])('of the role %s ends the link', async (_, role, next) => {
    const { user, input, code } = await invite({ role })
    expect((await change(user.id, { ...input, role: next })).body).toMatchObject({
      role: next,
      invited: true,
    })
    expectRefusal(await open(code), 404, invalid)
    expectRefusal(await accept(code), 404, invalid)
    expect((await linkOf(user.id, cast.ada)).body).toEqual({ invitation: null })
    const { body } = await as(cast.ada).post(`/api/users/${user.id}/invitation`)
    expect((await accept(codeIn(body.invitation.link))).body.user).toMatchObject({ id: user.id, role: next })
  })

  test('to an admin leaves a manager without any link to it', async () => {
    const { user, input, code } = await invite({ role: 'developer' }, cast.max)
    await change(user.id, { ...input, role: 'admin' })
    expectRefusal(await accept(code), 404, invalid)
    expect((await linkOf(user.id, cast.max)).status).toBe(403)
    expect((await as(cast.max).post(`/api/users/${user.id}/invitation`)).status).toBe(403)
  })

  test('of the name, the working days or the projects keeps the link valid', async () => {
    const { user, input, code } = await invite()
    const saved = await change(user.id, { ...input, name: 'Nadia Newer', working_days: [1, 2] })
    expect(saved.status).toBe(200)
    const project = await as(cast.ada).post('/api/projects', {
      name: `Of ${input.email}`,
      developers: [user.id],
    })
    expect(project.status).toBe(201)
    expect((await open(code)).body.name).toBe('Nadia Newer')
    expect((await linkOf(user.id, cast.max)).body.invitation.link).toContain(code)
  })

  test('while the link is used: either the account was accepted before, or the link is refused', async () => {
    for (let round = 0; round < 10; round++) {
      const { user, input, code } = await invite({ role: 'developer' }, cast.max)
      const [accepted, changed] = await Promise.all([
        accept(code),
        // Each round changes the role at another point of the acceptance.
        new Promise(resolve => setTimeout(resolve, round * 3)).then(() =>
          change(user.id, { ...input, role: 'admin' }),
        ),
      ])
      expect(changed.status).toBe(200)
      if (accepted.status === 200) expect(accepted.body.user.role).toBe('developer')
      else expectRefusal(accepted, 404, invalid)
      expect(changed.body.invited).toBe(accepted.status !== 200)
    }
  })

  test('while a manager reads and renews the link: none of them opens the admin', async () => {
    for (let round = 0; round < 10; round++) {
      const { user, input } = await invite({ role: 'developer' }, cast.max)
      const admins = (async () => {
        await change(user.id, { ...input, role: 'admin' })
        return as(cast.ada).post(`/api/users/${user.id}/invitation`)
      })()
      const managers = await Promise.all([
        ...Array.from({ length: 5 }, () => linkOf(user.id, cast.max)),
        as(cast.max).post(`/api/users/${user.id}/invitation`),
      ])
      expect((await open(codeIn((await admins).body.invitation.link))).status).toBe(200)
      for (const { body } of managers) {
        if (body.invitation) expectRefusal(await open(codeIn(body.invitation.link)), 404, invalid)
      }
    }
  })

  test('a former admin holds no link to an admin', async () => {
    const former = await invite({ role: 'admin' }, cast.ada)
    expect((await accept(former.code)).status).toBe(200)
    const admin = await invite({ role: 'admin' }, cast.ada)
    const developer = await invite({ role: 'developer' }, cast.ada)
    await change(former.user.id, { ...former.input, role: 'manager' })
    expectRefusal(await open(admin.code), 404, invalid)
    expect((await open(developer.code)).status).toBe(200)

    await change(former.user.id, { ...former.input, role: 'admin' })
    const another = await invite({ role: 'admin' }, cast.ada)
    await as(cast.ada).delete(`/api/users/${former.user.id}`)
    expectRefusal(await open(another.code), 404, invalid)
    expect((await open(developer.code)).status).toBe(200)
  })
})

test.each(['demoted', 'deleted'])('a manager who is %s holds no link to a reviewer', async what => {
  const former = await invite({ role: 'manager' }, cast.ada)
  expect((await accept(former.code)).status).toBe(200)
  const links = [await invite({ role: 'manager' }), await invite({ role: 'developer' })]
  const admins = await invite({ role: 'admin' }, cast.ada)
  const { id } = former.user
  const reply =
    what === 'deleted'
      ? await as(cast.ada).delete(`/api/users/${id}`)
      : await as(cast.ada).put(`/api/users/${id}`, { ...former.input, role: 'developer' })
  expect(reply.status, reply.text).toBe(200)
  expect(await Promise.all(links.map(async ({ code }) => (await open(code)).status))).toEqual([404, 200])
  // Managers never had links to admins.
  expect((await open(admins.code)).status).toBe(200)
})

describe('POST /users/{id}/invitation', () => {
  const again = (who: Person, id: number): Promise<Reply> => as(who).post(`/api/users/${id}/invitation`)

  test('refuses staff, managers for an admin, unknown users and users with a password', async () => {
    const { user } = await invite({ role: 'admin' }, cast.ada)
    expect((await again(cast.dina, user.id)).status).toBe(403)
    expect((await again(cast.max, user.id)).status).toBe(403)
    expect((await again(cast.ada, user.id)).status).toBe(201)
    expectRefusal(await again(cast.ada, 999_999), 404, 'User not found')
    expectRefusal(await again(cast.ada, cast.dina.id), 409, 'Dina Developer already has a password')
  })

  test('makes a new link and ends the one before', async () => {
    const { user, code } = await invite()
    clock.advance({ minutes: 60 })
    const reply = await again(cast.max, user.id)
    expect(reply.status).toBe(201)
    expect(reply.body).toEqual({
      invitation: {
        link: expect.stringMatching(/^http:\/\/localhost\/welcome\?code=[\w-]{43}$/),
        expires_at: new Date(clock.now().getTime() + 7 * 86_400_000).toISOString(),
        emailed: false,
      },
    })
    expectRefusal(await accept(code), 404, invalid)
    expect((await accept(codeIn(reply.body.invitation.link))).status).toBe(200)
  })

  test('the link that works now can be read again, by those who may make one', async () => {
    const read = (who: Person, id: number): Promise<Reply> => as(who).get(`/api/users/${id}/invitation`)
    const admin = await invite({ role: 'admin' }, cast.ada)
    expect((await read(cast.dina, admin.user.id)).status).toBe(403)
    expect((await read(cast.max, admin.user.id)).status).toBe(403)
    expect((await as(null).get(`/api/users/${admin.user.id}/invitation`)).status).toBe(401)
    expectRefusal(await read(cast.ada, 999_999), 404, 'User not found')
    expectRefusal(await read(cast.ada, cast.dina.id), 409, 'Dina Developer already has a password')

    const { user, invitation } = await invite()
    expect((await read(cast.max, user.id)).body).toEqual({ invitation })
    expect((await read(cast.max, user.id)).body).toEqual({ invitation })
    const { body } = await again(cast.max, user.id)
    expect((await read(cast.ada, user.id)).body).toEqual(body)
    const now = clock.now().toISOString()
    onTestFinished(() => clock.set(now))
    clock.advance({ minutes: 7 * 24 * 60 })
    expect((await read(cast.ada, user.id)).body).toEqual({ invitation: null })
  })

  test('of links created concurrently one works', async () => {
    const { user } = await invite()
    const replies = await Promise.all(Array.from({ length: 5 }, () => again(cast.max, user.id)))
    const opened = await Promise.all(replies.map(({ body }) => open(codeIn(body.invitation.link))))
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a Host header is used only for the link in the answer to it', async () => {
    const reply = await call({
      method: 'POST',
      url: '/api/auth/register',
      payload: newcomer(),
      headers: { 'x-auth-token': await withoutMail.newToken(cast.ada), host: 'reports.example.org:8080' },
    })
    expect(reply.body.invitation.link).toMatch(/^http:\/\/reports\.example\.org:8080\/welcome\?code=/)
  })
})

describe('with mail', async () => {
  const server = await startMailServer()
  afterAll(server.close)
  const mailing = await startTestApp({ settings: server.settings })

  test('the link is also sent, and no row of the database holds its code', async () => {
    const input = newcomer({ name: 'Nadia <b>New</b>' })
    const reply = await mailing.as(mailing.cast.ada).post('/api/auth/register', input)
    const { link, emailed } = reply.body.invitation
    expect(emailed).toBe(true)
    expect(link).toMatch(/^https:\/\/reports\.example\.com\/welcome\?code=[\w-]{43}$/)
    const jobs = await mailing.db.selectFrom('jobs').selectAll().execute()
    expect(jobs).toHaveLength(1)
    expect(JSON.stringify(jobs)).not.toContain(codeIn(link))

    const running = runJobs(mailing.ctx, [invitationMailJob], { pollMs: 5 })
    onTestFinished(() => running.stop())
    await expect.poll(() => server.mails.length).toBe(1)
    expect(server.mails[0]?.to?.[0]?.address).toBe(input.email)
    expect(server.mails[0]?.text).toContain(link)
    expect(server.mails[0]?.text).toContain('Nadia <b>New</b>')
    await expect.poll(async () => (await mailing.db.selectFrom('jobs').selectAll().execute()).length).toBe(0)
  })

  test('a retry has the same Message-ID, and a new invitation has another', async () => {
    server.mails.length = 0
    const { as, cast, clock, ctx, db } = mailing
    const { body } = await as(cast.ada).post('/api/auth/register', newcomer())
    const { mailer } = ctx
    // As if the process had ended after the mail server accepted the mail.
    const failing: Mailer = {
      ...mailer,
      async send(...args) {
        await mailer.send(...args)
        throw new Error('ended')
      },
    }
    const running = runJobs({ ...ctx, mailer: failing }, [invitationMailJob], { pollMs: 5 })
    await expect.poll(() => server.mails.length).toBe(1)
    await running.stop()
    await db.updateTable('jobs').set({ due_at: clock.now().toISOString() }).execute()
    const again = runJobs(ctx, [invitationMailJob], { pollMs: 5 })
    onTestFinished(() => again.stop())
    await expect.poll(() => server.mails.length).toBe(2)
    await as(cast.ada).post(`/api/users/${body.user.id}/invitation`)
    await expect.poll(() => server.mails.length).toBe(3)
    const [first, second, third] = server.mails.map(({ messageId }) => messageId)
    expect(first).toMatch(/^<invitation-[0-9a-f-]{36}@reports\.example\.com>$/)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  test('an invitation that was accepted meanwhile is not sent', async () => {
    server.mails.length = 0
    const reply = await mailing.as(mailing.cast.ada).post('/api/auth/register', newcomer())
    const code = codeIn(reply.body.invitation.link)
    await mailing.as(null).post('/api/auth/invitation', { code, password: 'quiet-violet-otter' })
    const running = runJobs(mailing.ctx, [invitationMailJob], { pollMs: 5 })
    onTestFinished(() => running.stop())
    await expect.poll(async () => (await mailing.db.selectFrom('jobs').selectAll().execute()).length).toBe(0)
    expect(server.mails).toEqual([])
  })
})
