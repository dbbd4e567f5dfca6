import type { Comment } from '#shared/contract/comments.ts'
import { compileOnce, compileOnceForOne } from '../../db/compile-once.ts'
import { arrayOf, asPairs } from '../../db/engine.ts'
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
      // As a list: a row for each of them would repeat the text.
      selectFrom('comment_mentions')
        .innerJoin('users as mentioned', 'mentioned.id', 'comment_mentions.user_id')
        .select(asPairs(db, 'mentioned.id', 'mentioned.name').as('all'))
        .whereRef('comment_mentions.comment_id', '=', 'comments.id')
        .as('mentioned'),
    ])
    .where('comments.report_id', '=', reportId)
    .orderBy('comments.id'),
)

export async function findComments(db: Db, reportId: number): Promise<Comment[]> {
  const rows = await findCommentRows(db, reportId)
  return rows.map(({ mentioned, ...row }) => {
    const mentions = arrayOf(mentioned).map(([id, name]) => ({ id, name }))
    return { ...row, mentions: mentions.sort((one, other) => one.id - other.id) }
  })
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

/** Counted in the same statement: a query of its own is a twentieth of the work of a comment. */
const insertWithin = compileOnceForOne((trx, row: NewComment, most: number) =>
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
          most,
        ),
    )
    .returning('id'),
)

/** Its id, or undefined where there are as many comments already. */
export async function insertComment(trx: Trx, row: NewComment, most: number): Promise<number | undefined> {
  return (await insertWithin(trx, row, most))?.id
}

export function insertMentions(trx: Trx, comment_id: number, userIds: readonly number[]) {
  return trx
    .insertInto('comment_mentions')
    .values(userIds.map(user_id => ({ comment_id, user_id })))
    .execute()
}
