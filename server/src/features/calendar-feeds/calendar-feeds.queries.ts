import { randomUUID } from 'node:crypto'
import { compileOnceForOne } from '../../db/compile-once.ts'
import type { Db, Trx } from '../../db/schema.ts'

/** Whose calendar it is: a user's own, or a team's. */
export type FeedOwner = { userId: number } | { teamId: number }

const columnOf = (owner: FeedOwner) => ('teamId' in owner ? 'team_id' : 'user_id')
const idOf = (owner: FeedOwner) => ('teamId' in owner ? owner.teamId : owner.userId)

/** Finds a calendar by its secret, with the user who made it, if that account exists. */
export const findFeedByHash = compileOnceForOne((db, hash: string) =>
  db
    .selectFrom('calendar_feeds')
    .innerJoin('users', 'users.id', 'calendar_feeds.user_id')
    .leftJoin('teams', 'teams.id', 'calendar_feeds.team_id')
    .select([
      'calendar_feeds.team_id',
      'calendar_feeds.created_at',
      'users.id as user_id',
      'users.name as user_name',
      'users.role',
      'teams.name as team_name',
    ])
    .where('calendar_feeds.hash', '=', hash)
    .where('users.deleted_at', 'is', null),
)

export function findFeedOf(db: Db, owner: FeedOwner) {
  const query = db
    .selectFrom('calendar_feeds')
    .innerJoin('users', 'users.id', 'calendar_feeds.user_id')
    .select(['calendar_feeds.created_at', 'users.id as user_id', 'users.name as user_name', 'users.role'])
    .where(`calendar_feeds.${columnOf(owner)}`, '=', idOf(owner))
    .where('users.deleted_at', 'is', null)
  return ('teamId' in owner ? query : query.where('calendar_feeds.team_id', 'is', null)).executeTakeFirst()
}

export async function insertFeed(
  trx: Trx,
  row: { user_id: number; team_id: number | null; hash: string; created_at: string },
): Promise<void> {
  await trx.insertInto('calendar_feeds').values(row).execute()
}

/** Returns false if there was none. */
export async function deleteFeedOf(trx: Trx, owner: FeedOwner): Promise<boolean> {
  const query = trx.deleteFrom('calendar_feeds').where(columnOf(owner), '=', idOf(owner))
  const own = 'teamId' in owner ? query : query.where('team_id', 'is', null)
  return (await own.returning('hash').execute()).length > 0
}

/** Deletes a user's own calendar and those of teams that the user made. */
export async function deleteFeedsMadeBy(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('calendar_feeds').where('user_id', '=', userId).execute()
}

const sourceName = 'calendar_source'
const findSource = compileOnceForOne(db =>
  db.selectFrom('shared_values').select('value').where('name', '=', sourceName),
)

/**
 * Ends the ids of all events, so that they differ from those of other servers. It is made once for a database: with the
 * host of the request instead, an event would get another id with another spelling of the address.
 */
export async function readCalendarSource(db: Db): Promise<string> {
  const found = await findSource(db)
  if (found) return found.value
  await db
    .insertInto('shared_values')
    .values({ name: sourceName, value: randomUUID() })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  // Read again: another request may have stored one at the same time.
  const stored = await findSource(db)
  if (!stored) throw new Error(`${sourceName} was not stored`)
  return stored.value
}
