import {
  ownTeams,
  type Team,
  type TeamDetails,
  type TeamEditInput,
  type TeamInput,
  type TeamPage,
  type TeamsQuery,
  teamKey,
} from '#shared/contract/teams.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { type Actor, can } from '#shared/permissions.ts'
import type { Context } from '../../context.ts'
import { lockRow } from '../../db/engine.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { emit, type Listener, type TeamChange } from '../../events/event.ts'
import { authorize, refuseToken } from '../../http/authorize.ts'
import { paginationOf } from '../../http/pagination-of.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse, refuseInput } from '../../http/refusals.ts'
import { actAs } from '../../identity/acting-user.ts'
import { findTeamsOf } from '../../identity/teams-of-users.ts'
import {
  areManagersLimited,
  everyone,
  isLimitedToTeams,
  peopleInSight,
  type VisiblePeople,
  visiblePeople,
} from '../../identity/visible-people.ts'
import {
  countLeads,
  countLiveUsers,
  countMembers,
  deletePerson,
  deleteTeamRow,
  findLeads,
  findMembers,
  findTeam,
  findTeamPage,
  insertPeople,
  insertTeam,
  lockLiveUsers,
  removeFromAllTeams,
  type TeamFilter,
  type TeamRow,
  updateTeam,
} from './teams.queries.ts'

/** A deleted user is in no team, and only reviewers lead teams. */
export const teamsListener: Listener = async (_ctx, trx, event) => {
  if (event.kind === 'user.deleted') {
    await removeFromAllTeams(trx, 'team_members', event.userId)
    await removeFromAllTeams(trx, 'team_leads', event.userId)
  }
  if (event.kind === 'user.changedRole' && !canLead(event.user))
    await removeFromAllTeams(trx, 'team_leads', event.user.id)
}

const canLead = (user: { id: number; role: SignedIn['role'] }) => can(user, 'teams.create')

/** Limited managers see the teams that they lead or belong to, and others as if these didn't exist. */
const teamsOf = async (db: Db, viewer: SignedIn): Promise<TeamFilter> => ({
  ofUserId: (await isLimitedToTeams(db, viewer)) ? viewer.id : undefined,
})

/**
 * Reviewers get all teams, or with `mine` those that they lead or belong to. Staff get those that they belong to, and
 * limited managers those that they lead or belong to.
 */
export async function listTeams(
  { db }: Context,
  actor: SignedIn,
  { mine, page, limit }: TeamsQuery,
): Promise<TeamPage> {
  const isForAll = can(actor, 'teams.readAll') && !mine
  const filter = isForAll ? await teamsOf(db, actor) : { ofUserId: actor.id }
  const { total, rows } = await findTeamPage(db, filter, { limit, offset: (page - 1) * limit })
  const inSight = await peopleInSight(db, actor)
  const [data, people] = await Promise.all([presentTeams(db, inSight, rows), countVisiblePeople(db, actor)])
  return { data, pagination: paginationOf(total, { page, limit }), people }
}

/** How many people the user sees in all, and in the user's own teams. Each counts once, also in several teams. */
async function countVisiblePeople(db: Db, actor: SignedIn): Promise<TeamPage['people']> {
  const own = ownTeams(await findTeamsOf(db, actor)).map(({ id }) => id)
  const [all, mine] = await Promise.all([
    countLiveUsers(db, await visiblePeople(db, actor)),
    own.length === 0 ? 0 : countLiveUsers(db, await visiblePeople(db, actor, own)),
  ])
  return { all, mine }
}

export async function readTeam({ db }: Context, actor: SignedIn, id: number): Promise<TeamDetails> {
  const [row, people] = await Promise.all([
    requireTeam(db, id, await teamsOf(db, actor)),
    peopleInSight(db, actor),
  ])
  const [team, found] = await Promise.all([presentTeam(db, people, row), findMembers(db, people, id)])
  const members = found.map(({ id, name, role }) => ({ id, name, role }))
  authorize(actor, 'teams.read', { members })
  return { ...team, members }
}

