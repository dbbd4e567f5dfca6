import { connect as connectSocket } from 'node:net'
import { expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { buildApp } from '../src/app.ts'
import { listen, listenOnAll } from '../src/http/listen.ts'
import { startTestApp } from './start-test-app.ts'

// "localhost" has two IP addresses on most machines, one of them IPv6.
const addresses = ['127.0.0.1', '127.0.0.2']
const { app, cast, ctx } = await startTestApp()
await listenOnAll(app, addresses, 0)
const { port } = app.server.address() as { port: number }

/** Reads everything until the other side ends the connection. */
function exchange(address: string, request: string) {
  let received = ''
  const socket = connectSocket(port, address)
  socket.on('data', chunk => {
    received += chunk
  })
  const ended = new Promise<string>((resolve, reject) => {
    socket.once('close', () => resolve(received))
    socket.once('error', reject)
  })
  socket.write(request)
  return { socket, ended }
}

test('an IP address and port in use is refused, and nothing keeps listening', async () => {
  const late = await buildApp(ctx)
  await expect(listenOnAll(late, ['127.0.0.3', '127.0.0.2'], port)).rejects.toMatchObject({
    code: 'EADDRINUSE',
    port,
  })
  expect(late.server.listening).toBe(false)
})

test('an IP address that this machine does not have is left out', async () => {
  const other = await buildApp(ctx)
  await listenOnAll(other, ['127.0.0.1', '192.0.2.1'], 0)
  const { port } = other.server.address() as { port: number }
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  await other.close()
})

test('localhost answers on every IP address it has', async () => {
  const other = await buildApp(ctx)
  await listen(other, { host: 'localhost', port: 0 })
  const { port } = other.server.address() as { port: number }
  expect((await fetch(`http://localhost:${port}/healthz`)).status).toBe(200)
  await other.close()
})

test.each(addresses)('HTTP limits are the same on %s', async address => {
  const close = 'Connection: close\r\n\r\n'
  const expecting = exchange(address, `GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n${close}`)
  expect(await expecting.ended).toMatch(/^HTTP\/1\.1 200 /)
  const withoutHost = exchange(address, `GET /healthz HTTP/1.1\r\n${close}`)
  expect(await withoutHost.ended).toContain(messages.general.badRequest)
  const broken = exchange(address, 'no request at all\r\n\r\n')
  expect(await broken.ended).toMatch(/^HTTP\/1\.1 400 [\s\S]*x-content-type-options: nosniff/)
})

// This test is last because it closes the server.
test('closing waits for requests in flight on each IP address and leaves no connection', async () => {
  const body = JSON.stringify({ email: cast.dina.email, password: cast.dina.password })
  const head = `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`
  let arrived = 0
  app.server.on('request', () => arrived++)
  const underWay = addresses.map(address => exchange(address, head + body.slice(0, -1)))
  await expect.poll(() => arrived).toBe(addresses.length)

  const closed = app.close().then(() => 'closed')
  const [first, second] = underWay
  first?.socket.write(body.slice(-1))
  expect(await first?.ended).toContain('"token"')
  // A close that does not wait for the second request would be done by now.
  const pause = new Promise(resolve => setTimeout(resolve, 200, 'still waiting'))
  expect(await Promise.race([closed, pause])).toBe('still waiting')
  second?.socket.write(body.slice(-1))
  expect(await second?.ended).toContain('"token"')
  expect(await closed).toBe('closed')
  await expect(fetch(`http://127.0.0.2:${port}/healthz`)).rejects.toThrow()
})
