import type { LogEvent } from 'kysely'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../../../test/mail-server.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'
import { runJobs } from '../../jobs/run-jobs.ts'
import { invitationMailJob } from '../invitations/invitation-mail.job.ts'

const statements: string[] = []
const testApp = await startTestApp({ log: ({ query }: LogEvent) => void statements.push(query.sql) })
const { as, call, cast, db, make, newToken } = testApp

const url = '/api/users/import'
let counter = 0
const person = (more: object = {}) => ({
  name: 'Nadia New',
  email: `nadia-${++counter}@example.com`,
  role: 'developer',
  ...more,
})
const people = (count: number) => Array.from({ length: count }, () => person())
const add = (body: object | undefined, who: Person | null = cast.ada) => as(who).post(url, body)
const invite = (...lines: object[]) => add({ people: lines })
const codeIn = (link: string) => new URL(link).searchParams.get('code') ?? ''

/** Everything an import writes. */
async function written() {
  const tables = ['users', 'projects', 'project_members', 'one_time_codes', 'jobs'] as const
  const counts = await Promise.all(
    tables.map(async table => (await db.selectFrom(table).selectAll().execute()).length),
  )
  return counts.join(' ')
}

describe('refuses', () => {
  test('requests without a token, staff and invalid input', async () => {
    const before = await written()
    expectRefusal(await add({ people: people(1) }, null), 401, 'No token, authorization denied')
    for (const who of [cast.dina, cast.desi, cast.mark])
      expectRefusal(await add({ people: people(1) }, who), 403, "You don't have permission to do this.")
    expect((await add(undefined)).status).toBe(400)
    const headers = { 'x-auth-token': await newToken(cast.ada), 'content-type': 'text/plain' }
    expect((await call({ method: 'POST', url, headers, payload: 'name,email' })).status).toBe(415)
    expect(await written()).toBe(before)
  })

  test.each([
    [{}, 'Add at least one person'],
    [{ people: [] }, 'Add at least one person'],
    [{ people: 'Nadia' }, 'Add at least one person'],
    [{ people: people(501) }, 'You can add at most 500 people at once'],
    [{ people: Array(20_000).fill(null) }, 'You can add at most 500 people at once'],
  ])('lists of the wrong length', async (body, sentence) => {
    expectRefusal(await add(body), 400, sentence, { people: sentence })
  })

  test('more than the largest body', async () => {
    const long = { projects: Array.from({ length: 50 }, () => 'x'.repeat(200)) }
    const reply = await add({ people: Array.from({ length: 200 }, () => person(long)) })
    expectRefusal(reply, 413, 'The request is too large.')
  })

  test('an admin added by a manager, with the line in the error', async () => {
    const before = await written()
    const body = { people: [person(), person({ role: 'admin' })] }
    const errors = { 'people.1.role': 'Only admins can register other admins.' }
    for (const dry_run of [true, false])
      expectRefusal(
        await add({ ...body, dry_run }, cast.max),
        403,
        "You don't have permission to do this.",
        errors,
      )
    expect(await written()).toBe(before)
    expect((await add(body)).body.created).toBe(2)
  })

  test('invalid fields of every line, as a registration does', async () => {
    const before = await written()
    const reply = await invite(
      person(),
      { name: 'N', email: 'not-an-email', role: 'owner', projects: 'Website' },
      { name: 'x'.repeat(201), email: `${'x'.repeat(250)}@example.com`, role: '', projects: [7, ''] },
      null as unknown as object,
      {},
      person({ projects: Array(51).fill('Website') }),
      person({ projects: ['x'.repeat(201)] }),
    )
    expectRefusal(reply, 400, 'Name must be at least 2 characters', {
      'people.1.name': 'Name must be at least 2 characters',
      'people.1.email': 'Invalid email address',
      'people.1.role': 'Role must be one of developer, designer, marketing, manager, admin',
      'people.1.projects': 'Projects must be a list of names',
      'people.2.name': 'Name must be at most 200 characters',
      'people.2.email': 'Email must be at most 254 characters',
      'people.2.role': 'Role is required',
      'people.2.projects.0': 'Project name is required',
      'people.2.projects.1': 'Project name is required',
      'people.3': 'people.3 is a required field',
      'people.4.name': 'Name is required',
      'people.4.email': 'Email is required',
      'people.4.role': 'Role is required',
      'people.5.projects': 'A person can have at most 50 projects here',
      'people.6.projects.0': 'Project name must be at most 200 characters',
    })
    expect((await add({ people: [person()], dry_run: 'yes' })).body.errors).toEqual({
      dry_run: 'dry_run is not valid',
    })
    expect(await written()).toBe(before)
  })

  test('repeated e-mails, e-mails with an account in any case, and unknown projects together', async () => {
    const deleted = await make.project({ name: 'Deleted one' })
    expect((await as(cast.ada).delete(`/api/projects/${deleted.id}`)).status).toBe(200)
    const before = await written()
    const lines = [
      person({ email: 'Twice@Example.com' }),
      person({ projects: ['No such', 'Deleted one'] }),
      person({ email: ' twice@example.com ' }),
      person({ email: 'DINA@example.com', projects: ['deleted ONE'] }),
      person({ email: 'twice@example.com' }),
    ]
    const errors = {
      'people.1.projects': 'There is no project “No such”',
      'people.2.email': 'This email is also on line 1',
      'people.3.email': 'User already exists',
      'people.3.projects': 'There is no project “deleted ONE”',
      'people.4.email': 'This email is also on line 1',
    }
    for (const dry_run of [true, false]) {
      const reply = await add({ people: lines, dry_run })
      expect(reply.status).toBe(400)
      expect(reply.body.errors).toEqual(errors)
    }
    expect(await written()).toBe(before)
  })

  test('more people than a project can have', async () => {
    const { id } = await make.project({ name: 'Nearly full' })
    const fillers = await db
      .insertInto('users')
      .values(
        Array.from({ length: 999 }, (_, index) => ({
          name: `Filler ${index}`,
          email: `filler-${index}@example.com`,
          role: 'developer' as const,
          password_hash: 'none',
          created_at: '2026-01-01T00:00:00.000Z',
        })),
      )
      .returning('id')
      .execute()
    await db
      .insertInto('project_members')
      .values(fillers.map(filler => ({ project_id: id, user_id: filler.id })))
      .execute()
    const onIt = () => person({ projects: ['Nearly full'] })
    const sentence = 'A project can have at most 1,000 people'
    expectRefusal(await invite(onIt(), onIt()), 400, sentence, { 'people.1.projects': sentence })
    expect((await invite(onIt())).body.created).toBe(1)
    expectRefusal(await invite(onIt()), 400, sentence, { 'people.0.projects': sentence })
  })
})

