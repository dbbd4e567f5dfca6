import { type SearchType, searchTypes } from '#shared/contract/search.ts'
import { searchWordsVersion } from '#shared/search-words.ts'
import { compileOnce } from '../../db/compile-once.ts'
import type { Db, Trx } from '../../db/schema.ts'

export type Progress = { done: number; total: number }

const findRows = compileOnce(db =>
  db.selectFrom('search_progress').select(['type', 'version', 'done', 'total']),
)

/** How far the build of a kind is. Undefined: it has not begun with the words of this version. */
export async function findProgress(db: Db, type: SearchType): Promise<Progress | undefined> {
  const row = (await findRows(db)).find(each => each.type === type)
  return row?.version === searchWordsVersion ? { done: row.done, total: row.total } : undefined
}

/** How far the build of everything is. Null once it is finished, and before it has begun. */
export async function findWholeProgress(db: Db): Promise<Progress | null> {
  const rows = await findRows(db)
  const sum = (of: (row: Progress) => number) => rows.reduce((total, row) => total + of(row), 0)
  const progress = {
    done: sum(row => Math.min(row.done, row.total)),
    total: sum(row => row.total),
  }
  return progress.done < progress.total ? progress : null
}

/** Whether every kind was built with the words of this version. */
export async function isBuilt(db: Db): Promise<boolean> {
  const rows = await findRows(db)
  return searchTypes.every(type =>
    rows.some(row => row.type === type && row.version === searchWordsVersion && row.done >= row.total),
  )
}

export async function saveProgress(trx: Trx, type: SearchType, progress: Progress): Promise<void> {
  const row = { version: searchWordsVersion, ...progress }
  await trx
    .insertInto('search_progress')
    .values({ type, ...row })
    .onConflict(conflict => conflict.column('type').doUpdateSet(row))
    .execute()
}

/** The next build starts from the beginning. */
export async function forgetProgress(db: Db): Promise<void> {
  await db.deleteFrom('search_progress').execute()
}
