import type { Comment } from '#shared/contract/comments.ts'
import { compileOnce, compileOnceForOne } from '../../db/compile-once.ts'
import type { Db, Trx } from '../../db/schema.ts'

/** A row for each user that a comment mentions, or one without. */
const findCommentRows = compileOnce((db, reportId: number) =>
  db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .leftJoin('comment_mentions', 'comment_mentions.comment_id', 'comments.id')
    .leftJoin('users as mentioned', 'mentioned.id', 'comment_mentions.user_id')
    .select([
      'comments.id',
      'comments.comment',
      'comments.parent_id',
      'comments.user_id',
      'users.name as user_name',
      'users.role as user_role',
      'comments.created_at',
      'mentioned.id as mentioned_id',
      'mentioned.name as mentioned_name',
    ])
    .where('comments.report_id', '=', reportId)
    .orderBy('comments.id')
    .orderBy('comment_mentions.user_id'),
)

export async function findComments(db: Db, reportId: number): Promise<Comment[]> {
  const comments: Comment[] = []
  for (const { mentioned_id, mentioned_name, ...row } of await findCommentRows(db, reportId)) {
    let comment = comments.at(-1)
    if (comment?.id !== row.id) {
      comment = { ...row, mentions: [] }
      comments.push(comment)
    }
    if (mentioned_id !== null && mentioned_name !== null) {
      comment.mentions.push({ id: mentioned_id, name: mentioned_name })
    }
  }
  return comments
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
