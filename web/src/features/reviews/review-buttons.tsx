import check from 'bootstrap-icons/icons/check-lg.svg?raw'
import type { Ref } from 'react'
import { Icon } from '../../components/icon.tsx'
import { KeyHint } from '../../components/key-hint.tsx'
import type { Reviewable } from './api.ts'

type ReviewButtonsProps = {
  report: Reviewable
  onReviewed: () => void
  onAsk: () => void
  /** The box is open. */
  isAsking?: boolean
  askRef?: Ref<HTMLButtonElement>
}

/** The two answers to a report. Which of them it has already is not offered again. */
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
