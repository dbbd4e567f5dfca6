import checkCircle from 'bootstrap-icons/icons/check-circle-fill.svg?raw'
import check from 'bootstrap-icons/icons/check-lg.svg?raw'
import circle from 'bootstrap-icons/icons/circle.svg?raw'
import pencil from 'bootstrap-icons/icons/pencil-fill.svg?raw'
import { type ReactNode, type Ref, type RefObject, useLayoutEffect, useRef } from 'react'
import type { Report } from '#shared/contract/reports.ts'
import type { Review } from '#shared/contract/reviews.ts'
import { Icon } from '../../components/icon.tsx'
import { KeyHint } from '../../components/shortcuts.tsx'
import { reviewLabels, reviewText } from '../../domain/report-marks.tsx'
import { formatLongInstant } from '../../lib/dates.ts'
import type { Reviewable } from './api.ts'
import { AskForChanges } from './ask-for-changes.tsx'
import type { Reviewing } from './use-review.ts'
import './reviews.scss'

type ReviewBarProps = {
  report: Report
  reviewing: Reviewing
  /** False for the user's own report: the bar shows only its state. */
  canReview: boolean
  isAsking: boolean
  onAsking: (isAsking: boolean) => void
  /** The button that opens the field, which gets the focus back when the field closes. */
  askButton: RefObject<HTMLButtonElement | null>
  /** At the end of the line: the buttons, unless they are in the dock. */
  children: ReactNode
}

/** The review state of a report, and the field to ask for changes. */
export function ReviewBar(props: ReviewBarProps) {
  const { report, reviewing, canReview, isAsking, onAsking, askButton, children } = props
  const bar = useRef<HTMLElement>(null)
  const wasAsking = useRef(isAsking)
  const problem = reviewing.problems.get(report.id)

  // Closing the field loses the focus. It returns to the button that opened the field, or to the bar without that button.
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body || document.activeElement === null
    if (wasAsking.current && !isAsking && isLost) (askButton.current ?? bar.current)?.focus()
    wasAsking.current = isAsking
  }, [isAsking, askButton])

  return (
    <section ref={bar} className="card review-bar" aria-label="Review" tabIndex={-1}>
      <div className="review-bar-line">
        <ReviewMark review={report.review} />
        {children}
      </div>
      <div role="alert">{problem && <p className="field-error">{problem}</p>}</div>
      {isAsking && canReview && (
        <AskForChanges
          key={report.id}
          report={report}
          onAsk={reviewing.askForChanges}
          onAsked={() => onAsking(false)}
          onCancel={() => onAsking(false)}
        />
      )}
    </section>
  )
}

type ReviewButtonsProps = {
  report: Reviewable
  onReviewed: () => void
  onAsk: () => void
  /** Whether the field to ask for changes is open. */
  isAsking?: boolean
  askRef?: Ref<HTMLButtonElement>
}

/** Buttons for the review states that the report does not have yet. */
export function ReviewButtons({ report, onReviewed, onAsk, isAsking = false, askRef }: ReviewButtonsProps) {
  const { state } = report.review
  return (
    <>
      {state !== 'reviewed' && (
        <button
          type="button"
          className="btn btn-primary btn-sm icon-link"
          aria-keyshortcuts="r"
          onClick={onReviewed}
        >
          <Icon svg={check} />
          Mark reviewed
          <KeyHint keys="r" />
        </button>
      )}
      {state !== 'needs_changes' && (
        <button
          ref={askRef}
          type="button"
          className="btn btn-secondary btn-sm"
          aria-keyshortcuts="n"
          aria-expanded={isAsking}
          onClick={onAsk}
        >
          Ask for changes
          <KeyHint keys="n" />
        </button>
      )}
    </>
  )
}

const icons = { unreviewed: circle, reviewed: checkCircle, needs_changes: pencil }

/** The review state as an icon, a text and a colour. */
export function ReviewMark({ review }: { review: Review }) {
  const { state, reviewed_at } = review
  return (
    <span
      className={`review-mark review-${state}`}
      title={reviewed_at === null ? undefined : formatLongInstant(reviewed_at)}
    >
      <Icon svg={icons[state]} />
      {reviewText(review) ?? reviewLabels[state]}
    </span>
  )
}
