import { beginOfDay } from '#shared/dates.ts'
import type { Context } from '../../context.ts'
import type { Trx } from '../../db/schema.ts'
import { refuse } from '../../http/refusals.ts'
import { addWritten } from './written-bytes.queries.ts'

/**
 * Counts what a user stores, and refuses what goes beyond the bound of a day. In the transaction that stores it: what is
 * refused later isn't counted, and of two at once that would pass the bound together, the second waits for the first.
 * Called after a report and its tasks are locked and before anything is counted, in every transaction alike: two of
 * one user that take these locks in another order would wait for each other.
 */
export async function countWritten(
  { clock, writing }: Pick<Context, 'clock' | 'writing'>,
  trx: Trx,
  userId: number,
  bytes: number,
): Promise<void> {
  const now = clock.now()
  // Of UTC: a change of the time zone must not begin a new day.
  const day = now.toISOString().slice(0, 10)
  const isWithin =
    bytes <= writing.bytesPerDay &&
    (await addWritten(trx, { user_id: userId, day, bytes }, writing.bytesPerDay)) !== undefined
  if (!isWithin) throw refuse('written_too_much').after(secondsUntilTomorrow(now))
}

const dayMs = 86_400_000

function secondsUntilTomorrow(now: Date): number {
  const today = Date.parse(beginOfDay(now.toISOString().slice(0, 10)))
  return Math.ceil((today + dayMs - now.getTime()) / 1000)
}
