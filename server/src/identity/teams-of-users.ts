import type { NamedTeam } from '#shared/contract/teams.ts'
import type { Me, User } from '#shared/contract/users.ts'
import { type Actor, can } from '#shared/permissions.ts'
import { isOneOf } from '../db/engine.ts'
import type { Db } from '../db/schema.ts'
import { isLimitedToTeams, isTeamOf } from './visible-people.ts'

/**
 * The teams that each of these users belongs to, or those that each of them leads, by name. Limited managers see only
 * teams that they lead or belong to themselves.
 */
export async function findTeamsByUser(
  db: Db,
  viewer: Actor,
  userIds: readonly number[],
  table: 'team_members' | 'team_leads' = 'team_members',
): Promise<(userId: number) => NamedTeam[]> {
  if (userIds.length === 0) return () => []
  const isLimited = await isLimitedToTeams(db, viewer)
  const rows = await db
    .selectFrom('teams')
    .innerJoin(`${table} as people`, 'people.team_id', 'teams.id')
    .select(['people.user_id', 'teams.id', 'teams.name'])
    .where(isOneOf(db, 'people.user_id', userIds))
    .$if(isLimited, query => query.where(eb => isTeamOf(eb, viewer.id)))
    .orderBy('teams.name_key')
    .execute()
  const byUser = Map.groupBy(rows, row => row.user_id)
  return userId => (byUser.get(userId) ?? []).map(({ id, name }) => ({ id, name }))
}

/** The teams that a user belongs to, and those that the user leads. */
export async function findTeamsOf(db: Db, user: Actor): Promise<Pick<Me, 'teams' | 'leads'>> {
  const [teamsOf, leadsOf] = await Promise.all([
    findTeamsByUser(db, user, [user.id]),
    findTeamsByUser(db, user, [user.id], 'team_leads'),
  ])
  return { teams: teamsOf(user.id), leads: leadsOf(user.id) }
}

/** The signed-in user with their teams. */
export async function presentMe(db: Db, user: User, mustSetUpSecondStep: boolean): Promise<Me> {
  const [own, sees_only_teams] = await Promise.all([findTeamsOf(db, user), isLimitedToTeams(db, user)])
  const hasOwn = own.teams.length + own.leads.length > 0
  const seesAll = can(user, 'teams.readAll') && !sees_only_teams
  const has_teams = hasOwn || (seesAll && (await hasAnyTeam(db)))
  const second_step = mustSetUpSecondStep ? ({ second_step: 'required' } as const) : {}
  return { ...user, ...own, has_teams, sees_only_teams, ...second_step }
}

const hasAnyTeam = async (db: Db) =>
  (await db.selectFrom('teams').select('id').limit(1).executeTakeFirst()) !== undefined
