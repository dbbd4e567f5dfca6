import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { tokenOf } from './cases.ts'
import type { Server } from './processes.ts'

const admin = 1
const waitMs = 120_000

/** Webhooks of the measured server, whose receivers are in this process and answer at once. */
export type BenchWebhooks = {
  switchTo(enabled: boolean): Promise<void>
  /** Waits until each has received this many reports, so that no delivery takes time from the next round. */
  haveHad(reports: number): Promise<void>
  remove(): Promise<void>
}

export async function addWebhooks(server: Server, count: number): Promise<BenchWebhooks> {
  const received = Array.from({ length: count }, () => 0)
  const receivers = await Promise.all(
    received.map(async (_, index) => {
      const receiver = createServer((request, response) => {
        request.resume().once('end', () => {
          received[index] = (received[index] ?? 0) + 1
          response.writeHead(204).end()
        })
      })
      await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
      return receiver
    }),
  )
  const ids: number[] = []
  for (const receiver of receivers) {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    const input = { name: 'Bench', url, events: ['report.submitted'], enabled: false }
    ids.push((await call(server, 'POST', '/webhooks', input)).id)
  }
  return {
    async switchTo(enabled) {
      for (const id of ids) await call(server, 'PUT', `/webhooks/${id}`, { enabled })
    },
    async haveHad(reports) {
      const deadline = performance.now() + waitMs
      while (received.some(had => had < reports)) {
        if (performance.now() > deadline)
          throw new Error(`The webhooks had ${received.join(', ')} of ${reports} reports.`)
        await sleep(20)
      }
    },
    async remove() {
      for (const id of ids) await call(server, 'DELETE', `/webhooks/${id}`)
      for (const receiver of receivers) receiver.close()
    },
  }
}

async function call({ port }: Server, method: string, path: string, body?: object) {
  const reply = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method,
    headers: { 'x-auth-token': tokenOf(admin), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path}: ${text}`)
  return JSON.parse(text)
}
