import type { Pagination } from '#shared/contract/replies.ts'

export const paginationOf = (
  total: number,
  { page, limit }: { page: number; limit: number },
): Pagination => ({
  total,
  pages: Math.ceil(total / limit),
  page,
  limit,
})
