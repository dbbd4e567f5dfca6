import { beforeEach, describe, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { buildApp } from '../../src/app.ts'
import type { Context } from '../../src/context.ts'
import { contextOn } from '../../src/startup/open-context.ts'
import { expectRefusal, startTestApp, testPasswords } from '../start-test-app.ts'
import { figure, isLong, times } from './form.ts'

/** Counts how many passwords are compared with a hash. */
function watchHashes(ctx: Context) {
  const { verify } = ctx.passwords
  const watch = { runs: 0 }
  ctx.passwords = {
    ...ctx.passwords,
    verify: (passwordHash, password, guess) =>
      verify(passwordHash, password, {
        ...guess,
        beforeHash: async () => {
          await guess.beforeHash()
          watch.runs++
        },
      }),
  }
  return watch
}

const { app, call, cast, clock, ctx, db, newToken, signIn } = await startTestApp({
  withCostlyHashes: isLong,
})
const hashes = watchHashes(ctx)

// This is a second instance on the same database.
const otherContext = await contextOn(db, ctx.config, { clock, passwords: testPasswords(isLong) })
const otherHashes = watchHashes(otherContext)
const other = await buildApp(otherContext, { overload: { maxWorkMs: 60_000 } })

const here = '203.0.113.7'
type Guess = {
  email?: string
  url?: string
  headers?: Record<string, string>
  address?: string
  instance?: typeof app
}
async function guess({ email, url, headers = {}, address = here, instance = app }: Guess = {}) {
  const reply = await instance.inject({
    method: 'POST',
    url: url ?? '/api/auth/login',
    payload: { email: email ?? cast.dina.email, password: 'a wrong password' },
    headers,
    remoteAddress: address,
  })
  return reply.statusCode
}

beforeEach(async () => {
  await db.deleteFrom('sign_in_failures').execute()
  hashes.runs = 0
  otherHashes.runs = 0
})

describe(`at most ${limits.signInFailuresPerAccount} guesses reach the hash`, () => {
  const addressHeaders =
    'x-forwarded-for x-real-ip forwarded x-client-ip x-cluster-client-ip cf-connecting-ip true-client-ip ' +
    'fastly-client-ip x-originating-ip x-remote-ip x-remote-addr x-forwarded x-forwarded-host via client-ip ' +
    'x-azure-clientip x-appengine-user-ip x-envoy-external-address'

  test('with any IP address in the headers', async () => {
    for (const [index, name] of addressHeaders.split(' ').entries()) {
      const claimed = `198.51.100.${index}`
      const value = name === 'forwarded' ? `for=${claimed};proto=https` : claimed
      await guess({ headers: { [name]: value } })
      await guess({ headers: { [name]: `${claimed}, 192.0.2.${index}`, host: `${index}.example.com` } })
    }
    await expect(signIn(cast.dina, here)).rejects.toThrow('429')
    expect(hashes.runs).toBe(limits.signInFailuresPerAccount)
  })

  test('with any spelling of the path', async () => {
    const paths = [
      '/api/auth/login',
      '/api/auth/login?',
      '/api/auth/login?x=1',
      '/api/auth/login#x',
      '/api/auth/log%69n',
      '/api/%61uth/login',
      '/%61pi/auth/login',
      '/api/auth/login/',
      '/api/auth//login',
      '//api/auth/login',
      '/api/./auth/login',
      '/api/x/../auth/login',
      '/api/auth/login;x=1',
      '/api/auth/login%20',
      '/api/auth/login%00',
      '/api/auth/login.json',
      '/API/auth/login',
      '/api/auth/LOGIN',
      '/api\\auth\\login',
    ]
    const statuses = new Set<number>()
    for (let round = 0; round < 3; round++) for (const url of paths) statuses.add(await guess({ url }))
    expect([...statuses].sort()).toEqual([401, 404, 429])
    expect(hashes.runs).toBe(limits.signInFailuresPerAccount)
  })

  test('with any spelling of the account', async () => {
    const spellings = [
      'dina@example.com',
      'DINA@EXAMPLE.COM',
      ' dina@example.com',
      'Dina@Example.Com\t',
      '\u00a0dina@example.com',
    ]
    for (let round = 0; round < 4; round++) for (const email of spellings) await guess({ email })
    expect(hashes.runs).toBe(limits.signInFailuresPerAccount)
  })

  test('from any number of IP addresses of one IPv6 network', async () => {
    for (let index = 0; index < 20; index++) {
      await guess({ address: `2001:db8:1:2:${index}:${index}::${index}` })
    }
    expect(hashes.runs).toBe(limits.signInFailuresPerAccount)
  })

  test('on two instances at the same time', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 60 }, (_, index) => guess({ instance: index % 2 ? app : other })),
    )
    const reached = hashes.runs + otherHashes.runs
    expect(reached).toBeLessThanOrEqual(limits.signInFailuresPerAccount)
    expect(statuses.filter(status => status === 401)).toHaveLength(reached)
    // An overloaded server may also answer 503, which reveals nothing about the password.
    expect(statuses.filter(status => ![401, 429, 503].includes(status))).toEqual([])
    // The owner uses another IP address and can sign in on both instances.
    expect(await signIn(cast.dina, '198.51.100.1')).toEqual(expect.any(String))
    figure(
      'guesses at one account from one address that reached the hash, of 60 at once on two instances',
      reached,
    )
  })

  test('also when a stolen token guesses the current password, together with guesses at the sign-in', async () => {
    const token = await newToken(cast.dina)
    const atCurrent = async (instance: typeof app) => {
      const payload = { current_password: 'a wrong password', password: 'quiet-violet-otter' }
      const request = { method: 'PUT', url: '/api/account/password', payload } as const
      const headers = { 'x-auth-token': token }
      return (await instance.inject({ ...request, headers, remoteAddress: here })).statusCode
    }
    const statuses = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const instance = index % 2 ? app : other
        return index % 3 ? atCurrent(instance) : guess({ instance })
      }),
    )
    const reached = hashes.runs + otherHashes.runs
    expect(reached).toBeLessThanOrEqual(limits.signInFailuresPerAccount)
    expect(statuses.filter(status => status === 400 || status === 401)).toHaveLength(reached)
    expect(statuses.filter(status => ![400, 401, 429, 503].includes(status))).toEqual([])
    expect(await atCurrent(app)).toBe(429)
    expect(await guess()).toBe(429)
    expect(await signIn(cast.dina, '198.51.100.1')).toEqual(expect.any(String))
  })
})

