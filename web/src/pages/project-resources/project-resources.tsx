import { Suspense, useEffect, useState } from 'react'
import { ErrorBoundary } from '../../components/error-boundary.tsx'
import { lazily } from '../../lib/lazily.ts'
import type { ProjectPanelsProps } from './project-panels.tsx'

const ProjectPanels = lazily(() => import('./project-panels.tsx'))

/** The files and links of a project on several screens. They are loaded when a project is opened. */
export function ProjectResources(props: ProjectPanelsProps) {
  return (
    <ErrorBoundary isPart>
      <Suspense fallback={null}>
        <ProjectPanels {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}

/**
 * For projects that are open from the start: whether their files and links are there. If they came after the page was
 * drawn, everything below them would move.
 */
export function useResourcesAtStart(ids: readonly number[]) {
  const [ready, setReady] = useState<ReadonlySet<number>>(new Set())
  const [isFailed, setIsFailed] = useState(false)
  const isWanted = ids.length > 0
  useEffect(() => {
    // The card says so.
    if (isWanted) ProjectPanels.load().catch(() => setIsFailed(true))
  }, [isWanted])
  return {
    areReady: isFailed || ids.every(id => ready.has(id)),
    markReady: (id: number) => setReady(before => (before.has(id) ? before : new Set(before).add(id))),
  }
}
