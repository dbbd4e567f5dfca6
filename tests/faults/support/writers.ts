import { setTimeout as sleep } from 'node:timers/promises'
import { messages } from '#shared/messages.ts'
import type { CalledApp } from './app-process.ts'
import { dayNumber, reportFor, type Team, today } from './team.ts'

/** What the server has confirmed, and so must keep whatever happens to it. */
export type Ledger = {
  /** Report id → its text, which tells its number of rows. */
  reports: Map<number, string>
  comments: Set<number>
  /** Report id → the number of its last confirmed edit. */
  edits: Map<number, number>
  /** How many writes were confirmed in all, and a text of each that stands in no other. */
  confirmed: number
  texts: string[]
  /** Answers that were neither a confirmation nor the connection ending, and why a write was refused. */
  refused: Map<string, number>
}

/** The database is away, or the machine has too much to do: nothing was confirmed, and nothing is wrong. */
export const isToldToComeBack = (text: string) =>
  [messages.general.databaseUnreachable, messages.general.overloaded].some(sentence =>
    text.includes(sentence),
  )

export const emptyLedger = (): Ledger => ({
  reports: new Map(),
  comments: new Set(),
  edits: new Map(),
  confirmed: 0,
  texts: [],
  refused: new Map(),
})

type Writer = { day: number; own: number[]; edited?: number; version: number }

/**
 * All users of the team write without a pause unless they are told to come back later: reports, comments on them, edits of today's report. A write counts as
 * confirmed once its whole answer has arrived.
 */
export function createWriters(team: Team, ledger: Ledger) {
  const writers = team.members.map((): Writer => ({ day: 0, own: [], version: 0 }))

  /** Until told to stop or until the server is gone. */
  function run(app: CalledApp, onAnswer: (status: number, ms: number) => void = () => {}) {
    let isStopped = false
    const done = Promise.all(
      team.members.map(async ({ token }, index) => {
        const writer = writers[index]
        for (let turn = index; writer && !isStopped; turn++) {
          try {
            const answer = await writeOnce(app, token, index, writer, turn)
            onAnswer(answer.status, answer.ms)
            if (answer.status < 300) ledger.confirmed++
            else ledger.refused.set(answer.text, (ledger.refused.get(answer.text) ?? 0) + 1)
            // Later, as they are told: asking at once would only take the processor from the server.
            if (isToldToComeBack(answer.text)) await sleep(20)
          } catch {
            // The connection ended before the answer, so the client does not know whether this was written.
            if (app.child.exitCode !== null || app.child.signalCode !== null) return
          }
        }
      }),
    )
    return {
      done,
      async stop() {
        isStopped = true
        await done
      },
    }
  }

  async function writeOnce(app: CalledApp, token: string, index: number, writer: Writer, turn: number) {
    if (turn % 4 === 1 && writer.own.length > 0) {
      const id = writer.own[turn % writer.own.length]
      const path = `/api/reports/${id}/comments`
      const comment = `writer=${index} turn=${turn}.`
      const answer = await app.call({ method: 'POST', path, token, body: { comment } })
      if (answer.status === 201) {
        for (const { id } of answer.body) ledger.comments.add(id)
        ledger.texts.push(comment)
      }
      return answer
    }
    if (turn % 4 === 3) return editToday(app, token, index, writer)
    const day = writer.day++
    const report = reportFor(team, dayNumber(day), `writer=${index} day=${day}`, 1 + (day % 5))
    const answer = await app.call({ method: 'POST', path: '/api/reports', token, body: report })
    if (answer.status === 201) {
      ledger.reports.set(answer.body.report.id, report.tasks)
      ledger.texts.push(report.tasks)
      writer.own = [...writer.own.slice(-20), answer.body.report.id]
    }
    return answer
  }

  async function editToday(app: CalledApp, token: string, index: number, writer: Writer) {
    const version = ++writer.version
    const report = reportFor(team, today(), `writer=${index} edit=${version}`, 1 + (version % 5))
    const answer = await app.call(
      writer.edited === undefined
        ? { method: 'POST', path: '/api/reports', token, body: report }
        : { method: 'PUT', path: `/api/reports/${writer.edited}`, token, body: report },
    )
    if (answer.status < 300) {
      writer.edited = answer.body.report.id
      ledger.edits.set(answer.body.report.id, version)
      ledger.texts.push(report.tasks)
    }
    if (answer.status === 409) {
      // Written just before a kill, without an answer: it exists, so from now on it is edited.
      const path = `/api/reports/me?date=${today()}`
      const mine = await app.expectCall(200, { path, token })
      writer.edited = mine.body.reports[0].id
    }
    return answer
  }

  return { run }
}
