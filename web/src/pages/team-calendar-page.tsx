import people from 'bootstrap-icons/icons/people.svg?raw'
import printer from 'bootstrap-icons/icons/printer.svg?raw'
import { type CSSProperties, useRef } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import { daysOfMonth } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../app/paths.ts'
import { Icon } from '../components/icon.tsx'
import { Page } from '../components/page.tsx'
import { Pager } from '../components/pager.tsx'
import { usePlaceholder } from '../components/placeholders.tsx'
import { EmptyState, ErrorState } from '../components/states.tsx'
import { usePrefetchCalendar, useTeamMonth } from '../features/calendar/api.ts'
import { Legend } from '../features/calendar/day-state.tsx'
import { MonthNav } from '../features/calendar/month-nav.tsx'
import { monthBeside, searchOfMonth } from '../features/calendar/months.ts'
import { TeamFilterBar } from '../features/calendar/team-filter-bar.tsx'
import { useTeamFilters } from '../features/calendar/team-filters.ts'
import { type Place, TeamTable, TeamTableSkeleton } from '../features/calendar/team-table.tsx'

import { TimeOffFailure, TimeOffLayer } from '../features/calendar/time-off-dialog.tsx'
import { type TimeOff, useTimeOff } from '../features/calendar/use-time-off.ts'
import { useProjects } from '../features/projects/api.ts'
import { useToday } from '../lib/dates.ts'
import { searchNow, usePageInUrl } from '../lib/url.ts'

export default function TeamCalendarPage() {
  const { filters, change } = useTeamFilters()
  const { page } = usePageInUrl()
  const { data } = useTeamMonth(filters, page)
  const projects = useProjects()
  const { prefetchTeam } = usePrefetchCalendar()
  const timeOff = useTimeOff()
  const localToday = useToday()
  // Until the server's month for the organization is loaded, the browser's is used.
  const month = filters.month ?? data?.month ?? localToday.slice(0, 7)

  return (
    <div className="team-page" style={{ '--team-rows': data?.data.length ?? 1 } as CSSProperties}>
      <Page
        title="Calendar"
        isList
        subtitle={data ? countOf(data.pagination.total) : '\u00a0'}
        action={
          <button type="button" className="btn btn-secondary icon-link" onClick={() => window.print()}>
            <Icon svg={printer} />
            Print
          </button>
        }
      >
        <TimeOffFailure timeOff={timeOff} />
        <div className="calendar-bar">
          <MonthNav
            month={month}
            isCurrent={month === (data?.today ?? localToday).slice(0, 7)}
            onIntent={beside => prefetchTeam({ ...filters, month: beside }, 1)}
          />
          <TeamFilterBar filters={filters} onChange={change} projects={projects.data} />
        </div>
        <Legend />
        <Team month={month} timeOff={timeOff} />
        <TimeOffLayer timeOff={timeOff} />
      </Page>
    </div>
  )
}

function Team({ month, timeOff }: { month: string; timeOff: TimeOff }) {
  const { filters, clear } = useTeamFilters()
  const { page, setPage, hrefOf } = usePageInUrl()
  const { data, isPending, isPlaceholderData, refetch } = useTeamMonth(filters, page)
  const { prefetchTeam } = usePrefetchCalendar()
  const navigate = useNavigate()
  const cameFrom = useRef<Place>(null)
  if (usePlaceholder(isPending)) return <TeamTableSkeleton days={daysOfMonth(month)} />
  if (!data) return <ErrorState message={messages.calendar.loadFailed} onRetry={() => void refetch()} />
  const { total, pages } = data.pagination
  if (total === 0) return <NoUsers onClear={filters.role || filters.projectId ? clear : undefined} />
  // An old link or bookmark may name a page that no longer exists.
  if (page > pages) return <Navigate to={hrefOf(pages)} replace />

  function showMonth(count: -1 | 1, from: Place) {
    const next = monthBeside(month, count)
    if (!next) return
    cameFrom.current = from
    void navigate({ search: searchOfMonth(next, searchNow()) })
  }

  return (
    <>
      <TeamTable
        key={`${data.month} ${data.pagination.page}`}
        calendar={data}
        isBusy={isPlaceholderData}
        onMonth={showMonth}
        cameFrom={cameFrom}
        onDay={(user, { date, absence_id }) => {
          if (absence_id === null) timeOff.openNew(user, { startDate: date, endDate: date })
          else void timeOff.openExisting(user, absence_id, date)
        }}
      />
      {pages > 1 && (
        <div className="list-end">
          <p className="text-body-secondary tabular" role="status">
            {`Page ${data.pagination.page} of ${pages}`}
          </p>
          <Pager page={page} pages={pages} onPage={setPage} onIntent={to => prefetchTeam(filters, to)} />
        </div>
      )}
    </>
  )
}

function NoUsers({ onClear }: { onClear?: () => void }) {
  return onClear ? (
    <EmptyState
      icon={people}
      title={messages.calendar.noUsersMatch}
      action={
        <button type="button" className="btn btn-secondary" onClick={onClear}>
          Clear filters
        </button>
      }
    />
  ) : (
    <EmptyState
      icon={people}
      title={messages.calendar.noUsers}
      action={
        <Link to={paths.registerUser()} className="btn btn-secondary">
          Register User
        </Link>
      }
    >
      {messages.calendar.noUsersHint}
    </EmptyState>
  )
}

const countOf = (total: number) => `${total.toLocaleString()} ${total === 1 ? 'person' : 'people'}`
