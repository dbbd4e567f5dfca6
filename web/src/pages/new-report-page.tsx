import { useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import type { User } from '#shared/contract/users.ts'
import { isDay, isWithinEditWindow } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../app/paths.ts'
import { ErrorState } from '../components/error-state.tsx'
import { Page } from '../components/page.tsx'
import { editWindowDays } from '../domain/edit-window.ts'
import { useStillBlocked } from '../features/blockers/my-blockers.tsx'
import { useMissedDays } from '../features/missed-days/api.ts'
import { useOfferedProjects } from '../features/projects/api.ts'
import { AlreadySubmitted } from '../features/reports/already-submitted.tsx'
import { type ReportBody, useMyReportOn, useSubmitReport } from '../features/reports/api.ts'
import { NewReportForm, NoProjects } from '../features/reports/new-report-form.tsx'

import { ReportFormSkeleton } from '../features/reports/report-form-skeleton.tsx'
import type { ReportValues } from '../features/reports/report-values.ts'
import { useSuggested } from '../features/reports/suggestions/use-suggested.tsx'
import { useWaitingDays } from '../features/reports/waiting/waiting-days.tsx'
import { storeForLater, useWaiting } from '../features/reports/waiting/waiting-list.ts'
import { WaitingOnDay } from '../features/reports/waiting/waiting-on-day.tsx'
import { useAuth } from '../features/sign-in/auth-context.ts'
import { ApiError, hasCode } from '../lib/api-error.ts'
import { useActor } from '../lib/can.tsx'
import { isOffline } from '../lib/connection.ts'
import { usePlaceholder } from '../lib/use-placeholder.ts'
import { useToday } from '../lib/use-today.ts'
import { useWasReady } from '../lib/use-was-ready.ts'

export function NewReportPage() {
  const user = useActor()
  const [query] = useSearchParams()
  const day = query.get('date')
  const reopened = useLocation().state?.reopened
  return (
    <Page title="Submit Daily Report" width="reading">
      {user && (
        <NewReport key={`${user.id} ${day} ${reopened}`} user={user} day={day} task={query.get('task')} />
      )}
    </Page>
  )
}

type NewReportProps = {
  user: User
  /** A missed day; null: today. */
  day: string | null
  /** A row about this task is to be added. */
  task: string | null
}

function NewReport({ user, day, task }: NewReportProps) {
  const { expire } = useAuth()
  const today = useToday()
  const [date, setDate] = useState(day !== null && isDay(day) ? day : today)
  const [isNear] = useState(() => day === null || isNearDay(day, today))
  // An account in another zone than the browser may have missed a day that here is not over, or too long ago.
  const missed = useMissedDays({ enabled: !isNear })
  const [isMissed, setIsMissed] = useState<boolean>()
  // Asked once: the report that is sent here makes it a day that is not missed any more.
  if (!isNear && isMissed === undefined && !missed.isPending)
    setIsMissed(day !== null && missed.data?.days.includes(day) === true)
  /** Whether a report can still be written for this day; undefined while the missed days are loading. */
  const isOpen = isNear || isMissed
  const projects = useOfferedProjects()
  const existing = useMyReportOn(date)
  const submit = useSubmitReport()
  const blockers = useStillBlocked(user.id)
  const suggested = useSuggested(date, projects.data)
  const hasWaitingReport = useWaitingDays(user.id).includes(date)
  const { isRead } = useWaiting()
  // What stands above the fields is known before they are shown, so that they don't move.
  const isComplete = useWasReady(
    existing.isFetched && !blockers.isPending && !suggested.isPending && (isRead || !hasWaitingReport),
  )
  // Not `isPending`: a retry after a failure must not hide the form while the user is typing.
  const isWaiting = usePlaceholder(
    projects.isPending || (Boolean(projects.data) && (isOpen === undefined || !isComplete)),
  )
  // Asked once: the report that is sent here must not lead away from what is said about it.
  const [isFree, setIsFree] = useState<boolean>()
  if (isFree === undefined && existing.isFetched) setIsFree(!existing.data)

  /** Offline it waits on this device until it can be sent; false where the browser can't keep it. */
  const keep = async (values: ReportValues) =>
    isOffline() && storeForLater(user.id, values, projects.data ?? [])

  async function save(body: ReportBody, values: ReportValues) {
    try {
      if (await keep(values)) return 'queued'
      await submit.mutateAsync(body)
    } catch (error) {
      // The network went away meanwhile. Should the server have it already, the same report counts as sent.
      if (error instanceof ApiError && error.status === 0 && (await keep(values))) return 'queued'
      // What the form offers, and says beside it, is out of date.
      if (hasCode(error, 'project_missing')) void projects.refetch()
      if (hasCode(error, 'report_exists')) void existing.refetch()
      throw error
    }
  }

  if (day !== null && (isOpen === false || isFree === false))
    return <Navigate to={paths.newReport()} replace />
  // Today's report is sent: the row belongs into that one.
  if (task !== null && isFree === false && existing.data) {
    if (!isOffline())
      return <Navigate to={paths.editReportOf(existing.data.id, encodeURIComponent(task))} replace />
    return <AlreadySubmitted report={existing.data} isToday canEdit={false} />
  }
  if (isWaiting) return <ReportFormSkeleton />
  if (!projects.data) {
    return <ErrorState message={messages.projects.loadFailed} onRetry={() => void projects.refetch()} />
  }
  return (
    <NewReportForm
      key={date}
      userId={user.id}
      date={date}
      today={today}
      isMissed={day !== null && day !== today}
      projects={projects.data}
      existing={existing.data ?? null}
      hasWaitingReport={hasWaitingReport}
      hint={
        <>
          {projects.data.length === 0 && <NoProjects user={user} />}
          {hasWaitingReport && <WaitingOnDay date={date} />}
        </>
      }
      stillBlocked={blockers.stillBlocked}
      suggestions={suggested.suggestions}
      save={save}
      onNextDay={() => setDate(today)}
      endSession={expire}
    />
  )
}

const isNearDay = (day: string, today: string) =>
  isDay(day) && day <= today && isWithinEditWindow(day, today, editWindowDays())
