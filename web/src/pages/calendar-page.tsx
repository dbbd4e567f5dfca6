import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { AbsenceKind } from '#shared/contract/absences.ts'
import type { Calendar, CalendarDay } from '#shared/contract/calendar.ts'
import type { User } from '#shared/contract/users.ts'
import { daysOfMonth, type Span } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { addTimeOffHash } from '../app/paths.ts'
import { Page } from '../components/page.tsx'
import { Placeholder, usePlaceholder } from '../components/placeholders.tsx'
import { ErrorState } from '../components/states.tsx'
import { useAbsencesAround, useMonth, usePrefetchCalendar, useYear } from '../features/calendar/api.ts'
import { Legend } from '../features/calendar/day-state.tsx'
import { MonthGrid, MonthGridSkeleton } from '../features/calendar/month-grid.tsx'
import { MonthNav } from '../features/calendar/month-nav.tsx'
import { MonthTotals } from '../features/calendar/month-totals.tsx'
import { monthIn, searchOfMonth } from '../features/calendar/months.ts'
import { TimeOffFailure, TimeOffLayer } from '../features/calendar/time-off-dialog.tsx'
import { type TimeOff, useTimeOff } from '../features/calendar/use-time-off.ts'
import { YearLegend, YearStrip, YearStripSkeleton } from '../features/calendar/year-strip.tsx'
import { useMissedDays } from '../features/missed-days/api.ts'
import { useAuth } from '../features/sign-in/auth-context.ts'
import { useToday } from '../lib/dates.ts'
import { searchNow } from '../lib/url.ts'

export default function CalendarPage() {
  const { user } = useAuth()
  return user && <OwnCalendar user={user} />
}

function OwnCalendar({ user }: { user: User }) {
  const { search } = useLocation()
  const given = monthIn(search)
  const localToday = useToday()
  const month = useMonth(given)
  const { prefetchMonth } = usePrefetchCalendar()
  const timeOff = useTimeOff()
  const kindOf = useKinds(given ?? localToday.slice(0, 7), user.id)
  const missed = useMissedDays().data?.days
  const isWaiting = usePlaceholder(month.isPending)
  // Until the server's month for the user is loaded, the browser's is used.
  const shown = given ?? month.data?.month ?? localToday.slice(0, 7)
  const today = month.data?.today ?? localToday
  /** The days that the dialog is open for. */
  const [chosen, setChosen] = useState<Span>()

  function openNew(span: Span) {
    setChosen(span)
    timeOff.openNew(user, span)
  }

  const addTimeOff = () => openNew(dayOf(today.startsWith(shown) ? today : `${shown}-01`))
  useAddTimeOffLink(addTimeOff, month.isPending)

  return (
    <Page
      title="Calendar"
      isList
      action={
        <button type="button" className="btn btn-primary" onClick={addTimeOff}>
          Add time off
        </button>
      }
    >
      <TimeOffFailure timeOff={timeOff} />
      <div className="period-bar">
        <MonthNav
          month={shown}
          isCurrent={given === undefined || today.startsWith(given)}
          onIntent={prefetchMonth}
        />
        <MonthTotals days={isWaiting ? undefined : month.data?.days} />
      </div>
      <Legend days={(!isWaiting && month.data?.days) || 'loading'} />
      {isWaiting ? (
        <Placeholder>
          <MonthGridSkeleton days={daysOfMonth(shown)} today={today} />
        </Placeholder>
      ) : month.data ? (
        <OwnMonth
          user={user}
          calendar={month.data}
          kindOf={kindOf}
          missed={missed}
          isBusy={month.isPlaceholderData}
          timeOff={timeOff}
          chosen={chosen}
          onChosen={openNew}
        />
      ) : (
        <ErrorState message={messages.calendar.loadFailed} onRetry={() => void month.refetch()} />
      )}
      <Year year={given?.slice(0, 4)} shown={shown.slice(0, 4)} isHeld={isWaiting} />
      <TimeOffLayer timeOff={timeOff} onClose={() => setChosen(undefined)} />
    </Page>
  )
}

/** Opens the dialog for links to it, once the server's day is known. Removes the hash, so that Back doesn't open it. */
function useAddTimeOffLink(open: () => void, isPending: boolean) {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const isWanted = hash === addTimeOffHash && !isPending
  const follow = useEffectEvent(() => {
    void navigate({ search }, { replace: true })
    open()
  })
  useEffect(() => {
    if (isWanted) follow()
  }, [isWanted])
}

type OwnMonthProps = {
  user: User
  calendar: Calendar
  kindOf: (absenceId: number) => AbsenceKind | undefined
  /** Missing days that can still be written. */
  missed: readonly string[] | undefined
  isBusy: boolean
  timeOff: TimeOff
  chosen: Span | undefined
  onChosen: (span: Span) => void
}

function OwnMonth(props: OwnMonthProps) {
  const { user, calendar, kindOf, missed, isBusy, timeOff, chosen, onChosen } = props
  const navigate = useNavigate()

  function handleDay({ date, absence_id }: CalendarDay) {
    if (absence_id === null) onChosen(dayOf(date))
    else void timeOff.openExisting(user, absence_id, date)
  }

  return (
    <MonthGrid
      calendar={calendar}
      kindOf={kindOf}
      isOpen={date => missed?.includes(date) ?? false}
      isBusy={isBusy}
      chosen={chosen}
      onDay={handleDay}
      onChosen={onChosen}
      onLeave={date => void navigate({ search: searchOfMonth(date.slice(0, 7), searchNow()) })}
    />
  )
}

const dayOf = (date: string): Span => ({ startDate: date, endDate: date })

/** The kind of an absence; undefined while it isn't loaded. */
function useKinds(month: string, userId: number): (id: number) => AbsenceKind | undefined {
  const { data } = useAbsencesAround(month, userId)
  return useMemo(() => {
    const kinds = new Map(data?.data.map(({ id, kind }) => [id, kind]))
    return id => kinds.get(id)
  }, [data])
}

/** `year` is undefined for the server's current year. */
function Year({ year, shown, isHeld }: { year: string | undefined; shown: string; isHeld: boolean }) {
  const { data, isPending, refetch } = useYear(year)
  const isWaiting = usePlaceholder(isPending) || isHeld
  return (
    // Held back until the month above is loaded, because its weeks get their heights only then.
    <section className={`card year-card ${isHeld ? 'held-back' : ''}`} aria-labelledby="year">
      <div className="year-head">
        <h2 id="year">{shown}</h2>
        <YearLegend />
      </div>
      {isWaiting ? (
        <Placeholder>
          <YearStripSkeleton />
        </Placeholder>
      ) : data ? (
        <YearStrip calendar={data} />
      ) : (
        <ErrorState plain message={messages.calendar.yearFailed} onRetry={() => void refetch()} />
      )}
    </section>
  )
}
