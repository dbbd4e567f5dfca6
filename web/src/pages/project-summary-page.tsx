import journal from 'bootstrap-icons/icons/journal-text.svg?raw'
import personX from 'bootstrap-icons/icons/person-x.svg?raw'
import printer from 'bootstrap-icons/icons/printer.svg?raw'
import { useDeferredValue, useMemo } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import type { ProjectSummary } from '#shared/contract/hours.ts'
import { unknownId } from '#shared/contract/replies.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../app/paths.ts'
import { Icon } from '../components/icon.tsx'
import { Page } from '../components/page.tsx'
import { Placeholder, Skeleton, usePlaceholder } from '../components/placeholders.tsx'
import { EmptyState, ErrorState } from '../components/states.tsx'
import { useProjectSummary } from '../features/hours/api.ts'
import { type SummaryDay, summarizeProject } from '../features/hours/project-summary.ts'
import { ProjectWeeks } from '../features/hours/project-weeks.tsx'
import { SummaryDayCard } from '../features/hours/summary-day.tsx'
import { SummaryStats } from '../features/hours/summary-stats.tsx'
import { failureText } from '../lib/api-error.ts'

export default function ProjectSummaryPage() {
  const { projectId = '' } = useParams()
  const userId = useSearchParams()[0].get('userId') ?? undefined
  const { data, error, isPending, refetch } = useProjectSummary(projectId, userId)
  const isLoading = usePlaceholder(isPending)
  const name = data && nameOfProject(data)

  function content() {
    if (isLoading) return <SummarySkeleton />
    if (data && isUnknown(data, userId)) return <UnknownUser projectId={projectId} />
    if (data) return <Summary summary={data} projectId={projectId} userId={userId} />
    const reason = failureText(error, messages.general.noResponse)
    return <ErrorState message={messages.hours.summaryFailed(reason)} onRetry={() => void refetch()} />
  }

  return (
    <div className="project-summary">
      <Page
        title={name ? `${name}: Project Summary` : 'Project Summary'}
        heading={name ?? 'Project Summary'}
        subtitle={data && !isUnknown(data, userId) ? whose(data, userId) : '\u00a0'}
        back={{ to: paths.allReports(), label: 'Back to Reports' }}
        action={
          <Actions
            projectId={projectId}
            isForOne={userId !== undefined && !(data && isUnknown(data, userId))}
          />
        }
      >
        {content()}
      </Page>
    </div>
  )
}

type ActionsProps = { projectId: string /** Whether one person's work is shown. */; isForOne: boolean }

/** Shown while the summary is loading too, so that nothing moves afterwards. */
function Actions({ projectId, isForOne }: ActionsProps) {
  return (
    <div className="page-actions">
      <button type="button" className="btn btn-secondary icon-link" onClick={() => window.print()}>
        <Icon svg={printer} />
        Print
      </button>
      {isForOne && (
        <Link to={paths.projectSummary(projectId)} className="btn btn-secondary">
          View All Project Work
        </Link>
      )}
    </div>
  )
}

/** An older server names the project only in its rows. */
const nameOfProject = ({ project, reports }: ProjectSummary) =>
  project.name || reports.flatMap(({ task_details = [] }) => task_details)[0]?.project_name

function whose({ user, of_your_teams, reports }: ProjectSummary, userId: string | undefined) {
  const name = user?.name ?? (userId === undefined ? undefined : reports[0]?.user_name)
  if (name !== undefined) return `Work by ${name}`
  if (userId !== undefined) return '\u00a0'
  return of_your_teams ? messages.hours.ofYourTeams : 'All team members'
}

/**
 * A deleted user still has a name; without a name the user never existed. A server that is older than this page names
 * neither the project nor the user.
 */
const isUnknown = ({ project, user }: ProjectSummary, userId: string | undefined) =>
  userId !== undefined && user === null && project.id !== unknownId

function UnknownUser({ projectId }: { projectId: string }) {
  return (
    <EmptyState
      icon={personX}
      title={messages.hours.unknownUser}
      action={
        <Link to={paths.projectSummary(projectId)} className="btn btn-secondary">
          View All Project Work
        </Link>
      }
    />
  )
}

type SummaryProps = { summary: ProjectSummary; projectId: string; userId: string | undefined }

function Summary({ summary: answer, projectId, userId }: SummaryProps) {
  const summary = useMemo(() => summarizeProject(answer), [answer])
  if (summary.reports === 0) {
    return (
      <EmptyState
        icon={journal}
        title={messages.hours.noReports}
        action={
          <Link to={paths.projectHours()} className="btn btn-secondary">
            See all projects
          </Link>
        }
      />
    )
  }
  return (
    <>
      <SummaryStats summary={summary} />
      <ProjectWeeks
        projectId={Number(projectId)}
        userId={userId === undefined ? undefined : Number(userId)}
        days={summary.days}
      />
      {summary.reports >= limits.projectSummaryMax && (
        <p className="text-body-secondary">{messages.hours.latestReports(limits.projectSummaryMax)}</p>
      )}
      <p className="summary-note-rings">{messages.hours.ringsMean}</p>
      <Days days={summary.days} />
    </>
  )
}

const firstDays = 10

/** Renders the first screenful at once and the rest when the browser is idle, up to a thousand reports. */
function Days({ days }: { days: SummaryDay[] }) {
  const drawn = useDeferredValue(days, days.slice(0, firstDays))
  return (
    <div className="card summary-days">
      {drawn.map(day => (
        <SummaryDayCard key={day.date} day={day} />
      ))}
    </div>
  )
}

function SummarySkeleton() {
  return (
    <Placeholder>
      <div className="page-stack">
        <div className="card summary-stats">
          {['6rem', '4rem', '5rem'].map(width => (
            <div key={width} className="stat-card">
              <Skeleton width={width} />
              <Skeleton width="8rem" height="2.1875rem" />
              <Skeleton height="0.25rem" />
            </div>
          ))}
        </div>
        <div className="card summary-days">
          {['70%', '85%', '75%', '80%'].map(width => (
            <div key={width} className="summary-day">
              <div className="summary-day-head">
                <Skeleton width={width} />
              </div>
              <div className="card-body page-stack">
                <Skeleton width="85%" />
                <Skeleton width="60%" />
              </div>
            </div>
          ))}
        </div>
      </div>
    </Placeholder>
  )
}
