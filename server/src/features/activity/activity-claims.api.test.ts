import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { NewActivitySource, OwnClaim, SourceKind } from '#shared/contract/activity.ts'
import type { RecordEntry } from '#shared/contract/record.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'
import { endOutgoingPause, pauseOutgoing } from '../../jobs/outgoing-pause.ts'
import { runJobs } from '../../jobs/run-jobs.ts'
import { activityCodeJob } from './activity-code.job.ts'
import { sweepActivityJob } from './sweep-activity.job.ts'

const server = await startMailServer()
afterAll(server.close)
const { as, call, cast, clock, ctx, db, make, newToken } = await startTestApp({ settings: server.settings })
ctx.config.timeZone = 'UTC'
const website = await make.project({ name: 'Website' })
/** The test app makes no second admin and manager. */
const mia = await make.user('manager', { email: 'mia@example.com' })

let counter = 0
async function createSource(kind: SourceKind = 'gitlab'): Promise<NewActivitySource> {
  const input = { name: `Source ${++counter}`, kind, project_id: website.id }
  return (await as(cast.ada).post('/api/activity-sources', input)).body
}
const source = await createSource()

async function push(author: object, more: object = {}): Promise<void> {
  const commit = {
    id: (++counter).toString(16).padStart(40, '0'),
    message: `Commit ${counter}`,
    timestamp: clock.now().toISOString(),
    url: `https://git.example/${counter}`,
    author,
  }
  const reply = await call({
    method: 'POST',
    url: new URL(source.address).pathname,
    headers: { 'x-gitlab-token': source.secret },
    payload: { object_kind: 'push', ref: 'refs/heads/main', project: {}, commits: [commit], ...more },
  })
  expect(reply.status, reply.text).toBe(204)
}

const account = async (person: Person) => (await as(person).get('/api/account')).body
const put = (person: Person, payload: object) => as(person).put('/api/account', payload)
const list = (person: Person, ...activity_emails: string[]) => put(person, { activity_emails })
const listLogin = (person: Person, login: string, kind = 'gitlab') =>
  put(person, { activity_logins: [{ kind, login }] })
const pendingOf = async (person: Person): Promise<OwnClaim[]> => (await account(person)).activity_pending
const namesOf = (claims: readonly { name: string }[]) => claims.map(({ name }) => name)
const countOf = async ({ id }: { id: number }) =>
  (await db.selectFrom('activity').select('id').where('user_id', '=', id).execute()).length
const waitingFor = async (person: Person) =>
  (await as(person).get('/api/activity-claims?limit=100')).body.data
const confirm = (person: Person, id: number) => as(person).post(`/api/activity-claims/${id}/confirm`)
const enter = (person: Person, id: number, code: string) =>
  as(person).post(`/api/account/activity-claims/${id}/code`, { code })

async function firstClaim(person: Person): Promise<OwnClaim> {
  const [first] = await pendingOf(person)
  if (!first) throw new Error('Nothing waits')
  return first
}

const codeIn = (text: string | undefined) => /^\w{4}-\w{4}-\w{4}$/m.exec(text ?? '')?.[0] ?? ''

/** Runs the queued jobs, and returns whom they wrote to, and the codes. */
async function sentMails() {
  server.mails.length = 0
  const running = runJobs(ctx, [activityCodeJob], { pollMs: 5 })
  await expect.poll(async () => (await db.selectFrom('jobs').select('id').execute()).length).toBe(0)
  await running.stop()
  return server.mails.map(({ to, text }) => ({
    to: JSON.stringify(to),
    code: codeIn(text),
    text: text ?? '',
  }))
}

const scope = (manager_scope: 'everyone' | 'teams') => as(cast.ada).put('/api/settings', { manager_scope })

beforeEach(async () => {
  clock.set('2026-03-10T09:00:00.000Z')
  for (const table of [
    ...(['activity', 'activity_emails', 'activity_logins', 'activity_names'] as const),
    ...(['activity_claims', 'activity_code_mails', 'jobs'] as const),
  ])
    await db.deleteFrom(table).execute()
  await db.updateTable('users').set({ activity_off_at: null }).execute()
  await scope('everyone')
})

