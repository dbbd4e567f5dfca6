import { localDay, systemClock } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { formatLongDay, formatRecent } from '../../lib/format.ts'
import type { DraftNotice as Notice } from './use-report-draft.ts'

type DraftNoticeProps = { notice: Notice; onDiscard: () => void; onTakeOver: () => void }

export function DraftNotice({ notice, onDiscard, onTakeOver }: DraftNoticeProps) {
  const isOutdated = notice.kind === 'restored' && notice.isOutdated
  return (
    <Alert variant={isOutdated ? 'warning' : 'info'}>
      <div className="notice">
        <p>
          {textOf(notice)} {isOutdated && messages.report.draftOutdated}
        </p>
        <div className="notice-actions">
          {notice.kind === 'earlier' && (
            <button type="button" className="btn btn-secondary btn-sm" onClick={onTakeOver}>
              Continue today
            </button>
          )}
          {/* One and the same button before and after, so that the focus stays where it was pressed. */}
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

function textOf(notice: Notice) {
  if (notice.kind === 'done') return notice.sentence
  if (notice.kind === 'earlier') return messages.report.draftEarlier(formatLongDay(notice.day))
  return messages.report.draftRestored(formatRecent(notice.savedAt, localDay(systemClock.now())))
}
