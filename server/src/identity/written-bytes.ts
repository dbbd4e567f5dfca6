import { sql } from 'kysely'
import { startOfDay } from '#shared/dates.ts'
import type { Context } from '../context.ts'
import { compileOnceForOne } from '../db/compile-once.ts'
import type { Trx } from '../db/schema.ts'
import { refuse } from '../http/refusals.ts'

type Written = { user_id: number; day: string; bytes: number }

// Around midnight, instances whose clocks differ may write different days. The later day wins.
const isNewDay = sql`written_bytes.day < excluded.day`
const total = sql<number>`case when ${isNewDay} then excluded.bytes else written_bytes.bytes + excluded.bytes end`

/** Adds to the bytes of the day and returns the sum. If the sum would exceed `most`, it adds nothing and returns undefined. */
export const addWrittenBytes = compileOnceForOne((trx, row: Written, most: number) =>
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

/**
 * Counts the bytes a user stores, and refuses more than the daily limit. It runs in the transaction that stores them,
 * so a rollback undoes the count, and two transactions of one user run one after the other.
 * To avoid deadlocks, every transaction calls it after it has locked the report and its tasks, and before it updates
 * other counts.
 */
export async function countWrittenBytes(
  { clock, writing }: Pick<Context, 'clock' | 'writing'>,
  trx: Trx,
  userId: number,
  bytes: number,
): Promise<void> {
  const now = clock.now()
  // The day is in UTC, because a change of the time zone must not begin a new day.
  const day = now.toISOString().slice(0, 10)
  const isWithin =
    bytes <= writing.bytesPerDay &&
    (await addWrittenBytes(trx, { user_id: userId, day, bytes }, writing.bytesPerDay)) !== undefined
  if (!isWithin) throw refuse('written_too_much').after(secondsUntilTomorrow(now))
}

const dayMs = 86_400_000

/** The UTC day is the one that limits count. */
export function secondsUntilTomorrow(now: Date): number {
  const today = Date.parse(startOfDay(now.toISOString().slice(0, 10)))
  return Math.ceil((today + dayMs - now.getTime()) / 1000)
}
