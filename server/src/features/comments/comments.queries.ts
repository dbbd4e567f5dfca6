import { compileOnce } from '../../db/compile-once.ts'
import type { Db } from '../../db/schema.ts'

export const findComments = compileOnce((db, reportId: number) =>
  db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .select([
      'comments.id',
      'comments.comment',
      'comments.parent_id',
      'comments.user_id',
      'users.name as user_name',
      'users.role as user_role',
      'comments.created_at',
    ])
    .where('comments.report_id', '=', reportId)
    .orderBy('comments.id'),
)

export function findComment(db: Db, id: number, reportId: number) {
  return db
    .selectFrom('comments')
    .select(['id', 'level', 'user_id', 'comment', 'created_at'])
    .where('id', '=', id)
    .where('report_id', '=', reportId)
    .executeTakeFirst()
}

export async function countComments(db: Db, reportId: number): Promise<number> {
  const found = await db
    .selectFrom('comments')
    .select(db.fn.countAll<number>().as('count'))
    .where('report_id', '=', reportId)
    .executeTakeFirst()
  return Number(found?.count ?? 0)
}

/** Its id. */
export async function insertComment(
  db: Db,
  row: {
    report_id: number
    parent_id: number | null
    level: number
    user_id: number
    comment: string
    created_at: string
  },
): Promise<number> {
  const { id } = await db.insertInto('comments').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}