test(`of guesses at many accounts, at most ${limits.signInFailuresPerAddress} from one IP address`, async () => {
  const sent = times(130, 400)
  const statuses = await Promise.all(
    Array.from({ length: sent }, (_, index) =>
      guess({ email: `victim-${index % 200}@example.com`, instance: index % 2 ? app : other }),
    ),
  )
  const reached = hashes.runs + otherHashes.runs
  expect(reached).toBeLessThanOrEqual(limits.signInFailuresPerAddress)
  expect(statuses.filter(status => status === 401)).toHaveLength(reached)
  expect(await signIn(cast.omar, '198.51.100.1')).toEqual(expect.any(String))
  figure(
    `guesses at many accounts from one address that reached the hash, of ${sent} at once on two instances`,
    reached,
  )
})

test('an office behind one IP address is not locked out by its successes', async () => {
  // This is more than the number of failures that an IP address may have.
  const office = times(120, 1000)
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', cast.dina.id)
    .executeTakeFirstOrThrow()
  const people = Array.from({ length: office }, (_, index) => ({
    name: `Colleague ${index}`,
    email: `colleague-${index}@example.com`,
    role: 'developer' as const,
    password_hash,
    created_at: clock.now().toISOString(),
  }))
  for (let from = 0; from < people.length; from += 200) {
    await db
      .insertInto('users')
      .values(people.slice(from, from + 200))
      .execute()
  }
  const signInOf = async ({ email }: { email: string }, index: number) =>
    (
      await (index % 2 ? app : other).inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { email, password: cast.dina.password },
        remoteAddress: here,
      })
    ).statusCode
  // Few enough sign-ins run at a time that none waits in the queue until it times out.
  const statuses: number[] = []
  for (let from = 0; from < people.length; from += 8) {
    statuses.push(...(await Promise.all(people.slice(from, from + 8).map(signInOf))))
  }
  expect(statuses.filter(status => status !== 200)).toEqual([])
  figure('people behind one address who all got in', office)
}, 600_000)

