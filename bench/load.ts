// A load generator in its own process. It uses only sockets and a few string searches, so that the client is not the
// bottleneck. The parent sends a Job and gets a Measured back.
import { connect, type Socket } from 'node:net'

export type Job = {
  port: number
  /** Complete HTTP requests, which are sent repeatedly. Each connection starts with another one. */
  requests: string[]
  connections: number
  /** The job ends after this time, after `count` responses, or when it is interrupted. */
  durationMs?: number
  count?: number
  /** The pause between a response and the next request on the same connection. */
  pauseMs?: number
  /** Whether every request is sent only once. */
  once?: boolean
}
export type Measured = {
  answers: number
  perSecond: number
  /** The median in milliseconds. */
  p50: number
  p95: number
  p99: number
  bytes: number
  /** Responses with a status other than 200 and 201, by status. */
  failures: Record<string, number>
}

let isInterrupted = false

if (process.send) {
  process.on('message', async (message: Job | 'interrupt') => {
    if (message === 'interrupt') isInterrupted = true
    else process.send?.(await run(message))
  })
  process.on('disconnect', () => process.exit())
}

async function run({
  port,
  requests,
  connections,
  durationMs,
  count,
  pauseMs,
  once,
}: Job): Promise<Measured> {
  const latencies: number[] = []
  const failures: Record<string, number> = {}
  let bytes = 0
  let sent = 0
  const began = performance.now()
  isInterrupted = false
  const isOver = () =>
    isInterrupted ||
    (durationMs !== undefined && performance.now() - began >= durationMs) ||
    (count !== undefined && sent >= count) ||
    (once === true && sent >= requests.length)

  const drive = (start: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      socket.setNoDelay(true)
      let nth = start
      let sentAt = 0
      const next = () => {
        if (isOver()) {
          socket.destroy()
          resolve()
          return
        }
        const request = requests[once ? sent : nth++ % requests.length] as string
        sent++
        sentAt = performance.now()
        socket.write(request, 'latin1')
      }
      readAnswers(socket, (status, size) => {
        latencies.push(performance.now() - sentAt)
        bytes += size
        if (status !== 200 && status !== 201) failures[status] = (failures[status] ?? 0) + 1
        if (pauseMs) setTimeout(next, pauseMs)
        else next()
      })
      socket.on('connect', next)
      socket.on('error', reject)
      // After the last response this has no effect, because the promise is already resolved.
      socket.on('close', () => reject(new Error('A connection was closed before its answer.')))
    })

  const step = Math.max(1, Math.floor(requests.length / connections))
  await Promise.all(Array.from({ length: connections }, (_, index) => drive(index * step)))
  const seconds = (performance.now() - began) / 1000
  latencies.sort((a, b) => a - b)
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  return {
    answers: latencies.length,
    perSecond: latencies.length / seconds,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    bytes,
    failures,
  }
}

/** Parses one response at a time per connection, with a content length or in chunks. */
function readAnswers(socket: Socket, onAnswer: (status: number, bytes: number) => void) {
  let head = ''
  let status = 0
  let missing = -1
  let isChunked = false
  let tail = ''
  let received = 0
  const finish = () => {
    const size = received
    head = ''
    tail = ''
    missing = -1
    isChunked = false
    received = 0
    onAnswer(status, size)
  }
  socket.on('data', data => {
    received += data.length
    if (isChunked) {
      tail = (tail + data.toString('latin1', Math.max(0, data.length - 7))).slice(-7)
      if (tail === '\r\n0\r\n\r\n') finish()
      return
    }
    if (missing >= 0) {
      missing -= data.length
      if (missing === 0) finish()
      return
    }
    head += data.toString('latin1')
    const end = head.indexOf('\r\n\r\n')
    if (end === -1) return
    status = Number(head.slice(9, 12))
    const fields = head.slice(0, end + 2).toLowerCase()
    const length = fields.indexOf('\r\ncontent-length: ')
    if (length === -1) {
      isChunked = true
      tail = head.slice(-7)
      if (tail === '\r\n0\r\n\r\n') finish()
      return
    }
    missing = Number.parseInt(fields.slice(length + 18), 10) - (head.length - end - 4)
    if (missing === 0) finish()
  })
}
