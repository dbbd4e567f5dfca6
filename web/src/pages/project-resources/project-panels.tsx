import { useEffectEvent, useLayoutEffect } from 'react'
import type { Project } from '#shared/contract/projects.ts'
import { usePlaceholder } from '../../components/placeholders.tsx'
import { useFiles } from '../../features/files/api.ts'
import { FilesPanel } from '../../features/files/files-panel.tsx'
import { useUrls } from '../../features/urls/api.ts'
import { UrlsPanel } from '../../features/urls/urls-panel.tsx'
import './project-panels.scss'

export type ProjectPanelsProps = {
  project: Pick<Project, 'id' | 'name'>
  /** Called when both lists have loaded or failed, after which the height is final. */
  onReady?: () => void
}

export default function ProjectPanels({ project: { id, name }, onReady }: ProjectPanelsProps) {
  const [files, urls] = [useFiles(id), useUrls(id)]
  // Their placeholders are shown for a minimum time.
  const isReady = !usePlaceholder(files.isPending || urls.isPending)
  const handleReady = useEffectEvent(() => onReady?.())
  // A layout effect, so that lists from the cache are shown with the first paint.
  useLayoutEffect(() => {
    if (isReady) handleReady()
  }, [isReady])
  return (
    <div className="project-resources">
      <div className="project-resources-inner">
        <FilesPanel projectId={id} projectName={name} />
        <UrlsPanel projectId={id} projectName={name} />
      </div>
    </div>
  )
}
