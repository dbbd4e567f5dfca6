import { isHeld } from '../src/db/errors.ts'
import type { Db } from '../src/db/schema.ts'

/** Reads a count and writes it, again and again. Where the others have left no gap for too long, it tries once more. */
export async function countUp(db: Db, prefix: string, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    while (!(await countOnce(db, `${prefix}-${turn}`))) {}
    await new Promise(setImmediate)
  }
}

/** False if the file was somebody else's for too long: then nothing was written. */
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
      if (isHeld(error)) return false
      throw error
    })
}
