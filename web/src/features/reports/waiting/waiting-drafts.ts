import type { Report } from '#shared/contract/reports.ts'
import { asText, type Draft, daySlot, editSlot, readDraft, writeDraft } from '../report-drafts.ts'
import { toFormValues } from '../report-values.ts'
import type { WaitingReport } from './waiting-db.ts'

type Values = Draft['values']

/** True if the day has a draft with other text, which reopening the report would replace. */
export function hasOtherDraft(report: WaitingReport): boolean {
  const draft = readDraft(daySlot(report.user_id, report.date))
  return draft !== null && asText(draft.values) !== asText(report.values)
}

/** Returns false if the browser did not store the draft. */
export const writeDayDraft = (report: WaitingReport): boolean =>
  write(daySlot(report.user_id, report.date), report.values, '')

/** Stores the values with which the edit form of the sent report opens. Returns false if the browser did not. */
export function writeEditDraft(userId: number, report: Report, values: Values): boolean {
  return write(editSlot(userId, report.id), values, asText(toFormValues(report)))
}

/** The values that the edit form of the sent report shows: its draft, if an edit was begun, so that it is not lost. */
export function editedValues(userId: number, report: Report): { values: Values; isDraft: boolean } {
  const draft = readDraft(editSlot(userId, report.id))
  return draft ? { values: draft.values, isDraft: true } : { values: toFormValues(report), isDraft: false }
}

function write(slot: string, values: Values, basedOn: string): boolean {
  writeDraft(slot, values, basedOn)
  const stored = readDraft(slot)
  if (!stored || asText(stored.values) !== asText(values)) return false
  // An open form of this slot reloads the draft, as it does when another tab writes it.
  window.dispatchEvent(new StorageEvent('storage', { key: slot }))
  return true
}

/** Joins both reports, the sent one first. Text and rows that are in both appear once. */
export function mergeValues(sent: Values, waiting: Values): Values {
  const rows = new Set(sent.task_details.map(row => JSON.stringify(comparableRow(row))))
  const added = waiting.task_details.filter(row => !rows.has(JSON.stringify(comparableRow(row))))
  return {
    tasks: joinTexts(sent.tasks, waiting.tasks),
    blockers: joinTexts(sent.blockers, waiting.blockers),
    tomorrow_plan: joinTexts(sent.tomorrow_plan, waiting.tomorrow_plan),
    task_details: [...sent.task_details, ...added],
  }
}

/** The fields of a row that are compared with a row of the server. */
export const comparableRow = ({
  project_id,
  description,
  hours,
  task_id,
}: Values['task_details'][number]) => [project_id, description.trim(), hours, task_id]

function joinTexts(first: string, second: string): string {
  const [a, b] = [first.trim(), second.trim()]
  if (a.includes(b)) return a
  return b.includes(a) ? b : `${a}\n${b}`
}
