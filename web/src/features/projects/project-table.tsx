import type { Project } from '#shared/contract/projects.ts'
import { Placeholder, Skeleton } from '../../components/skeleton.tsx'
import { useAutoGrow } from '../../lib/use-auto-grow.ts'
import { type ProjectActions, ProjectRow } from './project-row.tsx'
import '../../components/data-table.scss'
import '../../components/icon-button.scss'
import './project-table.scss'

type ProjectTableProps = ProjectActions & { projects: readonly Project[]; isBusy: boolean }

/** A table whose rows can be opened; on phones a list of cards. */
export function ProjectTable({ projects, isBusy, ...actions }: ProjectTableProps) {
  const shown = useAutoGrow(projects)
  return (
    <div className="card">
      {/* biome-ignore lint/a11y/noRedundantRoles: laid out as cards, a browser may forget that this is a table */}
      <table role="table" className="data-table project-table" aria-label="Projects" aria-busy={isBusy}>
        {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
        <thead role="rowgroup">
          {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
          <tr role="row">
            {['#', 'Project Name', 'Description', 'Assigned Developers', 'Created', 'Actions'].map(header => (
              // biome-ignore lint/a11y/noRedundantRoles: as above
              <th key={header} role="columnheader" scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
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

/** Projects to come, in the very same shape. */
export function ProjectTableSkeleton() {
  return (
    <Placeholder>
      <div className="card">
        <table className="data-table project-table">
          <tbody>
            {lines.map(width => (
              <tr key={width}>
                <td className="project-number">
                  <Skeleton width="1rem" />
                </td>
                <td className="project-name">
                  <Skeleton width="8rem" />
                </td>
                <td className="project-description wide-only">
                  <Skeleton width={width} />
                </td>
                <td className="project-developers">
                  <Skeleton width="80%" />
                </td>
                <td className="project-created wide-only">
                  <Skeleton width="6rem" />
                </td>
                <td className="project-actions wide-only">
                  <Skeleton width="7.5rem" height="2rem" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Placeholder>
  )
}
