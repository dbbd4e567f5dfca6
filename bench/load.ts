// A load generator of our own, in a process of its own: sockets and a few string searches, so that the servers and
// not their client are what is measured. The parent sends a Job and gets a Measured back.
import { connect, type Socket } from 'node:net'

export type Job = {
  port: number
  /** Whole HTTP requests, sent round and round; each connection starts at another one. */
  requests: string[]
  connections: number
  /** Ends after so long, or after `count` answers, or when interrupted. */
  durationMs?: number
  count?: number
  /** Between an answer and the next request of the same connection. */
  pauseMs?: number
  /** Every request is sent once only. */
  once?: boolean
}
export type Measured = {
  answers: number
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  bytes: number
  /** Answers by status other than 200 and 201. */
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
      // Has no effect after the last answer: the promise is settled by then.
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
    p99: at(0.99),
    bytes,
    failures,
  }
}

/** One answer at a time per connection: either with its length, or in chunks up to the empty one. */
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
