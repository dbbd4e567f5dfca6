import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { defaultSettings } from '#shared/contract/settings.ts'
import type { FailureCode } from '#shared/failure-codes.ts'
import { messages } from '#shared/messages.ts'
import { type Actor, can, type ScopedActor, seesOnlyTeams } from '#shared/permissions.ts'
import type { Role } from '#shared/roles.ts'
import { compileOnceForOne } from '../db/compile-once.ts'
import { asJsonArray, isOneOf, parseJsonArray } from '../db/engine.ts'
import type { Db, Tables } from '../db/schema.ts'
import { refuse, refuseInput } from '../http/refusals.ts'
import { findUserById } from './sign-ins.queries.ts'

declare const made: unique symbol

/**
 * The people of whom a reviewer may see something in a call: everyone if `ids` is undefined. Queries about people take it,
 * and only this file makes it, so that no query can be written without deciding whose rows it reads.
 */
export type VisiblePeople = { readonly ids: readonly number[] | undefined; readonly [made]: true }

const madeOf = (ids: readonly number[] | undefined) => ({ ids }) as VisiblePeople

/** For work that isn't done for one reviewer, such as background jobs and commands. */
export const everyone = madeOf(undefined)

/** A person and what belongs to them. */
export const onlyPerson = ({ id }: { id: number }) => madeOf([id])

export const isVisible = ({ ids }: VisiblePeople, userId: number) => ids === undefined || ids.includes(userId)

/** Those of these people whom a filter names. Without a filter, all of them. */
export function narrowTo(people: VisiblePeople, userId: number | undefined): VisiblePeople {
  if (userId === undefined) return people
  return madeOf(isVisible(people, userId) ? [userId] : [])
}

/** Those of these people who have this role now; what deleted people wrote counts too. Without a role, all of them. */
export async function narrowToRole(
  db: Db,
  people: VisiblePeople,
  role: Role | undefined,
): Promise<VisiblePeople> {
  if (role === undefined) return people
  const inRole = db
    .selectFrom('users')
    .select(asJsonArray<number>(db, 'id').as('ids'))
    .where('role', '=', role)
  const found = await onlyVisible(db, inRole, people, 'id').executeTakeFirst()
  return madeOf(parseJsonArray(found?.ids))
}

/** Limits a query to the rows of these people. `column` has the id of the person whom a row is about. */
export function onlyVisible<Query extends { where(condition: Expression<SqlBool>): Query }>(
  db: Db,
  query: Query,
  { ids }: VisiblePeople,
  column: string,
): Query {
  return ids === undefined ? query : query.where(isOneOf(db, column, ids))
}

type NotFound = Extract<FailureCode, `${string}_not_found`>

/** Refuses a thing of a person out of sight as if it didn't exist. */
export function assertVisible(people: VisiblePeople, userId: number, notFound: NotFound): void {
  if (!isVisible(people, userId)) throw refuse(notFound)
}

/**
 * Whether things of this person exist for the viewer. Only managers who are limited to their teams have people out of
 * sight; what staff may not read is refused by its permission instead.
 */
export async function isInSight(db: Db, viewer: Actor, userId: number): Promise<boolean> {
  if (viewer.id === userId || !(await isLimitedToTeams(db, viewer))) return true
  return (await findLed(db, viewer.id, userId)) !== undefined
}

/** Refuses a thing of a person out of sight as if it didn't exist. */
export async function assertInSight(
  db: Db,
  viewer: Actor,
  userId: number,
  notFound: NotFound,
): Promise<void> {
  if (!(await isInSight(db, viewer, userId))) throw refuse(notFound)
}

/** All people whose things exist for the viewer: see `isInSight`. */
export async function peopleInSight(db: Db, viewer: Actor): Promise<VisiblePeople> {
  if (!(await isLimitedToTeams(db, viewer))) return everyone
  return madeOf([...new Set([viewer.id, ...(await findLedPeople(db, viewer.id))])])
}

/**
 * The managers whom a user may mention. Limited managers may mention those in sight and those who lead one of their own
 * teams, because the page of the team names its leads.
 */
export async function mentionableManagers(db: Db, viewer: Actor): Promise<VisiblePeople> {
  const { ids } = await peopleInSight(db, viewer)
  return ids === undefined
    ? everyone
    : madeOf([...new Set([...ids, ...(await findLeadsOfTeamsOf(db, viewer.id))])])
}

