import * as z from 'zod/mini'
import { parseHours } from '../hours.ts'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import {
  bodyId,
  boundedList,
  dayField,
  dayQuery,
  noOtherArguments,
  optionalText,
  requiredText,
} from './fields.ts'
import { decimalHoursProblem, fitsOneReport, hoursProblem, taskIdField } from './reports.ts'

/** Without `date`, it is today in the user's zone. */
export const reportDraftQuery = z.object({ date: dayQuery })

const isAbsent = (value: unknown) => value === undefined || value === null || value === ''

/** Reads hour.minutes as a report of a program does, or null, because a draft may leave the hours to its user. */
const draftMinutes = z.pipe(
  z.optional(z.union([z.number(), z.string(), z.null()], { error: messages.reports.hoursMalformed })).check(
    z.superRefine((value, context) => {
      const message = isAbsent(value) ? undefined : (decimalHoursProblem(value) ?? hoursProblem(value))
      if (message) context.addIssue({ code: 'custom', message, input: value })
    }),
  ),
  z.transform(value => parseHours(value, limits.taskHoursMax).minutes ?? null),
)

const draftRowInput = z.strictObject(
  {
    description: requiredText(
      'Task description',
      messages.reports.descriptionRequired,
      limits.rowDescriptionMax,
    ),
    hours: draftMinutes,
    project_id: z.nullish(bodyId(messages.reports.projectRequired)),
    task_id: taskIdField,
  },
  noOtherArguments,
)

/** A draft is checked like a report, but everything may be left out. After the check, `hours` of a row are whole minutes. */
export const reportDraftInput = z
  .strictObject(
    {
      date: z.nullish(
        dayField(messages.fields.dateInvalid).check(
          z.refine(day => day >= limits.earliestDay, { error: messages.reports.dateTooEarly }),
        ),
      ),
      tasks: optionalText('Summary of tasks', limits.longTextMax),
      blockers: optionalText('Blockers', limits.longTextMax),
      tomorrow_plan: optionalText("Tomorrow's plan", limits.longTextMax),
      task_details: z.pipe(
        z.nullish(
          boundedList(draftRowInput, {
            max: limits.rowsMax,
            tooMany: messages.reports.tooManyTasks,
            invalid: messages.fields.invalid('task_details'),
          }),
        ),
        z.transform(rows => rows ?? []),
      ),
    },
    noOtherArguments,
  )
  .check(
    z.refine(fitsOneReport, { error: messages.reports.textTooLong, path: ['tasks'] }),
    z.refine(
      ({ tasks, blockers, tomorrow_plan, task_details }) =>
        (tasks ?? blockers ?? tomorrow_plan) !== null || task_details.length > 0,
      { error: messages.reportDrafts.empty, path: ['tasks'] },
    ),
  )
export type ReportDraftInput = z.output<typeof reportDraftInput>

/** Null stands for what the draft leaves to its user. */
export const draftRowReply = z.object({
  description: z.string(),
  hours: z.nullable(z.number()),
  project_id: z.nullable(z.number()),
  project_name: z.nullable(z.string()),
  task_id: z.nullable(z.number()),
  task_title: z.nullable(z.string()),
})

export const reportDraftReply = z.object({
  date: z.string(),
  tasks: z.nullable(z.string()),
  blockers: z.nullable(z.string()),
  tomorrow_plan: z.nullable(z.string()),
  task_details: z.array(draftRowReply),
  saved_at: z.string(),
  /** The access token with which it was saved. */
  token_name: z.nullable(z.string()),
})
export type ReportDraft = z.infer<typeof reportDraftReply>

export const foundReportDraftReply = z.object({ draft: z.nullable(reportDraftReply) })