describe('invites', () => {
  test('all people in the order of the list, each with a working link', async () => {
    const lines = [
      person({ name: '  Zoe Zweig ', email: ' ZOE@example.com' }),
      person({ name: 'Abe Aal', role: 'manager' }),
    ]
    const reply = await add({ people: lines }, cast.max)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      created: 2,
      invitations: [
        ['Zoe Zweig', 'zoe@example.com'],
        ['Abe Aal', lines[1]?.email],
      ].map(([name, email]) => ({
        id: expect.any(Number),
        name,
        email,
        link: expect.stringMatching(/^http:\/\/localhost\/welcome\?code=[\w-]{43}$/),
        expires_at: '2026-03-17T09:00:00.000Z',
        emailed: false,
      })),
    })
    const [zoe, abe] = reply.body.invitations
    expect(abe.id).toBeGreaterThan(zoe.id)
    expect((await as(cast.ada).get(`/api/users/${abe.id}`)).body).toMatchObject({
      name: 'Abe Aal',
      role: 'manager',
      invited: true,
    })
    const accepted = await as(null).post('/api/auth/invitation', {
      code: codeIn(zoe.link),
      password: 'quiet-violet-otter',
    })
    expect(accepted.body.user).toMatchObject({ id: zoe.id, name: 'Zoe Zweig', invited: false })
    const rows = await db.selectFrom('one_time_codes').selectAll().execute()
    for (const { link } of reply.body.invitations) expect(JSON.stringify(rows)).not.toContain(codeIn(link))
  })

  test('into projects by name in any case and with any accents, and keeps the members', async () => {
    const cafe = await make.project({ name: 'Caf\u00e9', developers: [cast.dina.id] })
    const site = await make.project({ name: 'Web Site' })
    const reply = await invite(person({ projects: ['cafe\u0301', ' WEB SITE ', 'CAF\u00c9'] }), person())
    const [first, second] = reply.body.invitations
    const membersOf = async (id: number) =>
      (await as(cast.ada).get(`/api/projects/${id}`)).body.developers.map((one: Person) => one.id).sort()
    expect(await membersOf(cafe.id)).toEqual([cast.dina.id, first.id].sort())
    expect(await membersOf(site.id)).toEqual([first.id])
    expect((await as(cast.ada).get(`/api/projects/user/${second.id}`)).body).toEqual([])
  })

  test('into new projects, and keeps existing ones', async () => {
    const old = await make.project({ name: 'Old one', developers: [cast.dina.id] })
    const lines = [person({ projects: ['Apollo', 'old one'] }), person({ projects: ['APOLLO'] })]
    const refused = await add({ people: lines, create_projects: ['Old one'] })
    expect(Object.keys(refused.body.errors)).toEqual(['people.0.projects', 'people.1.projects'])
    const create_projects = ['Apollo', 'apollo', 'OLD ONE']
    expect((await add({ people: lines, create_projects, dry_run: true })).body.created).toBe(2)
    const before = (await as(cast.ada).get('/api/projects')).body
    expect((await add({ people: lines, create_projects }, cast.max)).body.created).toBe(2)
    const after = (await as(cast.ada).get('/api/projects')).body
    expect(after).toHaveLength(before.length + 1)
    const apollo = after.find((project: { name: string }) => project.name.toLowerCase() === 'apollo')
    expect(apollo.developers).toHaveLength(2)
    const { name, developers } = after.find((project: { id: number }) => project.id === old.id)
    expect([name, developers.length]).toEqual(['Old one', 2])
  })

  test('no one in a dry run, and returns how many there would be', async () => {
    const before = await written()
    const body = { people: people(3), create_projects: ['Never made'], dry_run: true }
    expect((await add(body)).body).toEqual({ created: 3, invitations: [] })
    expect(await written()).toBe(before)
    expect((await add({ ...body, dry_run: false })).body.created).toBe(3)
  })

  test('a deleted user again', async () => {
    const again = person()
    const [{ id }] = (await invite(again)).body.invitations
    await as(cast.ada).delete(`/api/users/${id}`)
    expect((await invite(again)).body.created).toBe(1)
  })
})

