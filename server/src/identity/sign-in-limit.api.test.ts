import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { expectRefusal, startTestApp, testPasswords } from '../../test/start-test-app.ts'
import { buildApp } from '../app.ts'
import { contextOn } from '../startup/open-context.ts'

const { as, cast, call, clock, ctx, db, make, signIn } = await startTestApp({
  settings: { TRUST_PROXY: '10.9.9.9' },
})

const here = '203.0.113.7'
const guess = (
  email: string,
  more: { address?: string; headers?: Record<string, string>; url?: string } = {},
) =>
  call({
    method: 'POST',
    url: more.url ?? '/api/auth/login',
    payload: { email, password: 'wrong-password' },
    remoteAddress: more.address ?? here,
    headers: more.headers ?? {},
  })
const repeat = async (count: number, work: (index: number) => Promise<{ status: number }>) => {
  const statuses = []
  for (let index = 0; index < count; index++) statuses.push((await work(index)).status)
  return statuses
}

beforeEach(async () => {
  await db.deleteFrom('sign_in_failures').execute()
})

test('after ten failures for one account from one IP address the status is 429 with Retry-After', async () => {
  expect(await repeat(10, () => guess(cast.dina.email))).toEqual(Array(10).fill(401))
  const reply = await guess(cast.dina.email)
  expectRefusal(reply, 429, messages.signIn.tooManyAttempts(15))
  expect(reply.headers['retry-after']).toBe('900')
  await expect(signIn(cast.dina, here)).rejects.toThrow('429')
})

test('a right password doesn’t count as failed if the database fails afterwards', async () => {
  await sql`alter table sign_ins rename to sign_ins_away`.execute(db)
  try {
    await expect(signIn(cast.dina, here)).rejects.toThrow('500')
  } finally {
    await sql`alter table sign_ins_away rename to sign_ins`.execute(db)
  }
  expect(await db.selectFrom('sign_in_failures').selectAll().execute()).toEqual([])
  expect(await signIn(cast.dina, here)).toEqual(expect.any(String))
})

test('the user at another IP address, and other users at this one, can still sign in', async () => {
  await repeat(11, () => guess(cast.dina.email))
  expect(await signIn(cast.dina, '198.51.100.1')).toEqual(expect.any(String))
  expect(await signIn(cast.omar, here)).toEqual(expect.any(String))
})

test('an unknown account is limited like a known one', async () => {
  expect(await repeat(11, () => guess('nobody@example.com'))).toEqual([...Array(10).fill(401), 429])
})

test('after a hundred failures from one IP address the status is 429 for all accounts', async () => {
  const failed_at = clock.now().toISOString()
  await db
    .insertInto('sign_in_failures')
    .values(
      Array.from({ length: 99 }, (_, index) => ({ address: here, email: `${index}@example.com`, failed_at })),
    )
    .execute()
  expect((await guess('somebody@example.com')).status).toBe(401)
  expect((await guess('somebody@example.com')).status).toBe(429)
  await expect(signIn(cast.max, here)).rejects.toThrow('429')
  expect(await signIn(cast.max, '198.51.100.2')).toEqual(expect.any(String))
})

test('after fifteen minutes attempts are accepted again', async () => {
  await repeat(10, () => guess(cast.dina.email))
  clock.advance({ minutes: 10 })
  const waiting = await guess(cast.dina.email)
  expect(waiting.headers['retry-after']).toBe('300')
  clock.advance({ minutes: 5 })
  expect((await guess(cast.dina.email)).status).toBe(401)
})

test('failures that were stored while the clock was a day ahead lock no user out', async () => {
  clock.advance({ minutes: 24 * 60 })
  await repeat(10, () => guess(cast.dina.email))
  expect((await guess(cast.dina.email)).status).toBe(429)
  clock.advance({ minutes: -24 * 60 })
  await signIn(cast.dina, here)
})

test('refused guesses don’t make the wait longer', async () => {
  await repeat(30, () => guess(cast.dina.email))
  expect(await db.selectFrom('sign_in_failures').select('id').execute()).toHaveLength(10)
})

test('a success clears the count of the account and isn’t counted itself', async () => {
  await repeat(9, () => guess(cast.dina.email))
  await signIn(cast.dina, here)
  expect(await repeat(10, () => guess(cast.dina.email))).toEqual(Array(10).fill(401))
  await db.deleteFrom('sign_in_failures').execute()
  for (let time = 0; time < 12; time++) await signIn(cast.omar, here)
  expect(await db.selectFrom('sign_in_failures').select('id').execute()).toEqual([])
})

test('right passwords never count, also many concurrent ones just below the limit', async () => {
  await repeat(9, () => guess(cast.dina.email))
  const tokens = await Promise.all(Array.from({ length: 8 }, () => signIn(cast.dina, here)))
  expect(new Set(tokens).size).toBe(8)
})

