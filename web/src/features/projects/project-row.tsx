import chevron from 'bootstrap-icons/icons/chevron-down.svg?raw'
import newTask from 'bootstrap-icons/icons/clipboard-plus.svg?raw'
import pencil from 'bootstrap-icons/icons/pencil.svg?raw'
import trash from 'bootstrap-icons/icons/trash.svg?raw'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import type { Project } from '#shared/contract/projects.ts'
import { localDayOf } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { Day } from '../../components/day.tsx'
import { Icon } from '../../components/icon.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { useExpanding } from './use-expanding.ts'

export type ProjectActions = {
  onEdit: (project: Project) => void
  onDelete: (project: Project) => void
  /** What an open row shows. */
  resources: (project: Project) => ReactNode
}

type ProjectRowProps = ProjectActions & { number: number; project: Project }

// Said once more in words: laid out as cards, a browser may forget that this is a table.
const as = (role: string) => ({ role })

export function ProjectRow({ number, project, onEdit, onDelete, resources }: ProjectRowProps) {
  const { isOpen, wasOpened, toggle } = useExpanding()
  const detailsId = useId()
  const { name, description, developers } = project

  return (
    <>
      <tr {...as('row')} className={isOpen ? 'project-open' : undefined}>
        <td {...as('cell')} className="project-number">
          {number}
        </td>
        <td {...as('cell')} className="project-name">
          <div className="project-words">{name}</div>
        </td>
        <td {...as('cell')} className="project-description">
          <div className="project-words">{description ?? '-'}</div>
        </td>
        <td {...as('cell')} className="project-developers">
          <div className="project-words">
            <span className="card-label">Developers </span>
            {developers.map(developer => developer.name).join(', ') || messages.project.noDevelopers}
          </div>
        </td>
        <td {...as('cell')} className="project-created">
          <span className="card-label">Created </span>
          <Day date={localDayOf(project.created_at)} />
        </td>
        <td {...as('cell')} className="project-actions">
          <div className="icon-buttons">
            <button
              type="button"
              className="btn btn-secondary btn-sm icon-link expander"
              aria-expanded={isOpen}
              aria-controls={wasOpened ? detailsId : undefined}
              aria-label={`Resources for ${name}`}
              onClick={toggle}
            >
              Resources
              <Icon svg={chevron} />
            </button>
            <Link
              to={paths.newTask(project.id)}
              className="icon-button"
              aria-label={`New task for ${name}`}
              title="New task"
            >
              <Icon svg={newTask} />
            </Link>
            <IconButton icon={pencil} label={`Edit ${name}`} hint="Edit" onClick={() => onEdit(project)} />
            <IconButton
              icon={trash}
              variant="danger"
              label={`Delete ${name}`}
              hint="Delete"
              onClick={() => onDelete(project)}
            />
          </div>
        </td>
      </tr>
      {wasOpened && (
        <tr {...as('row')} id={detailsId} className="project-details" hidden={!isOpen}>
          <td {...as('cell')} colSpan={6}>
            <h2>Project Files and Resources</h2>
            {resources(project)}
          </td>
        </tr>
      )}
    </>
  )
}
