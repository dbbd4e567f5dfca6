import { type FormEvent, type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { SubmitButton } from '../components/submit-button.tsx'
import { takeFocus } from '../lib/focus.ts'
import { useMentions } from './mentions.tsx'
import type { CommentDraft } from './use-comment-draft.ts'

/** The last tenth: before that a counter only distracts. */
const countFrom = limits.commentMax * 0.9

export type CommentBoxProps = {
  /** The words for this kind of comment. */
  label: string
  submitLabel: string
  busyLabel: string
  /** What went wrong with the last attempt. */
  failure?: string
  isBusy: boolean
  /** The report that it is about: its readers can be mentioned. */
  reportId: string
  /** Kept by the owner, so that it outlives a closed form. */
  draft: CommentDraft
  /** Gets the trimmed text and the ids of those it mentions; false: it wasn't sent. */
  onSend: (comment: string, mentions: readonly number[]) => Promise<boolean>
  /** Present: Cancel stands beside the button, and Escape does the same. Absent: Escape only leaves the box. */
  onCancel?: () => void
  hasFocus?: boolean
}

/** Where a comment is written; its owner keeps the text and sends it. */
export function CommentBox(props: CommentBoxProps) {
  const { label, reportId, draft, onSend, onCancel, failure, isBusy, hasFocus = false } = props
  const { text } = draft
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const mentions = useMentions({ reportId, field, draft })
  const wasOpened = useRef(false)
  const length = text.trim().length
  const isTooLong = length > limits.commentMax
  const isSendable = length > 0 && !isTooLong && !isBusy

  // The user opened the form to write: put the caret at the end of the text.
  useLayoutEffect(() => {
    const { current } = field
    if (!hasFocus || !current || wasOpened.current) return
    wasOpened.current = true
    if (takeFocus(current)) current.setSelectionRange(current.value.length, current.value.length)
  }, [hasFocus])

  async function send() {
    if (!isSendable) return
    // The pressed button is disabled while the comment is sent, so the focus goes back to the text.
    if (!(await onSend(text.trim(), draft.mentions))) takeFocus(field.current)
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    void send()
  }

  function handleKeyDown(event: KeyboardEvent) {
    // Escape and Enter may belong to the keyboard's own suggestions.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void send()
    }
    if (event.key !== 'Escape' || isBusy) return
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
        readOnly={isBusy}
        aria-invalid={isTooLong || undefined}
        aria-describedby={`${id}-notes`}
        onChange={event => draft.write(event.target.value)}
        {...mentions.fieldProps}
      />
      {mentions.list}
      <div id={`${id}-notes`} className="comment-notes">
        <div role="alert">
          {failure && <p className="field-error">{failure}</p>}
          {isTooLong && (
            <p className="field-error">{messages.fields.tooLong('Comment', limits.commentMax)}</p>
          )}
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
          busy={isBusy}
          disabled={!isSendable}
          className="btn-sm"
        />
        {onCancel && (
          <button type="button" className="btn btn-secondary btn-sm" disabled={isBusy} onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  )
}
