import { useQueryClient } from '@tanstack/react-query'
import type { Comment } from '#shared/contract/comments.ts'
import type { ListedReport } from '#shared/contract/reports.ts'
import { NewComment } from '../../features/comments/comment-form.tsx'
import { CommentThreads } from '../../features/comments/comment-threads.tsx'
import { isByStaff } from '../../features/comments/threads.ts'
import { changeShownReports } from '../../features/reports/api.ts'
import { useCommentsInReport } from '../../features/reports/comments-in-report.ts'
import { useActor } from '../../lib/can.tsx'

type ThreadProps = { report: ListedReport; comments: Comment[] | undefined; onCancel: () => void }

/** The comments on a report, opened in place: most reports are read without them. */
export function TodayThread({ report: { id }, comments, onCancel }: ThreadProps) {
  const queryClient = useQueryClient()
  const viewerId = useActor()?.id
  const setComments = useCommentsInReport(String(id))

  function handleChange(next: Comment[]) {
    setComments(next)
    changeShownReports(queryClient, viewerId, report =>
      report.id === id && 'comment_count' in report ? { ...report, comment_count: next.length } : report,
    )
  }

  return (
    <section className="today-box" aria-label="Comments">
      <NewComment reportId={String(id)} onAdded={handleChange} onCancel={onCancel} hasFocus />
      {comments && comments.length > 0 && (
        <CommentThreads
          reportId={String(id)}
          comments={comments}
          canReply={isByStaff}
          onChange={handleChange}
        />
      )}
    </section>
  )
}
