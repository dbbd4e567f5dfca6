import * as z from 'zod/mini'

/** Where a page stands in its list. */
export const paginationReply = z.object({
  total: z.number(),
  pages: z.number(),
  page: z.number(),
  limit: z.number(),
})
export type Pagination = z.infer<typeof paginationReply>