test('twenty concurrent imports create each account once, in any order', async () => {
  const lines = people(30)
  const before = (await db.selectFrom('users').select('id').execute()).length
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      add({ people: index % 2 ? lines : lines.toReversed(), create_projects: ['Race'] }),
    ),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const reply of replies.filter(({ status }) => status !== 200)) {
    expect(reply.status).toBe(400)
    expect(Object.keys(reply.body.errors)).toHaveLength(30)
    expect(reply.body.errors['people.29.email']).toBe('User already exists')
  }
  expect(await db.selectFrom('users').select('id').execute()).toHaveLength(before + 30)
})

test('of an import and a concurrent registration of the same e-mail one succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    const lines = people(5)
    const before = (await db.selectFrom('users').select('id').execute()).length
    const [imported, registered] = await Promise.all([
      invite(...lines),
      as(cast.max).post('/api/auth/register', { ...lines[3], invite: true }),
    ])
    const now = (await db.selectFrom('users').select('id').execute()).length
    if (imported.status === 200) {
      expect([registered.status, now]).toEqual([409, before + 5])
    } else {
      expect(imported.body.errors).toEqual({ 'people.3.email': 'User already exists' })
      expect([registered.status, now]).toEqual([201, before + 1])
    }
  }
})

test('500 people in 50 projects take a few statements', async () => {
  const names = Array.from({ length: 50 }, (_, index) => `Large ${index}`)
  const lines = people(500).map(line => ({ ...line, projects: names }))
  await add({ people: people(1) })
  statements.length = 0
  const reply = await add({ people: lines, create_projects: names })
  expect(reply.body.created).toBe(500)
  expect(statements.length).toBeLessThan(30)
  const members = await db.selectFrom('project_members').select('user_id').execute()
  expect(members.length).toBeGreaterThanOrEqual(25_000)
})

describe('with mail', async () => {
  const server = await startMailServer()
  afterAll(server.close)
  const mailing = await startTestApp({ settings: server.settings })

  test('every person gets a mail with their own link, and no row contains a code', async () => {
    const lines = people(3)
    const reply = await mailing.as(mailing.cast.ada).post(url, { people: lines })
    const links = new Map<string, string>(
      reply.body.invitations.map((one: { email: string; link: string }) => [one.email, one.link]),
    )
    expect(reply.body.invitations.every((one: { emailed: boolean }) => one.emailed)).toBe(true)
    const jobs = await mailing.db.selectFrom('jobs').selectAll().execute()
    expect(jobs).toHaveLength(3)
    for (const link of links.values()) expect(JSON.stringify(jobs)).not.toContain(codeIn(link))
    const refused = await mailing.as(mailing.cast.ada).post(url, { people: [...people(2), ...lines] })
    expect(refused.status).toBe(400)
    expect(await mailing.db.selectFrom('jobs').selectAll().execute()).toHaveLength(3)

    const running = runJobs(mailing.ctx, [invitationMailJob], { pollMs: 5 })
    onTestFinished(() => running.stop())
    await expect.poll(() => server.mails.length).toBe(3)
    for (const mail of server.mails) {
      const to = mail.to?.[0]?.address ?? ''
      expect(mail.text).toContain(links.get(to))
      links.delete(to)
    }
    expect([...links]).toEqual([])
  })
})
