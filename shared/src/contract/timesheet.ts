import * as z from 'zod/mini'
import { dayStates } from '../day-state.ts'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { isPeriod, pageQuery, periodQuery, queryId, roleQuery, teamIdQuery } from './fields.ts'
import { added, paginationReply } from './replies.ts'
import { person } from './team-day.ts'

const filters = {
  ...periodQuery,
  /** The minutes on this project. */
  projectId: queryId('projectId'),
  role: roleQuery,
  teamId: teamIdQuery,
}

/** Both days count. */
export const timesheetQuery = z
  .object({ ...filters, ...pageQuery(limits.pageSizeMax, limits.teamPageMax) })
  .check(isPeriod(limits.timesheetDaysMax))
export type TimesheetQuery = z.output<typeof timesheetQuery>

export const timesheetFormats = ['csv', 'xlsx'] as const
export type TimesheetFormat = (typeof timesheetFormats)[number]

/** All people that the filters select, whatever page is shown. */
export const timesheetExportQuery = z
  .object({ ...filters, format: z.enum(timesheetFormats, { error: messages.timesheet.formatUnknown }) })
  .check(isPeriod(limits.timesheetDaysMax))
export type TimesheetExportQuery = z.output<typeof timesheetExportQuery>

/** `minutes` and `states` have an entry for each day of the timesheet. */
export const timesheetRowReply = z.object({
  /** An invited user has no password yet, so no report is expected. */
  user: z.extend(person, { invited: added(z.boolean(), false) }),
  minutes: z.array(z.number()),
  total: z.number(),
  /** What each day is for the person: missing days and time off are marked. */
  states: added(z.array(z.enum(dayStates)), []),
})
export type TimesheetRow = z.infer<typeof timesheetRowReply>

export const timesheetTotalsReply = z.object({ minutes: z.array(z.number()), total: z.number() })

export const timesheetReply = z.object({
  days: z.array(z.string()),
  data: z.array(timesheetRowReply),
  /** Of all people that the filters select, not only of this page. */
  totals: timesheetTotalsReply,
  /** Holidays of these days. */
  holidays: added(z.array(z.object({ date: z.string(), name: z.string() })), []),
  /** Whether only the people whom a limited manager sees are counted. */
  of_your_teams: added(z.boolean(), false),
  pagination: paginationReply,
})
export type Timesheet = z.infer<typeof timesheetReply>
