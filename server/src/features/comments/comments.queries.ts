import { sql } from 'kysely'
import type { Comment } from '#shared/contract/comments.ts'
import { compileOnce, compileOnceForOne } from '../../db/compile-once.ts'
import { isOneOf } from '../../db/engine.ts'
import type { Db, Trx } from '../../db/schema.ts'

const findCommentRows = compileOnce((db, reportId: number) =>
  db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .select(({ selectFrom }) => [
      'comments.id',
      'comments.comment',
      'comments.parent_id',
      'comments.user_id',
      'users.name as user_name',
      'users.role as user_role',
      'comments.created_at',
      // Few comments mention users, so the names are read only for those that do.
      selectFrom('comment_mentions')
        .select('comment_mentions.comment_id')
        .whereRef('comment_mentions.comment_id', '=', 'comments.id')
        .limit(sql.lit(1))
        .as('mentions_in'),
    ])
    .where('comments.report_id', '=', reportId)
    .orderBy('comments.id'),
)

/** The mentioned users, grouped by comment. */
async function findMentions(db: Db, commentIds: readonly number[]) {
  const rows = await db
    .selectFrom('comment_mentions')
    .innerJoin('users', 'users.id', 'comment_mentions.user_id')
    .select(['comment_mentions.comment_id', 'users.id', 'users.name'])
    .where(isOneOf(db, 'comment_mentions.comment_id', commentIds))
    .orderBy('users.id')
    .execute()
  return Map.groupBy(rows, ({ comment_id }) => comment_id)
}

export async function findComments(db: Db, reportId: number): Promise<Comment[]> {
  const rows = await findCommentRows(db, reportId)
  const mentioning = rows.flatMap(({ mentions_in }) => mentions_in ?? [])
  const mentions = mentioning.length === 0 ? undefined : await findMentions(db, mentioning)
  return rows.map(({ mentions_in: _, ...row }) => ({
    ...row,
    mentions: (mentions?.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
  }))
}

export const findComment = compileOnceForOne((db, id: number, reportId: number) =>
  db
    .selectFrom('comments')
    .select(['id', 'level', 'user_id', 'comment', 'created_at'])
    .where('id', '=', id)
    .where('report_id', '=', reportId),
)

type NewComment = {
  report_id: number
  parent_id: number | null
  level: number
  user_id: number
  comment: string
  created_at: string
}

const columns = ['report_id', 'parent_id', 'level', 'user_id', 'comment', 'created_at'] as const

/** The limit is checked in the same statement: a separate count would be a twentieth of the work of adding a comment. */
const insertUpTo = compileOnceForOne((trx, row: NewComment, max: number) =>
  trx
    .insertInto('comments')
    .columns([...columns])
    .expression(
      trx
        .selectNoFrom(({ val }) => columns.map(column => val(row[column]).as(column)))
        .where(
          ({ selectFrom, fn }) =>
            selectFrom('comments')
              .select(fn.countAll<number>().as('count'))
              .where('report_id', '=', row.report_id),
          '<',
          max,
        ),
    )
    .returning('id'),
)

/** Returns the id, or undefined if the report has `max` comments already. */
export async function insertComment(trx: Trx, row: NewComment, max: number): Promise<number | undefined> {
  return (await insertUpTo(trx, row, max))?.id
}

export function insertMentions(trx: Trx, comment_id: number, userIds: readonly number[]) {
  return trx
    .insertInto('comment_mentions')
    .values(userIds.map(user_id => ({ comment_id, user_id })))
    .execute()
}
