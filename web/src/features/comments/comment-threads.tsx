import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Comment } from '#shared/contract/comments.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { useBegunReplies, useCommentDraft } from '../../domain/use-comment-draft.ts'
import { takeFocus } from '../../lib/focus.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import { type Thread, threadsOf } from './threads.ts'
import './comments.scss'

type CommentThreadsProps = {
  reportId: string
  /** Flat and oldest first, as they travel. */
  comments: Comment[]
  /** Whether the user may reply; this component limits the depth. */
  canReply: (comment: Comment) => boolean
  onChange: (comments: Comment[]) => void
  /** The comment that was just added elsewhere, or that a link leads to: it gets the focus. */
  addedId?: number | undefined
}

export function CommentThreads({ reportId, comments, canReply, onChange, addedId }: CommentThreadsProps) {
  const hasBegun = useBegunReplies(reportId)
  // Replies with a stored draft are open again after a reload or a visit to another report.
  const [replyingTo, setReplyingTo] = useState(() => comments.find(({ id }) => hasBegun(id))?.id ?? null)
  const [isWanted, setIsWanted] = useState(false)
  const { focusNext, refOf } = useFocusByName(addedId === undefined ? null : `comment ${addedId}`)

  if (comments.length === 0) return <p className="text-body-secondary">{messages.comments.noneYet}</p>

  function start(id: number) {
    setReplyingTo(id)
    setIsWanted(true)
  }

  function cancel(id: number) {
    setReplyingTo(null)
    focusNext(`reply ${id}`)
  }

  function handleAdded(parentId: number, added: Comment[]) {
    setReplyingTo(null)
    const posted = added.findLast(comment => comment.parent_id === parentId)
    if (posted) focusNext(`comment ${posted.id}`)
    onChange(added)
  }

  const renderThreads = (threads: Thread[]) => (
    <ul className="threads">
      {threads.map(({ comment, level, replies }) => {
        const { id, user_name } = comment
        const isOpen = level < limits.commentLevels && canReply(comment)
        return (
          <li key={id}>
            <CommentItem
              comment={comment}
              onReply={isOpen ? () => start(id) : undefined}
              replyRef={refOf(`reply ${id}`)}
              itemRef={refOf(`comment ${id}`)}
              isReplying={replyingTo === id}
            >
              {isOpen && replyingTo === id && (
                <Reply
                  key={id}
                  reportId={reportId}
                  parentId={id}
                  to={user_name}
                  onAdded={added => handleAdded(id, added)}
                  onCancel={() => cancel(id)}
                  hasFocus={isWanted}
                />
              )}
            </CommentItem>
            {replies.length > 0 && renderThreads(replies)}
          </li>
        )
      })}
    </ul>
  )
  return renderThreads(threadsOf(comments))
}

type ReplyProps = {
  reportId: string
  parentId: number
  /** Whose comment it answers. */
  to: string
  onAdded: (comments: Comment[]) => void
  onCancel: () => void
  hasFocus: boolean
}

function Reply({ to, onAdded, ...props }: ReplyProps) {
  const draft = useCommentDraft(props.reportId, props.parentId)

  function handleAdded(comments: Comment[]) {
    draft.write('')
    onAdded(comments)
  }

  return (
    <CommentForm
      {...props}
      label={`Reply to ${to}`}
      submitLabel="Reply"
      busyLabel="Replying..."
      failure={messages.comments.replyFailed}
      draft={draft}
      onAdded={handleAdded}
    />
  )
}

/** The focus goes to something that is only there after the next change of the screen. */
function useFocusByName(arriving: string | null) {
  const elements = useRef(new Map<string, HTMLElement>())
  const wanted = useRef<string | null>(null)

  useLayoutEffect(() => {
    wanted.current = arriving
  }, [arriving])

  // After every change: what is wanted may take more than one to appear.
  useLayoutEffect(() => {
    const element = wanted.current === null ? undefined : elements.current.get(wanted.current)
    if (!element) return
    wanted.current = null
    takeFocus(element)
  })

  const refOf = (name: string) => (element: HTMLElement | null) => {
    if (element) elements.current.set(name, element)
    else elements.current.delete(name)
  }
  const focusNext = (name: string) => {
    wanted.current = name
  }
  return { focusNext, refOf }
}

/** The comment that the URL names (#comment-12), once the page has begun at its heading: it gets the focus. */
export function useLinkedComment(): number | undefined {
  const { hash } = useLocation()
  const [id, setId] = useState<number>()
  useEffect(() => setId(Number(/^#comment-(\d+)$/.exec(hash)?.[1]) || undefined), [hash])
  return id
}
