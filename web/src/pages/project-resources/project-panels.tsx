import type { Project } from '#shared/contract/projects.ts'
import { FilesPanel } from '../../features/files/files-panel.tsx'
import { UrlsPanel } from '../../features/urls/urls-panel.tsx'
import './project-panels.scss'

export default function ProjectPanels({ project: { id, name } }: { project: Pick<Project, 'id' | 'name'> }) {
  return (
    <div className="project-resources">
      <div className="project-resources-inner">
        <FilesPanel projectId={id} projectName={name} />
        <UrlsPanel projectId={id} projectName={name} />
      </div>
    </div>
  )
}
