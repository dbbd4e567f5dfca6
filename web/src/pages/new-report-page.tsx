import { useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import type { User } from '#shared/contract/users.ts'
import { isDay, isWithinEditWindow } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { paths } from '../app/paths.ts'
import { Alert } from '../components/alert.tsx'
import { ErrorState } from '../components/error-state.tsx'
import { Page } from '../components/page.tsx'
import { useAuth } from '../features/auth/auth-context.ts'
import { useMissedDays } from '../features/missed-days/api.ts'
import { useOfferedProjects } from '../features/projects/use-offered-projects.ts'
import { type ReportBody, useMyReportOn, useSubmitReport } from '../features/reports/api.ts'
import { NewReportForm } from '../features/reports/new-report-form.tsx'
import { ReportFormSkeleton } from '../features/reports/report-form-skeleton.tsx'
import { hasCode } from '../lib/api-error.ts'
import { useActor } from '../lib/can.tsx'
import { editWindowDays } from '../lib/edit-window.ts'
import { usePart, useWasReady } from '../lib/use-part.ts'
import { usePlaceholder } from '../lib/use-placeholder.ts'
import { useToday } from '../lib/use-today.ts'
import { useStillBlocked } from './use-still-blocked.tsx'

export default function NewReportPage() {
  const user = useActor()
  const day = useSearchParams()[0].get('date')
  return (
    <Page title="Submit Daily Report" width="reading">
      {user && <NewReport key={`${user.id} ${day}`} user={user} day={day} />}
    </Page>
  )
}

type NewReportProps = {
  user: User
  /** A missed day; null: today. */
  day: string | null
}

function NewReport({ user, day }: NewReportProps) {
  const { expire } = useAuth()
  const today = useToday()
  const [date, setDate] = useState(day !== null && isDay(day) ? day : today)
  const isOpen = useIsOpen(day ?? today, today)
  const projects = useOfferedProjects()
  const existing = useMyReportOn(date)
  const submit = useSubmitReport()
  const stillBlocked = useStillBlocked(user.id)
  const AlreadySubmitted = usePart(
    Boolean(existing.data),
    () => import('../features/reports/already-submitted.tsx'),
  )
  const hasParts = useWasReady(
    existing.isFetched && stillBlocked !== undefined && AlreadySubmitted !== undefined,
  )
  // Not `isPending`: a retry after a failure must not hide the form while the user is typing.
  const isWaiting = usePlaceholder(
    projects.isPending || !existing.isFetched || isOpen === undefined || !hasParts,
  )
  // Asked once: the report that is sent here must not lead away from what is said about it.
  const [isFree, setIsFree] = useState<boolean>()
  if (isFree === undefined && existing.isFetched) setIsFree(!existing.data)

  async function save(body: ReportBody) {
    try {
      await submit.mutateAsync(body)
    } catch (error) {
      // What the form offers, and says beside it, is out of date.
      if (hasCode(error, 'project_missing')) void projects.refetch()
      if (hasCode(error, 'report_exists')) void existing.refetch()
      throw error
    }
  }

  if (day !== null && (isOpen === false || isFree === false))
    return <Navigate to={paths.newReport()} replace />
  if (isWaiting) return <ReportFormSkeleton />
  if (!projects.data) {
    return <ErrorState message={messages.project.loadFailed} onRetry={() => void projects.refetch()} />
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
      AlreadySubmitted={AlreadySubmitted}
      hint={projects.data.length === 0 && <NoProjects user={user} />}
      stillBlocked={stillBlocked}
      save={save}
      onNextDay={() => setDate(today)}
      endSession={expire}
    />
  )
}

/** Can a report still be written for this day? Undefined: not known yet. */
function useIsOpen(day: string, today: string): boolean | undefined {
  const [isNear] = useState(isDay(day) && day <= today && isWithinEditWindow(day, today, editWindowDays()))
  // An account in another zone than the browser may have missed a day that here is not over, or too long ago.
  const missed = useMissedDays({ enabled: !isNear })
  return isNear || (missed.isPending ? undefined : missed.data?.days.includes(day) === true)
}

/** The form is shown anyway: typed text is kept until there is a project to choose. */
function NoProjects({ user }: { user: User }) {
  if (!can(user, 'project.manage')) return <Alert variant="warning">{messages.report.noProjects}</Alert>
  return (
    <Alert variant="warning">
      <div className="notice">
        <p>{messages.report.noProjectsAtAll}</p>
        <Link to={paths.projects()} className="btn btn-secondary btn-sm">
          Manage Projects
        </Link>
      </div>
    </Alert>
  )
}
