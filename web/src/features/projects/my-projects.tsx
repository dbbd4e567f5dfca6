import chevron from 'bootstrap-icons/icons/chevron-down.svg?raw'
import folder from 'bootstrap-icons/icons/folder2.svg?raw'
import { type ReactNode, useId } from 'react'
import type { Project } from '#shared/contract/projects.ts'
import { messages } from '#shared/messages.ts'
import { Icon } from '../../components/icon.tsx'
import { Placeholder, Skeleton, usePlaceholder } from '../../components/placeholders.tsx'
import { ErrorState } from '../../components/states.tsx'
import { Clamped } from '../../components/text.tsx'
import { useMyProjects } from './api.ts'
import { useExpanding } from './use-expanding.ts'
import './projects.scss'

type MyProjectsProps = {
  /** The content of an opened project. */
  resources: (project: Project) => ReactNode
}

/** The projects the user is assigned to, each with its files and links. */
export function MyProjects({ resources }: MyProjectsProps) {
  const title = useId()
  return (
    <section className="card my-projects" aria-labelledby={title}>
      <h2 id={title}>My Projects</h2>
      <MyProjectsBody resources={resources} />
    </section>
  )
}

function MyProjectsBody({ resources }: MyProjectsProps) {
  const { data: projects, isPending, refetch } = useMyProjects()
  if (usePlaceholder(isPending)) return <MyProjectsSkeleton />
  if (!projects)
    return <ErrorState plain message={messages.projects.listFailed} onRetry={() => void refetch()} />
  if (projects.length === 0) {
    return (
      <div className="my-projects-empty">
        <Icon svg={folder} />
        <div>
          <p className="empty-state-title">{messages.projects.noneMine}</p>
          <p className="text-body-secondary">{messages.projects.noneMineHint}</p>
        </div>
      </div>
    )
  }
  return (
    <ul className="my-projects-list">
      {projects.map(project => (
        <MyProject key={project.id} project={project} resources={resources} />
      ))}
    </ul>
  )
}

function MyProject({ project, resources }: MyProjectsProps & { project: Project }) {
  const { isOpen, wasOpened, toggle } = useExpanding()
  const id = useId()
  return (
    <li>
      <button
        type="button"
        className="my-project"
        aria-expanded={isOpen}
        aria-controls={wasOpened ? id : undefined}
        onClick={toggle}
      >
        <Icon svg={folder} />
        <span className="my-project-words">
          <span className="my-project-name">
            <Clamped text={project.name} />
          </span>
          {project.description && (
            <span className="my-project-text">
              <Clamped text={project.description} />
            </span>
          )}
        </span>
        <Icon svg={chevron} className="chevron my-project-sign" />
      </button>
      {wasOpened && (
        <div id={id} hidden={!isOpen} className="my-project-resources">
          {resources(project)}
        </div>
      )}
    </li>
  )
}

function MyProjectsSkeleton() {
  return (
    <Placeholder>
      <div className="my-projects-list">
        {['8rem', '11rem', '9rem'].map(width => (
          <div key={width} className="my-project">
            <Skeleton width="1.25rem" height="1.25rem" />
            <span className="my-project-words">
              <Skeleton width={width} />
              <Skeleton width="16rem" />
            </span>
          </div>
        ))}
      </div>
    </Placeholder>
  )
}
