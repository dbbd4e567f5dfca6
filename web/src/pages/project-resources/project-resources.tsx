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
 * Whether the files and links of projects that start expanded are loaded. If they appeared after the first paint,
 * everything below them would move.
 */
export function useResourcesAtStart(ids: readonly number[]) {
  const [ready, setReady] = useState<ReadonlySet<number>>(new Set())
  const [isFailed, setIsFailed] = useState(false)
  const isWanted = ids.length > 0
  useEffect(() => {
    // The card shows the failure.
    if (isWanted) ProjectPanels.load().catch(() => setIsFailed(true))
  }, [isWanted])
  return {
    areReady: isFailed || ids.every(id => ready.has(id)),
    markReady: (id: number) => setReady(before => (before.has(id) ? before : new Set(before).add(id))),
  }
}
