import type { Comment } from '#shared/contract/comments.ts'
import { messages } from '#shared/messages.ts'
import { useCommentDraft } from '../../domain/use-comment-draft.ts'
import { CommentForm } from './comment-form.tsx'

type NewCommentProps = {
  reportId: string
  onAdded: (comments: Comment[]) => void
  /** Present: the box can be closed. */
  onCancel?: () => void
  hasFocus?: boolean
}

/** Begins a thread. */
export function NewComment({ reportId, onAdded, onCancel, hasFocus }: NewCommentProps) {
  const draft = useCommentDraft(reportId, null)

  function handleAdded(comments: Comment[]) {
    draft.write('')
    onAdded(comments)
  }

  return (
    <CommentForm
      reportId={reportId}
      parentId={null}
      label="Add a comment"
      submitLabel="Add Comment"
      busyLabel="Adding..."
      failure={messages.comments.commentFailed}
      draft={draft}
      onAdded={handleAdded}
      onCancel={onCancel}
      hasFocus={hasFocus}
    />
  )
}
