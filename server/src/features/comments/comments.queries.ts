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

const countOf = compileOnceForOne((db, reportId: number) =>
  db.selectFrom('comments').select(db.fn.countAll<number>().as('count')).where('report_id', '=', reportId),
)

export async function countComments(db: Db, reportId: number): Promise<number> {
  return Number((await countOf(db, reportId))?.count ?? 0)
}

type NewComment = {
  report_id: number
  parent_id: number | null
  level: number
  user_id: number
  comment: string
  created_at: string
}

const insertOne = compileOnceForOne((trx, row: NewComment) =>
  trx.insertInto('comments').values(row).returning('id'),
)

/** Its id. */
export async function insertComment(trx: Trx, row: NewComment): Promise<number> {
  return ((await insertOne(trx, row)) as { id: number }).id
}

export function insertMentions(trx: Trx, comment_id: number, userIds: readonly number[]) {
  return trx
    .insertInto('comment_mentions')
    .values(userIds.map(user_id => ({ comment_id, user_id })))
    .execute()
}
