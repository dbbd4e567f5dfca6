import { connect as connectSocket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openTestApp, startTestApp } from './start-test-app.ts'

const { app, cast } = await startTestApp()
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as { port: number }

test('the connection of a request in flight is closed with its response when the server closes', async () => {
  const body = JSON.stringify({ email: cast.dina.email, password: cast.dina.password })
  let received = ''
  const socket = connectSocket(port, '127.0.0.1')
  socket.on('data', chunk => {
    received += chunk
  })
  const ended = new Promise(resolve => socket.once('close', resolve))
  const arrived = new Promise(resolve => app.server.once('request', resolve))
  socket.write(
    `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, -1)}`,
  )
  await arrived
  const closed = app.close()
  socket.write(body.slice(-1))
  await closed
  await ended
  expect(received).toMatch(/^HTTP\/1\.1 200 /)
  expect(received).toContain('"token"')
})

test('an unused connection that a browser opened ahead does not delay closing', async () => {
  const other = await openTestApp({ withCast: false })
  onTestFinished(other.close)
  await other.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = other.app.server.address() as { port: number }
  const connected = new Promise(resolve => other.app.server.once('connection', resolve))
  const socket = connectSocket(port, '127.0.0.1')
  const ended = new Promise(resolve => socket.once('close', resolve))
  await connected
  await other.app.close()
  await ended
})
