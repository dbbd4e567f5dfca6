import { Link } from 'react-router'
import { isWithinEditWindow, localDay, systemClock } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { Alert } from '../../components/alert.tsx'
import { editWindowDays } from '../../domain/settings.ts'
import { formatLongDay, formatRecent } from '../../lib/dates.ts'
import type { DraftNotice as Notice } from './use-report-draft.ts'

type DraftNoticeProps = { notice: Notice; onDiscard: () => void; onTakeOver: () => void }

export function DraftNotice({ notice, onDiscard, onTakeOver }: DraftNoticeProps) {
  const isOutdated = notice.kind === 'restored' && notice.isOutdated
  return (
    <Alert variant={isOutdated ? 'warning' : 'info'}>
      <div className="notice">
        <p>
          {noticeText(notice)} {isOutdated && messages.reports.draftOutdated}
        </p>
        <div className="notice-actions">
          {notice.kind === 'earlier' && (
            <>
              {isOpenDay(notice.day) && (
                <Link to={paths.newReport(notice.day)} className="btn btn-secondary btn-sm">
                  Continue for that day
                </Link>
              )}
              <button type="button" className="btn btn-secondary btn-sm" onClick={onTakeOver}>
                Continue today
              </button>
            </>
          )}
          {/* One button for both actions, so that it keeps the focus. */}
          <button
            key="last"
            type="button"
            className="btn btn-secondary btn-sm"
            onClick={notice.kind === 'done' ? notice.undo : onDiscard}
          >
            {notice.kind === 'done' ? 'Undo' : 'Discard draft'}
          </button>
        </div>
      </div>
    </Alert>
  )
}

function noticeText(notice: Notice) {
  if (notice.kind === 'done') return notice.sentence
  if (notice.kind === 'earlier') return messages.reports.draftEarlier(formatLongDay(notice.day))
  return messages.reports.draftRestored(formatRecent(notice.savedAt, localDay(systemClock.now())))
}

/** A report of that day can still be submitted. */
const isOpenDay = (day: string) => isWithinEditWindow(day, localDay(systemClock.now()), editWindowDays())