export function createTeam(ctx: Context, actor: SignedIn, input: TeamInput): Promise<Team> {
  return actAs(ctx, actor, 'teams.create', async (trx, acting) => {
    const [isLimited, visible] = [await isLimitedToTeams(trx, acting), await visiblePeople(trx, acting)]
    const named = input.lead_ids ?? []
    const isLead = isLimited || (named.length === 0 && acting.role === 'manager')
    const leadIds = isLead ? [...new Set([acting.id, ...named])] : named
    if (leadIds.length > limits.teamLeadsMax) throw refuseInput({ lead_ids: messages.teams.leadsTooMany })
    const memberIds = input.member_ids ?? []
    if (leadIds.length + memberIds.length > 0) await refuseTokenWhileLimited(trx, acting)
    const people = await lockLiveUsers(trx, visible, [...new Set([...leadIds, ...memberIds])])
    const live = new Map(people.map(person => [person.id, person]))
    for (const [field, ids] of [
      ['lead_ids', leadIds],
      ['member_ids', memberIds],
    ] as const) {
      if (ids.some(id => !live.has(id)))
        throw refuseInput({ [field]: messages.teams.personMissing }, 'team_person_missing')
    }
    assertCanLead(
      people.filter(({ id }) => leadIds.includes(id)),
      'lead_ids',
    )
    const id = await refuseTakenName(() =>
      insertTeam(trx, {
        name: input.name,
        name_key: teamKey(input.name),
        description: input.description,
        created_at: ctx.clock.now().toISOString(),
      }),
    )
    await insertPeople(trx, 'team_leads', id, leadIds)
    await insertPeople(trx, 'team_members', id, memberIds)
    await emit(ctx, trx, acting, { kind: 'team.created', teamId: id, leadIds, memberIds })
    return readChanged(trx, acting, id)
  })
}

export function editTeam(ctx: Context, actor: SignedIn, id: number, input: TeamEditInput): Promise<Team> {
  return changeTeam(ctx, actor, id, async (trx, acting) => {
    const { name, description } = input
    await refuseTakenName(() =>
      updateTeam(trx, id, {
        ...(name !== undefined && { name, name_key: teamKey(name) }),
        ...(description !== undefined && { description }),
      }),
    )
    const fields = Object.keys(input).filter(field => input[field as keyof TeamEditInput] !== undefined)
    await emit(ctx, trx, acting, { kind: 'team.changed', teamId: id, fields })
  })
}

export function addMembers(
  ctx: Context,
  actor: SignedIn,
  id: number,
  userIds: readonly number[],
): Promise<Team> {
  return changePeople(ctx, actor, id, async (trx, acting) => {
    await lockPeople(trx, acting, userIds)
    const added = await insertPeople(trx, 'team_members', id, userIds)
    const count = (await countMembers(trx, everyone, [id])).get(id) ?? 0
    if (count > limits.teamMembersMax)
      throw refuseInput({ user_ids: messages.teams.membersTooMany }, 'team_full')
    await emitChange(ctx, trx, acting, id, 'member_added', added)
  })
}

export function addLeads(
  ctx: Context,
  actor: SignedIn,
  id: number,
  userIds: readonly number[],
): Promise<Team> {
  return changePeople(ctx, actor, id, async (trx, acting) => {
    assertCanLead(await lockPeople(trx, acting, userIds), 'user_ids')
    const added = await insertPeople(trx, 'team_leads', id, userIds)
    if ((await countLeads(trx, id)) > limits.teamLeadsMax)
      throw refuseInput({ user_ids: messages.teams.leadsTooMany }, 'too_many_leads')
    await emitChange(ctx, trx, acting, id, 'lead_added', added)
  })
}

export function removeMember(ctx: Context, actor: SignedIn, id: number, userId: number): Promise<Team> {
  return changePeople(ctx, actor, id, async (trx, acting) => {
    if (!(await deletePerson(trx, 'team_members', id, userId))) throw refuse('team_member_not_found')
    await emitChange(ctx, trx, acting, id, 'member_removed', [userId])
  })
}

export function removeLead(ctx: Context, actor: SignedIn, id: number, userId: number): Promise<Team> {
  return changePeople(ctx, actor, id, async (trx, acting) => {
    if (!(await deletePerson(trx, 'team_leads', id, userId))) throw refuse('team_lead_not_found')
    await emitChange(ctx, trx, acting, id, 'lead_removed', [userId])
  })
}