test('of fifty concurrent guesses ten are hashed', async () => {
  const replies = await Promise.all(Array.from({ length: 50 }, () => guess(cast.mark.email)))
  const statuses = replies.map(reply => reply.status).sort()
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(40).fill(429)])
})

test('other spellings of path, IP address and header don’t bypass the limit', async () => {
  await repeat(10, () => guess(cast.dina.email))
  expect((await guess(' DINA@Example.com ')).status).toBe(429)
  expect((await guess(cast.dina.email, { headers: { 'x-forwarded-for': '198.51.100.9' } })).status).toBe(429)
  expect((await guess(cast.dina.email, { headers: { 'x-real-ip': '198.51.100.9' } })).status).toBe(429)
  expect((await guess(cast.dina.email, { headers: { forwarded: 'for=198.51.100.9' } })).status).toBe(429)
  expect((await guess(cast.dina.email, { url: '/api/auth/login?x=1' })).status).toBe(429)
  expect((await guess(cast.dina.email, { url: '/api/auth/log%69n' })).status).toBe(429)
  for (const url of ['/api/auth/login/', '/api//auth/login', '/API/auth/login', '/api/auth/Login']) {
    expect((await guess(cast.dina.email, { url })).status).toBe(404)
  }
  expect((await guess(cast.dina.email, { address: `::ffff:${here}` })).status).toBe(429)
})

test('behind a trusted proxy the client’s IP address counts', async () => {
  const behindProxy = (client: string) =>
    guess(cast.dina.email, { address: '10.9.9.9', headers: { 'x-forwarded-for': `1.1.1.1, ${client}` } })
  await repeat(10, () => behindProxy('192.0.2.1'))
  expect((await behindProxy('192.0.2.1')).status).toBe(429)
  expect((await behindProxy('192.0.2.2')).status).toBe(401)
})

/** Stores failed guesses. */
const fail = (address: string, emails: string[]) =>
  db
    .insertInto('sign_in_failures')
    .values(emails.map(email => ({ address, email, failed_at: clock.now().toISOString() })))
    .execute()
const strangers = (count: number) => Array.from({ length: count }, (_, index) => `${index}@example.com`)

test.each([
  ['a port', (index: number) => `192.0.2.1:${40_000 + index}`, '192.0.2.2:40000'],
  [
    'brackets and a port',
    (index: number) => `[2001:db8:5::${index}]:${40_000 + index}`,
    '[2001:db8:6::1]:40000',
  ],
  ['a zone', (index: number) => `2001:db8:7::1%eth${index}`, '2001:db8:8::1%eth0'],
  [
    'a mapped address',
    (index: number) => (index % 2 ? '::ffff:192.0.2.3' : '[::ffff:c000:203]'),
    '192.0.2.4',
  ],
])('a trusted proxy that sends %s gives no request a count of its own', async (_what, spell, other) => {
  const behindProxy = (client: string) =>
    guess(cast.dina.email, { address: '10.9.9.9', headers: { 'x-forwarded-for': client } })
  const statuses = await repeat(11, index => behindProxy(spell(index)))
  expect(statuses).toEqual([...Array(10).fill(401), 429])
  expect((await behindProxy(other)).status).toBe(401)
})

test('an invalid IP address from a trusted proxy counts as the proxy', async () => {
  const junk = [
    'unknown',
    '_hidden',
    '1.2.3',
    '1.2.3.4.5',
    'a'.repeat(2000),
    '[::1',
    '::1::2',
    ',',
    '"1.2.3.4"',
    'é',
  ]
  const statuses = await repeat(10, index =>
    guess(cast.dina.email, { address: '10.9.9.9', headers: { 'x-forwarded-for': junk[index] ?? '' } }),
  )
  expect(statuses).toEqual(Array(10).fill(401))
  expect((await guess(cast.dina.email, { address: '10.9.9.9' })).status).toBe(429)
})

test.each([
  ['empty', (index: number) => `192.0.2.${index},`],
  ['blank', (index: number) => `192.0.2.${index}, \t `],
  ['invalid', (index: number) => `192.0.2.${index}, unknown`],
  ['empty behind another proxy', (index: number) => `192.0.2.${index},,10.9.9.9`],
])('a last value of X-Forwarded-For that is %s counts as the proxy', async (_what, spell) => {
  const statuses = await repeat(10, index =>
    guess(cast.dina.email, { address: '10.9.9.9', headers: { 'x-forwarded-for': spell(index) } }),
  )
  expect(statuses).toEqual(Array(10).fill(401))
  expect((await guess(cast.dina.email, { address: '10.9.9.9' })).status).toBe(429)
})

