import { useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import type { User } from '#shared/contract/users.ts'
import { isDay } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { isWritable } from '#shared/writable-days.ts'
import { paths } from '../app/paths.ts'
import { Page } from '../components/page.tsx'
import { usePlaceholder, useWasReady } from '../components/placeholders.tsx'
import { ErrorState } from '../components/states.tsx'
import { editWindowDays } from '../domain/settings.ts'
import { useStillBlocked } from '../features/blockers/my-blockers.tsx'
import { useMissedDays } from '../features/missed-days/api.ts'
import { useOfferedProjects } from '../features/projects/api.ts'
import { AlreadySubmitted } from '../features/reports/already-submitted.tsx'
import { type ReportBody, useMyReportOn, useSavedDraft, useSubmitReport } from '../features/reports/api.ts'
import { NewReportForm, NoProjects } from '../features/reports/new-report-form.tsx'
import { ReportFormSkeleton } from '../features/reports/report-form-skeleton.tsx'
import type { ReportValues } from '../features/reports/report-values.ts'
import { useSuggested } from '../features/reports/suggestions/use-suggested.tsx'
import { useSendOrKeep } from '../features/reports/waiting/use-send-or-keep.ts'
import { useWaitingDays } from '../features/reports/waiting/waiting-days.tsx'
import { useWaiting } from '../features/reports/waiting/waiting-list.ts'
import { WaitingOnDay } from '../features/reports/waiting/waiting-on-day.tsx'
import { useAuth } from '../features/sign-in/auth-context.ts'
import { hasCode } from '../lib/api-error.ts'
import { useActor } from '../lib/can.tsx'
import { isOffline } from '../lib/connection.ts'
import { useToday } from '../lib/dates.ts'

export function NewReportPage() {
  const user = useActor()
  const [query] = useSearchParams()
  const day = query.get('date')
  const reopened = useLocation().state?.reopened
  return (
    <Page title="Submit Report" heading="Submit Daily Report" width="reading">
      {user && (
        <NewReport key={`${user.id} ${day} ${reopened}`} user={user} day={day} task={query.get('task')} />
      )}
    </Page>
  )
}

type NewReportProps = {
  user: User
  /** The day that the URL names, or null for today. */
  day: string | null
  /** The task for which a row is added. */
  task: string | null
}

function NewReport({ user, day, task }: NewReportProps) {
  const { expire } = useAuth()
  const today = useToday()
  const [date, setDate] = useState(day !== null && isDay(day) ? day : today)
  const [isNear] = useState(() => day === null || isOpenFor(day, today))
  // Other days are asked for: those with a draft, and those that were missed in the account's time zone, if it isn't the browser's.
  const missed = useMissedDays({ enabled: !isNear })
  const [isOffered, setIsOffered] = useState<boolean>()
  // Decided once: after this report is sent, or the draft discarded, the day is no longer offered.
  if (!isNear && isOffered === undefined && !missed.isPending)
    setIsOffered(day !== null && isOpenFor(day, today, missed.data?.days))
  /** Whether a report can be written for this day; undefined while the offered days are loading. */
  const isOpen = isNear || isOffered
  const projects = useOfferedProjects()
  const existing = useMyReportOn(date)
  const submit = useSubmitReport()
  const blockers = useStillBlocked(user.id)
  const savedDraft = useSavedDraft(date)
  const suggested = useSuggested(date, projects.data)
  const hasWaitingReport = useWaitingDays(user.id).includes(date)
  const { isRead } = useWaiting()
  // The content above the fields is loaded before the fields are shown, so that they don't move.
  const isComplete = useWasReady(
    existing.isFetched &&
      !blockers.isPending &&
      !suggested.isPending &&
      savedDraft.isFetched &&
      (isRead || !hasWaitingReport),
  )
  // Not `isPending`: a retry after a failure must not hide the form while the user is typing.
  const isWaiting = usePlaceholder(
    projects.isPending || (Boolean(projects.data) && (isOpen === undefined || !isComplete)),
  )
  // Decided once: after this report is sent, the page must stay and show the result.
  const [isFree, setIsFree] = useState<boolean>()
  if (isFree === undefined && existing.isFetched) setIsFree(!existing.data)

  const { sendOrKeep, isKept, isSent } = useSendOrKeep({
    userId: user.id,
    date,
    offered: projects.data ?? [],
    send: submit.mutateAsync,
  })

  async function save(body: ReportBody, values: ReportValues) {
    try {
      return await sendOrKeep(body, values)
    } catch (error) {
      // The form's suggestions and notes are out of date.
      if (hasCode(error, 'project_missing')) void projects.refetch()
      if (hasCode(error, 'report_exists')) void existing.refetch()
      throw error
    }
  }

  if (day !== null && (isOpen === false || isFree === false))
    return <Navigate to={paths.newReport()} replace />
  // Today's report exists already, so the row is added to it.
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
      isKept={isKept}
      isSentMeanwhile={isSent}
      savedDraft={savedDraft.data ?? null}
      hint={
        <>
          {projects.data.length === 0 && <NoProjects user={user} />}
          {hasWaitingReport && !isKept && <WaitingOnDay date={date} />}
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

const isOpenFor = (day: string, today: string, offered: readonly string[] = []) =>
  isDay(day) && isWritable(day, { today, editWindowDays: editWindowDays(), offered })
