import fileX from 'bootstrap-icons/icons/file-earmark-x.svg?raw'
import { Link, useParams } from 'react-router'
import type { ReportDetails as Details } from '#shared/contract/reports.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { paths } from '../app/paths.ts'
import { Page } from '../components/page.tsx'
import { usePlaceholder } from '../components/placeholders.tsx'
import { EmptyState, ErrorState } from '../components/states.tsx'
import { CommentSection, CommentThreads, useLinkedComment } from '../features/comments/comment-threads.tsx'
import { useCommentsInReport, useReport } from '../features/reports/api.ts'
import { mayStillEdit, withAuthorId } from '../features/reports/edit-access.ts'
import { ReportDetails, ReportDetailsSkeleton } from '../features/reports/report-details.tsx'
import { RequestedChanges } from '../features/reports/review-notice.tsx'
import { isMissing } from '../lib/api-error.ts'
import { useActor } from '../lib/can.tsx'
import { useToday } from '../lib/dates.ts'

export default function ReportPage() {
  const { id = '' } = useParams()
  const { data, error, isPending, refetch } = useReport(id)
  const isLoading = usePlaceholder(isPending)
  const canEdit = useCanEdit()

  function content() {
    if (isLoading) return <ReportDetailsSkeleton />
    if (isMissing(error)) return <EmptyState icon={fileX} title={messages.reports.notFound} />
    if (!data) return <ErrorState message={messages.reports.detailsFailed} onRetry={() => void refetch()} />
    return <ReportAndComments key={id} id={id} details={data} />
  }

  return (
    <Page
      title="Report Details"
      width="reading"
      back={{ to: paths.myReports(), label: 'Back to Reports' }}
      action={
        data &&
        canEdit(data) && (
          <Link to={paths.editReport(id)} className="btn btn-primary">
            Edit Report
          </Link>
        )
      }
    >
      {content()}
    </Page>
  )
}

function ReportAndComments({ id, details }: { id: string; details: Details }) {
  const { comments, open_tasks } = details
  const actor = useActor()
  const report = withAuthorId(details.report, actor)
  const setComments = useCommentsInReport(id)
  const linkedId = useLinkedComment()
  const isOwn = actor?.id === report.user_id
  const asksForChanges = report.review.state === 'needs_changes'
  if (!actor) return null
  return (
    <>
      {asksForChanges && <RequestedChanges review={report.review} comments={comments} />}
      <ReportDetails
        report={report}
        showAuthor={!isOwn}
        showReview={!asksForChanges}
        canOpen={task => open_tasks.includes(task)}
      />
      <CommentSection count={comments.length}>
        <CommentThreads
          reportId={id}
          comments={comments}
          canReply={() => can(actor, 'report.comment', report)}
          onChange={setComments}
          addedId={linkedId}
        />
      </CommentSection>
    </>
  )
}

/** True for the user's own report within the edit window, by the browser's calendar; the server allows a little more. */
function useCanEdit() {
  const actor = useActor()
  const today = useToday()
  return (details: Details) =>
    actor !== null &&
    can(actor, 'report.edit', withAuthorId(details.report, actor)) &&
    mayStillEdit(details, today)
}
