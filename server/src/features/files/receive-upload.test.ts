import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boundary } from '../../../test/multipart.ts'
import type { Context } from '../../context.ts'
import { receiveUpload, waitUntilReceived } from './receive-upload.ts'

const app = Fastify()
afterAll(() => app.close())

test('an upload whose connection closed before it is read is refused at once', async () => {
  const ctx = { config: { maxUploadBytes: 1000 } } as Context
  await app.register(multipart)
  const { promise: hasArrived, resolve: arrived } = Promise.withResolvers<void>()
  const outcome = new Promise(resolve => {
    app.post('/', async request => {
      arrived()
      request.raw.on('error', () => {})
      await new Promise(resolve => request.raw.once('close', resolve))
      resolve(await receiveUpload(ctx, request, async () => 'kept').catch(error => error))
    })
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: 500\r\n\r\n`,
  )
  await hasArrived
  socket.destroy()
  expect(await outcome).toMatchObject({ status: 400 })
})

const server = createServer()
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => void server.close())

/** A request with a content length of ten bytes, of which only `body` has been sent. */
async function receive(body: string) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const arrived = once(server, 'request') as Promise<[IncomingMessage]>
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\nConnection: close\r\n\r\n${body}`)
  const [request] = await arrived
  return { request: request.resume(), socket }
}

test('resolves when the request has arrived completely', async () => {
  const { request, socket } = await receive('0123456789')
  await waitUntilReceived(request)
  await waitUntilReceived(request)
  socket.destroy()
})

test('rejects when the client disconnects', async () => {
  const { request, socket } = await receive('01234')
  const received = expect(waitUntilReceived(request)).rejects.toMatchObject({ status: 400 })
  socket.destroy()
  await received
})

test('rejects when the connection was closed before the call', async () => {
  const { request, socket } = await receive('01234')
  socket.destroy()
  request.on('error', () => {})
  await new Promise(resolve => request.once('close', resolve))
  await expect(waitUntilReceived(request)).rejects.toMatchObject({ status: 400 })
})
