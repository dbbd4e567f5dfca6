import { connect as connectSocket } from 'node:net'
import { expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { startTestApp } from './start-test-app.ts'

const { app, cast } = await startTestApp()
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as { port: number }

test('closing finishes what is under way, sends later requests away with 503, and leaves no connection', async () => {
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
  socket.write('GET /api/auth/setup HTTP/1.1\r\nHost: x\r\n\r\n')
  await closed
  await ended

  const [first = '', second = ''] = received.split(/(?=HTTP\/1\.1 \d{3} )/)
  expect(first).toMatch(/^HTTP\/1\.1 200 /)
  expect(first).toContain('"token"')
  expect(second).toMatch(/^HTTP\/1\.1 503 /)
  expect(second).toContain('retry-after: 5')
  expect(second).toContain(messages.general.shuttingDown)
})
