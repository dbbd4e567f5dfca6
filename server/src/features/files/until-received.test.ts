import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { untilReceived } from './until-received.ts'

const server = createServer()
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => void server.close())

/** A request of which only so much of its ten bytes has been sent. */
async function receive(body: string) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const arrived = once(server, 'request') as Promise<[IncomingMessage]>
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\nConnection: close\r\n\r\n${body}`)
  const [request] = await arrived
  return { request: request.resume(), socket }
}

test('a request that is there to its last byte', async () => {
  const { request, socket } = await receive('0123456789')
  await untilReceived(request)
  await untilReceived(request)
  socket.destroy()
})

test('a sender who goes away', async () => {
  const { request, socket } = await receive('01234')
  const received = expect(untilReceived(request)).rejects.toMatchObject({ status: 400 })
  socket.destroy()
  await received
})

test('a connection that closed before the wait began', async () => {
  const { request, socket } = await receive('01234')
  socket.destroy()
  request.on('error', () => {})
  await new Promise(resolve => request.once('close', resolve))
  await expect(untilReceived(request)).rejects.toMatchObject({ status: 400 })
})
