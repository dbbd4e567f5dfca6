import * as z from 'zod/mini'
import { countDays } from '../dates.ts'
import { dayLimits } from '../limits.ts'
import { dayMessages } from '../messages/days.ts'
import { messages } from '../messages.ts'
import { absenceKindField, kinds } from './absence-kinds.ts'
import { dayField } from './day-field.ts'
import { plannedDayField } from './day-inputs.ts'
import { bodyId, optionalText, pageQuery, queryId } from './fields.ts'
import { paginationReply } from './pagination.ts'

export { type AbsenceKind, absenceKindField, absenceKinds } from './absence-kinds.ts'

const kindField = z.enum(kinds, {
  error: issue =>
    issue.input == null || issue.input === '' ? dayMessages.kindRequired : dayMessages.kindUnknown,
})
const noteField = optionalText('Note', dayLimits.absenceNoteMax)

type Period = { start_date: string; end_date: string }

/** Why these days can't be time off, or undefined if they can. */
export function periodProblem({ start_date, end_date }: Period): string | undefined {
  if (end_date < start_date) return dayMessages.endBeforeStart
  return countDays(start_date, end_date) > dayLimits.absenceDaysMax ? dayMessages.absenceTooLong : undefined
}

const isPeriod = z.superRefine<Partial<Period>>(({ start_date, end_date }, context) => {
  const problem =
    start_date === undefined || end_date === undefined ? undefined : periodProblem({ start_date, end_date })
  if (problem !== undefined)
    context.addIssue({ code: 'custom', message: problem, input: end_date, path: ['end_date'] })
})

/** `user_id` is for reviewers; without it the time off is one's own. */
export const absenceInput = z
  .object({
    user_id: z.nullish(bodyId(messages.field.invalid('user_id'))),
    start_date: plannedDayField(dayMessages.startRequired),
    end_date: plannedDayField(dayMessages.endRequired),
    kind: kindField,
    note: noteField,
  })
  .check(isPeriod)
export type AbsenceInput = z.output<typeof absenceInput>

/** Any of them; what is absent stays. */
export const absenceEditInput = z
  .object({
    start_date: z.optional(plannedDayField(dayMessages.startRequired)),
    end_date: z.optional(plannedDayField(dayMessages.endRequired)),
    kind: z.optional(kindField),
    note: z.optional(noteField),
  })
  .check(isPeriod)
export type AbsenceEditInput = z.output<typeof absenceEditInput>

export const absenceReply = z.object({
  id: z.number(),
  user_id: z.number(),
  user_name: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  kind: absenceKindField,
  note: z.nullable(z.string()),
})
export type Absence = z.infer<typeof absenceReply>

export const absencePageReply = z.object({
  data: z.array(absenceReply),
  pagination: paginationReply,
})
export type AbsencePage = z.infer<typeof absencePageReply>

const dayQuery = z.optional(dayField(messages.report.dateInvalid))

/** Time off that touches the days from `from` to `to`, both included; open where none is given. */
export const absencesQuery = z.object({
  ...pageQuery(),
  from: dayQuery,
  to: dayQuery,
  userId: queryId('userId'),
})
export type AbsencesQuery = z.output<typeof absencesQuery>
