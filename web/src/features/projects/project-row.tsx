// biome-ignore-all lint/a11y/noRedundantRoles: rows and cells are laid out as cards, and some browsers then no longer treat them as a table

import chevron from 'bootstrap-icons/icons/chevron-down.svg?raw'
import newTask from 'bootstrap-icons/icons/clipboard-plus.svg?raw'
import folder from 'bootstrap-icons/icons/folder2-open.svg?raw'
import pencil from 'bootstrap-icons/icons/pencil.svg?raw'
import trash from 'bootstrap-icons/icons/trash.svg?raw'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import type { Project } from '#shared/contract/projects.ts'
import { localDayOf } from '#shared/dates.ts'
import { paths } from '../../app/paths.ts'
import { RowMore } from '../../components/data-table.tsx'
import { Day } from '../../components/day.tsx'
import { Icon } from '../../components/icon.tsx'
import { useIsNarrow } from '../../lib/viewport.ts'
import { AssignedNames } from './assigned-names.tsx'
import { useExpanding } from './use-expanding.ts'

export type ProjectActions = {
  onEdit: (project: Project) => void
  onDelete: (project: Project) => void
  /** The content of an open row. */
  resources: (project: Project) => ReactNode
}

type ProjectRowProps = ProjectActions & { number: number; project: Project }

export function ProjectRow({ number, project, onEdit, onDelete, resources }: ProjectRowProps) {
  const { isOpen, wasOpened, toggle } = useExpanding()
  const detailsId = useId()
  const { name, description, developers } = project
  const isNarrow = useIsNarrow()
  const [hasMore, setHasMore] = useState(false)
  // On phones a row shows only the name and the developers, unless its details or resources are open.
  const isWhole = !isNarrow || hasMore || isOpen

  function toggleMore() {
    setHasMore(!isWhole)
    if (isWhole && isOpen) toggle()
  }

  return (
    <>
      <tr role="row" className={`${isOpen ? 'project-open' : ''} ${isWhole ? '' : 'project-brief'}`}>
        <td role="cell" className="project-number">
          {number}
        </td>
        <td role="cell" className="project-name">
          <div className="project-words">{name}</div>
          {isNarrow && <RowMore label={`More about ${name}`} isOpen={isWhole} onToggle={toggleMore} />}
        </td>
        <td role="cell" className="project-description" hidden={!isWhole}>
          <div className="project-words">{description ?? '-'}</div>
        </td>
        <td role="cell" className="project-developers">
          {isWhole && <span className="card-label">Developers </span>}
          <AssignedNames
            project={name}
            names={developers.map(developer => developer.name)}
            isBrief={!isWhole}
          />
        </td>
        <td role="cell" className="project-created" hidden={!isWhole}>
          <span className="card-label">Created </span>
          <Day date={localDayOf(project.created_at)} />
        </td>
        <td role="cell" className="project-actions" hidden={!isWhole}>
          <div className="row-actions">
            <button
              type="button"
              className="btn btn-ghost btn-sm row-action"
              aria-expanded={isOpen}
              aria-controls={wasOpened ? detailsId : undefined}
              aria-label={`Resources for ${name}`}
              data-hint="Resources"
              onClick={toggle}
            >
              <Icon svg={folder} className="row-action-sign" />
              <span className="row-action-word">Resources</span>
              <Icon svg={chevron} className="chevron" />
            </button>
            <Link
              to={paths.newTask(project.id)}
              className="btn btn-ghost btn-sm row-action"
              aria-label={`New task for ${name}`}
              data-hint="New task"
            >
              <Icon svg={newTask} className="row-action-sign" />
              <span className="row-action-word">New task</span>
            </Link>
            <button
              type="button"
              className="btn btn-ghost btn-sm row-action"
              aria-label={`Edit ${name}`}
              data-hint="Edit"
              onClick={() => onEdit(project)}
            >
              <Icon svg={pencil} className="row-action-sign" />
              <span className="row-action-word">Edit</span>
            </button>
            <button
              type="button"
              className="btn btn-ghost btn-sm row-action row-action-danger"
              aria-label={`Delete ${name}`}
              data-hint="Delete"
              onClick={() => onDelete(project)}
            >
              <Icon svg={trash} className="row-action-sign" />
              <span className="row-action-word">Delete</span>
            </button>
          </div>
        </td>
      </tr>
      {wasOpened && (
        <tr role="row" id={detailsId} className="project-details" hidden={!isOpen}>
          <td role="cell" colSpan={6}>
            <h2>Project Files and Resources</h2>
            {resources(project)}
          </td>
        </tr>
      )}
    </>
  )
}
