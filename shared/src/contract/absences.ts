import * as z from 'zod/mini'
import { countDays } from '../dates.ts'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { bodyId, dayQuery, optionalText, pageQuery, plannedDayField, queryId, teamIdQuery } from './fields.ts'
import { paginationReply } from './replies.ts'

/** Each kind of time off with its label. */
export const absenceKinds = { vacation: 'Vacation', sick: 'Sick', other: 'Other' } as const
export type AbsenceKind = keyof typeof absenceKinds
const kinds = Object.keys(absenceKinds) as [AbsenceKind, ...AbsenceKind[]]

export const absenceKindField = z.enum(kinds)

const kindField = z.enum(kinds, {
  error: issue =>
    issue.input == null || issue.input === ''
      ? messages.absences.kindRequired
      : messages.absences.kindUnknown,
})
const noteField = optionalText('Note', limits.absenceNoteMax)

type Period = { start_date: string; end_date: string }

/** Returns the message if these days can't be time off. */
export function periodProblem({ start_date, end_date }: Period): string | undefined {
  if (end_date < start_date) return messages.absences.endBeforeStart
  return countDays(start_date, end_date) > limits.absenceDaysMax ? messages.absences.tooLong : undefined
}

const isPeriod = z.superRefine<Partial<Period>>(({ start_date, end_date }, context) => {
  const problem =
    start_date === undefined || end_date === undefined ? undefined : periodProblem({ start_date, end_date })
  if (problem !== undefined)
    context.addIssue({ code: 'custom', message: problem, input: end_date, path: ['end_date'] })
})

/** Reviewers can send `user_id`. Without it, the time off is for the signed-in user. */
export const absenceInput = z
  .object({
    user_id: z.nullish(bodyId(messages.fields.invalid('user_id'))),
    start_date: plannedDayField(messages.absences.startRequired),
    end_date: plannedDayField(messages.absences.endRequired),
    kind: kindField,
    note: noteField,
  })
  .check(isPeriod)
export type AbsenceInput = z.output<typeof absenceInput>

/** An absent field doesn't change. */
export const absenceEditInput = z
  .object({
    start_date: z.optional(plannedDayField(messages.absences.startRequired)),
    end_date: z.optional(plannedDayField(messages.absences.endRequired)),
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

/** Time off on any day from `from` to `to`, both included. Without one of them, the period has no beginning or end. */
export const absencesQuery = z.object({
  ...pageQuery(),
  from: dayQuery,
  to: dayQuery,
  userId: queryId('userId'),
  teamId: teamIdQuery,
})
export type AbsencesQuery = z.output<typeof absencesQuery>
