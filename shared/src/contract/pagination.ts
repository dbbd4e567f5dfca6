import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { added } from './added.ts'

/** Where a page stands in its list. */
export const paginationReply = z.object({
  total: z.number(),
  pages: z.number(),
  page: added(z.number(), 1),
  limit: added(z.number(), limits.pageSize),
})
export type Pagination = z.infer<typeof paginationReply>
