import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ownTeams, type Team } from '#shared/contract/teams.ts'
import type { Me } from '#shared/contract/users.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { useActor } from '../lib/can.tsx'
import { userChanged } from '../lib/sign-in.ts'
import { createStore, useStore } from '../lib/store.ts'
import { isId, searchNow, searchWith } from '../lib/url.ts'
import { teamsQuery } from './teams-query.ts'

// Whose data the screens of reviewers show: those of everyone, of the user's own teams, or of one team. The choice in
// the URL (?team=mine) comes first. A link without it keeps the choice of the tab, and a new tab starts with the last
// choice on this device. If there are no teams, there is no choice and no call for it.

const texts = messages.teams

/** "everyone", "mine" or the id of a team, as in the URL. */
export type TeamChoice = string

/** The ids for the API. Undefined means everyone. */
export type TeamIds = readonly number[] | undefined

/** The choice of this tab, which stays the same from screen to screen. */
const shownChoice = createStore<{ userId: number; choice: TeamChoice } | null>(null)

// The next sign-in in this tab starts with the choice on this device.
userChanged.subscribe(() => shownChoice.set(null))

const storageKey = (userId: number) => `team-${userId}`

function storeChoice(userId: number, choice: TeamChoice | null) {
  shownChoice.set(choice === null ? null : { userId, choice })
  try {
    if (choice === null) localStorage.removeItem(storageKey(userId))
    else localStorage.setItem(storageKey(userId), choice)
  } catch {
    // Storage is full or switched off: the tab keeps the choice.
  }
}

/** The user's own teams, or none if they are too many for one call. */
const myTeams = (actor: Me) => {
  const own = ownTeams(actor)
  return own.length <= limits.teamsPerCallMax ? own : []
}

/** Leads start with their teams, all others with everyone. */
export const firstChoice = (actor: Me): 'mine' | 'everyone' =>
  actor.leads.length > 0 && myTeams(actor).length > 0 ? 'mine' : 'everyone'

/** A choice that this user can make; undefined for anything else. Whether a team exists is not known here. */
function readChoice(text: string | null | undefined, actor: Me): TeamChoice | undefined {
  if (text === 'everyone' || (text === 'mine' && myTeams(actor).length > 0)) return text
  return text && isId(text) ? text : undefined
}

export const choiceIn = (search: string, actor: Me) =>
  readChoice(new URLSearchParams(search).get('team'), actor)

export function teamIdsOf(choice: TeamChoice, actor: Me): TeamIds {
  if (choice === 'everyone') return undefined
  return choice === 'mine' ? myTeams(actor).map(({ id }) => id) : [Number(choice)]
}

/** A choice by its name, with the number of its people. Both are empty while they are loaded. */
export function nameOfChoice(choice: TeamChoice, { mine, all, counts }: OfferedTeams): string {
  if (choice === 'everyone') return texts.choice(texts.everyone, counts.everyone)
  if (choice === 'mine') return texts.choice(texts.mine, counts.mine)
  const isChosen = ({ id }: { id: number }) => String(id) === choice
  const listed = all.find(isChosen)
  return listed ? texts.choice(listed.name, listed.member_count) : (mine.find(isChosen)?.name ?? '')
}

/** Adds the choice to `search`. */
export const withTeam = (search: string, choice: TeamChoice) => searchWith(search, { team: choice })

type OfferedTeams = {
  /** The user's own teams, by name, with the number of their people once it is known. */
  mine: { id: number; name: string; people: number | undefined }[]
  all: readonly Team[]
  counts: { everyone: number | undefined; mine: number | undefined }
}

export type ChoiceOptions = {
  /** Whether this screen shares the choice with other screens. If not, only the URL counts. */
  isKept?: boolean
  /** The choice to start with; by default the user's own teams, if they lead any. */
  start?: 'everyone'
}

