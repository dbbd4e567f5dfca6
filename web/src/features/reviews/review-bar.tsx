import { useLayoutEffect, useRef } from 'react'
import type { Report } from '#shared/contract/reports.ts'
import { AskForChanges } from './ask-for-changes.tsx'
import { ReviewButtons } from './review-buttons.tsx'
import { ReviewMark } from './review-mark.tsx'
import type { Reviewing } from './use-review.ts'
import './reviews.scss'

type ReviewBarProps = {
  report: Report
  reviewing: Reviewing
  /** False for the user's own report: the bar shows only its state. */
  canReview: boolean
  isAsking: boolean
  onReviewed: () => void
  onAsking: (isAsking: boolean) => void
}

/** At the end of a report: how it stands, and the two answers to it. */
export function ReviewBar({ report, reviewing, canReview, isAsking, onReviewed, onAsking }: ReviewBarProps) {
  const bar = useRef<HTMLElement>(null)
  const askButton = useRef<HTMLButtonElement>(null)
  const wasAsking = useRef(isAsking)
  const problem = reviewing.problems.get(report.id)

  // The box took the focus along: back to what opened it, or to the bar when that is gone too.
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body || document.activeElement === null
    if (wasAsking.current && !isAsking && isLost) (askButton.current ?? bar.current)?.focus()
    wasAsking.current = isAsking
  }, [isAsking])

  return (
    <section ref={bar} className="card review-bar" aria-label="Review" tabIndex={-1}>
      <div className="review-bar-line">
        <ReviewMark review={report.review} />
        {canReview && (
          <div className="review-bar-buttons">
            <ReviewButtons
              report={report}
              onReviewed={onReviewed}
              onAsk={() => onAsking(!isAsking)}
              isAsking={isAsking}
              askRef={askButton}
            />
          </div>
        )}
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
