import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { expectRefusal, startTestApp } from '../../../test/start-test-app.ts'
import { buildApp } from '../../app.ts'
import { contextOn } from '../../open-context.ts'

const { cast, call, clock, ctx, db, signIn } = await startTestApp({ settings: { TRUST_PROXY: '10.9.9.9' } })

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
const inTurn = async (count: number, work: (index: number) => Promise<{ status: number }>) => {
  const statuses = []
  for (let index = 0; index < count; index++) statuses.push((await work(index)).status)
  return statuses
}

beforeEach(async () => {
  await db.deleteFrom('sign_in_failures').execute()
})

test('ten failures for one account from one address, then 429 with Retry-After', async () => {
  expect(await inTurn(10, () => guess(cast.dina.email))).toEqual(Array(10).fill(401))
  const reply = await guess(cast.dina.email)
  expectRefusal(reply, 429, messages.auth.tooManyAttempts(15))
  expect(reply.headers['retry-after']).toBe('900')
  await expect(signIn(cast.dina, here)).rejects.toThrow('429')
})

test('a right password that the database could not make a sign-in of has not failed', async () => {
  await sql`alter table sign_ins rename to sign_ins_away`.execute(db)
  try {
    await expect(signIn(cast.dina, here)).rejects.toThrow('500')
  } finally {
    await sql`alter table sign_ins_away rename to sign_ins`.execute(db)
  }
  expect(await db.selectFrom('sign_in_failures').selectAll().execute()).toEqual([])
  expect(await signIn(cast.dina, here)).toEqual(expect.any(String))
})

test('the owner elsewhere, and others here, still get in', async () => {
  await inTurn(11, () => guess(cast.dina.email))
  expect(await signIn(cast.dina, '198.51.100.1')).toEqual(expect.any(String))
  expect(await signIn(cast.omar, here)).toEqual(expect.any(String))
})

test('an unknown account is limited like a known one', async () => {
  expect(await inTurn(11, () => guess('nobody@example.com'))).toEqual([...Array(10).fill(401), 429])
})

test('a hundred failures from one address, whatever the accounts, then 429 for all of them', async () => {
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

test('after fifteen minutes there is room again', async () => {
  await inTurn(10, () => guess(cast.dina.email))
  clock.advance({ minutes: 10 })
  const waiting = await guess(cast.dina.email)
  expect(waiting.headers['retry-after']).toBe('300')
  clock.advance({ minutes: 5 })
  expect((await guess(cast.dina.email)).status).toBe(401)
})

test('failures noted while the clock was a day ahead lock nobody out once it is right again', async () => {
  clock.advance({ minutes: 24 * 60 })
  await inTurn(10, () => guess(cast.dina.email))
  expect((await guess(cast.dina.email)).status).toBe(429)
  clock.advance({ minutes: -24 * 60 })
  await signIn(cast.dina, here)
})

test('refused guesses do not make the wait longer', async () => {
  await inTurn(30, () => guess(cast.dina.email))
  expect(await db.selectFrom('sign_in_failures').select('id').execute()).toHaveLength(10)
})

test('a success clears the account’s own count, and no success counts', async () => {
  await inTurn(9, () => guess(cast.dina.email))
  await signIn(cast.dina, here)
  expect(await inTurn(10, () => guess(cast.dina.email))).toEqual(Array(10).fill(401))
  await db.deleteFrom('sign_in_failures').execute()
  for (let time = 0; time < 12; time++) await signIn(cast.omar, here)
  expect(await db.selectFrom('sign_in_failures').select('id').execute()).toEqual([])
})

test('right passwords never count, also many at once on the brink of the limit', async () => {
  await inTurn(9, () => guess(cast.dina.email))
  const tokens = await Promise.all(Array.from({ length: 8 }, () => signIn(cast.dina, here)))
  expect(new Set(tokens).size).toBe(8)
})

test('fifty guesses at once: ten reach the hash', async () => {
  const replies = await Promise.all(Array.from({ length: 50 }, () => guess(cast.mark.email)))
  const statuses = replies.map(reply => reply.status).sort()
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(40).fill(429)])
})

test('other spellings of path, address and header do not help', async () => {
  await inTurn(10, () => guess(cast.dina.email))
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

test('behind a trusted proxy the client’s own address counts', async () => {
  const behindProxy = (client: string) =>
    guess(cast.dina.email, { address: '10.9.9.9', headers: { 'x-forwarded-for': `1.1.1.1, ${client}` } })
  await inTurn(10, () => behindProxy('192.0.2.1'))
  expect((await behindProxy('192.0.2.1')).status).toBe(429)
  expect((await behindProxy('192.0.2.2')).status).toBe(401)
})

const anotherInstance = async () => buildApp(await contextOn(db, ctx.config, { clock }))
const credentials = ({ email, password }: { email: string; password: string }) => ({
  method: 'POST' as const,
  url: '/api/auth/login',
  payload: { email, password },
  remoteAddress: here,
})

test('the count is the database’s: another instance, or the next start, goes on with it', async () => {
  await inTurn(10, () => guess(cast.dina.email))
  const other = await anotherInstance()
  const reply = await other.inject(credentials(cast.dina))
  await other.close()
  expect(reply.statusCode).toBe(429)
})

test('right passwords at two instances do not wait for each other over failures that no longer count', async () => {
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
  const held = Promise.withResolvers<void>()
  // Both come as far as the oldest failure; what each holds by then must not be what the other wants next.
  const holding = db.transaction().execute(async trx => {
    await trx.deleteFrom('sign_in_failures').where('email', '=', 'nobody@example.com').execute()
    held.resolve()
    await sleep(1000)
  })
  await held.promise
  const replies = await Promise.all([signIn(cast.dina, here), other.inject(credentials(cast.omar)), holding])
  await other.close()
  expect(replies[1].statusCode).toBe(200)
  expect(await db.selectFrom('sign_in_failures').selectAll().execute()).toEqual([])
})
