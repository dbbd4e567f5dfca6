import { Suspense, useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import type { User } from '#shared/contract/users.ts'
import { isDay, isWithinEditWindow } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../app/paths.ts'
import { ErrorState } from '../components/error-state.tsx'
import { Page } from '../components/page.tsx'
import { useAuth } from '../features/auth/auth-context.ts'
import { useOfferedProjects } from '../features/projects/use-offered-projects.ts'
import { type ReportBody, useMyReportOn, useSubmitReport } from '../features/reports/api.ts'
import { ReportFormSkeleton } from '../features/reports/report-form-skeleton.tsx'
import type { ReportValues } from '../features/reports/report-values.ts'
import { useWaitingDays } from '../features/reports/waiting/waiting-days.ts'
import { ApiError, hasCode } from '../lib/api-error.ts'
import { useActor } from '../lib/can.tsx'
import { isOffline } from '../lib/connection.ts'
import { editWindowDays } from '../lib/edit-window.ts'
import { lazily } from '../lib/lazily.ts'
import { usePart, useWasReady } from '../lib/use-part.ts'
import { usePlaceholder } from '../lib/use-placeholder.ts'
import { useToday } from '../lib/use-today.ts'
import { useStillBlocked } from './use-still-blocked.tsx'
import { useSuggested } from './use-suggested.tsx'

const NewReportForm = lazily(async () => ({
  default: (await import('../features/reports/report-forms.ts')).NewReportForm,
}))
// Beside the calls of the page, which don't wait for it. A failure is shown where the form would stand.
NewReportForm.load().catch(() => {})

/** Every page has it once it is idle, also for what is submitted offline. */
const loadWaiting = () => import('../features/reports/waiting/waiting.ts')

export default function NewReportPage() {
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
  const [isMissed, setIsMissed] = useState<boolean>()
  // An account in another zone than the browser may have missed a day that here is not over, or too long ago.
  const MissedDay = usePart(!isNear, () => import('../features/missed-days/missed-day.tsx'))
  /** Can a report still be written for this day? Undefined: not known yet. */
  const isOpen = isNear || (MissedDay === null ? false : isMissed)
  const projects = useOfferedProjects()
  const existing = useMyReportOn(date)
  const submit = useSubmitReport()
  const stillBlocked = useStillBlocked(user.id)
  const NoProjects = usePart(projects.data?.length === 0, () => import('./no-projects.tsx'))
  const suggestions = useSuggested(date, projects.data)
  const AlreadySubmitted = usePart(
    Boolean(existing.data),
    () => import('../features/reports/already-submitted.tsx'),
  )
  const WaitingOnDay = usePart(useWaitingDays(user.id).includes(date), async () => {
    const part = await loadWaiting()
    await part.showFor(user.id)
    return { default: part.WaitingOnDay }
  })
  const hasParts = useWasReady(
    existing.isFetched &&
      stillBlocked !== undefined &&
      suggestions !== undefined &&
      NoProjects !== undefined &&
      AlreadySubmitted !== undefined &&
      WaitingOnDay !== undefined,
  )
  // Not `isPending`: a retry after a failure must not hide the form while the user is typing.
  const isWaiting = usePlaceholder(
    projects.isPending || (Boolean(projects.data) && (isOpen === undefined || !hasParts)),
  )
  // Asked once: the report that is sent here must not lead away from what is said about it.
  const [isFree, setIsFree] = useState<boolean>()
  if (isFree === undefined && existing.isFetched) setIsFree(!existing.data)

  /** Offline it waits on this device until it can be sent; false where the browser can't keep it. */
  const keep = async (values: ReportValues) => {
    if (!isOffline()) return false
    const waiting = await loadWaiting().catch(() => null)
    return waiting?.keepForLater(user.id, values, projects.data ?? [])
  }

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
    if (AlreadySubmitted) return <AlreadySubmitted report={existing.data} isToday canEdit={false} />
  }
  if (isWaiting) {
    return (
      <>
        {MissedDay && day !== null && <MissedDay day={day} onAnswer={setIsMissed} />}
        <ReportFormSkeleton />
      </>
    )
  }
  if (!projects.data) {
    return <ErrorState message={messages.project.loadFailed} onRetry={() => void projects.refetch()} />
  }
  return (
    // The form, and what is said about a draft.
    <Suspense fallback={<ReportFormSkeleton />}>
      <NewReportForm
        key={date}
        userId={user.id}
        date={date}
        today={today}
        isMissed={day !== null && day !== today}
        projects={projects.data}
        existing={existing.data ?? null}
        AlreadySubmitted={AlreadySubmitted}
        isWritten={Boolean(WaitingOnDay)}
        hint={
          <>
            {NoProjects && <NoProjects user={user} />}
            {WaitingOnDay && <WaitingOnDay date={date} />}
          </>
        }
        stillBlocked={stillBlocked}
        suggestions={suggestions}
        save={save}
        onNextDay={() => setDate(today)}
        endSession={expire}
      />
    </Suspense>
  )
}

const isNearDay = (day: string, today: string) =>
  isDay(day) && day <= today && isWithinEditWindow(day, today, editWindowDays())
