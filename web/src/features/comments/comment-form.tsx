import type { Comment } from '#shared/contract/comments.ts'
import { CommentBox, type CommentBoxProps } from '../../domain/comment-box.tsx'
import { useAddComment } from './api.ts'

type CommentFormProps = Omit<CommentBoxProps, 'isBusy' | 'onSend' | 'failure'> & {
  /** Null: a new thread. */
  parentId: number | null
  failure: string
  /** Gets the whole list; the form is done then. */
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
