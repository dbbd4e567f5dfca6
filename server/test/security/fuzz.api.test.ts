import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { failureReply } from '#shared/contract/errors.ts'
import { liveRoutes } from '../live-routes.ts'
import { type Cast, expectFittingCode, openTestApp, type TestApp } from '../start-test-app.ts'
import { figure, isLong } from './form.ts'
import { type FuzzRequest, fuzzRequests } from './fuzz/requests.ts'
import { ownerOfThings } from './owned-things.ts'

const total = Number(process.env.FUZZ_REQUESTS ?? (isLong ? 100_000 : 5000))
/** The same in every short run, so that it never fails by chance; the long form prints what it took. */
const seed = Number(process.env.FUZZ_SEED ?? (isLong ? Date.now() % 1_000_000_000 : 20_260_310))
/** Each round begins with an empty database: a failing one can be repeated alone. */
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
  test('are all answered, in the envelope, without internals', async () => {
    const testApp = await openTestApp({ settings: { MAX_UPLOAD_MB: '1' } })
    try {
      await furnish(testApp)
      const routes = await liveRoutes(testApp.ctx)
      const requests = fc.sample(fuzzRequests(routes), { seed: round.seed, numRuns: round.count })
      const send = senderOf(testApp)
      for (const [index, request] of requests.entries()) {
        if (index % 250 === 0) await putBack(testApp)
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

/** Sends one and says what is wrong with its answer, if anything is. */
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
      // Not the IP address of other tests; the sign-in limits have a suite of their own.
      remoteAddress: '192.0.2.1',
      ...(body && { payload: Buffer.from(body, 'base64') }),
    })
    if (reply.status === 401) tokens.delete(who)
    counts.set(String(reply.status), (counts.get(String(reply.status)) ?? 0) + 1)
    if (reply.status >= 500) return `answered ${reply.status} ${reply.text}`
    if (reply.status < 400 || method === 'HEAD') return undefined
    const told = `${reply.text}\n${JSON.stringify(reply.headers)}`
    if (internals.test(told) || told.includes(dataDir)) return `tells internals: ${told.slice(0, 1000)}`
    const parsed = failureReply.safeParse(reply.body)
    if (!parsed.success || parsed.data.msg !== parsed.data.error || parsed.data.msg === '')
      return `answered without the envelope: ${reply.status} ${reply.text.slice(0, 1000)}`
    // Says what is wrong by throwing.
    expectFittingCode(reply)
    return undefined
  }
}

const internals =
  /\bat \S+ \(|\.[tj]s:\d|node_modules|node:internal|sqlite|postgres|kysely|constraint|relation "|syntax error|select .+ from|insert into|update .+ set |ENOENT|EACCES|ECONN|\/tmp\/|\/home\/|\/usr\/|undefined is not|cannot read prop/i

/** Something of every kind, so that the first requests already find what they ask for. */
async function furnish(testApp: TestApp) {
  const { kinds, make } = ownerOfThings(testApp)
  for (const owner of [testApp.cast.dina, testApp.cast.omar]) {
    for (const kind of kinds) await make(kind, owner)
  }
}

/** Deleted or moved to another role by an earlier request, the cast comes back, so that all roles go on asking. */
async function putBack({ cast, db }: TestApp) {
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

test('broken HTTP is answered or its connection closed, and the server keeps running', async () => {
  const testApp = await openTestApp()
  try {
    await testApp.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = testApp.app.server.address() as { port: number }
    const count = isLong ? 2000 : 150
    const answered = { withStatus: 0, hungUp: 0 }
    for (const bytes of fc.sample(brokenHttp, { seed, numRuns: count })) {
      const reply = await exchange(port, bytes)
      if (reply === '') {
        answered.hungUp++
        continue
      }
      answered.withStatus++
      const [, status = ''] = /^HTTP\/1\.1 (\d{3}) /.exec(reply) ?? []
      const shown = `${bytes.toString('latin1').slice(0, 500)}\n→ ${reply.slice(0, 500)}`
      expect(Number(status), shown).toBeGreaterThanOrEqual(200)
      expect(Number(status), shown).toBeLessThan(500)
      expect(reply, shown).not.toMatch(internals)
      if (Number(status) >= 400)
        expect(reply, shown).toMatch(/\{"msg":"[^"]+","error":"[^"]+","code":"[a-z_]+"/)
    }
    expect((await testApp.call({ method: 'GET', url: '/healthz' })).status).toBe(200)
    figure('broken HTTP: messages sent', count)
    figure('broken HTTP: answered · hung up on', `${answered.withStatus} · ${answered.hungUp}`)
  } finally {
    await testApp.close()
  }
}, 600_000)

const wellFormed = [
  'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'GET /api/auth/me?x=1 HTTP/1.1\r\nHost: x\r\nX-Auth-Token: abc\r\nConnection: close\r\n\r\n',
  'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
  'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  'PUT /api/urls/1/unblur HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n',
]

/** A few bytes of a good message changed, taken out or put in. */
const brokenHttp: fc.Arbitrary<Buffer> = fc
  .tuple(
    fc.constantFrom(...wellFormed),
    fc.array(
      fc.tuple(fc.nat(), fc.constantFrom('change', 'remove', 'insert'), fc.integer({ min: 0, max: 255 })),
      {
        minLength: 1,
        maxLength: 6,
      },
    ),
  )
  .map(([text, changes]) => {
    const bytes = [...Buffer.from(text, 'latin1')]
    for (const [where, how, byte] of changes) {
      const at = where % bytes.length
      if (how === 'change') bytes[at] = byte
      else if (how === 'remove') bytes.splice(at, 1 + (byte % 4))
      else bytes.splice(at, 0, byte)
    }
    return Buffer.from(bytes)
  })

function exchange(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes))
    socket.setTimeout(30_000, () => socket.destroy(new Error(`No end to ${bytes.toString('latin1')}`)))
    socket.on('data', chunk => {
      received += chunk
    })
    socket.on('close', () => resolve(received))
    socket.on('error', error =>
      (error as NodeJS.ErrnoException).code === 'ECONNRESET' ? resolve(received) : reject(error),
    )
  })
}
