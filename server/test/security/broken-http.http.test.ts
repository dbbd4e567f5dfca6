import { connect } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTestApp } from '../start-test-app.ts'
import { figure, isLong } from './form.ts'
import { internals } from './fuzz/requests.ts'

/** The short form has a fixed seed so that it never fails by chance; the long form prints its random one. */
const seed = Number(process.env.FUZZ_SEED ?? (isLong ? Date.now() % 1_000_000_000 : 20_260_310))

test('broken HTTP gets a response or a closed connection, and the server keeps running', async () => {
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
      const shown = `FUZZ_SEED=${seed}\n${bytes.toString('latin1').slice(0, 500)}\n→ ${reply.slice(0, 500)}`
      expect(Number(status), shown).toBeGreaterThanOrEqual(200)
      expect(Number(status), shown).toBeLessThan(500)
      expect(reply, shown).not.toMatch(internals)
      if (Number(status) >= 400)
        expect(reply, shown).toMatch(/\{"msg":"[^"]+","error":"[^"]+","code":"[a-z_]+"/)
    }
    expect((await testApp.call({ method: 'GET', url: '/healthz' })).status).toBe(200)
    figure(`broken HTTP: messages sent (seed ${seed})`, count)
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

/** A valid message with a few bytes changed, removed or inserted. */
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
