import chevron from 'bootstrap-icons/icons/chevron-down.svg?raw'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import type { Project } from '#shared/contract/projects.ts'
import type { ProjectHours } from '#shared/contract/review.ts'
import { decimalHours, formatHours, minutesOf } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { Clamped } from '../../components/clamped.tsx'
import { Icon } from '../../components/icon.tsx'
import { HoursByUser } from './hours-by-user.tsx'
import './project-hours-card.scss'

type ProjectHoursCardProps = {
  project: Project
  /** Undefined: on their way. */
  hours: ProjectHours
  isOpen: boolean
  onToggle: () => void
  /** What an open card shows. */
  resources: ReactNode
}

export function ProjectHoursCard({ project, hours, isOpen, onToggle, resources }: ProjectHoursCardProps) {
  const id = useId()
  const [wasOpened, setWasOpened] = useState(isOpen)
  // What was opened once is only hidden again: an upload goes on, a half-typed link is still there.
  if (isOpen && !wasOpened) setWasOpened(true)

  return (
    <section className="card hours-card" aria-labelledby={id}>
      <div className="hours-card-head">
        <h2 id={id}>
          <Clamped text={project.name} />
        </h2>
        <button
          type="button"
          className="btn btn-secondary btn-sm icon-link hours-expander"
          aria-expanded={isOpen}
          aria-controls={wasOpened ? `${id}-resources` : undefined}
          aria-label={`Resources for ${project.name}`}
          onClick={onToggle}
        >
          Resources
          <Icon svg={chevron} />
        </button>
      </div>
      <Hours project={project} hours={hours} />
      {wasOpened && (
        <div id={`${id}-resources`} className="hours-resources" hidden={!isOpen}>
          <h3>Project Resources</h3>
          {resources}
        </div>
      )}
    </section>
  )
}

function Hours({ project, hours }: { project: Project; hours: ProjectHours }) {
  const total = minutesOf(hours.totalHours)
  return (
    <>
      <div className="hours-figures">
        <dl>
          <div>
            <dt>Total Hours</dt>
            <dd>
              <span className="hours-figure">{formatHours(total)}</span> {decimalHours(total)}
            </dd>
          </div>
          <div>
            <dt>Task Count</dt>
            <dd>
              <span className="hours-figure">{hours.taskCount.toLocaleString()}</span>
            </dd>
          </div>
        </dl>
        {hours.taskCount > 0 && (
          <Link className="hours-all-work" to={paths.projectSummary(project.id)}>
            View All Project Work
            <span className="visually-hidden">: {project.name}</span>
          </Link>
        )}
      </div>
      {hours.userDistribution.length > 0 ? (
        <HoursByUser project={project} people={hours.userDistribution} totalMinutes={total} />
      ) : (
        <p className="hours-none">{messages.project.noHours}</p>
      )}
    </>
  )
}
