import { type ReactNode, useState } from 'react'
import type { Comment } from '#shared/contract/comments.ts'
import type { Report } from '#shared/contract/reports.ts'
import { limits } from '#shared/limits.ts'
import { paths } from '../../app/paths.ts'
import type { ReportBody } from './api.ts'
import { AskedNotice } from './asked-notice.tsx'
import { asText, editSlot } from './report-drafts.ts'
import { ReportForm, type SuggestionSlot } from './report-form.tsx'
import { isTooLate } from './report-sentences.ts'
import { type ProjectOption, valuesOf } from './report-values.ts'
import { useReportDraft } from './use-report-draft.ts'

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

export function EditReportForm(props: EditReportFormProps) {
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
        report.review.state === 'needs_changes' && <AskedNotice review={report.review} comments={comments} />
      }
      redirectAfter={error =>
        isTooLate(error) ? { to: paths.myReports(), delayMs: limits.tooLateRedirectDelayMs } : null
      }
    />
  )
}
