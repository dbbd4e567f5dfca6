import { type FormEvent, type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react'
import type { Comment } from '#shared/contract/comments.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { SubmitButton } from '../../components/submit-button.tsx'
import { useAddComment } from './api.ts'
import './comments.scss'

/** The last tenth: before that a counter only distracts. */
const countFrom = limits.commentMax * 0.9

type CommentFormProps = {
  reportId: string
  /** Null: a new thread. */
  parentId: number | null
  /** The words for this kind of comment. */
  label: string
  submitLabel: string
  busyLabel: string
  failure: string
  /** Kept by the owner, so that it outlives a closed form. */
  text: string
  onText: (text: string) => void
  /** Gets the whole list; the form is done then. */
  onAdded: (comments: Comment[]) => void
  /** Present: Cancel stands beside the button, and Escape does the same. Absent: Escape only leaves the box. */
  onCancel?: () => void
  hasFocus?: boolean
}

export function CommentForm(props: CommentFormProps) {
  const { reportId, parentId, label, text, onText, onAdded, onCancel, failure, hasFocus = false } = props
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { mutate, isPending, isError } = useAddComment(reportId, onAdded)
  const length = text.trim().length
  const isTooLong = length > limits.commentMax
  const isSendable = length > 0 && !isTooLong && !isPending

  // The user opened the form to write: put the caret at the end of the text.
  useLayoutEffect(() => {
    const { current } = field
    if (!hasFocus || !current) return
    current.focus()
    current.setSelectionRange(current.value.length, current.value.length)
  }, [hasFocus])

  function send() {
    if (!isSendable) return
    // The pressed button is disabled while the comment is sent, so the focus goes back to the text.
    mutate({ comment: text.trim(), parent_id: parentId }, { onError: () => field.current?.focus() })
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    send()
  }

  function handleKeyDown(event: KeyboardEvent) {
    // Escape and Enter may belong to the keyboard's own suggestions.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      send()
    }
    if (event.key !== 'Escape' || isPending) return
    if (onCancel) onCancel()
    // Keys such as the arrows belong to the page again; the text stays.
    else field.current?.blur()
  }

  return (
    <form className="comment-form" onSubmit={handleSubmit} onKeyDown={handleKeyDown}>
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <textarea
        ref={field}
        id={id}
        className="form-control"
        rows={3}
        value={text}
        readOnly={isPending}
        aria-invalid={isTooLong || undefined}
        aria-describedby={`${id}-notes`}
        onChange={event => onText(event.target.value)}
      />
      <div id={`${id}-notes`} className="comment-notes">
        <div role="alert">
          {isError && <p className="field-error">{failure}</p>}
          {isTooLong && <p className="field-error">{messages.field.tooLong('Comment', limits.commentMax)}</p>}
        </div>
        {length > countFrom && (
          <p className="comment-count">
            {length.toLocaleString()} of {limits.commentMax.toLocaleString()}
          </p>
        )}
      </div>
      <div className="comment-buttons">
        <SubmitButton
          label={props.submitLabel}
          busyLabel={props.busyLabel}
          busy={isPending}
          disabled={!isSendable}
          className="btn-sm"
        />
        {onCancel && (
          <button type="button" className="btn btn-secondary btn-sm" disabled={isPending} onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  )
}
