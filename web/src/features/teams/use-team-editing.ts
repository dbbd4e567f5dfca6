import { useState } from 'react'
import type { TeamDetails } from '#shared/contract/teams.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { hasCode } from '../../lib/api-error.ts'
import { useActor } from '../../lib/can.tsx'
import { type PeopleOf, useAddToTeam, useTeamPeople } from './api.ts'
import { teamFailure } from './failures.ts'
import { useUndo } from './use-undo.ts'

type Person = { id: number; name: string }

/** Adding and removing people of a team, each with Undo, and why the last change failed. */
export function useTeamEditing(team: Pick<TeamDetails, 'id'>) {
  const [problem, setProblem] = useState<string | null>(null)
  const { add, remove } = useTeamPeople(team.id)
  const { remove: removeSeveral } = useAddToTeam()
  const undo = useUndo(setProblem)
  const [asked, setAsked] = useState<{ of: PeopleOf; person: Person } | null>(null)
  const actor = useActor()

  /**
   * Whether the user could add the person again. A manager who stops leading a team can't change it any more, and one who
   * sees only their teams may not see the removed person any more.
   */
  function canAddAgain(of: PeopleOf, { id }: Person): boolean {
    if (!actor) return false
    if (id !== actor.id) return !actor.sees_only_teams
    return of === 'members' || can(actor, 'teams.edit', { leads: [] })
  }

  /** Offers Undo, or asks first where Undo couldn't help. */
  async function removeOne(of: PeopleOf, person: Person, { isConfirmed = false } = {}) {
    const isUndoable = canAddAgain(of, person)
    const mayRemove = isUndoable || isConfirmed
    setProblem(null)
    setAsked(mayRemove ? null : { of, person })
    if (!mayRemove) return
    const text = (of === 'members' ? messages.teams.removed : messages.teams.leadRemoved)(person.name)
    const removal = remove(of, person)
    // Pressed before the removal is answered, Undo waits for it.
    const withdraw =
      isUndoable &&
      undo.offer(text, async () => {
        await removal.catch(() => {})
        await add(of, [person.id])
      })
    try {
      await removal
    } catch (error) {
      if (withdraw) withdraw()
      const isGone = hasCode(error, 'team_member_not_found') || hasCode(error, 'team_lead_not_found')
      setProblem(
        isGone
          ? messages.teams.notInAnyMore(person.name)
          : teamFailure(error, messages.teams.removeFailed(person.name)),
      )
    }
  }

  function offerUndoOfAdding(of: PeopleOf, people: readonly Person[]) {
    setProblem(null)
    const text = (of === 'members' ? messages.teams.added : messages.teams.leadAdded)(people.length)
    undo.offer(text, () =>
      of === 'members'
        ? removeSeveral(
            team.id,
            people.map(({ id }) => id),
          )
        : Promise.all(people.map(person => remove(of, person))),
    )
  }

  return {
    problem,
    dismissProblem: () => setProblem(null),
    undo,
    removeOne,
    /** The removal that has to be confirmed. */
    asked,
    dismissAsked: () => setAsked(null),
    offerUndoOfAdding,
  }
}

export type TeamEditing = ReturnType<typeof useTeamEditing>
