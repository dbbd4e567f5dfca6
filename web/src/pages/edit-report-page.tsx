import { useMemo, useState } from 'react'
import { useParams } from 'react-router'
import type { ReportDetails } from '#shared/contract/reports.ts'
import type { User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { Page } from '../components/page.tsx'
import { usePlaceholder } from '../components/placeholders.tsx'
import { ErrorState } from '../components/states.tsx'
import { useStillBlocked } from '../features/blockers/my-blockers.tsx'
import { useOfferedProjects } from '../features/projects/api.ts'
import { type ReportBody, useReport, useUpdateReport } from '../features/reports/api.ts'
import { mayStillEdit, withAuthorId } from '../features/reports/edit-access.ts'
import { EditReportForm, ReportRefused, TooLate } from '../features/reports/edit-report-form.tsx'
import { ReportFormSkeleton } from '../features/reports/report-form-skeleton.tsx'
import { withReportedProjects } from '../features/reports/report-values.ts'
import { useRequestedTask } from '../features/reports/suggestions/use-suggested.tsx'
import { useAuth } from '../features/sign-in/auth-context.ts'
import { hasCode, isMissing } from '../lib/api-error.ts'
import { useActor } from '../lib/can.tsx'
import { useToday } from '../lib/dates.ts'

export function EditReportPage() {
  const user = useActor()
  const { id = '' } = useParams()
  return (
    <Page title="Edit Daily Report" width="reading">
      {user && <EditReport key={`${user.id} ${id}`} user={user} id={id} />}
    </Page>
  )
}

function EditReport({ user, id }: { user: User; id: string }) {
  const { expire } = useAuth()
  const today = useToday()
  // The day on which the form was opened, because the form must not close at midnight while the user is typing.
  const [openedOn] = useState(today)
  const report = useReport(id)
  const loaded = useFirstFresh(report)
  const projects = useOfferedProjects()
  const offered = useMemo(
    () => projects.data && withReportedProjects(loaded?.report.task_details ?? [], projects.data),
    [loaded, projects.data],
  )
  const update = useUpdateReport(id)
  const blockers = useStillBlocked(user.id)
  const requestedTask = useRequestedTask(loaded?.report.date, offered)
  const isLoading = !loaded && (report.isPending || report.isFetching)
  const isWaiting = usePlaceholder(isLoading || projects.isPending || blockers.isPending)

  async function save(body: ReportBody) {
    try {
      await update.mutateAsync(body)
    } catch (error) {
      if (hasCode(error, 'project_missing')) void projects.refetch()
      throw error
    }
  }

  if (isWaiting) return <ReportFormSkeleton />
  if (!loaded) {
    return isMissing(report.error) ? (
      <ReportRefused sentence={messages.reports.notYours} />
    ) : (
      <ErrorState message={messages.reports.loadFailed} onRetry={() => void report.refetch()} />
    )
  }
  if (!can(user, 'report.edit', withAuthorId(loaded.report, user)))
    return <ReportRefused sentence={messages.reports.notYours} />
  if (!mayStillEdit(loaded, openedOn)) return <TooLate windowDays={loaded.edit_window_days} />
  if (!offered) {
    return <ErrorState message={messages.projects.loadFailed} onRetry={() => void projects.refetch()} />
  }
  return (
    <EditReportForm
      userId={user.id}
      report={loaded.report}
      comments={loaded.comments}
      projects={offered}
      stillBlocked={blockers.stillBlocked}
      suggestions={requestedTask}
      save={save}
      endSession={expire}
    />
  )
}

/** The form is mounted once, with the newest version instead of a cached one. */
function useFirstFresh({ data, isFetching, error }: ReturnType<typeof useReport>) {
  const [first, setFirst] = useState<ReportDetails>()
  if (!first && data && !isFetching && !error) setFirst(data)
  return first
}
