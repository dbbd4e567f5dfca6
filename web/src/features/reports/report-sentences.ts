import type { FailureCode } from '#shared/failure-codes.ts'
import { messages } from '#shared/messages.ts'
import { ApiError, hasCode } from '../../lib/api-error.ts'
import { type ReportValues, totalMinutes } from './report-values.ts'

export type ReportFormKind = 'new' | 'edit'

const says = messages.reports
const isMissing = (text: string) => text.trim() === ''

/** The page's alert for an attempt with errors: what is missing comes before what is wrong. */
export function attemptSentence(values: ReportValues, kind: ReportFormKind): string {
  const rows = values.task_details
  if (rows.length === 0) return says.addTask
  const lacksProject = rows.some(row => isMissing(row.project_id))
  const lacksText = rows.some(row => isMissing(row.description) || isMissing(row.hours))
  if (kind === 'new' && (lacksProject || lacksText)) return says.fillTasks
  if (lacksText) return says.fillTasksOnEdit
  if (lacksProject) return says.selectProject
  if (totalMinutes(rows) === 0) return says.totalPositive
  return messages.general.invalidInput
}

const translations: { [code in FailureCode]?: string } = {
  report_exists: says.alreadySubmittedToday,
  project_missing: says.projectUnavailable,
}

/** What the form says in place of what the server said, in the alert and under the fields. */
export const translate = (msg: string, code?: FailureCode) => (code && translations[code]) ?? msg

const fallbacks: Record<ReportFormKind, string> = { new: says.submitFailed, edit: says.updateFailed }

export function failureSentence(error: unknown, kind: ReportFormKind, isMissed = false): string {
  if (isSessionOver(error)) return says.sessionExpired
  if (isMissed && hasCode(error, 'report_exists')) return says.alreadySubmitted
  return error instanceof ApiError && error.msg ? translate(error.msg, error.code) : fallbacks[kind]
}

export const isSessionOver = (error: unknown) => error instanceof ApiError && error.status === 401

export const isTooLate = (error: unknown) => hasCode(error, 'edit_window_over')