test('a proxy behind a proxy is recognised with its port', async () => {
  await fail('192.0.2.9', Array(10).fill(cast.dina.email))
  const headers = { 'x-forwarded-for': '192.0.2.9:1234, 10.9.9.9:5678' }
  expect((await guess(cast.dina.email, { address: '10.9.9.9', headers })).status).toBe(429)
})

test('IPv6: the limit of an account applies to its /64, not to the next', async () => {
  const statuses = await repeat(11, index => guess(cast.dina.email, { address: `2001:db8:1:2::${index}` }))
  expect(statuses).toEqual([...Array(10).fill(401), 429])
  expect((await guess(cast.dina.email, { address: '2001:db8:1:3::1' })).status).toBe(401)
})

test('IPv6: the limit of an IP address applies to the whole /48', async () => {
  await repeat(2, index => guess(`${index}@example.com`, { address: `2001:db8:1:${index}::1` }))
  await fail('2001:db8:1::/48', strangers(97))
  expect((await guess('somebody@example.com', { address: '2001:db8:1:ffff::1' })).status).toBe(401)
  const reply = await guess('somebody@example.com', { address: '2001:db8:1:aaaa::1' })
  expectRefusal(reply, 429, messages.signIn.tooManyAttempts(15))
  await expect(signIn(cast.max, '2001:db8:1::9')).rejects.toThrow('429')
  expect(await signIn(cast.max, '2001:db8:2::9')).toEqual(expect.any(String))
})

test('IPv6: a success clears only the count of the account in its networks', async () => {
  await guess(cast.dina.email, { address: '2001:db8:1:2::1' })
  await guess('nobody@example.com', { address: '2001:db8:1:2::1' })
  await signIn(cast.dina, '2001:db8:1:2::2')
  const left = await db
    .selectFrom('sign_in_failures')
    .select(['address', 'email'])
    .orderBy('address')
    .execute()
  expect(left).toEqual([
    { address: '2001:db8:1:2::/64', email: 'nobody@example.com' },
    { address: '2001:db8:1::/48', email: 'nobody@example.com' },
  ])
})