test('known, unknown and deleted accounts cost one hash each and get the same response', async () => {
  const { id } = await db
    .insertInto('users')
    .values({
      name: 'Gone',
      email: 'gone@example.com',
      role: 'developer',
      password_hash: 'none',
      created_at: clock.now().toISOString(),
      deleted_at: clock.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(id).toEqual(expect.any(Number))
  const answers: string[] = []
  for (const email of [cast.dina.email, 'unknown@example.com', 'gone@example.com']) {
    hashes.runs = 0
    const reply = await call({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email, password: 'a wrong password' },
      remoteAddress: '198.51.100.77',
    })
    expectRefusal(reply, 401, messages.signIn.invalidCredentials)
    expect([email, hashes.runs]).toEqual([email, 1])
    const { 'x-request-id': _id, date: _date, ...headers } = reply.headers
    answers.push(JSON.stringify({ headers, text: reply.text }))
  }
  expect(new Set(answers).size).toBe(1)
})

test('over the limit neither kind costs a hash', async () => {
  for (const email of [cast.dina.email, 'unknown@example.com']) {
    for (let time = 0; time < 12; time++) await guess({ email, address: `192.0.2.${email.length}` })
  }
  expect(hashes.runs).toBe(2 * limits.signInFailuresPerAccount)
})

/** Wall-clock time is compared only in the long form, because on a busy machine it means nothing. */
if (isLong) {
  test('the response time does not reveal whether an account exists', async () => {
    const rounds = 400
    const took = { known: [] as number[], unknown: [] as number[] }
    for (let round = 0; round < rounds * 2; round++) {
      // They are measured in pairs, in either order, so that other load affects both alike.
      const kinds =
        Math.floor(round / 2) % 2 === round % 2
          ? (['known', 'unknown'] as const)
          : (['unknown', 'known'] as const)
      for (const kind of kinds.slice(0, 1)) {
        const email = kind === 'known' ? cast.mark.email : `unknown-${round}@example.com`
        const from = performance.now()
        expect(await guess({ email, address: `10.${round >> 8}.${round & 255}.1` })).toBe(401)
        took[kind].push(performance.now() - from)
      }
    }
    const { z, chance } = rankComparison(took.known, took.unknown)
    figure('sign-in, known address: median ms', median(took.known).toFixed(2))
    figure('sign-in, unknown address: median ms', median(took.unknown).toFixed(2))
    figure(`chance that a known address takes longer (0.5: no difference), ${rounds} each`, chance.toFixed(3))
    figure('the same as a rank test: z (beyond ±4 would be a difference)', z.toFixed(2))
    expect(Math.abs(z)).toBeLessThan(4)
  }, 300_000)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Mann–Whitney compares ranks instead of means, so that a few slow responses don't decide. */
function rankComparison(a: number[], b: number[]) {
  const ranked = [...a.map(ms => ({ ms, isA: true })), ...b.map(ms => ({ ms, isA: false }))].sort(
    (x, y) => x.ms - y.ms,
  )
  const rankSum = ranked.reduce((sum, { isA }, index) => sum + (isA ? index + 1 : 0), 0)
  const u = rankSum - (a.length * (a.length + 1)) / 2
  const spread = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12)
  return { chance: u / (a.length * b.length), z: (u - (a.length * b.length) / 2) / spread }
}
