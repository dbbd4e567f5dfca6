import check from 'bootstrap-icons/icons/check-lg.svg?raw'
import funnel from 'bootstrap-icons/icons/funnel.svg?raw'
import journal from 'bootstrap-icons/icons/journal-text.svg?raw'
import table from 'bootstrap-icons/icons/table.svg?raw'
import { Link } from 'react-router'
import type { Project } from '#shared/contract/projects.ts'
import type { ListedReport, Report } from '#shared/contract/reports.ts'
import type { User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { paths } from '../app/paths.ts'
import { Alert } from '../components/alert.tsx'
import { Icon } from '../components/icon.tsx'
import { Page } from '../components/page.tsx'
import { PagedList } from '../components/paged-list.tsx'
import { type Selection, SelectionBar, useSelection } from '../components/selection.tsx'
import { useKeys } from '../components/shortcuts.tsx'
import { EmptyState } from '../components/states.tsx'
import { UndoBar } from '../components/undo-bar.tsx'
import { inTeams, useTeamIds } from '../domain/team-choice.ts'
import { LeadsNone, NothingOfTeam, TeamControl } from '../domain/team-control.tsx'
import { ExportButtons, ExportNotice } from '../features/exports/export-buttons.tsx'
import { reportsFile } from '../features/exports/reports-file.ts'
import { useExport } from '../features/exports/use-export.ts'
import { useProjects, useProjectsOfUser } from '../features/projects/api.ts'
import {
  type ReportFilters,
  type ReportQuery,
  usePrefetchReportPage,
  usePrefetchReports,
  useReports,
} from '../features/reports/api.ts'
import { ActiveFilters } from '../features/reviews/active-filters.tsx'
import { AllReportsSkeleton, AllReportsTable } from '../features/reviews/all-reports-table.tsx'
import type { Reviewable } from '../features/reviews/api.ts'
import { FilterBar } from '../features/reviews/filter-bar.tsx'
import { type FilterChange, reportFilters, searchOf } from '../features/reviews/filters.ts'
import { useReview } from '../features/reviews/use-review.ts'

import { useUsers } from '../features/users/api.ts'
import { failureText } from '../lib/api-error.ts'
import { useActor } from '../lib/can.tsx'
import { useToday } from '../lib/dates.ts'
import { keepFocus } from '../lib/focus.ts'
import { usePageInUrl, useUrlFilters } from '../lib/url.ts'

export default function AllReportsPage() {
  const { filters, count, change, clear } = useUrlFilters(reportFilters)
  const { page } = usePageInUrl()
  const teamId = useTeamIds()
  const query = { ...filters, teamId }
  const reports = useReports(query, page)
  const users = useUsers()
  const ofUser = useProjectsOfUser(filters.userId)
  // Links from Insights filter by a project without a user, and the project may be any.
  const isOfAll = filters.userId === undefined && filters.projectId !== undefined
  const allProjects = useProjects({ enabled: isOfAll })
  const projects = isOfAll ? allProjects : ofUser
  const run = useExport()
  const today = useToday()
  const { rows, selection, reviewing, markReviewed } = useBulkReview(query, reports.data?.reports)
  const problem = reviewing.problems.get('several')
  const nameOf = namesOf(filters, users.data, projects.data, reports.data?.reports)

  const isNameless =
    (filters.userId !== undefined && users.isPending) ||
    (filters.projectId !== undefined && projects.isPending)

  function handleChange(changes: FilterChange) {
    run.forget()
    // Another user has other projects.
    change(changes.userId === undefined ? changes : { projectId: '', ...changes })
  }

  function handleClear() {
    run.forget()
    clear()
  }

  return (
    <Page
      title="All Reports"
      isList
      beside={<TeamControl />}
      // The space reserves the line, so that nothing moves when the number is loaded.
      subtitle={reports.data ? countOf(reports.data.total) : '\u00a0'}
      action={
        <div className="page-actions">
          <ExportButtons
            run={run}
            choices={[
              { label: 'Export to CSV', file: reportsFile(query, 'csv', today) },
              { label: 'XLSX', file: reportsFile(query, 'xlsx', today), title: messages.exports.asXlsx },
            ]}
          />
          <Link to={paths.timesheet()} className="btn btn-ghost icon-link reports-timesheet">
            <Icon svg={table} />
            Timesheet
          </Link>
        </div>
      }
    >
      <LeadsNone />
      <ExportNotice run={run} />
      {problem && (
        <Alert variant="danger" onDismiss={() => reviewing.forget('several')}>
          {problem}
        </Alert>
      )}
      <FilterBar
        filters={filters}
        onChange={handleChange}
        onClear={handleClear}
        users={{
          data: inTeams(users.data, teamId),
          isPending: users.isPending,
          onRetry: () => void users.refetch(),
        }}
        projects={projects}
        nameOf={nameOf}
      />
      {count > 0 && (
        // Hidden until the names are loaded: a name that replaces a number would move the others.
        <div className="filter-summary" style={{ visibility: isNameless ? 'hidden' : undefined }}>
          <ActiveFilters filters={filters} nameOf={nameOf} onChange={handleChange} />
          {filters.projectId && (
            <Link to={paths.projectSummary(filters.projectId, filters.userId)}>View All Project Work</Link>
          )}
        </div>
      )}
      <Reports
        reports={reports}
        filters={filters}
        page={page}
        choosing={{ selection, rows }}
        onClearFilters={handleClear}
      />
      <SelectionBar
        label="Selected reports"
        selection={selection}
        rows={rows}
        allLabel="Select all on this page"
      >
        <button type="button" className="btn btn-primary btn-sm icon-link" onClick={markReviewed}>
          <Icon svg={check} />
          Mark reviewed ({selection.chosen.size.toLocaleString()})
        </button>
      </SelectionBar>
      {reviewing.done && (
        <UndoBar
          text={reviewing.done.text}
          step={reviewing.done}
          shortcut="u"
          onUndo={reviewing.undo}
          onEnd={reviewing.dismissUndo}
        />
      )}
    </Page>
  )
}

/** Selects several reports and marks them as reviewed: only those to review, and never the user's own. */
function useBulkReview(query: ReportQuery, reports: readonly ListedReport[] = []) {
  const actor = useActor()
  const reviewing = useReview()
  const selection = useSelection<Reviewable>(JSON.stringify(query))
  const rows = reports.filter(
    report => report.review.state === 'unreviewed' && actor !== null && can(actor, 'report.review', report),
  )
  useKeys({ u: reviewing.done && reviewing.undo })

  function markReviewed() {
    void reviewing.markAllReviewed([...selection.chosen.values()])
    selection.clear()
    // The pressed button disappears with its bar.
    keepFocus(document.getElementById('main'))
  }

  return { rows, selection, reviewing, markReviewed }
}

type ReportsProps = {
  reports: ReturnType<typeof useReports>
  filters: ReportFilters
  page: number
  choosing: { selection: Selection<Reviewable>; rows: readonly ListedReport[] }
  onClearFilters: () => void
}

function Reports({ reports, filters, page, choosing, onClearFilters }: ReportsProps) {
  const { prefetchReport } = usePrefetchReports()
  const teamId = useTeamIds()
  const prefetchPage = usePrefetchReportPage({ ...filters, teamId })
  const isFiltered = Object.keys(filters).length > 0
  return (
    <PagedList
      query={reports}
      skeleton={<AllReportsSkeleton />}
      failure={error => messages.reports.fetchFailed(failureText(error, messages.general.noResponse))}
      empty={
        teamId && !isFiltered ? (
          <NothingOfTeam title={messages.teams.noReports} />
        ) : (
          <NoReports isFiltered={isFiltered} onClearFilters={onClearFilters} />
        )
      }
      onIntent={prefetchPage}
    >
      {(data, isBusy) => (
        <AllReportsTable
          label="All Reports"
          reports={data.reports}
          search={searchOf(filters, page)}
          choosing={choosing}
          isBusy={isBusy}
          onIntent={prefetchReport}
        />
      )}
    </PagedList>
  )
}

function NoReports({ isFiltered, onClearFilters }: { isFiltered: boolean; onClearFilters: () => void }) {
  if (!isFiltered) {
    return (
      <EmptyState
        icon={journal}
        title={messages.reports.noneYet}
        action={
          <Link to={paths.today()} className="btn btn-secondary">
            {messages.reports.whoReports}
          </Link>
        }
      >
        {messages.reports.noneOfTeam}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={funnel}
      title={messages.reports.noneMatch}
      action={
        <button type="button" className="btn btn-secondary" onClick={onClearFilters}>
          Show all reports
        </button>
      }
    />
  )
}

/** Lists of users and projects leave out deleted ones, so their names come from the reports. */
function namesOf(
  filters: ReportFilters,
  users: User[] = [],
  projects: Project[] = [],
  reports: Report[] = [],
) {
  const { userId, projectId } = filters
  const isUser = ({ id }: { id: number }) => String(id) === userId
  const isProject = ({ id }: { id: number }) => String(id) === projectId
  const details = reports.flatMap(report => report.task_details ?? [])
  return {
    user:
      users.find(isUser)?.name ??
      reports.find(report => String(report.user_id) === userId)?.user_name ??
      `#${userId}`,
    project:
      projects.find(isProject)?.name ??
      details.find(task => String(task.project_id) === projectId)?.project_name ??
      `#${projectId}`,
  }
}

const countOf = (total: number) => `${total.toLocaleString()} ${total === 1 ? 'report' : 'reports'}`
