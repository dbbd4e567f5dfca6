import { connect as connectSocket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openTestApp, startTestApp } from './start-test-app.ts'

const { app, cast, make, signIn } = await startTestApp()
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as { port: number }

/** An upload with a refused name, of which only the first bytes are sent until the test sends the rest. */
async function refusedUpload(announced: number) {
  const [project, token] = [await make.project(), await signIn(cast.ada)]
  const part = `--b\r\ncontent-disposition: form-data; name="other"; filename="x.bin"\r\n\r\n`
  const socket = connectSocket(port, '127.0.0.1')
  let received = ''
  socket.on('error', () => {})
  socket.write(
    `POST /api/projects/${project.id}/files HTTP/1.1\r\nHost: x\r\nx-auth-token: ${token}\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${announced}\r\n\r\n${part}`,
  )
  const rest = Buffer.alloc(announced - part.length, 'x')
  socket.write(rest.subarray(0, 200_000))
  const answered = new Promise<void>(resolve => {
    socket.on('data', chunk => {
      received += chunk
      if (received.includes('}')) resolve()
    })
  })
  await answered
  return {
    socket,
    received: () => received,
    sendRest: () => socket.write(rest.subarray(200_000)),
    ended: new Promise(resolve => socket.once('close', resolve)),
  }
}

test('the rest of a refused upload is read, and its connection serves the next request', async () => {
  const { socket, received, sendRest } = await refusedUpload(8_000_000)
  expect(received()).toMatch(/^HTTP\/1\.1 400 /)
  sendRest()
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(received).toMatch(/HTTP\/1\.1 200 [\s\S]*"status":"ok"/)
  socket.destroy()
})

test('the first request of a connection that was open before the close is served', async () => {
  const other = await openTestApp({ withCast: false })
  onTestFinished(other.close)
  await other.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = other.app.server.address() as { port: number }
  const connected = new Promise(resolve => other.app.server.once('connection', resolve))
  const socket = connectSocket(port, '127.0.0.1')
  let received = ''
  socket.on('data', chunk => {
    received += chunk
  })
  const ended = new Promise(resolve => socket.once('close', resolve))
  await connected
  const closed = other.app.close()
  const notListening = async () => {
    while (other.app.server.listening) await new Promise(resolve => setImmediate(resolve))
  }
  await notListening()
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await Promise.all([closed, ended])
  expect(received).toMatch(/^HTTP\/1\.1 200 /)
  expect(received).toMatch(/\r\nconnection: close\r\n/i)
})

let stuck: Awaited<ReturnType<typeof refusedUpload>>
test('a refused upload that sends nothing more is answered with 400', async () => {
  stuck = await refusedUpload(8_000_000)
  expect(stuck.received()).toMatch(/^HTTP\/1\.1 400 /)
})

test('closing finishes requests in flight, says that their connections end, and leaves none', async () => {
  const body = JSON.stringify({ email: cast.dina.email, password: cast.dina.password })
  let received = ''
  const socket = connectSocket(port, '127.0.0.1')
  socket.on('data', chunk => {
    received += chunk
  })
  const ended = new Promise(resolve => socket.once('close', resolve))
  const arrived = new Promise(resolve => app.server.once('request', resolve))
  socket.write(
    `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  await arrived
  const closed = app.close()
  // The unfinished upload's connection is closed too, otherwise a shutdown would wait for it.
  await closed
  await ended
  await stuck.ended

  expect(received).toMatch(/^HTTP\/1\.1 200 /)
  expect(received).toMatch(/\r\nconnection: close\r\n/i)
  expect(received).toContain('"token"')
})

test('before the close, reads of a proxy are cut so that it turns to other instances, and writes are served', async () => {
  const other = await openTestApp({ settings: { TRUST_PROXY: '127.0.0.1' } })
  onTestFinished(other.close)
  const url = await other.app.listen({ port: 0, host: '127.0.0.1' })
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  other.app.startStopping()
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  const turnedAway = other.app.turnProxiesAway()
  await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed')
  expect((await fetch(`${url}/api/auth/login`, { method: 'POST' })).status).toBe(400)
  await turnedAway
})
