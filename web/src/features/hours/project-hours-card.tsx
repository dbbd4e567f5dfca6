import chevron from 'bootstrap-icons/icons/chevron-down.svg?raw'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import type { ProjectHours } from '#shared/contract/hours.ts'
import type { Project } from '#shared/contract/projects.ts'
import { decimalHours, formatHours, minutesOf } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { DescriptionList, Fact } from '../../components/cards.tsx'
import { RowMore } from '../../components/data-table.tsx'
import { Icon } from '../../components/icon.tsx'
import { Clamped } from '../../components/text.tsx'
import { useIsNarrow } from '../../lib/viewport.ts'
import { HoursByUser } from './hours-by-user.tsx'
import './hours.scss'

type ProjectHoursCardProps = {
  project: Project
  hours: ProjectHours
  isOpen: boolean
  onToggle: () => void
  /** The only card is expanded from the start, also on phones. */
  isOnly: boolean
  /** The content of an open card. */
  resources: ReactNode
}

export function ProjectHoursCard(props: ProjectHoursCardProps) {
  const { project, hours, isOpen, onToggle, isOnly, resources } = props
  const id = useId()
  const [wasOpened, setWasOpened] = useState(isOpen)
  // A collapsed card stays mounted, so that an upload continues and a half-typed link is kept.
  if (isOpen && !wasOpened) setWasOpened(true)
  const isNarrow = useIsNarrow()
  const [hasMore, setHasMore] = useState(isOnly)
  // On phones a card shows only name and hours until it is expanded. An open one is always expanded.
  const isWhole = !isNarrow || hasMore || isOpen

  function toggleMore() {
    setHasMore(!isWhole)
    if (isWhole && isOpen) onToggle()
  }

  return (
    <section className={`card hours-card ${isWhole ? '' : 'hours-brief'}`} aria-labelledby={id}>
      <div className="hours-card-head">
        <h2 id={id}>
          <Clamped text={project.name} lines={isWhole ? 2 : 1} />
        </h2>
        {isNarrow && (
          <>
            {!isWhole && <span className="tabular">{formatHours(minutesOf(hours.totalHours))}</span>}
            <RowMore label={`Hours of ${project.name}`} isOpen={isWhole} onToggle={toggleMore} />
          </>
        )}
        <button
          type="button"
          className="btn btn-secondary btn-sm icon-link hours-expander"
          hidden={!isWhole}
          aria-expanded={isOpen}
          aria-controls={wasOpened ? `${id}-resources` : undefined}
          aria-label={`Resources for ${project.name}`}
          onClick={onToggle}
        >
          Resources
          <Icon svg={chevron} className="chevron" />
        </button>
      </div>
      {isWhole && <Hours project={project} hours={hours} />}
      {wasOpened && (
        <div id={`${id}-resources`} className="hours-resources" hidden={!isOpen}>
          <h3>Project Resources</h3>
          {resources}
        </div>
      )}
    </section>
  )
}

function Hours({ project, hours }: Pick<ProjectHoursCardProps, 'project' | 'hours'>) {
  const total = minutesOf(hours.totalHours)
  return (
    <>
      <div className="hours-figures">
        <DescriptionList>
          <Fact label="Total Hours">
            <span className="hours-figure">{formatHours(total)}</span> {decimalHours(total)}
          </Fact>
          <Fact label="Task Count">
            <span className="hours-figure">{hours.taskCount.toLocaleString()}</span>
          </Fact>
        </DescriptionList>
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
        <p className="hours-none">{messages.hours.noHours}</p>
      )}
    </>
  )
}
