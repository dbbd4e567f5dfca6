import reply from 'bootstrap-icons/icons/reply.svg?raw'
import type { ReactNode, Ref } from 'react'
import type { Comment } from '#shared/contract/comments.ts'
import { Moment } from '../../components/day.tsx'
import { Icon } from '../../components/icon.tsx'
import { LinkifiedText } from '../../components/text.tsx'
import { Avatar, RoleBadge } from '../../domain/people.tsx'

type CommentItemProps = {
  comment: Comment
  /** Absent if the user can't reply to this comment. */
  onReply?: () => void
  replyRef?: Ref<HTMLButtonElement>
  isReplying: boolean
  /** For focusing, and so highlighting, the comment that was just posted. */
  itemRef?: Ref<HTMLElement>
  /** The form of a reply. */
  children?: ReactNode
}

export function CommentItem({ comment, onReply, replyRef, isReplying, itemRef, children }: CommentItemProps) {
  const { user_id, user_name, user_role, created_at, mentions } = comment
  return (
    <article ref={itemRef} className="comment" tabIndex={-1} aria-label={`Comment by ${user_name}`}>
      <Avatar id={user_id} name={user_name} />
      <div className="comment-body">
        <div className="comment-head">
          <span className="comment-author">{user_name}</span>
          <RoleBadge role={user_role} />
          <span className="comment-time">
            <Moment instant={created_at} />
          </span>
        </div>
        <LinkifiedText mark={mentions.length > 0 ? highlightMentions(mentions) : undefined}>
          {comment.comment}
        </LinkifiedText>
        {onReply && !isReplying && (
          <button
            ref={replyRef}
            type="button"
            className="comment-reply"
            aria-label={`Reply to ${user_name}`}
            onClick={onReply}
          >
            <Icon svg={reply} />
            Reply
          </button>
        )}
        {children}
      </div>
    </article>
  )
}

/** Highlights the names of the mentioned users. */
const highlightMentions = (people: Comment['mentions']) => (text: string) =>
  splitMentions(
    text,
    people.map(({ name }) => name),
  ).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their places
      <span key={index} className="mention">
        {part}
      </span>
    ),
  )

/** Characters with a special meaning in regular expressions. */
const special = /[\\^$.*+?()[\]{}|/]/g

/** Splits a text at its mentions: every second part is a mention. Joined, the parts are the text again. */
export function splitMentions(text: string, names: readonly string[]): string[] {
  // The longest name is tried first, so that "@Ann Lee" doesn't mention Ann.
  const longestFirst = [...names].sort((one, other) => other.length - one.length)
  const anyName = longestFirst.map(name => name.replace(special, '\\$&')).join('|')
  return text.split(new RegExp(`(@(?:${anyName})(?![\\p{L}\\p{N}]))`, 'u'))
}
