import { setTimeout as sleep } from 'node:timers/promises'
import { messages } from '#shared/messages.ts'
import type { CalledApp } from './app-process.ts'
import { dayNumber, reportFor, type Team, today } from './team.ts'

/** The writes that the server has confirmed and must not lose. */
export type Ledger = {
  /** By report id, the text of the report, which contains its number of rows. */
  reports: Map<number, string>
  comments: Set<number>
  /** By report id, the number of its last confirmed edit. */
  edits: Map<number, number>
  /** The number of confirmed writes, and a unique text of each. */
  confirmed: number
  texts: string[]
  /** The texts of refusals, with how often each occurred. */
  refused: Map<string, number>
}

/** Whether the database is unavailable or the server overloaded, which is expected here. */
export const isRetryLater = (text: string) =>
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
 * All users of the team write continuously: reports, comments on them, and edits of today's report. A write counts as
 * confirmed once its complete response has arrived.
 */
export function createWriters(team: Team, ledger: Ledger) {
  const writers = team.members.map((): Writer => ({ day: 0, own: [], version: 0 }))

  /** Writes until `stop` is called or the server has ended. */
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
            // An immediate retry would only take processor time from the server.
            if (isRetryLater(answer.text)) await sleep(20)
          } catch {
            // The connection ended before the response, so the client does not know whether this was written.
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
      // The report was written just before a kill and the response was lost, so from now on it is edited.
      const path = `/api/reports/me?date=${today()}`
      const mine = await app.expectCall(200, { path, token })
      writer.edited = mine.body.reports[0].id
    }
    return answer
  }

  return { run }
}
