import { lazy, Suspense } from 'react'
import type { Project } from '#shared/contract/projects.ts'

const ProjectPanels = lazy(() => import('./project-panels.tsx'))

/** Not a screen of its own: what several screens show of one project once it is opened, and load only then. */
export function ProjectResources({ project }: { project: Pick<Project, 'id' | 'name'> }) {
  return (
    <Suspense fallback={null}>
      <ProjectPanels project={project} />
    </Suspense>
  )
}
