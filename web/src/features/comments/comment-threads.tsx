import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Comment } from '#shared/contract/comments.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { useCommentDraft, useReplyDrafts } from '../../domain/comment-box.tsx'
import { takeFocus } from '../../lib/focus.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import { buildThreads, type Thread } from './threads.ts'
import './comments.scss'

type CommentThreadsProps = {
  reportId: string
  /** Flat and oldest first, as in the API. */
  comments: Comment[]
  /** Whether the user may reply; this component limits the depth. */
  canReply: (comment: Comment) => boolean
  onChange: (comments: Comment[]) => void
  /** The comment to focus: one that was just added by another form, or that the URL names. */
  addedId?: number | undefined
}

export function CommentThreads({ reportId, comments, canReply, onChange, addedId }: CommentThreadsProps) {
  const hasBegun = useReplyDrafts(reportId)
  // Replies with a stored draft are open again after a reload or a visit to another report.
  const [replyingTo, setReplyingTo] = useState(() => comments.find(({ id }) => hasBegun(id))?.id ?? null)
  const [takesFocus, setTakesFocus] = useState(false)
  const { focusNext, refFor } = useFocusByName(addedId === undefined ? null : `comment ${addedId}`)

  if (comments.length === 0) return <p className="text-body-secondary">{messages.comments.noneYet}</p>

  function start(id: number) {
    setReplyingTo(id)
    setTakesFocus(true)
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
              replyRef={refFor(`reply ${id}`)}
              itemRef={refFor(`comment ${id}`)}
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
                  hasFocus={takesFocus}
                />
              )}
            </CommentItem>
            {replies.length > 0 && renderThreads(replies)}
          </li>
        )
      })}
    </ul>
  )
  return renderThreads(buildThreads(comments))
}

type ReplyProps = {
  reportId: string
  parentId: number
  /** The author of the comment that is replied to. */
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

/** Moves the focus to an element that appears only after a later render. */
function useFocusByName(addedName: string | null) {
  const elements = useRef(new Map<string, HTMLElement>())
  const wanted = useRef<string | null>(null)

  useLayoutEffect(() => {
    wanted.current = addedName
  }, [addedName])

  // Runs after every render, because the element may need more than one to appear.
  useLayoutEffect(() => {
    const element = wanted.current === null ? undefined : elements.current.get(wanted.current)
    if (!element) return
    wanted.current = null
    takeFocus(element)
  })

  const refFor = (name: string) => (element: HTMLElement | null) => {
    if (element) elements.current.set(name, element)
    else elements.current.delete(name)
  }
  const focusNext = (name: string) => {
    wanted.current = name
  }
  return { focusNext, refFor }
}

/** The comment that the URL names (#comment-12). An effect sets it, so that the page focuses its heading first. */
export function useLinkedComment(): number | undefined {
  const { hash } = useLocation()
  const [id, setId] = useState<number>()
  useEffect(() => setId(Number(/^#comment-(\d+)$/.exec(hash)?.[1]) || undefined), [hash])
  return id
}

/** The card with the heading of the threads and, if there is one, the form. */
export function CommentSection({ count, children }: { count: number; children: ReactNode }) {
  const title = useId()
  return (
    <section className="card comment-section" aria-labelledby={title}>
      <h2 id={title}>
        Comments
        {count > 0 && <span className="comment-total">{count}</span>}
      </h2>
      {children}
    </section>
  )
}
