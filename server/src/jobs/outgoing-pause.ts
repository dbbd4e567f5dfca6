import { type Clock, systemClock, toInstant } from '#shared/dates.ts'
import type { Db } from '../db/schema.ts'

// A restore into an empty database, or over that of another server, pauses everything that the server sends by itself,
// because the installation may be a copy that is made to try a backup. Outgoing jobs wait until an admin resumes them.

/** The name of the pause's start in `shared_values`. Every restore sets or removes it. */
export const outgoingPauseName = 'outgoing_paused_at'
/** When an admin last resumed. A restore compares it with the pause of its archive. */
export const outgoingResumedName = 'outgoing_resumed_at'

export async function isOutgoingPaused(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('shared_values')
    .select('value')
    .where('name', '=', outgoingPauseName)
    .executeTakeFirst()
  return row !== undefined
}

export async function pauseOutgoing(db: Db, clock: Clock): Promise<void> {
  await removePause(db)
  await write(db, outgoingPauseName, toInstant(clock.now().getTime()))
}

/** Returns false if nothing was paused. */
export async function endOutgoingPause(db: Db, clock: Clock = systemClock): Promise<boolean> {
  if (!(await removePause(db))) return false
  await write(db, outgoingResumedName, toInstant(clock.now().getTime()))
  return true
}

/** After a restore over a live database: the archive's pause has ended, and later restores have to know since when. */
export async function keepResumed(db: Db, resumedAt: string | undefined): Promise<void> {
  await removePause(db)
  if (resumedAt !== undefined) await write(db, outgoingResumedName, resumedAt)
}

async function removePause(db: Db): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('shared_values')
    .where('name', '=', outgoingPauseName)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

async function write(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('shared_values')
    .values({ name, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
