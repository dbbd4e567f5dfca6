import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Receives webhooks. Between `hold` and `release`, calls get no response. */
export async function startHoldingReceiver() {
  const received: { path: string; id: string; body: string }[] = []
  const held: ServerResponse[] = []
  let holds = false
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', part => (body += part))
    request.on('end', () => {
      received.push({ path: request.url ?? '', id: String(request.headers['webhook-id']), body })
      if (holds) held.push(response)
      else response.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    hold: () => (holds = true),
    /** Responds to the held calls whose sender is still connected. */
    release() {
      holds = false
      for (const response of held.splice(0)) response.end()
    },
  }
}
