import * as z from 'zod/mini'
import {
  type Report,
  reportDetailsReply,
  reportInput,
  reportPageReply,
  savedReportReply,
} from '#shared/contract/reports.ts'
import { minutesOf } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import { request } from '../../../lib/api-client.ts'
import { ApiError, hasCode } from '../../../lib/api-error.ts'
import { readToken, userIdOf } from '../../../lib/sign-in.ts'
import type { ReportBody } from '../api.ts'
import { toReportBody } from '../report-values.ts'
import type { Problem, WaitingDb, WaitingReport } from './waiting-db.ts'

type Outcome =
  | 'sent'
  /** The server refused the report, and its author has to decide. */
  | Problem
  /** The server failed on this report, but may accept the next one. */
  | 'later'
  /** No other report can be sent now either. */
  | 'stop'

type Options = {
  db: WaitingDb
  userId: number
  /** The author pressed "Send now": refused reports are sent again too. */
  isManual?: boolean
}

/** Sends the user's waiting reports in order, and returns the days that were sent. */
export async function sendWaiting({ db, userId, isManual = false }: Options): Promise<string[]> {
  const sent: string[] = []
  for (const { date } of await db.list(userId)) {
    // Another tab may have sent, changed or discarded the report meanwhile.
    const report = await db.get(userId, date)
    if (!report || (report.problem && !isManual)) continue
    const outcome = await send(report)
    if (outcome === 'stop') break
    // The author has changed it meanwhile in a form that is still open. The next attempt sends that version.
    const current = await db.get(userId, date)
    if (current && current.saved_at !== report.saved_at) continue
    if (outcome === 'sent') {
      await db.remove(userId, date)
      sent.push(date)
    } else if (outcome !== 'later') await db.put({ ...report, problem: outcome })
  }
  return sent
}

async function send({ user_id, values }: WaitingReport): Promise<Outcome> {
  const body = toReportBody(values)
  // The request reads the token in the same tick, so that no other account can send the report.
  if (userIdOf(readToken()) !== user_id) return 'stop'
  try {
    await request({ method: 'POST', path: '/reports', body, reply: savedReportReply })
    return 'sent'
  } catch (error) {
    if (hasCode(error, 'report_exists')) return resolveConflict(user_id, body)
    return errorOutcome(error)
  }
}

function errorOutcome(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return 'later'
  const { status, msg, code } = error
  if (status === 500) return 'later'
  // These are temporary. A status below 400 is not the server's answer but, for example, a proxy's sign-in page.
  const isTemporary = status < 400 || status === 401 || status === 408 || status === 429 || status > 500
  if (isTemporary) return 'stop'
  // The form shows the same sentence.
  const sentence = code === 'project_missing' ? messages.reports.projectUnavailable : (msg ?? error.message)
  return { kind: 'refused', sentence }
}

/** If the answer was lost, the server's report is this one and counts as sent. */
async function resolveConflict(userId: number, body: ReportBody): Promise<Outcome> {
  if (userIdOf(readToken()) !== userId) return 'stop'
  try {
    return (await hasSameReport(body)) ? 'sent' : { kind: 'conflict' }
  } catch (error) {
    return errorOutcome(error) === 'stop' ? 'stop' : 'later'
  }
}

/** Whether the user's report of that day on the server is this one. False if that can't be asked now. */
export async function isOnServer(userId: number, body: ReportBody): Promise<boolean> {
  return userIdOf(readToken()) === userId && (await hasSameReport(body).catch(() => false))
}

async function hasSameReport(body: ReportBody): Promise<boolean> {
  const existing = await readSent(body.date)
  return existing !== undefined && isSameContent(body, existing)
}

/** The user's report of a day on the server, with its full texts. */
export async function readSent(date: string) {
  const query = { date, limit: 1, include_task_details: 'true' }
  const { reports } = await request({ path: '/reports/me', query, reply: reportPageReply })
  const [report] = reports
  return report?.is_shortened ? (await readWhole(report.id)).report : report
}

export const readWhole = (id: number) =>
  request({ path: `/reports/${id}`, query: { include_task_details: 'true' }, reply: reportDetailsReply })

/** True if both have the same texts, and the same rows in the same order. */
function isSameContent(body: ReportBody, report: Report): boolean {
  const checked = z.safeParse(reportInput, body)
  if (!checked.success) return false
  const { date, tasks, blockers, tomorrow_plan, task_details } = checked.data
  const waiting = [date, tasks, blockers, tomorrow_plan, task_details.map(comparableRow)]
  const sentRows = (report.task_details ?? []).map(row =>
    comparableRow({ ...row, description: row.task_description, hours: minutesOf(row.hours) }),
  )
  const sent = [report.date, report.tasks, report.blockers, report.tomorrow_plan, sentRows]
  return JSON.stringify(waiting) === JSON.stringify(sent)
}

type Row = { description: string; hours: number; project_id: number; task_id?: number | null }

const comparableRow = ({ description, hours, project_id, task_id }: Row) => [
  description,
  hours,
  project_id,
  task_id ?? null,
]
