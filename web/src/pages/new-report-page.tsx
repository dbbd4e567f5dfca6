import { useState } from 'react'
import { Link } from 'react-router'
import type { User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { paths } from '../app/paths.ts'
import { Alert } from '../components/alert.tsx'
import { ErrorState } from '../components/error-state.tsx'
import { Page } from '../components/page.tsx'
import { useAuth } from '../features/auth/auth-context.ts'
import { useOfferedProjects } from '../features/projects/use-offered-projects.ts'
import { type ReportBody, useMyReportOn, useSubmitReport } from '../features/reports/api.ts'
import { NewReportForm } from '../features/reports/new-report-form.tsx'
import { ReportFormSkeleton } from '../features/reports/report-form-skeleton.tsx'
import { hasCode } from '../lib/api-error.ts'
import { useActor } from '../lib/can.tsx'
import { usePlaceholder } from '../lib/use-placeholder.ts'
import { useToday } from '../lib/use-today.ts'

export default function NewReportPage() {
  const user = useActor()
  return (
    <Page title="Submit Daily Report" width="reading">
      {user && <NewReport key={user.id} user={user} />}
    </Page>
  )
}

function NewReport({ user }: { user: User }) {
  const { expire } = useAuth()
  const today = useToday()
  const [date, setDate] = useState(today)
  const projects = useOfferedProjects()
  const existing = useMyReportOn(date)
  const submit = useSubmitReport()
  // Not `isPending`: a retry after a failure must not hide the form while the user is typing.
  const isWaiting = usePlaceholder(projects.isPending || !existing.isFetched)

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
      projects={projects.data}
      existing={existing.data ?? null}
      hint={projects.data.length === 0 && <NoProjects user={user} />}
      save={save}
      onNextDay={() => setDate(today)}
      endSession={expire}
    />
  )
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
