import { Suspense } from 'react'
import type { Project } from '#shared/contract/projects.ts'
import { ErrorBoundary } from '../../components/error-boundary.tsx'
import { lazily } from '../../lib/lazily.ts'

const ProjectPanels = lazily(() => import('./project-panels.tsx'))

/** The files and links of a project on several screens. They are loaded when a project is opened. */
export function ProjectResources({ project }: { project: Pick<Project, 'id' | 'name'> }) {
  return (
    <ErrorBoundary isPart>
      <Suspense fallback={null}>
        <ProjectPanels project={project} />
      </Suspense>
    </ErrorBoundary>
  )
}
