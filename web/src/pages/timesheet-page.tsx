import printer from 'bootstrap-icons/icons/printer.svg?raw'
import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { daysWithin } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { roleLabels } from '#shared/roles.ts'
import { Icon } from '../components/icon.tsx'
import { Page } from '../components/page.tsx'
import { PagedList } from '../components/paged-list.tsx'
import { MarkLegend } from '../domain/day-marks.tsx'
import { NoPeople } from '../domain/no-people.tsx'
import { PeopleFilterBar } from '../domain/people-filter-bar.tsx'
import { peopleFilters } from '../domain/people-filters.ts'
import { useTeamIds } from '../domain/team-choice.ts'
import { LeadsNone, TeamControl } from '../domain/team-control.tsx'
import { InvitedNote, OneLandscapePage, type Place } from '../domain/team-days.tsx'
import { ExportButtons, ExportNotice } from '../features/exports/export-buttons.tsx'
import { useExport } from '../features/exports/use-export.ts'
import { useProjects } from '../features/projects/api.ts'
import {
  type TimesheetQuery,
  timesheetFile,
  usePrefetchTimesheet,
  useTimesheet,
} from '../features/timesheet/api.ts'
import { type Period, periodBeside, periodIn, searchOfPeriod } from '../features/timesheet/periods.ts'
import { TimesheetPeriod } from '../features/timesheet/timesheet-bar.tsx'
import { markedStates, TimesheetSkeleton, TimesheetTable } from '../features/timesheet/timesheet-table.tsx'
import { useToday } from '../lib/dates.ts'
import { searchNow, usePageInUrl, useUrlFilters } from '../lib/url.ts'
import { useIsNarrow } from '../lib/viewport.ts'

export default function TimesheetPage() {
  const { filters, change } = useUrlFilters(peopleFilters)
  const { page } = usePageInUrl()
  const { search } = useLocation()
  const today = useToday()
  const period = periodIn(search, today)
  const query = { from: period.from, to: period.to, ...filters, teamId: useTeamIds() }
  const { data } = useTimesheet(query, page)
  const projects = useProjects()
  const prefetch = usePrefetchTimesheet()
  const run = useExport()
  const isNarrow = useIsNarrow()
  const project = projects.data?.find(({ id }) => String(id) === filters.projectId)
  const shownFilters = [project?.name, filters.role && roleLabels[filters.role]].filter(Boolean)

  return (
    <OneLandscapePage rows={data?.data.length ?? 1}>
      <Page
        title="Timesheet"
        isList
        beside={<TeamControl />}
        subtitle={data ? aboutOf(data.pagination.total, data.of_your_teams) : '\u00a0'}
        action={
          <div className="page-actions">
            <ExportButtons
              run={run}
              choices={[
                { label: 'CSV', file: timesheetFile(query, 'csv'), title: messages.exports.asCsv },
                { label: 'XLSX', file: timesheetFile(query, 'xlsx'), title: messages.exports.asXlsx },
              ]}
            />
            <button
              type="button"
              className="btn btn-secondary icon-link timesheet-print"
              onClick={() => window.print()}
            >
              <Icon svg={printer} />
              Print
            </button>
          </div>
        }
      >
        <LeadsNone />
        <ExportNotice run={run} />
        <div className="period-bar">
          <TimesheetPeriod
            period={period}
            today={today}
            onIntent={({ from, to }) => prefetch({ ...query, from, to }, 1)}
          />
          <PeopleFilterBar filters={filters} onChange={change} projects={projects.data} />
        </div>
        {shownFilters.length > 0 && (
          <p className="timesheet-printed-filters" aria-hidden="true">
            {shownFilters.join(', ')}
          </p>
        )}
        {/* A week and a narrow screen have words beside the marks, so they need no legend. */}
        {period.unit === 'month' && !isNarrow && <MarkLegend states={markedStates} />}
        <People query={query} period={period} today={today} />
      </Page>
    </OneLandscapePage>
  )
}

function People({ query, period, today }: { query: TimesheetQuery; period: Period; today: string }) {
  const { page } = usePageInUrl()
  const { search } = useLocation()
  const timesheet = useTimesheet(query, page)
  const isNarrow = useIsNarrow()
  const prefetch = usePrefetchTimesheet()
  const navigate = useNavigate()
  const cameFrom = useRef<Place>(null)

  function showBeside(count: -1 | 1, from: Place) {
    const beside = periodBeside(period, count)
    if (!beside) return
    cameFrom.current = from
    void navigate({ search: searchOfPeriod(beside, searchNow()) })
  }

  return (
    <PagedList
      query={timesheet}
      skeleton={
        <TimesheetSkeleton days={daysWithin(period.from, period.to)} period={period} isNarrow={isNarrow} />
      }
      failure={messages.timesheet.failed}
      empty={<NoPeople />}
      onIntent={to => prefetch(query, to)}
    >
      {(data, isBusy) => (
        <>
          <TimesheetTable
            timesheet={data}
            projectId={query.projectId}
            search={search}
            today={today}
            isNarrow={isNarrow}
            isBusy={isBusy}
            onPeriod={showBeside}
            cameFrom={cameFrom}
          />
          <InvitedNote rows={data.data} />
        </>
      )}
    </PagedList>
  )
}

const aboutOf = (total: number, isOfYourTeams: boolean) =>
  isOfYourTeams
    ? `${messages.teams.people(total)} · ${messages.hours.ofYourTeams}`
    : messages.teams.people(total)
