import type { FailureCode } from '#shared/failure-codes.ts'
import { messages } from '#shared/messages.ts'
import { ApiError, hasCode } from '../../lib/api-error.ts'
import { type ReportValues, totalMinutes } from './report-values.ts'
import { ReportKept } from './waiting/use-send-or-keep.ts'

export type ReportFormKind = 'new' | 'edit'

const texts = messages.reports
const isMissing = (text: string) => text.trim() === ''

/** The alert for a form with invalid fields. Missing values are named before wrong ones. */
export function invalidSentence(values: ReportValues, kind: ReportFormKind): string {
  const rows = values.task_details
  if (rows.length === 0) return texts.addTask
  const lacksProject = rows.some(row => isMissing(row.project_id))
  const lacksText = rows.some(row => isMissing(row.description) || isMissing(row.hours))
  if (kind === 'new' && (lacksProject || lacksText)) return texts.fillTasks
  if (lacksText) return texts.fillTasksOnEdit
  if (lacksProject) return texts.selectProject
  if (totalMinutes(rows) === 0) return texts.totalPositive
  return messages.general.invalidInput
}

const translations: { [code in FailureCode]?: string } = {
  report_exists: texts.alreadySubmittedToday,
  project_missing: texts.projectUnavailable,
}

/** Replaces some messages of the server by the form's own, in the alert and under the fields. */
export const translate = (msg: string, code?: FailureCode) => (code && translations[code]) ?? msg

const fallbacks: Record<ReportFormKind, string> = { new: texts.submitFailed, edit: texts.updateFailed }

export function failureSentence(error: unknown, kind: ReportFormKind, isMissed = false): string {
  if (isSessionExpired(error)) return texts.sessionExpired
  if (error instanceof ReportKept) return error.message
  if (isMissed && hasCode(error, 'report_exists')) return texts.alreadySubmitted
  return error instanceof ApiError && error.msg ? translate(error.msg, error.code) : fallbacks[kind]
}

export const isSessionExpired = (error: unknown) => error instanceof ApiError && error.status === 401

export const isTooLate = (error: unknown) => hasCode(error, 'edit_window_over')
