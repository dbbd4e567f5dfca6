import chat from 'bootstrap-icons/icons/chat-left-text.svg?raw'
import warning from 'bootstrap-icons/icons/exclamation-triangle-fill.svg?raw'
import type { ReactNode } from 'react'
import { hasBlockers } from '#shared/contract/blockers.ts'
import type { ListedReport } from '#shared/contract/reports.ts'
import { Icon } from '../components/icon.tsx'

type MarkedTextProps = {
  report: Pick<ListedReport, 'blockers' | 'comment_count'>
  children: ReactNode
  /** Stands before the other marks. */
  review?: ReactNode
}

/** The beginning of a report in a list; at the end of its cell, what a reader should know before opening it. */
export function MarkedText({
  report: { blockers, comment_count: count },
  children,
  review,
}: MarkedTextProps) {
  const isBlocked = hasBlockers(blockers)
  return (
    <span className="marked-text">
      <span className="marked-words">{children}</span>
      <span className="report-marks">
        {review}
        {isBlocked && (
          <span className="mark-blockers" title="Has blockers">
            <Icon svg={warning} />
            <span className="visually-hidden">Has blockers</span>
          </span>
        )}
        {count > 0 && (
          <span className="mark-comments tabular" title={count === 1 ? '1 comment' : `${count} comments`}>
            <Icon svg={chat} />
            {count}
            <span className="visually-hidden">{count === 1 ? ' comment' : ' comments'}</span>
          </span>
        )}
      </span>
    </span>
  )
}
