import { Suspense } from 'react'
import type { Project } from '#shared/contract/projects.ts'
import { ErrorBoundary } from '../../components/error-boundary.tsx'
import { lazily } from '../../lib/lazily.ts'

const ProjectPanels = lazily(() => import('./project-panels.tsx'))

/** Not a screen of its own: what several screens show of one project once it is opened, and load only then. */
export function ProjectResources({ project }: { project: Pick<Project, 'id' | 'name'> }) {
  return (
    <ErrorBoundary isPart>
      <Suspense fallback={null}>
        <ProjectPanels project={project} />
      </Suspense>
    </ErrorBoundary>
  )
}
