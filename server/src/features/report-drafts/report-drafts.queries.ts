import { compileOnce, compileOnceForOne } from '../../db/compile-once.ts'
import type { Db, Trx } from '../../db/schema.ts'

export type DraftRow = {
  date: string
  tasks: string | null
  blockers: string | null
  tomorrow_plan: string | null
  rows: string
  token_name: string | null
  saved_at: string
}

export const findDraft = compileOnceForOne((db, userId: number, date: string) =>
  db
    .selectFrom('report_drafts')
    .select(['date', 'tasks', 'blockers', 'tomorrow_plan', 'rows', 'token_name', 'saved_at'])
    .where('user_id', '=', userId)
    .where('date', '=', date),
)

/** The dates of a user's drafts. */
export async function findDraftDates(db: Db, userId: number): Promise<string[]> {
  const found = await db.selectFrom('report_drafts').select('date').where('user_id', '=', userId).execute()
  return found.map(({ date }) => date)
}

export const hasReport = compileOnceForOne((db, userId: number, date: string) =>
  db.selectFrom('reports').select('id').where('user_id', '=', userId).where('date', '=', date),
)

/** The name of the access token with which the user makes the call. */
export const findTokenName = compileOnceForOne((db, tokenId: number) =>
  db.selectFrom('access_tokens').select('name').where('id', '=', tokenId),
)

/** Replaces the draft of the date. */
export async function saveDraft(trx: Trx, row: DraftRow & { user_id: number }): Promise<void> {
  const { user_id: _, date: __, ...texts } = row
  await trx
    .insertInto('report_drafts')
    .values(row)
    .onConflict(conflict => conflict.columns(['user_id', 'date']).doUpdateSet(texts))
    .execute()
}

/** Every submitted report ends the draft of its date. */
export const deleteDraft = compileOnce((trx, userId: number, date: string) =>
  trx.deleteFrom('report_drafts').where('user_id', '=', userId).where('date', '=', date),
)

export function deleteDraftsOf(trx: Trx, userId: number) {
  return trx.deleteFrom('report_drafts').where('user_id', '=', userId).execute()
}

export async function deleteOldDrafts(trx: Trx, before: string, limit: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('report_drafts')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('report_drafts').select('id').where('saved_at', '<', before).limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
