import { type NamedTeam, teamKey } from '#shared/contract/teams.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Actor } from '#shared/permissions.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { refuseInput } from '../../http/refusals.ts'
import { everyone, isLimitedToTeams } from '../../identity/visible-people.ts'
import { addTeamMembers, countMembers, findLedTeamIds, findTeamIdsByKey, lockTeams } from './teams.queries.ts'

/** Refuses a limited manager who names no team, or one that they don't lead: they would not see the new account. */
export async function assertOwnTeams(db: Db, actor: Actor, teamIds: readonly number[] = []): Promise<void> {
  if (!(await isLimitedToTeams(db, actor))) return
  const led = await findLedTeamIds(db, actor.id)
  if (!areOwnTeams(teamIds, led)) throw refuseInput({ team_ids: messages.teams.notYours })
}

const areOwnTeams = (ids: readonly number[], led: ReadonlySet<number>) =>
  ids.length > 0 && ids.every(id => led.has(id))

declare const chosen: unique symbol
/** Teams that exist, have room and may be chosen by the user, locked until the transaction ends. */
export type ChosenTeams = readonly NamedTeam[] & { readonly [chosen]: true }

/** Finds the teams that a new account joins. */
export async function chooseTeams(
  trx: Trx,
  actor: Actor,
  teamIds: readonly number[] = [],
): Promise<ChosenTeams> {
  const teams = teamIds.length === 0 ? [] : await lockTeams(trx, teamIds)
  await assertOwnTeams(trx, actor, teamIds)
  if (teams.length < teamIds.length) throw refuseInput({ team_ids: messages.teams.unknown })
  const counts = await countMembers(trx, everyone, teamIds)
  if (teamIds.some(id => (counts.get(id) ?? 0) >= limits.teamMembersMax))
    throw refuseInput({ team_ids: messages.teams.membersTooMany })
  return teams as unknown as ChosenTeams
}

/** Adds a new account to its teams, and returns them by name. */
export async function joinTeams(trx: Trx, userId: number, teams: ChosenTeams): Promise<NamedTeam[]> {
  await addTeamMembers(
    trx,
    teams.map(({ id }) => ({ team_id: id, user_id: userId })),
  )
  return [...teams]
}

type Line = { teams: readonly string[] }

/** Which teams the lines of a list name, and an error for each line with an unknown, a foreign or a full one. */
export async function findTeamsOfLines(trx: Trx, actor: Actor, lines: readonly Line[]) {
  const errors: Record<string, string> = {}
  const teamIds: number[][] = lines.map(() => [])
  const isLimited = await isLimitedToTeams(trx, actor)
  if (!isLimited && lines.every(({ teams }) => teams.length === 0)) return { errors, teamIds }
  const byKey = await findTeamIdsByKey(trx)
  const named = new Set(lines.flatMap(({ teams }) => teams.flatMap(name => byKey.get(teamKey(name)) ?? [])))
  await lockTeams(trx, [...named])
  const led = isLimited ? await findLedTeamIds(trx, actor.id) : undefined
  const counts = await countMembers(trx, everyone, [...named])
  for (const [index, { teams }] of lines.entries()) {
    const ids = new Set<number>()
    for (const name of teams) {
      const id = byKey.get(teamKey(name))
      if (id !== undefined && (led?.has(id) ?? true)) ids.add(id)
      // A limited manager isn't told whether there is a team with this name.
      else
        errors[`people.${index}.teams`] ??= led ? messages.teams.notYours : messages.teams.unknownName(name)
    }
    if (led && ids.size === 0) errors[`people.${index}.teams`] ??= messages.teams.notYours
    for (const id of ids) {
      const count = (counts.get(id) ?? 0) + 1
      counts.set(id, count)
      if (count > limits.teamMembersMax) errors[`people.${index}.teams`] ??= messages.teams.membersTooMany
    }
    teamIds[index] = [...ids]
  }
  return { errors, teamIds }
}

export { addTeamMembers } from './teams.queries.ts'