describe('a name counts at once', () => {
  test('if no one uses it', async () => {
    expect((await list(cast.dina, 'dina@home.example')).body).toMatchObject({
      activity_emails: ['dina@home.example'],
      activity_pending: [],
    })
    await push({ email: 'dina@home.example' })
    expect(await countOf(cast.dina)).toBe(1)
  })

  test('if it is the email of the own account, although deliveries name it', async () => {
    await push({ email: cast.dina.email })
    expect((await list(cast.dina, cast.dina.email)).body.activity_pending).toEqual([])
  })

  test('if a delivery named it 90 days ago, and no longer before', async () => {
    await push({ email: 'old@home.example' })
    clock.set('2026-06-08T09:00:00.000Z')
    await list(cast.dina, 'old@home.example')
    expect(await pendingOf(cast.dina)).toHaveLength(1)
    await list(cast.dina)
    clock.set('2026-06-08T09:00:01.000Z')
    await list(cast.dina, 'old@home.example')
    expect(await pendingOf(cast.dina)).toEqual([])
    expect(await db.selectFrom('activity_names').selectAll().execute()).toHaveLength(1)
    await sweepActivityJob.run(ctx, null, new AbortController().signal)
    expect(await db.selectFrom('activity_names').selectAll().execute()).toEqual([])
  })
})

describe('a name waits', () => {
  test('if a delivery named it: as author or in any other role, in any case', async () => {
    await push(
      { name: 'Pat', email: 'Pat@Partner.example' },
      {
        user_username: 'Pusher-Pat',
        user_email: 'pusher@partner.example',
        assignees: [{ username: 'pats' }],
      },
    )
    await list(cast.dina, 'PAT@partner.example', 'pusher@partner.example', 'new@partner.example')
    const { body } = await put(cast.dina, {
      activity_logins: [
        { kind: 'gitlab', login: 'PUSHER-pat' },
        { kind: 'gitlab', login: 'pats' },
        // Another server's user of the same name.
        { kind: 'github', login: 'pats' },
      ],
    })
    expect(namesOf(body.activity_pending).sort()).toEqual([
      'pat@partner.example',
      'pats',
      'pusher-pat',
      'pusher@partner.example',
    ])
    expect(body.activity_pending[0]).toEqual({
      id: expect.any(Number),
      kind: 'email',
      name: expect.any(String),
      claimed_at: '2026-03-10T09:00:00.000Z',
      code_sent_at: '2026-03-10T09:00:00.000Z',
    })
    expect(body.activity_emails).toEqual([
      'new@partner.example',
      'pat@partner.example',
      'pusher@partner.example',
    ])
    expect(body.activity_logins).toHaveLength(3)
    await push({ email: 'pat@partner.example', username: 'pats' })
    expect(await countOf(cast.dina)).toBe(0)
    // Only hashes are kept.
    const stored = JSON.stringify(await db.selectFrom('activity_names').selectAll().execute())
    expect(stored).not.toMatch(/pat|partner/i)
  })

  test('if another account has, lists or claims it, with the same answer', async () => {
    await list(cast.omar, 'omar@home.example')
    await push({ email: 'claimed@home.example' })
    await list(cast.desi, 'claimed@home.example')
    await db.deleteFrom('activity_names').execute()
    const taken = [cast.omar.email, 'omar@home.example', 'claimed@home.example']
    const reply = await list(cast.dina, ...taken)
    expect(reply.status).toBe(200)
    expect(namesOf(reply.body.activity_pending).sort()).toEqual(taken.toSorted())
  })

  test('also if two users list it at once: it counts for one', async () => {
    const replies = await Promise.all([cast.dina, cast.omar].map(one => list(one, 'team@home.example')))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(replies.map(({ body }) => body.activity_pending.length).sort()).toEqual([0, 1])
    await push({ email: 'team@home.example' })
    expect((await countOf(cast.dina)) + (await countOf(cast.omar))).toBe(1)
  })

  test('or gets the delivery that arrives at the same time', async () => {
    for (let nth = 0; nth < 10; nth++) {
      const email = `race-${nth}@home.example`
      const before = await countOf(cast.dina)
      await Promise.all([push({ email }), list(cast.dina, email)])
      const isPending = namesOf(await pendingOf(cast.dina)).includes(email)
      expect((await countOf(cast.dina)) - before).toBe(isPending ? 0 : 1)
    }
  })

  test('until it is removed from the list; the others keep their code', async () => {
    await push({ email: 'a@home.example' })
    await push({ email: 'b@home.example' })
    await list(cast.dina, 'a@home.example', 'b@home.example')
    const [kept] = (await pendingOf(cast.dina)).filter(({ name }) => name.startsWith('b'))
    await put(cast.dina, { name: cast.dina.name })
    await list(cast.dina, 'b@home.example')
    expect(await pendingOf(cast.dina)).toEqual([kept])
    expect((await list(cast.dina)).body).toMatchObject({ activity_emails: [], activity_pending: [] })
  })

  test('but not what a restored copy received while it was paused', async () => {
    await pauseOutgoing(db, clock)
    await push({ email: 'paused@home.example' })
    await endOutgoingPause(db)
    expect((await list(cast.dina, 'paused@home.example')).body.activity_pending).toEqual([])
  })
})

