import printer from 'bootstrap-icons/icons/printer.svg?raw'
import table from 'bootstrap-icons/icons/table.svg?raw'
import { useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { daysOfMonth } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../app/paths.ts'
import { Icon } from '../components/icon.tsx'
import { Page } from '../components/page.tsx'
import { PagedList } from '../components/paged-list.tsx'
import { NoPeople } from '../domain/no-people.tsx'
import { PeopleFilterBar } from '../domain/people-filter-bar.tsx'
import { useTeamIds } from '../domain/team-choice.ts'
import { LeadsNone, TeamControl } from '../domain/team-control.tsx'
import {
  dayColumns,
  InvitedNote,
  OneLandscapePage,
  type Place,
  TeamDaysSkeleton,
} from '../domain/team-days.tsx'
import { usePrefetchCalendar, useTeamMonth } from '../features/calendar/api.ts'
import { Legend } from '../features/calendar/day-state.tsx'
import { MonthNav } from '../features/calendar/month-nav.tsx'
import { monthBeside, searchOfMonth } from '../features/calendar/months.ts'
import { teamFilters } from '../features/calendar/team-filters.ts'
import { TeamTable } from '../features/calendar/team-table.tsx'
import { TimeOffFailure, TimeOffLayer } from '../features/calendar/time-off-dialog.tsx'
import { type TimeOff, useTimeOff } from '../features/calendar/use-time-off.ts'
import { useProjects } from '../features/projects/api.ts'
import { useToday } from '../lib/dates.ts'
import { searchNow, usePageInUrl, useUrlFilters } from '../lib/url.ts'

export default function TeamCalendarPage() {
  const { filters, change } = useUrlFilters(teamFilters)
  const { page } = usePageInUrl()
  const { search } = useLocation()
  const teamId = useTeamIds()
  const { data } = useTeamMonth({ ...filters, teamId }, page)
  const projects = useProjects()
  const { prefetchTeam } = usePrefetchCalendar()
  const timeOff = useTimeOff()
  const localToday = useToday()
  // Until the server's month for the organization is loaded, the browser's is used.
  const month = filters.month ?? data?.month ?? localToday.slice(0, 7)

  return (
    <OneLandscapePage rows={data?.data.length ?? 1}>
      <Page
        title="Calendar"
        isList
        beside={<TeamControl />}
        subtitle={data ? messages.teams.people(data.pagination.total) : '\u00a0'}
        action={
          <div className="page-actions">
            <button type="button" className="btn btn-secondary icon-link" onClick={() => window.print()}>
              <Icon svg={printer} />
              Print
            </button>
            {/* The same month and filters. */}
            <Link to={paths.timesheet(searchOfMonth(month, search))} className="btn btn-secondary icon-link">
              <Icon svg={table} />
              Timesheet
            </Link>
          </div>
        }
      >
        <LeadsNone />
        <TimeOffFailure timeOff={timeOff} />
        <div className="period-bar">
          <MonthNav
            month={month}
            isCurrent={month === (data?.today ?? localToday).slice(0, 7)}
            onIntent={beside => prefetchTeam({ ...filters, teamId, month: beside }, 1)}
          />
          <PeopleFilterBar filters={filters} onChange={change} projects={projects.data} />
        </div>
        <Legend />
        <Team month={month} timeOff={timeOff} />
        <TimeOffLayer timeOff={timeOff} />
      </Page>
    </OneLandscapePage>
  )
}

function Team({ month, timeOff }: { month: string; timeOff: TimeOff }) {
  const { filters } = useUrlFilters(teamFilters)
  const { page } = usePageInUrl()
  const query = { ...filters, teamId: useTeamIds() }
  const calendar = useTeamMonth(query, page)
  const { prefetchTeam } = usePrefetchCalendar()
  const navigate = useNavigate()
  const cameFrom = useRef<Place>(null)

  function showMonth(count: -1 | 1, from: Place) {
    const next = monthBeside(month, count)
    if (!next) return
    cameFrom.current = from
    void navigate({ search: searchOfMonth(next, searchNow()) })
  }

  return (
    <PagedList
      query={calendar}
      skeleton={<TeamDaysSkeleton columns={dayColumns(daysOfMonth(month), '', new Map())} />}
      failure={messages.calendar.loadFailed}
      empty={<NoPeople />}
      onIntent={to => prefetchTeam(query, to)}
    >
      {(data, isBusy) => (
        <>
          <TeamTable
            key={`${data.month} ${data.pagination.page}`}
            calendar={data}
            isBusy={isBusy}
            onMonth={showMonth}
            cameFrom={cameFrom}
            onDay={(user, { date, absence_id }) => {
              if (absence_id === null) timeOff.openNew(user, { startDate: date, endDate: date })
              else void timeOff.openExisting(user, absence_id, date)
            }}
          />
          <InvitedNote rows={data.data} />
        </>
      )}
    </PagedList>
  )
}
