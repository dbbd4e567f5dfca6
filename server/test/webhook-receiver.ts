import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export type Received = { path: string; headers: Record<string, string>; body: string }
export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** A real HTTP server on this machine that webhooks call. By default it answers 200; each path can have its own answer. */
export async function startReceiver() {
  const received: Received[] = []
  const answers = new Map<string, (response: ServerResponse, call: Received) => void>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', part => parts.push(part))
    request.on('end', () => {
      const path = request.url ?? ''
      const headers = request.headers as Record<string, string>
      const call = { path, headers, body: Buffer.concat(parts).toString() }
      received.push(call)
      const answer = answers.get(path)
      if (answer) answer(response, call)
      else response.end('ok')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: (path = '/hook') => `http://127.0.0.1:${port}${path}`,
    at: (path: string) => received.filter(call => call.path === path),
    /** How calls of a path are answered from now on. */
    answer: (path: string, how: (response: ServerResponse, call: Received) => void) =>
      void answers.set(path, how),
  }
}
