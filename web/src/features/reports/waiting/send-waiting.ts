import { reportDetailsReply, reportPageReply, savedReportReply } from '#shared/contract/reports.ts'
import { messages } from '#shared/messages.ts'
import { request } from '../../../lib/api-client.ts'
import { ApiError, hasCode } from '../../../lib/api-error.ts'
import { readToken, userIdOf } from '../../../lib/sign-in.ts'
import type { ReportBody } from '../api.ts'
import { bodyOf } from '../report-values.ts'
import { isSameContent } from './same-content.ts'
import type { Problem, WaitingDb, WaitingReport } from './waiting-db.ts'

type Ending =
  | 'sent'
  /** The server did not take it: its author decides. */
  | Problem
  /** Nothing was decided about it: the next one may do better. */
  | 'later'
  /** Nothing else can be sent now either. */
  | 'stop'

type Options = {
  db: WaitingDb
  userId: number
  /** The author asks for it: those that were refused are tried again too. */
  isAsked?: boolean
}

/** Sends what this person has waiting, in order, and returns the days that were sent. */
export async function sendWaiting({ db, userId, isAsked = false }: Options): Promise<string[]> {
  const sent: string[] = []
  for (const { date } of await db.listOf(userId)) {
    // Another tab may have sent, changed or discarded it meanwhile.
    const report = await db.get(userId, date)
    if (!report || (report.problem && !isAsked)) continue
    const ending = await send(report)
    if (ending === 'stop') break
    if (ending === 'sent') {
      await db.remove(userId, date)
      sent.push(date)
    } else if (ending !== 'later') await db.put({ ...report, problem: ending })
  }
  return sent
}

async function send({ user_id, values }: WaitingReport): Promise<Ending> {
  const body = bodyOf(values)
  // In the same tick as the request reads the token: another account never sends it.
  if (userIdOf(readToken()) !== user_id) return 'stop'
  try {
    await request({ method: 'POST', path: '/reports', body, reply: savedReportReply })
    return 'sent'
  } catch (error) {
    if (hasCode(error, 'report_exists')) return endingOfConflict(user_id, body)
    return endingOf(error)
  }
}

function endingOf(error: unknown): Ending {
  if (!(error instanceof ApiError)) return 'later'
  const { status, msg, code } = error
  if (status === 500) return 'later'
  // An answer that isn't the server's, such as the page of a proxy that asks for a sign-in, says nothing about the report.
  const isPassing = status < 400 || status === 401 || status === 408 || status === 429 || status > 500
  if (isPassing) return 'stop'
  // As the form says it.
  const sentence = code === 'project_missing' ? messages.reports.projectUnavailable : (msg ?? error.message)
  return { kind: 'refused', sentence }
}

/** The browser may have been closed between sending and the answer: then the report that is there is this one. */
async function endingOfConflict(userId: number, body: ReportBody): Promise<Ending> {
  if (userIdOf(readToken()) !== userId) return 'stop'
  try {
    const there = await readSent(body.date)
    return there && isSameContent(body, there) ? 'sent' : { kind: 'conflict' }
  } catch (error) {
    return endingOf(error) === 'stop' ? 'stop' : 'later'
  }
}

/** The person's report of a day as the server has it, whole. */
export async function readSent(date: string) {
  const query = { date, limit: 1, include_task_details: 'true' }
  const { reports } = await request({ path: '/reports/me', query, reply: reportPageReply })
  const [report] = reports
  return report?.is_shortened ? (await readWhole(report.id)).report : report
}

export const readWhole = (id: number) =>
  request({ path: `/reports/${id}`, query: { include_task_details: 'true' }, reply: reportDetailsReply })
