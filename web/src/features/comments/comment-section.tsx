import { type ReactNode, useId } from 'react'
import './comments.scss'

/** The heading that the threads, and where there is one the form, stand under. */
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
