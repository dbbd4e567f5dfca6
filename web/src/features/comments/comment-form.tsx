import type { Comment } from '#shared/contract/comments.ts'
import { messages } from '#shared/messages.ts'
import { CommentBox, type CommentBoxProps, useCommentDraft } from '../../domain/comment-box.tsx'
import { useAddComment } from './api.ts'

type CommentFormProps = Omit<CommentBoxProps, 'isBusy' | 'onSend' | 'failure'> & {
  /** Null for a new thread. */
  parentId: number | null
  failure: string
  /** Receives all comments of the report once the new one is saved. */
  onAdded: (comments: Comment[]) => void
}

export function CommentForm({ parentId, onAdded, failure, ...props }: CommentFormProps) {
  const { mutateAsync, isPending, isError } = useAddComment(props.reportId, onAdded)

  async function handleSend(comment: string, mentions: readonly number[]) {
    try {
      await mutateAsync({ comment, parent_id: parentId, ...(mentions.length > 0 && { mentions }) })
      return true
    } catch {
      return false
    }
  }

  return (
    <CommentBox {...props} isBusy={isPending} failure={isError ? failure : undefined} onSend={handleSend} />
  )
}

type NewCommentProps = {
  reportId: string
  onAdded: (comments: Comment[]) => void
  /** If present, the form has a Cancel button. */
  onCancel?: () => void
  hasFocus?: boolean
}

/** The form for a new thread. */
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