/** Its people and all that they wrote stay. */
export function deleteTeam(ctx: Context, actor: SignedIn, id: number): Promise<{ name: string }> {
  return actAs(ctx, actor, 'teams.edit', async (trx, acting) => {
    const team = await lockTeam(trx, acting, id)
    await emit(ctx, trx, acting, { kind: 'team.deleted', teamId: id })
    await deleteTeamRow(trx, id)
    return team
  })
}

const emitChange = (
  ctx: Context,
  trx: Trx,
  acting: SignedIn,
  teamId: number,
  change: TeamChange,
  userIds: readonly number[],
) => emit(ctx, trx, acting, { kind: 'team.changedPeople', teamId, change, userIds })

/** Changes a team for an admin or one of its leads. Changes of one team run one after the other. */
function changeTeam(
  ctx: Context,
  actor: SignedIn,
  id: number,
  work: (trx: Trx, acting: SignedIn) => Promise<void>,
): Promise<Team> {
  return actAs(ctx, actor, 'teams.edit', async (trx, acting) => {
    await lockTeam(trx, acting, id)
    await work(trx, acting)
    return readChanged(trx, acting, id)
  })
}

/** Changes the leads or members of a team. */
function changePeople(
  ctx: Context,
  actor: SignedIn,
  id: number,
  work: (trx: Trx, acting: SignedIn) => Promise<void>,
): Promise<Team> {
  return changeTeam(ctx, actor, id, async (trx, acting) => {
    await refuseTokenWhileLimited(trx, acting)
    await work(trx, acting)
  })
}

/** While managers see only their teams, who leads and belongs to a team decides what they see. That is closed to programs. */
async function refuseTokenWhileLimited(trx: Trx, acting: SignedIn): Promise<void> {
  if (await areManagersLimited(trx)) refuseToken(acting)
}

/** A limited manager who has just left the team is answered too, with the people whom they still see. */
async function readChanged(trx: Trx, acting: SignedIn, id: number): Promise<Team> {
  return presentTeam(trx, await peopleInSight(trx, acting), await requireTeam(trx, id, {}))
}

/** Locks a team that the user may change. */
export async function lockTeam(trx: Trx, acting: SignedIn, id: number): Promise<Team> {
  await lockRow(trx, 'teams', id)
  return requireTeamToEdit(trx, acting, id)
}

export async function requireTeamToEdit(db: Db, actor: SignedIn, id: number): Promise<Team> {
  const row = await requireTeam(db, id, await teamsOf(db, actor))
  const team = await presentTeam(db, await peopleInSight(db, actor), row)
  authorize(actor, 'teams.edit', team)
  return team
}

/** Whether this user may change the team now. */
export const mayEditTeam = async (db: Db, user: Actor, id: number): Promise<boolean> =>
  can(user, 'teams.edit', { leads: await findLeads(db, [id]) })

async function requireTeam(db: Db, id: number, filter: TeamFilter): Promise<TeamRow> {
  const team = await findTeam(db, id, filter)
  if (!team) throw refuse('team_not_found')
  return team
}

async function lockPeople(trx: Trx, acting: SignedIn, ids: readonly number[]) {
  const people = await lockLiveUsers(trx, await visiblePeople(trx, acting), ids)
  if (people.length < ids.length) throw refuse('user_not_found')
  return people
}

function assertCanLead(
  people: readonly { id: number; name: string; role: SignedIn['role'] }[],
  field: string,
): void {
  const other = people.find(person => !canLead(person))
  if (other) throw refuseInput({ [field]: messages.teams.cannotLead(other.name) }, 'cannot_lead')
}

async function refuseTakenName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (isUniqueViolation(error)) throw refuse('team_exists')
    throw error
  }
}

/** `people` are those whom the viewer sees among the members. */
async function presentTeams(db: Db, people: VisiblePeople, rows: readonly TeamRow[]): Promise<Team[]> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const [leads, counts] = await Promise.all([findLeads(db, ids), countMembers(db, people, ids)])
  const leadsByTeam = Map.groupBy(leads, lead => lead.team_id)
  return rows.map(({ id, name, description, created_at }) => ({
    id,
    name,
    description,
    leads: (leadsByTeam.get(id) ?? []).map(({ id, name }) => ({ id, name })),
    member_count: counts.get(id) ?? 0,
    created_at,
  }))
}

async function presentTeam(db: Db, people: VisiblePeople, row: TeamRow): Promise<Team> {
  const [team] = await presentTeams(db, people, [row])
  return team as Team
}
