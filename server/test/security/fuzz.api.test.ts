import fc from 'fast-check'
import { afterAll, describe, test } from 'vitest'
import { failureReply } from '#shared/contract/errors.ts'
import { liveRoutes } from '../live-routes.ts'
import { type Cast, expectFittingCode, openTestApp, type TestApp } from '../start-test-app.ts'
import { testEngine } from '../test-database.ts'
import { figure, isLong } from './form.ts'
import { type FuzzRequest, fuzzRequests, internals } from './fuzz/requests.ts'
import { createThings } from './owned-things.ts'

const total = Number(process.env.FUZZ_REQUESTS ?? (isLong ? 100_000 : 2500))
/** The short form has a fixed seed so that it never fails by chance; each engine gets other requests. */
const shortSeed = testEngine() === 'sqlite' ? 20_260_311 : 20_260_310
/** The long form prints its random seed. */
const seed = Number(process.env.FUZZ_SEED ?? (isLong ? Date.now() % 1_000_000_000 : shortSeed))
/** Each round begins with an empty database, so a failing round can be repeated by itself. */
const perRound = 5000
const rounds = Array.from({ length: Math.ceil(total / perRound) }, (_, index) => ({
  seed: seed + index,
  count: Math.min(perRound, total - index * perRound),
}))

const counts = new Map<string, number>()
afterAll(() => {
  const all = [...counts].sort(([a], [b]) => a.localeCompare(b))
  figure(`fuzz: requests (seed ${seed})`, total)
  figure('fuzz: answers by status', all.map(([status, count]) => `${status}: ${count}`).join(', '))
  figure('fuzz: 5xx, answers without the envelope, or with a stack, SQL or path', 0)
})

describe.each(rounds)('$count requests made from the schemas, seed $seed', round => {
  test('all get a response in the error format, without internals', async () => {
    const testApp = await openTestApp({ settings: { MAX_UPLOAD_MB: '1' } })
    try {
      await makeEveryKind(testApp)
      const routes = await liveRoutes(testApp.ctx)
      const requests = fc.sample(fuzzRequests(routes), { seed: round.seed, numRuns: round.count })
      const send = senderOf(testApp)
      for (const [index, request] of requests.entries()) {
        if (index % 250 === 0) await restoreCast(testApp)
        const problem = await send(request)
        if (problem) {
          const shown = JSON.stringify(request).slice(0, 4000)
          const again = `FUZZ_SEED=${round.seed} FUZZ_REQUESTS=${index + 1} npm run test:security -- fuzz`
          throw new Error(`Request ${index + 1}: ${problem}\n${shown}\nAgain: ${again}`)
        }
      }
    } finally {
      await testApp.close()
    }
  }, 1_800_000)
})

/** Sends a request and returns the problem with its response, if there is one. */
function senderOf({ call, cast, dataDir, newToken }: TestApp) {
  const tokens = new Map<string, string>()
  async function tokenOf(who: string): Promise<string | undefined> {
    const person = cast[who as keyof Cast]
    if (person === undefined) return who === 'stranger' ? 'not.a.token' : undefined
    const token = tokens.get(who) ?? (await newToken(person))
    tokens.set(who, token)
    return token
  }

  return async ({ method, url, who, headers, body }: FuzzRequest): Promise<string | undefined> => {
    const token = await tokenOf(who)
    const reply = await call({
      method: method as 'GET',
      url,
      headers: { ...headers, ...(token && { 'x-auth-token': token }) },
      // All requests come from one IP address that no other request of the test uses.
      remoteAddress: '192.0.2.1',
      ...(body && { payload: Buffer.from(body, 'base64') }),
    })
    if (reply.status === 401) tokens.delete(who)
    counts.set(String(reply.status), (counts.get(String(reply.status)) ?? 0) + 1)
    if (reply.status >= 500) return `answered ${reply.status} ${reply.text}`
    if (reply.status < 400 || method === 'HEAD') return undefined
    const received = `${reply.text}\n${JSON.stringify(reply.headers)}`
    if (internals.test(received) || received.includes(dataDir))
      return `reveals internals: ${received.slice(0, 1000)}`
    const parsed = failureReply.safeParse(reply.body)
    if (!parsed.success || parsed.data.msg !== parsed.data.error || parsed.data.msg === '')
      return `answered without the envelope: ${reply.status} ${reply.text.slice(0, 1000)}`
    // It throws if the code doesn't fit.
    expectFittingCode(reply)
    return undefined
  }
}

/** Makes a thing of every kind, so that even the first requests find existing ids. */
async function makeEveryKind(testApp: TestApp) {
  const { kinds, make } = createThings(testApp)
  for (const owner of [testApp.cast.dina, testApp.cast.omar]) {
    for (const kind of kinds) await make(kind, owner)
  }
}

/** Restores the cast that an earlier request deleted or gave another role, so that all roles keep sending requests. */
async function restoreCast({ cast, db }: TestApp) {
  for (const { id, role, email } of Object.values(cast)) {
    await db
      .updateTable('users')
      .set({ deleted_at: '2026-01-01T00:00:00.000Z' })
      .where('email', '=', email)
      .where('id', '!=', id)
      .execute()
    await db.updateTable('users').set({ role, email, deleted_at: null }).where('id', '=', id).execute()
  }
  await db.deleteFrom('sign_in_failures').execute()
}
