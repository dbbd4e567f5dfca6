import * as z from 'zod/mini'
import { clearSlot, readSlot, removeOldSlots, slotsWithPrefix, writeSlot } from '../../lib/drafts.ts'
import { type ReportValues, withoutUntouched } from './report-values.ts'

const prefix = 'report-draft:'

export const daySlot = (userId: number, day: string) => `${prefix}${userId}:${day}`
export const editSlot = (userId: number, reportId: number) => `${prefix}${userId}:report-${reportId}`

const draftShape = {
  /** The version of the report that was being edited, to detect that it has changed since. */
  based_on: z.string(),
  values: z.object({
    tasks: z.string(),
    blockers: z.string(),
    tomorrow_plan: z.string(),
    task_details: z
      .array(
        z.object({
          project_id: z.string(),
          description: z.string(),
          hours: z.string(),
          // Drafts that were stored before rows had a task stay valid.
          task_id: z._default(z.string(), ''),
          task_title: z._default(z.string(), ''),
          chosen: z.optional(z.string()),
          other: z.optional(z.object({ id: z.number(), name: z.string() })),
        }),
      )
      .check(z.minLength(1)),
  }),
}
/** A draft has no date: its slot or its report has one. */
type DraftValues = Omit<ReportValues, 'date'>
export type Draft = { saved_at: string; based_on: string; values: DraftValues }

/**
 * Values as JSON, to compare and store them: always the same fields in the same order, without untouched rows. A row
 * without a task has no task fields, so that its text equals that of drafts stored before rows had a task.
 */
export function asText(values: DraftValues): string {
  const { tasks, blockers, tomorrow_plan } = values
  const task_details = withoutUntouched(values.task_details).map(row => {
    const { project_id, description, hours, task_id, task_title, chosen, other } = row
    const task = task_id === '' ? {} : { task_id, task_title }
    return { project_id, description, hours, ...task, chosen, other }
  })
  return JSON.stringify({ tasks, blockers, tomorrow_plan, task_details })
}

export const readDraft = (slot: string): Draft | null => readSlot(slot, draftShape)

export const writeDraft = (slot: string, values: DraftValues, basedOn: string) =>
  writeSlot(slot, { based_on: basedOn, values: JSON.parse(asText(values)) })

export const removeDraft = clearSlot

/** The newest draft of an earlier day that was not submitted. */
export function findEarlierDraft(userId: number, day: string) {
  const own = daySlot(userId, '')
  const [newest] = slotsWithPrefix(own)
    .map(slot => ({ slot, day: slot.slice(own.length), draft: readDraft(slot) }))
    .filter(found => /^\d{4}-\d{2}-\d{2}$/.test(found.day) && found.day < day)
    .sort((a, b) => b.day.localeCompare(a.day))
  return newest?.draft ? { ...newest, draft: newest.draft } : null
}

export const sweepDrafts = () => removeOldSlots(prefix, draftShape)
