import { sql } from 'kysely'
import { compileOnceForOne } from '../../db/compile-once.ts'

type Written = { user_id: number; day: string; bytes: number }

// Instances whose clocks differ by a moment may see two days by turns: the later one counts.
const isNewDay = sql`written_bytes.day < excluded.day`
const total = sql<number>`case when ${isNewDay} then excluded.bytes else written_bytes.bytes + excluded.bytes end`

/** The bytes of the day with these. Undefined, and nothing is added, if that is more than a user may store. */
export const addWritten = compileOnceForOne((trx, row: Written, most: number) =>
  trx
    .insertInto('written_bytes')
    .values(row)
    .onConflict(conflict =>
      conflict
        .column('user_id')
        .doUpdateSet({
          bytes: total,
          day: sql<string>`case when ${isNewDay} then excluded.day else written_bytes.day end`,
        })
        .where(total, '<=', most),
    )
    .returning('bytes'),
)