describe('an address that hides an email', () => {
  test.each([
    ['github', '77+alice@users.noreply.github.com'],
    ['github', 'Alice@users.noreply.github.com'],
    ['gitlab', '77-alice@users.noreply.gitlab.com'],
  ] as const)('is a login: %s %s', async (kind, address) => {
    await put(cast.omar, { activity_logins: [{ kind, login: 'alice' }] })
    const { body } = await list(cast.dina, address)
    expect(body).toMatchObject({
      activity_emails: [],
      activity_logins: [{ kind, login: 'alice' }],
      activity_pending: [{ kind, name: 'alice', code_sent_at: null }],
    })
    await push({ email: address })
    expect([await countOf(cast.dina), await countOf(cast.omar)]).toEqual([0, 1])
    await list(cast.omar, address)
    expect((await account(cast.omar)).activity_logins).toEqual([{ kind, login: 'alice' }])
  })

  test('counts among the logins, at most 10', async () => {
    const activity_logins = Array.from({ length: limits.activityLoginsMax }, (_, nth) => ({
      ...{ kind: 'gitea', login: `dina-${nth}` },
    }))
    const reply = await put(cast.dina, {
      activity_logins,
      activity_emails: ['1+dina@users.noreply.github.com'],
    })
    expectRefusal(reply, 400, messages.activity.tooManyLogins, {
      activity_logins: messages.activity.tooManyLogins,
    })
  })

  test('of an account goes to the user who lists the login', async () => {
    const email = '78+bob@users.noreply.github.com'
    const odd = await make.user('developer', { email })
    await push({ email })
    expect(await countOf(odd)).toBe(1)
    await db.deleteFrom('activity_names').execute()
    await listLogin(cast.omar, 'bob', 'github')
    await push({ email })
    expect([await countOf(odd), await countOf(cast.omar)]).toEqual([1, 1])
  })
})

