import { type AddressInfo, connect } from 'node:net'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { boundary } from '../../../test/multipart.ts'
import type { Context } from '../../context.ts'
import { receiveUpload } from './receive-upload.ts'

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
