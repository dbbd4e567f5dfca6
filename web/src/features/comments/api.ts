import { useMutation } from '@tanstack/react-query'
import { type Comment, commentsReply } from '#shared/contract/comments.ts'
import { request } from '../../lib/api-client.ts'

type NewComment = { comment: string; parent_id: number | null; mentions?: readonly number[] }

/** The server answers with all comments of the report, which `onAdded` receives. */
export function useAddComment(reportId: string, onAdded: (comments: Comment[]) => void) {
  return useMutation({
    mutationFn: (body: NewComment) =>
      request({ method: 'POST', path: `/reports/${reportId}/comments`, body, reply: commentsReply }),
    onSuccess: onAdded,
  })
}
