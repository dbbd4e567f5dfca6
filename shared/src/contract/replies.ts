import * as z from 'zod/mini'
import { limits } from '../limits.ts'

/**
 * A field that was added to a reply later. The server always sends it, and the API description says so. During an
 * upgrade or behind a cache, a page can be newer than its server: if the reply lacks the field, the page uses `absent`.
 */
export const added = <Field extends z.ZodMiniType>(
  field: Field,
  absent: z.output<Field> & z.util.NoUndefined<z.output<Field>>,
) => z._default(field, absent)

/** The default for a user id that was added to a reply. No account has this id. */
export const unknownId = 0

/** The page of a list, and how many pages there are. */
export const paginationReply = z.object({
  total: z.number(),
  pages: z.number(),
  page: added(z.number(), 1),
  limit: added(z.number(), limits.pageSize),
})
export type Pagination = z.infer<typeof paginationReply>
