import type { Db } from '../../db/schema.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import {
  isLimitedToTeams,
  isVisible,
  type VisiblePeople,
  visiblePeople,
} from '../../identity/visible-people.ts'

/** The tasks of a list: those assigned to these people, and those that a limited manager created. */
export type VisibleTasks = { people: VisiblePeople; creatorId: number | undefined }

/** With teams, only tasks assigned to their members. */
export async function visibleTasks(
  db: Db,
  viewer: SignedIn,
  teamIds?: readonly number[] | undefined,
): Promise<VisibleTasks> {
  const [people, isLimited] = await Promise.all([
    visiblePeople(db, viewer, teamIds),
    teamIds === undefined && isLimitedToTeams(db, viewer),
  ])
  return { people, creatorId: isLimited ? viewer.id : undefined }
}

/** Whether a task exists for the viewer. `people` are those in sight of them. */
export const isTaskInSight = (
  people: VisiblePeople,
  viewer: SignedIn,
  task: { assigned_to: number; assigned_by: number },
) => isVisible(people, task.assigned_to) || task.assigned_by === viewer.id
