import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageReply } from '#shared/contract/errors.ts'
import { type TeamDetails, teamDetailsReply, teamReply } from '#shared/contract/teams.ts'
import { limits } from '#shared/limits.ts'
import { teamKeys, teamsQuery } from '../../domain/teams-query.ts'
import { request } from '../../lib/api-client.ts'
import { isAbsent } from '../../lib/api-error.ts'
import { useActor } from '../../lib/can.tsx'
import { ownAccountChanged } from '../../lib/sign-in.ts'

export function useTeams({ enabled = true } = {}) {
  return useQuery({ ...teamsQuery, select: ({ data }) => data, enabled })
}

/** The teams for a form or a filter. Without any team, no call is made and nothing waits for it. */
export function useOfferedTeams() {
  return useTeams({ enabled: useActor()?.has_teams === true })
}

export function useTeam(id: number) {
  return useQuery({
    queryKey: teamKeys.one(id),
    queryFn: ({ signal }) => request({ path: `/teams/${id}`, reply: teamDetailsReply, signal }),
  })
}

export type NewTeam = { name: string; description?: string; member_ids?: number[] }

export function useCreateTeam() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: NewTeam) => request({ method: 'POST', path: '/teams', body, reply: teamReply }),
    onSuccess: refresh,
  })
}

export function useEditTeam(id: number) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: { name?: string; description?: string }) =>
      request({ method: 'PUT', path: `/teams/${id}`, body, reply: teamReply }),
    onSuccess: refresh,
  })
}

export function useDeleteTeam(id: number) {
  return useMutation({
    mutationFn: () => request({ method: 'DELETE', path: `/teams/${id}`, reply: messageReply }),
  })
}

/**
 * Many screens show teams, or filter by them, so all cached data is loaded again when next shown. So is the signed-in user,
 * who may now lead or belong to other teams.
 */
export function useRefresh() {
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries()
    ownAccountChanged.emit()
  }
}

export type PeopleOf = 'members' | 'leads'
type Person = TeamDetails['members'][number]

const addSome = (teamId: number, of: PeopleOf, user_ids: readonly number[]) =>
  request({ method: 'POST', path: `/teams/${teamId}/${of}`, body: { user_ids }, reply: teamReply })

const removeOne = (teamId: number, of: PeopleOf, userId: number) =>
  request({ method: 'DELETE', path: `/teams/${teamId}/${of}/${userId}`, reply: teamReply })

/** Thrown when some calls of a long change had succeeded before one failed. */
export class PartlyAdded extends Error {
  readonly count: number
  constructor(count: number, cause: unknown) {
    super('Only some of the people were added', { cause })
    this.count = count
  }
}

/** Adds people, in calls of at most 100. Adding a person twice changes nothing, so a failed change can be repeated. */
async function addAll(teamId: number, of: PeopleOf, userIds: readonly number[]): Promise<void> {
  for (let from = 0; from < userIds.length; from += limits.teamChangeMax) {
    try {
      await addSome(teamId, of, userIds.slice(from, from + limits.teamChangeMax))
    } catch (error) {
      throw from === 0 ? error : new PartlyAdded(from, error)
    }
  }
}

/** Adds and removes members and leads of a team. After a failure the team is loaded again. */
export function useTeamPeople(teamId: number) {
  const queryClient = useQueryClient()
  const refresh = useRefresh()

  async function add(of: PeopleOf, userIds: readonly number[]) {
    try {
      await addAll(teamId, of, userIds)
    } finally {
      refresh()
    }
  }

  /** The person disappears at once, and a thousand others aren't loaded again. */
  async function remove(of: PeopleOf, { id }: Pick<Person, 'id'>) {
    // The answer to an earlier call would bring the person back.
    void queryClient.cancelQueries({ queryKey: teamKeys.one(teamId) })
    queryClient.setQueryData<TeamDetails>(teamKeys.one(teamId), team => team && withoutPerson(team, of, id))
    try {
      await removeOne(teamId, of, id)
      void queryClient.invalidateQueries({ refetchType: 'none' })
      ownAccountChanged.emit()
    } catch (error) {
      refresh()
      throw error
    }
  }

  return { add, remove }
}

function withoutPerson(team: TeamDetails, of: PeopleOf, personId: number): TeamDetails {
  const isAnother = ({ id }: { id: number }) => id !== personId
  if (of === 'leads') return { ...team, leads: team.leads.filter(isAnother) }
  const members = team.members.filter(isAnother)
  return { ...team, members, member_count: members.length }
}

/** Adds people to any team, and takes them out again. */
export function useAddToTeam() {
  const refresh = useRefresh()

  async function change(work: () => Promise<unknown>) {
    try {
      await work()
    } finally {
      refresh()
    }
  }

  return {
    add: (teamId: number, userIds: readonly number[]) => change(() => addAll(teamId, 'members', userIds)),
    /** One after the other: each is a call of its own, and a person who is no longer in the team stops nothing. */
    remove: (teamId: number, userIds: readonly number[]) =>
      change(async () => {
        for (const userId of userIds) {
          await removeOne(teamId, 'members', userId).catch(error => {
            if (!isAbsent(error)) throw error
          })
        }
      }),
    deleteTeam: (teamId: number) =>
      change(() => request({ method: 'DELETE', path: `/teams/${teamId}`, reply: messageReply })),
  }
}