/** Like `peopleInSight`, for a job that acts for a user. */
export async function peopleInSightOf(db: Db, userId: number): Promise<VisiblePeople> {
  const user = await findUserById(db, userId)
  return user ? peopleInSight(db, user) : onlyPerson({ id: userId })
}

/** The ids of the leads of a person's teams. */
export const selectLeadsOf = (db: Db, userId: number) =>
  db
    .selectFrom('team_leads')
    .innerJoin('team_members', 'team_members.team_id', 'team_leads.team_id')
    .select('team_leads.user_id')
    .where('team_members.user_id', '=', userId)

const findLed = compileOnceForOne((db, leadId: number, userId: number) =>
  selectLeadsOf(db, userId).where('team_leads.user_id', '=', leadId).limit(1),
)

/**
 * The people whom this user may see, and of them the members of these teams. Staff see only themselves; reviewers see
 * everyone, unless the settings limit managers to their teams.
 */
export async function visiblePeople(
  db: Db,
  viewer: Actor,
  teamIds?: readonly number[] | undefined,
): Promise<VisiblePeople> {
  const inSight = await peopleInSight(db, viewer)
  const visible = can(viewer, 'admin.open') ? inSight : onlyPerson(viewer)
  if (teamIds === undefined) return visible
  const [known, members] = await Promise.all([
    countTeams(db, teamIds, inSight === everyone ? undefined : viewer),
    findMembers(db, teamIds),
  ])
  if (known < teamIds.length) throw refuseInput({ teamId: messages.teams.unknown })
  return madeOf(visible.ids === undefined ? [...members] : visible.ids.filter(id => members.has(id)))
}

const findManagerScope = compileOnceForOne(db =>
  db.selectFrom('organization_settings').select('manager_scope'),
)

/** Whether the settings limit managers to the teams that they lead. */
export async function areManagersLimited(db: Db): Promise<boolean> {
  const settings = await findManagerScope(db)
  return (settings?.manager_scope ?? defaultSettings.manager_scope) === 'teams'
}

/** Whether this user is limited to the teams that they lead. */
export async function isLimitedToTeams(db: Db, viewer: Pick<Actor, 'role'>): Promise<boolean> {
  // Most requests come from users whom the setting doesn't concern.
  return seesOnlyTeams(viewer, 'teams') && (await areManagersLimited(db))
}

/** The user with what the settings let them see, for rules of the permission table that ask it. */
export const withScope = async <Viewer extends Actor>(
  db: Db,
  viewer: Viewer,
): Promise<Viewer & ScopedActor> => ({
  ...viewer,
  sees_only_teams: await isLimitedToTeams(db, viewer),
})

async function findLedPeople(db: Db, leadId: number): Promise<number[]> {
  const found = await db
    .selectFrom('team_leads')
    .innerJoin('team_members', 'team_members.team_id', 'team_leads.team_id')
    .select(asJsonArray<number>(db, 'team_members.user_id').as('ids'))
    .where('team_leads.user_id', '=', leadId)
    .executeTakeFirst()
  return parseJsonArray(found?.ids)
}

async function findLeadsOfTeamsOf(db: Db, userId: number): Promise<number[]> {
  const found = await db
    .selectFrom('teams')
    .innerJoin('team_leads as leads', 'leads.team_id', 'teams.id')
    .select(asJsonArray<number>(db, 'leads.user_id').as('ids'))
    .where(eb => isTeamOf(eb, userId))
    .executeTakeFirst()
  return parseJsonArray(found?.ids)
}

async function findMembers(db: Db, teamIds: readonly number[]): Promise<Set<number>> {
  const found = await db
    .selectFrom('team_members')
    .select(asJsonArray<number>(db, 'user_id').as('ids'))
    .where(isOneOf(db, 'team_id', teamIds))
    .executeTakeFirst()
  return new Set(parseJsonArray(found?.ids))
}

/** How many of these teams there are or, for a limited manager, how many they lead or belong to. */
async function countTeams(db: Db, teamIds: readonly number[], limited: Actor | undefined): Promise<number> {
  const teams = db.selectFrom('teams').where(isOneOf(db, 'id', teamIds))
  const known = limited ? teams.where(eb => isTeamOf(eb, limited.id)) : teams
  const { count } = await known.select(db.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether the user leads the team or belongs to it. */
export const isTeamOf = ({ eb, or, selectFrom }: ExpressionBuilder<Tables, 'teams'>, userId: number) =>
  or(
    (['team_members', 'team_leads'] as const).map(table =>
      eb('teams.id', 'in', selectFrom(table).select('team_id').where('user_id', '=', userId)),
    ),
  )
