import folder from 'bootstrap-icons/icons/folder2.svg?raw'
import searchIcon from 'bootstrap-icons/icons/search.svg?raw'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Project } from '#shared/contract/projects.ts'
import { messages } from '#shared/messages.ts'
import { roleColours, roleLabels } from '#shared/roles.ts'
import { paths } from '../app/paths.ts'
import { Page } from '../components/page.tsx'
import { Placeholder, Skeleton, usePlaceholder, useWasReady } from '../components/placeholders.tsx'
import { EmptyState, ErrorState } from '../components/states.tsx'
import { useHours } from '../features/hours/api.ts'
import { HoursFilterBar } from '../features/hours/hours-filter-bar.tsx'
import { type HoursFilters, useHoursFilters } from '../features/hours/hours-filters.ts'
import { ProjectHoursCard } from '../features/hours/project-hours-card.tsx'
import { useProjects } from '../features/projects/api.ts'
import { useAutoGrow } from '../lib/lists.ts'
import { ProjectResources, useResourcesAtStart } from './project-resources/project-resources.tsx'

const noProjects: Project[] = []

export default function ProjectHoursPage() {
  const { filters, changeFilters, isOpen } = useHoursFilters()
  const { search = '', role } = filters
  const [isOpenAtStart] = useState(() => isOpen)
  const all = useProjects()
  const found = useProjects({ search, enabled: search !== '' })
  const shown = shownProjects(filters, all.data, search ? found.data : all.data)
  const hours = useHours(role, all.data)
  // All cards appear together: a card's height depends on its users, so a card that loads later would move the others.
  const isPending = all.isPending || hours.isPending || (search !== '' && found.isPending)
  const openAtStart = shown?.map(({ id }) => id).filter(isOpenAtStart) ?? []
  const { areReady, markReady } = useResourcesAtStart(openAtStart)
  const isDrawn = useWasReady(!isPending && areReady)
  const isWaiting = usePlaceholder(isPending || !isDrawn)

  function content() {
    if (isPending || (isWaiting && !shown?.length)) return null
    if (!all.data) {
      const sentence = role ? messages.hours.roleFailed(roleLabels[role]) : messages.projects.listFailed
      return <ErrorState message={sentence} onRetry={() => void all.refetch()} />
    }
    if (!shown) {
      return <ErrorState message={messages.projects.searchFailed} onRetry={() => void found.refetch()} />
    }
    if (all.data.length === 0) return <NoProjects />
    return (
      <>
        <div className="filter-summary" hidden={isWaiting}>
          <p className="text-body-secondary" role="status">
            {`Showing ${shown.length} of ${all.data.length} projects`}
          </p>
          {hours.isOfYourTeams && <p className="text-body-secondary">{messages.hours.ofYourTeams}</p>}
          {role && (
            <span className={`badge text-bg-${roleColours[role]}`}>{`Filtering by ${roleLabels[role]}`}</span>
          )}
        </div>
        {shown.length === 0 ? (
          <NothingFound filters={filters} onClear={() => changeFilters({ search: '', projectId: '' })} />
        ) : (
          <ProjectCards projects={shown} {...hours} isHidden={isWaiting} onReady={markReady} />
        )}
      </>
    )
  }

  return (
    <Page
      title="All Projects"
      heading="Project Details"
      isList
      subtitle="See the hours logged on each project, and who logged them."
    >
      <HoursFilterBar filters={filters} onChange={changeFilters} projects={all.data ?? noProjects} />
      {isWaiting && <HoursPageSkeleton />}
      {content()}
    </Page>
  )
}

type ProjectCardsProps = ReturnType<typeof useHours> & {
  projects: Project[]
  /** True until the files and links of projects that start expanded are loaded. */
  isHidden: boolean
  onReady: (projectId: number) => void
}

function ProjectCards({ projects, hoursOf, isBusy, isHidden, onReady }: ProjectCardsProps) {
  const { isOpen, toggle } = useHoursFilters()
  // Each card has a row for every user who worked on the project, so only twenty are rendered at first.
  const shown = useAutoGrow(projects, 20)
  return (
    <div className="hours-grid" aria-busy={isBusy} hidden={isHidden}>
      {shown.map(project => (
        <ProjectHoursCard
          key={project.id}
          project={project}
          hours={hoursOf(project)}
          isOpen={isOpen(project.id)}
          onToggle={() => toggle(project.id)}
          isOnly={projects.length === 1}
          resources={<ProjectResources project={project} onReady={() => onReady(project.id)} />}
        />
      ))}
    </div>
  )
}

/** Undefined if it could not be loaded. */
function shownProjects({ projectId }: HoursFilters, all: Project[] = [], found: Project[] | undefined) {
  return projectId ? all.filter(({ id }) => String(id) === projectId) : found
}

function NoProjects() {
  return (
    <EmptyState
      icon={folder}
      title={messages.hours.noneToTrack}
      action={
        <Link to={paths.projects()} className="btn btn-secondary">
          Manage Projects
        </Link>
      }
    />
  )
}

function NothingFound({ filters, onClear }: { filters: HoursFilters; onClear: () => void }) {
  const { search = '', projectId = '' } = filters
  return (
    <EmptyState
      icon={searchIcon}
      title={messages.projects.noneMatch(search || projectId)}
      action={
        <button type="button" className="btn btn-secondary" onClick={onClear}>
          Show all projects
        </button>
      }
    />
  )
}

function HoursPageSkeleton() {
  return (
    <Placeholder>
      <div className="hours-grid">
        {['55%', '40%', '60%', '45%'].map(width => (
          <div key={width} className="card card-body page-stack">
            <Skeleton width={width} />
            <Skeleton width="8rem" height="2rem" />
            <Skeleton height="1.5rem" />
            <Skeleton height="1.5rem" />
            <Skeleton height="1.5rem" />
          </div>
        ))}
      </div>
    </Placeholder>
  )
}