describe('a browser that has signed in before', () => {
  type From = { cookie?: string; address?: string; headers?: Record<string, string> }
  const enter = (
    { email, password }: { email: string; password: string },
    { cookie, address = here, headers = {} }: From = {},
  ) =>
    call({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email, password },
      remoteAddress: address,
      headers: { ...headers, ...(cookie && { cookie }) },
    })
  const cookieOf = (reply: { headers: Record<string, unknown> }) =>
    String(reply.headers['set-cookie']).split(';', 1)[0] as string
  const wrong = (person: { email: string }) => ({ email: person.email, password: 'wrong-password' })

  test('gets a cookie that scripts, other sites and other calls can’t read', async () => {
    const reply = await enter(cast.dina)
    expect(reply.headers['set-cookie']).toMatch(
      /^known_device=[\w-]{24}; Path=\/api\/auth; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
    )
    const headers = { 'x-forwarded-for': here, 'x-forwarded-proto': 'https' }
    const secure = await enter(cast.dina, { address: '10.9.9.9', headers })
    expect(secure.headers['set-cookie']).toMatch(/; Secure$/)
    expect((await enter(wrong(cast.dina))).headers['set-cookie']).toBeUndefined()
    const stored = await db.selectFrom('known_devices').select('device_hash').execute()
    expect(stored.map(row => row.device_hash)).not.toContain(cookieOf(reply).split('=')[1])
  })

  test('can sign in although failures at its IP address lock others out', async () => {
    const cookie = cookieOf(await enter(cast.dina))
    await fail(here, Array(10).fill(cast.dina.email))
    expect((await enter(cast.dina)).status).toBe(429)
    expect((await enter(cast.dina, { cookie })).status).toBe(200)
    await fail(here, strangers(100))
    expect((await enter(cast.omar)).status).toBe(429)
    expect((await enter(cast.dina, { cookie: `theme=dark; ${cookie}; other=1` })).status).toBe(200)
    // Its success doesn't unlock the other clients.
    expect((await enter(cast.dina)).status).toBe(429)
  })

  test('has its own limit of ten failures at any IP address', async () => {
    const cookie = cookieOf(await enter(cast.dina))
    const statuses = await repeat(11, index =>
      enter(wrong(cast.dina), { cookie, address: `198.51.100.${index}` }),
    )
    expect(statuses).toEqual([...Array(10).fill(401), 429])
    expect((await enter(cast.dina, { cookie, address: '198.51.100.200' })).status).toBe(429)
    // Other users at those IP addresses, and the owner without the cookie, are not affected.
    expect((await enter(cast.dina, { address: '198.51.100.1' })).status).toBe(200)
  })

  test('is known only for the accounts that it signed in to', async () => {
    const cookie = cookieOf(await enter(cast.omar))
    await fail(here, Array(10).fill(cast.dina.email))
    expect((await enter(cast.dina, { cookie })).status).toBe(429)
    // A shared browser keeps its id and is known for both.
    const both = await enter(cast.dina, { cookie, address: '198.51.100.1' })
    expect(cookieOf(both)).toBe(cookie)
    for (const person of [cast.dina, cast.omar]) {
      await fail(here, Array(10).fill(person.email))
      expect((await enter(person, { cookie })).status).toBe(200)
    }
  })

  test('gets a new id if its id wasn’t issued by the server', async () => {
    const planted = `known_device=${'A'.repeat(24)}`
    const reply = await enter(cast.dina, { cookie: planted })
    expect(reply.status).toBe(200)
    expect(cookieOf(reply)).not.toBe(planted)
    await fail(here, Array(10).fill(cast.dina.email))
    for (const cookie of [
      planted,
      'known_device=',
      'known_device=%',
      'known_device',
      ';;;',
      'x'.repeat(4000),
    ]) {
      expect([cookie, (await enter(cast.dina, { cookie })).status]).toEqual([cookie, 429])
    }
  })

  test('gets no access by the cookie alone', async () => {
    const cookie = cookieOf(await enter(cast.ada))
    const reply = await call({ method: 'GET', url: '/api/auth/me', headers: { cookie } })
    expectRefusal(reply, 401, messages.signIn.noToken)
    expect((await enter(wrong(cast.ada), { cookie })).status).toBe(401)
  })

  test('is removed after ten newer ones, half a year, a password reset or a deletion', async () => {
    const person = await make.user()
    const cookie = cookieOf(await enter(person))
    const isKnown = async (password = person.password) => {
      await db.deleteFrom('sign_in_failures').execute()
      await fail(here, Array(10).fill(person.email))
      return (await enter({ ...person, password }, { cookie })).status === 200
    }
    const newer = async (count: number) => {
      for (let index = 0; index < count; index++) {
        clock.advance({ seconds: 1 })
        await enter(person, { address: `198.51.100.${index}` })
      }
    }
    await newer(9)
    expect(await isKnown()).toBe(true)
    await newer(10)
    expect(await isKnown()).toBe(false)
    const rows = () =>
      db.selectFrom('known_devices').select('user_id').where('user_id', '=', person.id).execute()
    expect(await rows()).toHaveLength(10)

    const before = clock.now().toISOString()
    const late = cookieOf(await enter(person, { address: '198.51.100.1' }))
    clock.advance({ minutes: 181 * 24 * 60 })
    await fail(here, Array(10).fill(person.email))
    expect((await enter(person, { cookie: late })).status).toBe(429)
    clock.set(before)

    await as(cast.ada).put(`/api/users/${person.id}/password`, { password: 'secret-2' })
    expect(await rows()).toEqual([])
    await enter({ ...person, password: 'secret-2' }, { address: '198.51.100.1' })
    expect(await rows()).toHaveLength(1)
    await as(cast.ada).delete(`/api/users/${person.id}`)
    expect(await rows()).toEqual([])
  })
})

const anotherInstance = async () =>
  buildApp(await contextOn(db, ctx.config, { clock, passwords: testPasswords() }))
const credentials = ({ email, password }: { email: string; password: string }) => ({
  method: 'POST' as const,
  url: '/api/auth/login',
  payload: { email, password },
  remoteAddress: here,
})

test('all instances and later starts share the count', async () => {
  await repeat(10, () => guess(cast.dina.email))
  const other = await anotherInstance()
  const reply = await other.inject(credentials(cast.dina))
  await other.close()
  expect(reply.statusCode).toBe(429)
})

test('right passwords at two instances don’t deadlock over old failures', async () => {
  const old = (email: string, minutes: number) => ({
    address: here,
    email,
    failed_at: new Date(clock.now().getTime() - minutes * 60_000).toISOString(),
  })
  await db
    .insertInto('sign_in_failures')
    .values([old('nobody@example.com', 30), old(cast.dina.email, 20), old(cast.omar.email, 20)])
    .execute()
  const other = await anotherInstance()
  const reached = Promise.withResolvers<void>()
  // Both delete the oldest failures first, so neither holds a lock that the other waits for.
  const holding = db.transaction().execute(async trx => {
    await trx.deleteFrom('sign_in_failures').where('email', '=', 'nobody@example.com').execute()
    reached.resolve()
    await sleep(1000)
  })
  await reached.promise
  const replies = await Promise.all([signIn(cast.dina, here), other.inject(credentials(cast.omar)), holding])
  await other.close()
  expect(replies[1].statusCode).toBe(200)
  expect(await db.selectFrom('sign_in_failures').selectAll().execute()).toEqual([])
})
