import type { Comment } from '#shared/contract/comments.ts'
import { compileOnce, compileOnceForOne } from '../../db/compile-once.ts'
import { arrayOf, asJsonArray } from '../../db/engine.ts'
import type { Db, Trx } from '../../db/schema.ts'

const findCommentRows = compileOnce((db, reportId: number) =>
  db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .select(({ selectFrom }) => {
      const mentioned = <Value>(column: string) =>
        selectFrom('comment_mentions')
          .innerJoin('users as mentioned', 'mentioned.id', 'comment_mentions.user_id')
          .select(asJsonArray<Value>(db, column).as('all'))
          .whereRef('comment_mentions.comment_id', '=', 'comments.id')
      return [
        'comments.id',
        'comments.comment',
        'comments.parent_id',
        'comments.user_id',
        'users.name as user_name',
        'users.role as user_role',
        'comments.created_at',
        // As lists: a row for each of them would repeat the text.
        mentioned<number>('mentioned.id').as('mentioned_ids'),
        mentioned<string>('mentioned.name').as('mentioned_names'),
      ]
    })
    .where('comments.report_id', '=', reportId)
    .orderBy('comments.id'),
)

export async function findComments(db: Db, reportId: number): Promise<Comment[]> {
  const rows = await findCommentRows(db, reportId)
  return rows.map(({ mentioned_ids, mentioned_names, ...row }) => {
    const names = arrayOf(mentioned_names)
    const mentions = arrayOf(mentioned_ids).map((id, index) => ({ id, name: names[index] ?? '' }))
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