/** The choice and its options. Null if there are no teams, and for staff. */
export function useTeamChoice({ isKept = true, start }: ChoiceOptions = {}) {
  const user = useActor()
  const { search } = useLocation()
  const shown = useStore(shownChoice)
  const actor = user?.has_teams && can(user, 'admin.open') ? user : undefined
  const { data } = useQuery({ ...teamsQuery, enabled: actor !== undefined })
  // The last team may have been deleted since the user was loaded.
  if (!actor || data?.pagination.total === 0) return null

  const inTab = shown?.userId === actor.id ? shown.choice : localStorage.getItem(storageKey(actor.id))
  const first = start ?? firstChoice(actor)
  const wanted = choiceIn(search, actor) ?? (isKept ? readChoice(inTab, actor) : undefined) ?? first
  const isGone = isId(wanted) && data !== undefined && !data.data.some(({ id }) => String(id) === wanted)
  const choice = isGone ? first : wanted
  const peopleOf = (teamId: number) => data?.data.find(({ id }) => id === teamId)?.member_count
  const offered: OfferedTeams = {
    mine: myTeams(actor).map(({ id, name }) => ({ id, name, people: peopleOf(id) })),
    all: data?.data ?? [],
    counts: { everyone: data?.people.all, mine: data?.people.mine },
  }
  return { actor, first, choice, isGone, teamIds: teamIdsOf(choice, actor), offered }
}

/** A manager who may see only the people of teams they lead, and leads none. */
export function useLeadsNone() {
  const actor = useActor()
  return actor?.sees_only_teams === true && actor.leads.length === 0
}

/** The teams whose people a screen shows, for its calls. Undefined means everyone. */
export const useTeamIds = (options?: ChoiceOptions): TeamIds => useTeamChoice(options)?.teamIds

/** Adds the choice to the search of a link, so that a list opened in a new tab shows the people whom its number counted. */
export function useTeamSearch(options?: ChoiceOptions): (search?: string) => string {
  const choice = useTeamChoice(options)?.choice
  return (search = '') => (choice === undefined ? search : withTeam(search, choice))
}

/** Puts a choice into the URL. If it is kept, this device remembers it. */
export function useChooseTeam({ isKept = true }: ChoiceOptions = {}) {
  const userId = useActor()?.id
  const navigate = useNavigate()
  return (choice: TeamChoice) => {
    if (userId !== undefined && isKept) storeChoice(userId, choice)
    void navigate({ search: withTeam(searchNow(), choice) })
  }
}

/**
 * Writes the choice into the URL, so that it can be shared and Back undoes it, and keeps it for the other screens. A screen
 * without the control uses it for its own calls. `isLost`: the team in the URL doesn't exist, so another choice is shown.
 */
export function useTeamInUrl(options: ChoiceOptions = {}) {
  const { isKept = true } = options
  const chosen = useTeamChoice(options)
  const { search, hash, state } = useLocation()
  const navigate = useNavigate()
  const [lost, setLost] = useState<TeamChoice>()
  const choice = chosen?.choice
  const isGone = chosen?.isGone ?? false

  const keep = useEffectEvent(() => {
    if (!chosen || choice === undefined) return
    const { actor, first } = chosen
    if (isGone) {
      if (isKept) storeChoice(actor.id, null)
      setLost(first)
    }
    if (isKept) shownChoice.set({ userId: actor.id, choice })
    // If the URL has changed again since this render, the next render decides.
    if (searchNow() !== search || new URLSearchParams(search).get('team') === choice) return
    const query = new URLSearchParams(search)
    query.set('team', choice)
    void navigate({ search: `?${query.toString()}`, hash }, { replace: true, state })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every new choice and URL
  useEffect(() => keep(), [choice, isGone, search])

  return { chosen, isLost: lost !== undefined && lost === choice }
}

/** Those of these users who are in one of the teams. */
export const inTeams = <U extends { teams: readonly { id: number }[] }>(
  users: U[] | undefined,
  teamIds: TeamIds,
): U[] | undefined =>
  teamIds === undefined ? users : users?.filter(({ teams }) => teams.some(({ id }) => teamIds.includes(id)))
