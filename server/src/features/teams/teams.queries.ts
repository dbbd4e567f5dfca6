import { isOneOf, isSqlite, lockRows } from '../../db/engine.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { isTeamOf, isVisible, onlyVisible, type VisiblePeople } from '../../identity/visible-people.ts'

/** The table of a team's members or of its leads. */
export type PeopleTable = 'team_members' | 'team_leads'

const columns = ['teams.id', 'teams.name', 'teams.description', 'teams.created_at'] as const
export type TeamRow = { id: number; name: string; description: string | null; created_at: string }

/** All teams, or those that a user leads or belongs to. */
export type TeamFilter = { ofUserId?: number | undefined }

function selectTeams(db: Db, { ofUserId }: TeamFilter) {
  const query = db.selectFrom('teams')
  return ofUserId === undefined ? query : query.where(eb => isTeamOf(eb, ofUserId))
}

export async function findTeamPage(
  db: Db,
  filter: TeamFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; rows: TeamRow[] }> {
  const query = selectTeams(db, filter)
  const [counted, rows] = await Promise.all([
    query.select(db.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    query.select(columns).orderBy('name_key').limit(limit).offset(offset).execute(),
  ])
  return { total: Number(counted.total), rows }
}

export function findTeam(db: Db, id: number, filter: TeamFilter): Promise<TeamRow | undefined> {
  return selectTeams(db, filter).select(columns).where('id', '=', id).executeTakeFirst()
}

const selectPeople = (db: Db, table: PeopleTable, teamIds: readonly number[]) =>
  db
    .selectFrom(table)
    .innerJoin('users', 'users.id', `${table}.user_id`)
    .select([`${table}.team_id`, 'users.id', 'users.name', 'users.role'])
    .where(isOneOf(db, `${table}.team_id`, teamIds))
    .orderBy('users.name_key')
    .orderBy('users.id')

export function findMembers(db: Db, people: VisiblePeople, teamId: number) {
  return selectPeople(db, 'team_members', [teamId])
    .$call(query => onlyVisible(db, query, people, 'team_members.user_id'))
    .execute()
}

/** The leads are named to all who see the team. */
export function findLeads(db: Db, teamIds: readonly number[]) {
  return selectPeople(db, 'team_leads', teamIds).execute()
}

/** The number of members by team. A team without any is absent from the map. */
export async function countMembers(
  db: Db,
  people: VisiblePeople,
  teamIds: readonly number[],
): Promise<Map<number, number>> {
  if (teamIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('team_members')
    .select(['team_id', db.fn.countAll<number>().as('count')])
    .where(isOneOf(db, 'team_id', teamIds))
    .$call(query => onlyVisible(db, query, people, 'user_id'))
    .groupBy('team_id')
    .execute()
  return new Map(rows.map(row => [row.team_id, Number(row.count)]))
}

export async function countLeads(db: Db, teamId: number): Promise<number> {
  const { count } = await db
    .selectFrom('team_leads')
    .select(db.fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** How many of these people have an account. */
export async function countLiveUsers(db: Db, people: VisiblePeople): Promise<number> {
  const users = db.selectFrom('users').where('deleted_at', 'is', null)
  const { count } = await onlyVisible(db, users, people, 'id')
    .select(db.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The teams that a user leads. */
export async function findLedTeamIds(db: Db, leadId: number): Promise<Set<number>> {
  const rows = await db.selectFrom('team_leads').select('team_id').where('user_id', '=', leadId).execute()
  return new Set(rows.map(row => row.team_id))
}

/**
 * Finds those of these users who are in sight and have an account, and keeps the accounts from being deleted until the
 * transaction ends.
 */
export function lockLiveUsers(trx: Trx, people: VisiblePeople, ids: readonly number[]) {
  const query = trx
    .selectFrom('users')
    .select(['id', 'name', 'role'])
    .where(
      isOneOf(
        trx,
        'id',
        ids.filter(id => isVisible(people, id)),
      ),
    )
    .where('deleted_at', 'is', null)
    .orderBy('id')
  return (isSqlite(trx) ? query : query.forShare()).execute()
}

type NewTeam = { name: string; name_key: string; description: string | null; created_at: string }

export async function insertTeam(trx: Trx, row: NewTeam): Promise<number> {
  const { id } = await trx.insertInto('teams').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateTeam(
  trx: Trx,
  id: number,
  row: Partial<Pick<NewTeam, 'name' | 'name_key' | 'description'>>,
): Promise<void> {
  if (Object.keys(row).length > 0) await trx.updateTable('teams').set(row).where('id', '=', id).execute()
}

/** People who are in the table already stay in it. Returns the others. */
export async function insertPeople(
  trx: Trx,
  table: PeopleTable,
  teamId: number,
  userIds: readonly number[],
): Promise<number[]> {
  if (userIds.length === 0) return []
  const inserted = await trx
    .insertInto(table)
    .values(userIds.map(user_id => ({ team_id: teamId, user_id })))
    .onConflict(conflict => conflict.doNothing())
    .returning('user_id')
    .execute()
  return inserted.map(({ user_id }) => user_id)
}

/** Returns false if the person is not in the table. */
export async function deletePerson(
  trx: Trx,
  table: PeopleTable,
  teamId: number,
  userId: number,
): Promise<boolean> {
  const deleted = await trx
    .deleteFrom(table)
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return deleted !== undefined
}

export async function deleteTeamRow(trx: Trx, id: number): Promise<void> {
  for (const table of ['team_members', 'team_leads'] as const)
    await trx.deleteFrom(table).where('team_id', '=', id).execute()
  await trx.deleteFrom('teams').where('id', '=', id).execute()
}

export async function removeFromAllTeams(trx: Trx, table: PeopleTable, userId: number): Promise<void> {
  await trx.deleteFrom(table).where('user_id', '=', userId).execute()
}

/** Finds those of these teams that exist, by name, and keeps them from being changed until the transaction ends. */
export async function lockTeams(trx: Trx, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  await lockRows(trx, 'teams', ids)
  return trx
    .selectFrom('teams')
    .select(['id', 'name'])
    .where(isOneOf(trx, 'id', ids))
    .orderBy('name_key')
    .execute()
}

export async function findTeamIdsByKey(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('teams').select(['id', 'name_key']).execute()
  return new Map(rows.map(({ id, name_key }) => [name_key, id]))
}

/** The caller passes only people who aren't in these teams yet. */
export async function addTeamMembers(
  trx: Trx,
  rows: readonly { team_id: number; user_id: number }[],
): Promise<void> {
  if (rows.length > 0)
    await trx
      .insertInto('team_members')
      .values([...rows])
      .execute()
}
