import { type Clock, toInstant } from '#shared/dates.ts'
import type { Db } from '../db/schema.ts'

// A restore into an empty database, or over that of another server, pauses everything that the server sends by itself,
// because the installation may be a copy that is made to try a backup. Outgoing jobs wait until an admin resumes them.

/** The name of the pause's start in `shared_values`. Every restore sets or removes it, whatever the archive has. */
export const outgoingPauseName = 'outgoing_paused_at'

export async function isOutgoingPaused(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('shared_values')
    .select('value')
    .where('name', '=', outgoingPauseName)
    .executeTakeFirst()
  return row !== undefined
}

export async function pauseOutgoing(db: Db, clock: Clock): Promise<void> {
  await endOutgoingPause(db)
  await db
    .insertInto('shared_values')
    .values({ name: outgoingPauseName, value: toInstant(clock.now().getTime()) })
    .execute()
}

/** Returns false if nothing was paused. */
export async function endOutgoingPause(db: Db): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('shared_values')
    .where('name', '=', outgoingPauseName)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
