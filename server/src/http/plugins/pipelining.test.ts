import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { oneAtATime } from './pipelining.ts'

async function serve(listener: RequestListener) {
  const server = createServer(oneAtATime(listener))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  /** Opens a connection that sends the whole text in one piece. */
  const open = (sent: string) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(sent))
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    return { socket, received: text(socket).catch(() => '') }
  }
  return { open }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const last = 'GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

test('requests that arrive together are answered one after the other, in their order and with their bodies', async () => {
  let running = 0
  let most = 0
  const { open } = await serve(async (request, response) => {
    most = Math.max(most, ++running)
    const body = await text(request)
    await sleep(5)
    running--
    response.end(`<${request.url} ${body}>`)
  })
  const post = 'POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n'
  const { received } = open(get('/1') + get('/2') + post + 'b'.repeat(100_000) + get('/3') + last)
  const answers = (await received).match(/<[^>]*>/g)
  expect(answers).toEqual(['</1 >', '</2 >', `</body ${'b'.repeat(100_000)}>`, '</3 >', '</last >'])
  expect(most).toBe(1)
})

test('requests on a kept-alive connection are answered one after the other', async () => {
  const { open } = await serve((request, response) => void response.end(`<${request.url}>`))
  const { socket, received } = open(get('/1'))
  for (const path of ['/2', '/3']) {
    await sleep(20)
    socket.write(get(path))
  }
  await sleep(20)
  socket.write(last)
  expect((await received).match(/<[^>]*>/g)).toEqual(['</1>', '</2>', '</3>', '</last>'])
})

test('requests of a closed connection are not started', async () => {
  const begun: [IncomingMessage, ServerResponse][] = []
  const { open } = await serve((...both) => void begun.push(both))
  const { socket } = open(get('/1') + get('/2') + get('/3'))
  await expect.poll(() => begun.length).toBe(1)
  socket.resetAndDestroy()
  const [, response] = begun[0] ?? []
  // Nothing is read from the connection meanwhile, so only a write shows that it is closed.
  response?.write('x')
  await expect.poll(() => response?.destroyed).toBe(true)
  await sleep(20)
  expect(begun).toHaveLength(1)
})

test('a connection with too many waiting requests is closed', async () => {
  let begun = 0
  const { open } = await serve(() => void begun++)
  const { received } = open(get('/').repeat(1000))
  expect(await received).toBe('')
  expect(begun).toBe(1)
})
