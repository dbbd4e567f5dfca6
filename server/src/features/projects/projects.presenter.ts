import type { Project } from '#shared/contract/projects.ts'
import type { ProjectRow } from './projects.queries.ts'

type Member = { project_id: number; id: number; name: string }

export function presentProjects(rows: ProjectRow[], members: Member[]): Project[] {
  const byProject = Map.groupBy(members, member => member.project_id)
  return rows.map(({ id, name, description, created_at }) => ({
    id,
    name,
    description,
    developers: (byProject.get(id) ?? []).map(member => ({ id: member.id, name: member.name })),
    created_at,
  }))
}
