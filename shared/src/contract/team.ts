import * as z from 'zod/mini'
import { dayStates } from '../day-state.ts'
import { absenceKindField } from './absence-kinds.ts'
import { added } from './added.ts'
import { paginationReply } from './pagination.ts'
import { listedReportReply } from './reports.ts'
import { dayCounts, person } from './team-overview.ts'

export { type TeamOverview, teamOverviewReply } from './team-overview.ts'

export type TeamPerson = z.infer<typeof person>

export const teamDayReply = z.object({
  date: z.string(),
  /** In the organization's zone. */
  today: z.string(),
  holiday: z.nullable(z.string()),
  counts: z.object(dayCounts),
  /** Unreviewed reports of earlier dates, without one's own. */
  earlier_to_review: z.number(),
  /** To review, needs changes, reviewed (one's own last), missing, due, off; by name among themselves. */
  data: z.array(
    z.object({
      user: person,
      state: z.enum(dayStates),
      absence_kind: z.nullable(absenceKindField),
      /** Has been reminded of this date. */
      is_reminded: z.boolean(),
      report: z.nullable(listedReportReply),
    }),
  ),
  /** All users of the list in its order, if the query asked for them. */
  user_ids: added(z.array(z.number()), []),
  pagination: paginationReply,
})
export type TeamDay = z.infer<typeof teamDayReply>
export type TeamDayEntry = TeamDay['data'][number]
