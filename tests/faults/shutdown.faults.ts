import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { type AppProcess, startApp, temporaryFolder } from './support/app-process.ts'
import { count, expectWithin, figure, isLong } from './support/form.ts'
import { dayNumber, makeTeam, reportFor, type Team } from './support/team.ts'
import { expectNothingLostOrTorn } from './support/verify.ts'
import { emptyLedger } from './support/writers.ts'

const inFlight = 200
// The process has only ten seconds, also on a busy machine, so the short form sends fewer requests.
const signIns = isLong ? 40 : 2
const reports = isLong ? inFlight - signIns : 50
const longestMs = 10_000
const goOn = 'HTTP/1.1 100 Continue\r\n\r\n'

test('after SIGTERM all requests in flight get a complete response, and the process exits with 0', async () => {
  const rounds = count({ short: 1, long: 20 })
  const place = { dataDir: temporaryFolder() }
  const statuses = new Map<number, number>()
  const times: number[] = []
  const ledger = emptyLedger()
  let team: Team | undefined
  for (let round = 0; round < rounds; round++) {
    const app = await startApp(place)
    team ??= await makeTeam(app, 4)
    const requests = requestsOf(team, round).map(request => sendHalf(app, request))
    await Promise.all(requests.map(request => request.hasBegun))
    const from = performance.now()
    app.child.kill('SIGTERM')
    for (const request of requests) request.sendRest()
    const answers = await Promise.all(requests.map(request => request.answer))
    const ending = await app.ended
    times.push(performance.now() - from)
    app.close()
    expect(ending).toEqual({ code: 0, signal: null })
    for (const { status, isWhole, text, content, request } of answers) {
      expect(isWhole, text).toBe(true)
      expect(request.answered, text).toContain(status)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 201) {
        const { report } = JSON.parse(content)
        ledger.reports.set(report.id, report.tasks)
      }
    }
  }
  figure('SIGTERM with 200 in flight', {
    rounds,
    ...Object.fromEntries([...statuses].map(([status, times]) => [`answers ${status}`, times])),
    'slowest end ms': Math.round(Math.max(...times)),
  })
  expect(ledger.reports.size).toBe(rounds * reports)
  expectWithin(Math.max(...times), longestMs, 'the end')
  await expectNothingLostOrTorn(place, ledger)
})

type Request = { path: string; token: string; body: object; answered: number[] }

function requestsOf(team: Team, round: number): Request[] {
  return Array.from({ length: inFlight }, (_, index) => {
    const member = team.members[index % team.members.length] ?? { email: '', password: '', token: '' }
    const { email, password, token } = member
    // Requests that are still queued are refused.
    if (index < signIns)
      return { path: '/api/auth/login', token, body: { email, password }, answered: [200, 503] }
    const path = '/api/reports'
    if (index >= signIns + reports) return { path, token, body: { date: 'someday' }, answered: [400] }
    const day = round * inFlight + index
    return {
      path,
      token,
      body: reportFor(team, dayNumber(day), `day=${day}`, 1 + (day % 5)),
      answered: [201],
    }
  })
}

type Answer = { status: number; isWhole: boolean; text: string; content: string; request: Request }

/** Begins a request that the server has accepted; the returned function sends its last byte. */
function sendHalf(app: AppProcess, request: Request) {
  const { path, token, body } = request
  const { port } = new URL(app.url)
  const text = JSON.stringify(body)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nx-auth-token: ${token}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n`,
  )
  let received = ''
  const hasBegun = new Promise<void>(resolve => {
    socket.on('data', chunk => {
      received += chunk
      if (!received.startsWith(goOn)) return
      received = received.slice(goOn.length)
      socket.write(text.slice(0, -1), () => resolve())
    })
  })
  const answer = new Promise<Answer>(resolve => {
    let problem = ''
    socket.on('error', error => {
      problem = error.message
    })
    socket.on('close', () => {
      const [head = '', content = ''] = received.split('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? -1)
      resolve({
        status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0),
        isWhole: Buffer.byteLength(content) === length,
        text: `${path}: ${received} ${problem}`,
        content,
        request,
      })
    })
  })
  return { answer, hasBegun, sendRest: () => socket.write(text.slice(-1)) }
}
