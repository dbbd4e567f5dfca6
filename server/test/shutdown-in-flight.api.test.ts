import { connect as connectSocket } from 'node:net'
import { expect, test } from 'vitest'
import { startTestApp } from './start-test-app.ts'

const { app, cast } = await startTestApp()
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as { port: number }

test('a request under way when closing begins takes its connection with it, instead of keeping the process for it', async () => {
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
