import { sql } from 'kysely'
import { compileOnceForOne } from '../../db/compile-once.ts'

type Written = { user_id: number; day: string; bytes: number }

// Around midnight, instances whose clocks differ alternate between two days. The later day counts.
const isNewDay = sql`written_bytes.day < excluded.day`
const total = sql<number>`case when ${isNewDay} then excluded.bytes else written_bytes.bytes + excluded.bytes end`

/** Adds to the bytes of the day and returns the sum. If that exceeds `most`, it adds nothing and returns undefined. */
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