describe('the code', () => {
  async function claimed(email = 'dina@home.example') {
    await push({ email })
    await list(cast.dina, email)
    const [mail] = await sentMails()
    return { claim: await firstClaim(cast.dina), code: mail?.code ?? '', mail }
  }

  test('goes to the email alone, and confirms it once', async () => {
    const { claim, code, mail } = await claimed()
    expect(mail?.to).toContain('dina@home.example')
    expect(mail?.text).toContain('Dina Developer listed dina@home.example as an email of their commits.')
    expect(mail?.text).toContain('/account#activity')
    for (const [person, typed, status] of [
      [cast.dina, 'aaaa-bbbb-cccc', 400],
      [cast.dina, ' ', 400],
      [cast.omar, code, 404],
      [cast.ada, code, 404],
    ] as const)
      expect((await enter(person, claim.id, typed)).status).toBe(status)
    expect((await enter(cast.dina, claim.id, 'aaaa-bbbb-cccc')).body).toMatchObject({
      msg: messages.activity.codeWrong,
      errors: { code: messages.activity.codeWrong },
    })
    const both = await Promise.all([
      enter(cast.dina, claim.id, ` ${code.toUpperCase().replaceAll('-', ' ')}`),
      enter(cast.dina, claim.id, code),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(await account(cast.dina)).toMatchObject({
      activity_emails: ['dina@home.example'],
      activity_pending: [],
    })
    await push({ email: 'dina@home.example' })
    expect(await countOf(cast.dina)).toBe(1)
  })

  test('expires after a day, and a new one ends the former', async () => {
    const { claim, code } = await claimed()
    const again = () => as(cast.dina).post(`/api/account/activity-claims/${claim.id}/mail`)
    clock.set('2026-03-11T09:00:01.000Z')
    expect((await enter(cast.dina, claim.id, code)).status).toBe(400)
    expect((await again()).body.msg).toBe(messages.activity.codeSent('dina@home.example'))
    const [mail] = await sentMails()
    expect(mail?.code).not.toBe(code)
    expect((await enter(cast.dina, claim.id, code)).status).toBe(400)
    expect((await as(cast.omar).post(`/api/account/activity-claims/${claim.id}/mail`)).status).toBe(404)
    expect((await enter(cast.dina, claim.id, mail?.code ?? '')).status).toBe(200)
    expect((await again()).status).toBe(404)
  })

  test('is mailed ten times a day at most, however often the email is listed', async () => {
    await push({ email: 'dina@home.example' })
    for (let nth = 0; nth < limits.activityCodeMailsPerDay + 2; nth++) {
      await list(cast.dina)
      await list(cast.dina, 'dina@home.example')
    }
    const claim = await firstClaim(cast.dina)
    expect(claim.code_sent_at).toBeNull()
    const again = () => as(cast.dina).post(`/api/account/activity-claims/${claim.id}/mail`)
    const refused = await again()
    expectRefusal(refused, 429, messages.activity.tooManyCodes)
    expect(refused.headers['retry-after']).toBe(String(15 * 3600))
    // All but the last one are of claims that were removed.
    expect(await sentMails()).toEqual([])
    clock.set('2026-03-11T00:00:00.000Z')
    expect((await again()).status).toBe(200)
    expect(await sentMails()).toHaveLength(1)
  })

  test('cannot be mailed for a login, or without a mail server', async () => {
    await push({ username: 'dina-dev' })
    await listLogin(cast.dina, 'dina-dev')
    const { id } = await firstClaim(cast.dina)
    const again = () => as(cast.dina).post(`/api/account/activity-claims/${id}/mail`)
    expect((await again()).status).toBe(404)
    const { mail } = ctx.config
    ctx.config.mail = undefined
    await push({ email: 'dina@home.example' })
    await list(cast.dina, 'dina@home.example')
    const claim = (await pendingOf(cast.dina)).find(({ kind }) => kind === 'email')
    expect(claim?.code_sent_at).toBeNull()
    const refused = await as(cast.dina).post(`/api/account/activity-claims/${claim?.id}/mail`)
    ctx.config.mail = mail
    expectRefusal(refused, 409, messages.mail.notSetUp)
  })

  test('takes the email from another user who lists it, and it waits there; never from an account', async () => {
    await list(cast.omar, 'dina@home.example')
    await list(cast.dina, 'dina@home.example', cast.desi.email)
    const mails = await sentMails()
    const codeFor = (email: string) => mails.find(({ to }) => to.includes(email))?.code ?? ''
    const idOf = async (email: string) =>
      (await pendingOf(cast.dina)).find(({ name }) => name === email)?.id ?? 0
    const taken = await enter(cast.dina, await idOf(cast.desi.email), codeFor(cast.desi.email))
    expectRefusal(taken, 409, messages.activity.emailTaken(cast.desi.email))
    await enter(cast.dina, await idOf('dina@home.example'), codeFor('dina@home.example'))
    expect(namesOf(await pendingOf(cast.omar))).toEqual(['dina@home.example'])
    expect((await account(cast.omar)).activity_emails).toEqual(['dina@home.example'])
    await push({ email: 'dina@home.example' })
    await push({ email: cast.desi.email })
    expect([await countOf(cast.dina), await countOf(cast.omar), await countOf(cast.desi)]).toEqual([1, 0, 1])
  })
})

describe('a reviewer', () => {
  async function claimOf(
    person: Person,
    login = `login-${++counter}`,
  ): Promise<OwnClaim & { login: string }> {
    await push({ username: login })
    await listLogin(person, login)
    return { ...(await firstClaim(person)), login }
  }

  test('confirms or declines, and the record says so', async () => {
    const first = await claimOf(cast.dina)
    const second = await claimOf(cast.omar)
    const row = { kind: 'gitlab', claimed_at: '2026-03-10T09:00:00.000Z' }
    expect(await waitingFor(cast.max)).toEqual([
      { ...row, id: first.id, name: first.login, user_id: cast.dina.id, user_name: cast.dina.name },
      { ...row, id: second.id, name: second.login, user_id: cast.omar.id, user_name: cast.omar.name },
    ])
    expect((await confirm(cast.max, first.id)).body.msg).toBe(
      messages.activity.confirmed(first.login, cast.dina.name),
    )
    const declined = await as(cast.max).delete(`/api/activity-claims/${second.id}`)
    expect(declined.body.msg).toBe(messages.activity.declined(second.login, cast.omar.name))
    expect(await waitingFor(cast.max)).toEqual([])
    expect((await account(cast.omar)).activity_logins).toEqual([])
    await push({ username: first.login })
    expect(await countOf(cast.dina)).toBe(1)
    const record = await as(cast.ada).get('/api/audit?kind=user.changed&limit=100')
    expect(
      record.body.data
        .filter(({ actor }: RecordEntry) => actor?.id === cast.max.id)
        .map(({ target, details }: RecordEntry) => [target?.id, details]),
    ).toEqual([
      [cast.omar.id, { fields: ['activity_logins'] }],
      [cast.dina.id, { fields: ['activity_logins'] }],
    ])
    for (const id of [first.id, second.id, 999_999])
      expectRefusal(await confirm(cast.max, id), 404, messages.activity.claimNotFound)
  })

  test('is not staff, not a program, and no manager for themselves or an admin', async () => {
    const { id } = await claimOf(cast.dina)
    for (const person of [cast.dina, cast.omar]) {
      expect((await as(person).get('/api/activity-claims')).status).toBe(403)
      expect((await confirm(person, id)).status).toBe(403)
      expect((await as(person).delete(`/api/activity-claims/${id}`)).status).toBe(403)
    }
    const program = await as(cast.ada).post('/api/account/tokens', {
      ...{ name: 'Program', scope: 'write', expires_in_days: 30 },
    })
    expectRefusal(
      await as({ token: program.body.token }).post(`/api/activity-claims/${id}/confirm`),
      403,
      messages.accessTokens.needsSignIn,
    )
    const own = await claimOf(cast.max)
    const ofAdmin = await claimOf(cast.ada)
    expect(namesOf(await waitingFor(cast.max))).not.toContain(own.login)
    expect(namesOf(await waitingFor(cast.max))).not.toContain(ofAdmin.login)
    for (const claim of [own, ofAdmin]) expect((await confirm(cast.max, claim.id)).status).toBe(403)
    expect(namesOf(await waitingFor(mia))).toContain(own.login)
    expect((await confirm(cast.ada, ofAdmin.id)).status).toBe(200)
    expect((await confirm(mia, own.id)).status).toBe(200)
  })

  test('limited to teams decides about the staff in them only', async () => {
    const team = { name: `Team ${++counter}`, lead_ids: [cast.max.id], member_ids: [cast.dina.id, mia.id] }
    expect((await as(cast.ada).post('/api/teams', team)).status).toBe(201)
    await scope('teams')
    const [inTeam, manager, stranger] = [
      await claimOf(cast.dina),
      await claimOf(mia),
      await claimOf(cast.omar),
    ]
    expect(namesOf(await waitingFor(cast.max))).toEqual([inTeam.login])
    expect(await waitingFor(mia)).toEqual([])
    expect((await confirm(cast.max, manager.id)).status).toBe(403)
    for (const reply of [
      await confirm(cast.max, stranger.id),
      await as(cast.max).delete(`/api/activity-claims/${stranger.id}`),
    ])
      expectRefusal(reply, 404, messages.activity.claimNotFound)
    // What a person out of sight lists stays with them.
    await listLogin(cast.omar, 'omars')
    await listLogin(cast.dina, 'omars')
    const { id } = await firstClaim(cast.dina)
    expectRefusal(await confirm(cast.max, id), 409, messages.activity.loginTaken('omars'))
    expect((await confirm(cast.ada, id)).status).toBe(200)
    expect(namesOf(await pendingOf(cast.omar))).toEqual(['omars'])
  })

  test('who confirms twice at once does it once; of two users one has it in the end', async () => {
    const { id, login } = await claimOf(cast.dina)
    const twice = await Promise.all([confirm(cast.max, id), confirm(cast.ada, id)])
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 404])
    await listLogin(cast.omar, login)
    await listLogin(cast.desi, login)
    const ids = [await firstClaim(cast.omar), await firstClaim(cast.desi)].map(claim => claim.id)
    const replies = await Promise.all([
      ...ids.map(each => confirm(cast.max, each)),
      listLogin(cast.dina, login),
      listLogin(cast.dina, login),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const holders = await db.selectFrom('activity_logins').selectAll().where('login', '=', login).execute()
    expect(holders).toHaveLength(1)
    expect(
      await db.selectFrom('activity_claims').select('id').where('name', '=', login).execute(),
    ).toHaveLength(2)
  })
})

test('with activity off a claim is confirmed, and nothing is stored', async () => {
  await push({ username: 'quiet' })
  await put(cast.dina, { activity: false, activity_logins: [{ kind: 'gitlab', login: 'quiet' }] })
  expect((await confirm(cast.max, (await firstClaim(cast.dina)).id)).status).toBe(200)
  await push({ username: 'quiet' })
  expect(await countOf(cast.dina)).toBe(0)
})

test('what a deleted user lists ends; the hashes of its names end when the account is erased', async () => {
  const leaver = await make.user('developer', { email: 'leaver@example.com' })
  const newest = { token: await newToken(leaver) }
  await list(leaver, 'leaver@home.example')
  await push({ email: 'leaver@home.example' })
  await push({ email: 'leaver@example.com' })
  await push({ email: 'waits@home.example' })
  await list(leaver, 'leaver@home.example', 'waits@home.example')
  const claim = await firstClaim(leaver)
  const [mail] = await sentMails()
  await as(leaver).post(`/api/account/activity-claims/${claim.id}/mail`)
  expect((await as(cast.ada).delete(`/api/users/${leaver.id}`)).status).toBe(200)
  expect(
    (await as(newest).post(`/api/account/activity-claims/${claim.id}/code`, { code: mail?.code })).status,
  ).toBe(401)
  expectRefusal(await confirm(cast.max, claim.id), 404, messages.activity.claimNotFound)
  expect(await waitingFor(cast.ada)).toEqual([])
  expect(await sentMails()).toEqual([])
  for (const table of ['activity_emails', 'activity_claims', 'activity_code_mails'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  // No other user gets what is still delivered of the leaver.
  expect((await list(cast.dina, 'leaver@home.example')).body.activity_pending).toHaveLength(1)
  await as(cast.ada).post(`/api/users/deleted/${leaver.id}/erase`)
  await list(cast.omar, 'leaver@example.com')
  expect(await pendingOf(cast.omar)).toEqual([])
  expect(await db.selectFrom('activity_names').selectAll().execute()).toHaveLength(1)
})

test('the payload of a large delivery is read up to a limit', async () => {
  const by = (nth: number) => ({ id: `${nth}`, message: 'Work', author: { email: `${nth}@crowd.example` } })
  const commits = Array.from({ length: limits.hookEventsMax + 500 }, (_, nth) => by(nth))
  await push({}, { commits })
  const { body } = await as(cast.ada).get('/api/activity-sources?limit=100')
  const { unmatched } = body.data.find(({ id }: { id: number }) => id === source.id)
  expect(unmatched).toBeGreaterThanOrEqual(limits.hookEventsMax)
  const names = await db.selectFrom('activity_names').selectAll().execute()
  expect(names).toHaveLength(limits.hookEventsMax)
})
