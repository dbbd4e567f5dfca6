// biome-ignore-all lint/a11y/noRedundantRoles: rows and cells are laid out as cards, and some browsers then no longer treat them as a table

import search from 'bootstrap-icons/icons/search.svg?raw'
import type { Project } from '#shared/contract/projects.ts'
import { limits } from '#shared/limits.ts'
import { Icon } from '../../components/icon.tsx'
import { Placeholder, Skeleton } from '../../components/placeholders.tsx'
import { useAutoGrow } from '../../lib/lists.ts'
import { type ProjectActions, ProjectRow } from './project-row.tsx'
import './projects.scss'

/** `width` and `height` are the size of the skeleton in the column. */
const columns: { header: string; className: string; width?: string; height?: string }[] = [
  { header: '#', className: 'project-number', width: '1rem' },
  { header: 'Project Name', className: 'project-name', width: '8rem' },
  { header: 'Description', className: 'project-description wide-only' },
  { header: 'Assigned Developers', className: 'project-developers', width: '80%' },
  { header: 'Created', className: 'project-created wide-only', width: '6rem' },
  { header: 'Actions', className: 'project-actions wide-only', width: '7.5rem', height: '2rem' },
]

type ProjectTableProps = ProjectActions & { projects: readonly Project[]; isBusy: boolean }

/** A table whose rows can be opened; on phones a list of cards. */
export function ProjectTable({ projects, isBusy, ...actions }: ProjectTableProps) {
  const shown = useAutoGrow(projects)
  return (
    <div className="card">
      <table role="table" className="data-table project-table" aria-label="Projects" aria-busy={isBusy}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ header }) => (
              <th key={header} role="columnheader" scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {shown.map((project, index) => (
            <ProjectRow key={project.id} number={index + 1} project={project} {...actions} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const lines = ['70%', '55%', '80%', '60%', '45%', '75%']

/** Has the shape of the table, so that nothing moves when the projects are loaded. */
export function ProjectTableSkeleton() {
  return (
    <Placeholder>
      <div className="card">
        <table className="data-table project-table">
          <tbody>
            {lines.map(line => (
              <tr key={line}>
                {columns.map(({ header, className, width = line, height }) => (
                  <td key={header} className={className}>
                    <Skeleton width={width} height={height} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Placeholder>
  )
}

type ProjectSearchProps = { text: string; onText: (text: string) => void }

export function ProjectSearch({ text, onText }: ProjectSearchProps) {
  return (
    <div className="project-search">
      <Icon svg={search} />
      <input
        type="search"
        className="form-control"
        aria-label="Search projects"
        placeholder="Search by name or description"
        maxLength={limits.searchMax}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
    </div>
  )
}
