import { messages } from '#shared/messages.ts'
import { ApiError } from '../../lib/api-error.ts'
import { type ReportValues, totalMinutes } from './report-values.ts'

export type ReportFormKind = 'new' | 'edit'

const says = messages.report
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
  if (totalMinutes(values) === 0) return says.totalPositive
  return messages.general.invalidInput
}

const translations: Record<string, string> = {
  [says.alreadySubmitted]: says.alreadySubmittedToday,
  [says.projectMissing]: says.projectUnavailable,
}

/** What the form says in place of what the server said. */
export const translate = (msg: string) => translations[msg] ?? msg

const fallbacks: Record<ReportFormKind, string> = { new: says.submitFailed, edit: says.updateFailed }

export function failureSentence(error: unknown, kind: ReportFormKind): string {
  if (isSessionOver(error)) return says.sessionExpired
  return error instanceof ApiError && error.msg ? translate(error.msg) : fallbacks[kind]
}

export const isSessionOver = (error: unknown) => error instanceof ApiError && error.status === 401

export function isTooLate(error: unknown, windowDays: number): boolean {
  const sentences: string[] = [says.editSameDay, says.editWithin(windowDays)]
  return error instanceof ApiError && error.msg !== undefined && sentences.includes(error.msg)
}
