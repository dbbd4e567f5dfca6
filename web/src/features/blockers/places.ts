import type { Blocker } from '#shared/contract/blockers.ts'

export type Place = { nth: number; total: number; project: string }

/** Of each blocker that is one of several of the same person on the same project: which one it is. */
export function placesOf(blockers: readonly Blocker[]): Map<number, Place> {
  const groups = Map.groupBy(blockers, ({ user_id, project_id }) => `${user_id} ${project_id}`)
  return new Map(
    [...groups.values()]
      .filter(group => group.length > 1)
      .flatMap(group =>
        group.map(({ id, project_name }, index) => [
          id,
          {
            nth: index + 1,
            total: group.length,
            project: project_name === null ? 'without a project' : 'on this project',
          },
        ]),
      ),
  )
}
