import { type ReactNode, useState } from 'react'
import type { Comment } from '#shared/contract/comments.ts'
import type { Report } from '#shared/contract/reports.ts'
import { limits } from '#shared/limits.ts'
import { paths } from '../../app/paths.ts'
import { ErrorBoundary } from '../../components/error-boundary.tsx'
import { lazily } from '../../lib/lazily.ts'
import type { ReportBody } from './api.ts'
import { asText, editSlot } from './report-drafts.ts'
import { ReportForm, type SuggestionSlot } from './report-form.tsx'
import { isTooLate } from './report-sentences.ts'
import { type ProjectOption, valuesOf } from './report-values.ts'
import { useReportDraft } from './use-report-draft.ts'

// Few edits have one, and the form is close to its budget.
const AskedNotice = lazily(() => import('./asked-notice.tsx'))

type EditReportFormProps = {
  userId: number
  /** As it was loaded: a later version must not replace what is being typed. */
  report: Report
  comments: readonly Comment[]
  /** Those on offer, and those of its rows. */
  projects: readonly ProjectOption[]
  /** Stands above the field for blockers. */
  stillBlocked?: ReactNode
  /** Adds the row that the URL asks for. */
  suggestions?: ((slot: SuggestionSlot) => ReactNode) | null
  save: (body: ReportBody) => Promise<unknown>
  endSession: () => void
}

export default function EditReportForm(props: EditReportFormProps) {
  const { userId, report, comments, projects, save, endSession } = props
  const [initial] = useState(() => valuesOf(report))
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
          <ErrorBoundary isPart>
            <AskedNotice review={report.review} comments={comments} />
          </ErrorBoundary>
        )
      }
      redirectAfter={error =>
        isTooLate(error) ? { to: paths.myReports(), delayMs: limits.tooLateRedirectDelayMs } : null
      }
    />
  )
}
