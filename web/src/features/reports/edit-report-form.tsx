import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Comment } from '#shared/contract/comments.ts'
import type { Report } from '#shared/contract/reports.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { Alert } from '../../components/alert.tsx'
import type { ReportBody } from './api.ts'
import { asText, editSlot } from './report-drafts.ts'
import { ReportForm, type SuggestionSlot } from './report-form.tsx'
import { isTooLate } from './report-sentences.ts'
import { type ProjectOption, toFormValues } from './report-values.ts'
import { RequestedChanges } from './review-notice.tsx'
import { useReportDraft } from './use-report-draft.ts'
import { useDelayedRedirect } from './use-report-submission.ts'

type EditReportFormProps = {
  userId: number
  /** The report as it was first loaded: a later version must not replace what the user is typing. */
  report: Report
  comments: readonly Comment[]
  /** The offered projects and those of the report's rows. */
  projects: readonly ProjectOption[]
  /** Shown above the field for blockers. */
  stillBlocked?: ReactNode
  /** Adds the row that the URL requests. */
  suggestions?: ((slot: SuggestionSlot) => ReactNode) | null
  save: (body: ReportBody) => Promise<unknown>
  endSession: () => void
}

export function EditReportForm(props: EditReportFormProps) {
  const { userId, report, comments, projects, save, endSession } = props
  const [initial] = useState(() => toFormValues(report))
  const slot = editSlot(userId, report.id)
  const draft = useReportDraft({ slot, initial, projects, basedOn: asText(initial) })

  return (
    <ReportForm
      kind="edit"
      projects={projects}
      draft={draft}
      stillBlocked={props.stillBlocked}
      suggestions={props.suggestions}
      save={save}
      cancelTo={paths.report(report.id)}
      savedTo={paths.report(report.id)}
      endSession={endSession}
      notice={() =>
        report.review.state === 'needs_changes' && (
          <RequestedChanges review={report.review} comments={comments} />
        )
      }
      redirectAfter={error =>
        isTooLate(error) ? { to: paths.myReports(), delayMs: limits.tooLateRedirectDelayMs } : null
      }
    />
  )
}

const toReports = { to: paths.myReports(), delayMs: limits.tooLateRedirectDelayMs }

/** Says that the edit window is over, and redirects to the list. */
export function TooLate({ windowDays }: { windowDays: number }) {
  useDelayedRedirect(toReports)
  return <ReportRefused sentence={messages.reports.editWithin(windowDays)} />
}

export function ReportRefused({ sentence }: { sentence: string }) {
  return (
    <>
      <Alert variant="danger">{sentence}</Alert>
      <p>
        <Link to={paths.myReports()}>Back to Reports</Link>
      </p>
    </>
  )
}
