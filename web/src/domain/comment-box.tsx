import {
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import * as z from 'zod/mini'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { SubmitButton } from '../components/form.tsx'
import { useActor } from '../lib/can.tsx'
import { clearSlot, readSlot, removeOldSlots, writeSlot } from '../lib/drafts.ts'
import { takeFocus } from '../lib/focus.ts'
import { useMentions } from './mentions.tsx'

const prefix = 'comment-draft:'
const draftShape = { text: z.string(), mentions: z.optional(z.array(z.number())) }

/** A comment being typed: the names of mentioned users are in the text, their ids in `mentions`. */
export type CommentDraft = {
  text: string
  mentions: readonly number[]
  /** Stores the text; without `mentions`, the stored mentions stay. */
  write: (text: string, mentions?: readonly number[]) => void
}

/** The comment that this is a reply to; null: a new thread; 'ask': asks the author for changes. */
type Parent = number | null | 'ask'
type Place = { userId: number | undefined; reportId: string; parentId: Parent }

const slotOf = ({ userId, reportId, parentId }: Place) =>
  `${prefix}${userId}:${reportId}:${parentId ?? 'new'}`

const readDraft = (place: Place) => {
  const { text = '', mentions = [] } = readSlot(slotOf(place), draftShape) ?? {}
  return { text, mentions: mentions as readonly number[] }
}

/**
 * The draft of a comment. Each change is stored at once, so that the draft outlives a closed form, the next report, a
 * reload and the end of the session. An empty text, as after sending, removes it.
 */
export function useCommentDraft(reportId: string, parentId: Parent): CommentDraft {
  const userId = useActor()?.id
  const place = { userId, reportId, parentId }
  const [content, setContent] = useState(() => readDraft(place))

  useEffect(() => removeOldSlots(prefix, draftShape), [])

  function write(text: string, mentions = content.mentions) {
    const next = { text, mentions: text.includes('@') ? mentions : [] }
    setContent(next)
    if (text.trim() === '') clearSlot(slotOf(place))
    else writeSlot(slotOf(place), next)
  }
  return { ...content, write }
}

/** The comments for which this user has a reply draft. */
export function useReplyDrafts(reportId: string) {
  const userId = useActor()?.id
  return (parentId: number) => readDraft({ userId, reportId, parentId }).text !== ''
}

/** The counter is shown for the last tenth only, because it distracts. */
const countFrom = limits.commentMax * 0.9

export type CommentBoxProps = {
  label: string
  submitLabel: string
  busyLabel: string
  failure?: string
  isBusy: boolean
  /** The report whose readers can be mentioned. */
  reportId: string
  /** Owned by the parent, so that it outlives a closed form. */
  draft: CommentDraft
  /** Receives the trimmed text and the ids of mentioned users; returns false if it wasn't sent. */
  onSend: (comment: string, mentions: readonly number[]) => Promise<boolean>
  /** If present, there is a Cancel button and Escape cancels too. If absent, Escape only leaves the text field. */
  onCancel?: () => void
  hasFocus?: boolean
}

/** The form in which a comment is written; its parent stores the text and sends it. */
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
    // While text is being composed, Escape and Enter belong to the input method.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void send()
    }
    if (event.key !== 'Escape' || isBusy) return
    if (onCancel) onCancel()
    // After leaving the field, keys such as the arrows control the page again; the text stays.
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
