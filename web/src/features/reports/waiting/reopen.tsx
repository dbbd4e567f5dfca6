import { useState } from 'react'
import { useNavigate } from 'react-router'
import { localDay, systemClock } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { isWritable } from '#shared/writable-days.ts'
import { paths } from '../../../app/paths.ts'
import { Confirm } from '../../../components/dialog.tsx'
import { editWindowDays } from '../../../domain/settings.ts'
import { formatWeekdayDay } from '../../../lib/dates.ts'
import type { WaitingReport } from './waiting-db.ts'
import { hasOtherDraft, writeDayDraft } from './waiting-drafts.ts'
import { removeWaiting } from './waiting-list.ts'

type ReopenProps = {
  report: WaitingReport
  className: string
  onFailure: (sentence: string) => void
}

/** Turns a waiting report back into the draft of its day. It is not sent while the user changes it. */
export function Reopen({ report, className, onFailure }: ReopenProps) {
  const navigate = useNavigate()
  const [isConfirming, setIsConfirming] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  async function reopen() {
    setIsBusy(true)
    try {
      const wasWaiting = await removeWaiting(report, () => {
        if (!writeDayDraft(report)) throw new Error(messages.offline.draftNotKept)
      })
      // The state makes the page show a new form, even if the one that saved the report is still shown.
      if (wasWaiting) void navigate(formPath(report.date), { state: { reopened: report.saved_at } })
      else onFailure(messages.offline.justSent)
    } catch {
      onFailure(messages.offline.draftNotKept)
    }
    setIsConfirming(false)
    setIsBusy(false)
  }

  return (
    <>
      <button
        type="button"
        className={className}
        disabled={isBusy}
        onClick={() => (hasOtherDraft(report) ? setIsConfirming(true) : void reopen())}
      >
        Edit
      </button>
      {isConfirming && (
        <Confirm
          title={messages.offline.replaceTitle}
          confirmLabel="Replace"
          busy={isBusy}
          onConfirm={() => void reopen()}
          onCancel={() => setIsConfirming(false)}
        >
          <p>{messages.offline.replaceDraft(formatWeekdayDay(report.date))}</p>
        </Confirm>
      )}
    </>
  )
}

/** For a day outside the window this is today's form, which offers the draft of the earlier day. */
function formPath(date: string): string {
  const today = localDay(systemClock.now())
  return paths.newReport(date !== today && isOpenDay(date) ? date : undefined)
}

export const isOpenDay = (date: string) =>
  isWritable(date, {
    today: localDay(systemClock.now()),
    editWindowDays: editWindowDays(),
    // Not loaded here, where the device may be offline.
    offered: [],
  })
