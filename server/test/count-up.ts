import { isLocked } from '../src/db/errors.ts'
import type { Db } from '../src/db/schema.ts'

/** Reads a count and writes it, `count` times. Retries while other processes hold the write lock for too long. */
export async function countUp(db: Db, prefix: string, count: number): Promise<void> {
  for (let nth = 0; nth < count; nth++) {
    while (!(await countOnce(db, `${prefix}-${nth}`))) {}
    await new Promise(setImmediate)
  }
}

/** False if nothing was written because another process held the write lock for too long. */
function countOnce(db: Db, name: string): Promise<boolean> {
  return db
    .transaction()
    .execute(async trx => {
      const { count } = await trx
        .selectFrom('shared_values')
        .select(trx.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('shared_values')
        .values({ name, value: String(count) })
        .execute()
      return true
    })
    .catch(error => {
      if (isLocked(error)) return false
      throw error
    })
}
