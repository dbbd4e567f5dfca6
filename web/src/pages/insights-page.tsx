import bars from 'bootstrap-icons/icons/bar-chart.svg?raw'
import printer from 'bootstrap-icons/icons/printer.svg?raw'
import { Link } from 'react-router'
import { messages } from '#shared/messages.ts'
import { paths } from '../app/paths.ts'
import { Icon } from '../components/icon.tsx'
import { Page } from '../components/page.tsx'
import { usePlaceholder } from '../components/placeholders.tsx'
import { EmptyState, ErrorState } from '../components/states.tsx'
import { inTeams, useTeamChoice } from '../domain/team-choice.ts'
import { LeadsNone, NothingOfTeam, TeamControl } from '../domain/team-control.tsx'
import { useInsightHours, useInsightReporting } from '../features/insights/api.ts'
import { periodProblem, useInsightFilters } from '../features/insights/filters.ts'
import { HoursSection } from '../features/insights/hours-section.tsx'
import { InsightFilterBar } from '../features/insights/insight-filter-bar.tsx'
import { InsightSkeleton } from '../features/insights/insight-skeleton.tsx'
import { ReportingSection } from '../features/insights/reporting-section.tsx'
import { hoursSentence } from '../features/insights/sentences.ts'
import { useProjects } from '../features/projects/api.ts'
import { useUsers } from '../features/users/api.ts'
import { formatDaySpan } from '../lib/dates.ts'

const texts = messages.insights

type Named = { id: number | string; name: string }

export default function InsightsPage() {
  const { filters, change, today } = useInsightFilters()
  const { from, to, unit, by, projectId, userId } = filters
  const chosen = useTeamChoice()
  const projects = useProjects()
  const users = useUsers()
  const problem = periodProblem(filters)
  const query = { period: { startDate: from, endDate: to }, unit, by, projectId, userId }
  const hours = useInsightHours({ ...query, teamId: chosen?.teamIds }, { enabled: !problem })
  const isWaiting = usePlaceholder(hours.isPending)
  const isOfYourTeams = hours.data?.of_your_teams === true
  const nameOf = (kind: 'project' | 'person', id: string | undefined, list: readonly Named[] | undefined) => {
    if (id === undefined) return undefined
    // A deleted project or user is in no list, so the name comes from the hours.
    const counted = hours.data?.asked.by === kind ? hours.data.series : []
    const found = [...(list ?? []), ...counted].find(each => String(each.id) === id)
    return found?.name ?? `${kind} ${id}`
  }

  return (
    <div className="insights">
      <Page
        title="Insights"
        beside={<TeamControl />}
        subtitle={problem ? '\u00a0' : subtitle(from, to, isOfYourTeams)}
        action={
          <button type="button" className="btn btn-secondary icon-link" onClick={() => window.print()}>
            <Icon svg={printer} />
            Print
          </button>
        }
      >
        <LeadsNone />
        <InsightFilterBar
          filters={filters}
          onChange={change}
          today={today}
          problem={problem}
          projects={projects.data}
          users={inTeams(users.data, chosen?.teamIds)}
        />
        {!problem && (
          <>
            <Hours
              hours={hours}
              isWaiting={isWaiting}
              names={{
                project: nameOf('project', projectId, projects.data),
                user: nameOf('person', userId, users.data),
              }}
            />
            {projectId || userId ? (
              <p className="text-body-secondary">{texts.notFiltered}</p>
            ) : (
              <Reporting isHeldBack={isWaiting} hasHours={hours.data?.total_minutes !== 0} />
            )}
          </>
        )}
      </Page>
    </div>
  )
}

/** "1 – 31 Oct 2026", and whether only some people are counted. */
const subtitle = (from: string, to: string, isOfYourTeams: boolean) =>
  [formatDaySpan(from, to), isOfYourTeams && messages.hours.ofYourTeams].filter(Boolean).join(' · ')

type HoursProps = {
  hours: ReturnType<typeof useInsightHours>
  isWaiting: boolean
  names: { project: string | undefined; user: string | undefined }
}

function Hours({ hours, isWaiting, names }: HoursProps) {
  const { change, filters, today } = useInsightFilters()
  const chosen = useTeamChoice()
  const { data, isPlaceholderData, refetch } = hours
  if (isWaiting) return <InsightSkeleton />
  if (!data) return <ErrorState message={texts.failed} onRetry={() => void refetch()} />
  const isFiltered = filters.projectId !== undefined || filters.userId !== undefined
  if (data.total_minutes === 0 && !isFiltered && chosen?.teamIds) return <NothingOfTeam title={texts.none} />
  if (data.total_minutes === 0) {
    return (
      <EmptyState
        icon={bars}
        title={isFiltered ? texts.noneMatch : texts.none}
        action={
          isFiltered ? (
            <button
              type="button"
              className="btn btn-secondary"
              onClick={() => change({ projectId: '', userId: '' })}
            >
              Clear filters
            </button>
          ) : (
            <Link to={paths.today()} className="btn btn-secondary">
              {messages.reports.whoReports}
            </Link>
          )
        }
      >
        {isFiltered ? undefined : texts.noneHint}
      </EmptyState>
    )
  }
  return (
    <HoursSection
      hours={data}
      sentence={hoursSentence(data, today, names)}
      team={chosen?.choice}
      isBusy={isPlaceholderData}
    />
  )
}

type ReportingProps = {
  /** True until the hours above are shown, because they would push this section down. */
  isHeldBack: boolean
  hasHours: boolean
}

/** Left out if there are no hours and no expected reports, because the hours then show an empty state. */
function Reporting({ isHeldBack, hasHours }: ReportingProps) {
  const { filters } = useInsightFilters()
  const { from, to, unit } = filters
  const chosen = useTeamChoice()
  const period = { startDate: from, endDate: to }
  const { data, isPending, isPlaceholderData, refetch } = useInsightReporting(period, chosen?.teamIds)
  const isWaiting = usePlaceholder(isPending)
  if (isHeldBack) return null
  if (isWaiting) return <InsightSkeleton />
  if (!data) return <ErrorState message={texts.failed} onRetry={() => void refetch()} />
  if (!hasHours && data.days.every(({ expected }) => expected === 0)) return null
  return <ReportingSection reporting={data} unit={unit} team={chosen?.choice} isBusy={isPlaceholderData} />
}
