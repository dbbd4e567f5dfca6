import * as z from 'zod/mini'
import { messages } from '../messages.ts'
import { dayQuery, queryId, roleQuery, teamIdQuery } from './fields.ts'
import { reviewFilter } from './reviews.ts'

/** A query has both dates or neither. */
export const exportQuery = z
  .object({
    userId: queryId('userId'),
    /** Of the authors, as it is now. */
    role: roleQuery,
    teamId: teamIdQuery,
    projectId: queryId('projectId'),
    startDate: dayQuery,
    endDate: dayQuery,
    review: reviewFilter,
  })
  .check(
    z.refine(({ startDate, endDate }) => (startDate === undefined) === (endDate === undefined), {
      error: messages.exports.needsBothDates,
      path: ['endDate'],
    }),
  )
export type ExportQuery = z.output<typeof exportQuery>
