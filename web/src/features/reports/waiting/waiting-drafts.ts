import type { Report } from '#shared/contract/reports.ts'
import { asText, type Draft, daySlot, editSlot, readDraft, writeDraft } from '../report-drafts.ts'
import { valuesOf } from '../report-values.ts'
import type { WaitingReport } from './waiting-db.ts'

type Values = Draft['values']

/** Another draft of its day would be replaced. */
export function hasOtherDraft(report: WaitingReport): boolean {
  const draft = readDraft(daySlot(report.user_id, report.date))
  return draft !== null && asText(draft.values) !== asText(report.values)
}

/** False: the browser did not keep it. */
export const writeDayDraft = (report: WaitingReport): boolean =>
  write(daySlot(report.user_id, report.date), report.values, '')

/** What an edit of the report that was sent begins with. */
export function writeEditDraft(userId: number, report: Report, values: Values): boolean {
  return write(editSlot(userId, report.id), values, asText(valuesOf(report)))
}

/** What the edit form shows of the report that was sent: an edit that was begun is not lost. */
export function editedValues(userId: number, report: Report): { values: Values; isDraft: boolean } {
  const draft = readDraft(editSlot(userId, report.id))
  return draft ? { values: draft.values, isDraft: true } : { values: valuesOf(report), isDraft: false }
}

function write(slot: string, values: Values, basedOn: string): boolean {
  writeDraft(slot, values, basedOn)
  const kept = readDraft(slot)
  if (!kept || asText(kept.values) !== asText(values)) return false
  // A form that is open on it follows, as it does when another tab writes.
  window.dispatchEvent(new StorageEvent('storage', { key: slot }))
  return true
}

/** Both texts, the sent one first; what stands in both stands there once. */
export function merged(sent: Values, waiting: Values): Values {
  const rows = new Set(sent.task_details.map(row => JSON.stringify(rowOf(row))))
  const added = waiting.task_details.filter(row => !rows.has(JSON.stringify(rowOf(row))))
  return {
    tasks: joined(sent.tasks, waiting.tasks),
    blockers: joined(sent.blockers, waiting.blockers),
    tomorrow_plan: joined(sent.tomorrow_plan, waiting.tomorrow_plan),
    task_details: [...sent.task_details, ...added],
  }
}

/** What a row says, to compare it with one of the server. */
export const rowOf = ({ project_id, description, hours, task_id }: Values['task_details'][number]) => [
  project_id,
  description.trim(),
  hours,
  task_id,
]

function joined(first: string, second: string): string {
  const [a, b] = [first.trim(), second.trim()]
  if (a.includes(b)) return a
  return b.includes(a) ? b : `${a}\n${b}`
}
