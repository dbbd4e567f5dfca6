import { connect as connectSocket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { startTestApp } from './start-test-app.ts'

const { app, cast, make, signIn } = await startTestApp({ slowestBodyMs: 100 })
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as { port: number }

test('a body that does not arrive is answered with 408 and the connection is closed', async () => {
  const received = await new Promise<string>((resolve, reject) => {
    let text = ''
    const socket = connectSocket(port, '127.0.0.1')
    socket.on('data', chunk => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
    socket.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"email":',
    )
  })
  expect(received).toMatch(/^HTTP\/1\.1 408 /)
  expect(received).toContain(messages.general.bodyTooSlow)
  expect(received).toContain('x-content-type-options: nosniff')
})

test('a slow upload is not cut off', async () => {
  const project = await make.project()
  const [head, tail] = [
    '--b\r\ncontent-disposition: form-data; name="projectFile"; filename="slow.txt"\r\n\r\nslow',
    'ly\r\n--b--\r\n',
  ]
  const received = await new Promise<string>((resolve, reject) => {
    let text = ''
    const socket = connectSocket(port, '127.0.0.1')
    socket.on('data', chunk => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
    void signIn(cast.dina).then(token => {
      socket.write(
        `POST /api/projects/${project.id}/files HTTP/1.1\r\nHost: x\r\nConnection: close\r\nx-auth-token: ${token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${head.length + tail.length}\r\n\r\n${head}`,
      )
      setTimeout(() => socket.write(tail), 300)
    })
  })
  expect(received).toMatch(/^HTTP\/1\.1 201 /)
})

test('headers and requests have time limits, for a server without a proxy', () => {
  expect(app.server.headersTimeout).toBe(15_000)
  expect(app.server.requestTimeout).toBe(300_000)
  expect(app.server.timeout).toBe(120_000)
  expect(app.server.keepAliveTimeout).toBe(72_000)
})

test('a client that sends headers without end and never reads the response loses its connection', async () => {
  const { headersTimeout } = app.server
  app.server.headersTimeout = 100
  onTestFinished(() => {
    app.server.headersTimeout = headersTimeout
  })
  const connections = () => new Promise<number>(resolve => app.server.getConnections((_, n) => resolve(n)))
  const socket = connectSocket(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n')
  await expect.poll(connections).toBe(1)
  const drip = setInterval(() => socket.write('a'), 50)
  onTestFinished(() => clearInterval(drip))
  await expect.poll(connections).toBe(0)
})
