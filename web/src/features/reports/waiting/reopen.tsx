import { useState } from 'react'
import { useNavigate } from 'react-router'
import { isWithinEditWindow, localDay, systemClock } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../../app/paths.ts'
import { Confirm } from '../../../components/confirm.tsx'
import { editWindowDays } from '../../../domain/edit-window.ts'
import { formatWeekdayDay } from '../../../lib/format.ts'
import type { WaitingReport } from './waiting-db.ts'
import { hasOtherDraft, writeDayDraft } from './waiting-drafts.ts'
import { takeOut } from './waiting-list.ts'

type ReopenProps = {
  report: WaitingReport
  className: string
  onFailure: (sentence: string) => void
}

/** Takes a waiting report back into the form, as the draft of its day. It is not sent while it is being changed. */
export function Reopen({ report, className, onFailure }: ReopenProps) {
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  async function reopen() {
    setIsBusy(true)
    try {
      const isThere = await takeOut(report, () => {
        if (!writeDayDraft(report)) throw new Error(messages.offline.draftNotKept)
      })
      // A new form, also where the one that saved it is still shown.
      if (isThere) void navigate(formOf(report.date), { state: { reopened: report.saved_at } })
      else onFailure(messages.offline.justSent)
    } catch {
      onFailure(messages.offline.draftNotKept)
    }
    setIsAsking(false)
    setIsBusy(false)
  }

  return (
    <>
      <button
        type="button"
        className={className}
        disabled={isBusy}
        onClick={() => (hasOtherDraft(report) ? setIsAsking(true) : void reopen())}
      >
        Edit
      </button>
      {isAsking && (
        <Confirm
          title={messages.offline.replaceTitle}
          confirmLabel="Replace"
          busy={isBusy}
          onConfirm={() => void reopen()}
          onCancel={() => setIsAsking(false)}
        >
          <p>{messages.offline.replaceDraft(formatWeekdayDay(report.date))}</p>
        </Confirm>
      )}
    </>
  )
}

/** The form of a day that is over for reports offers the draft for today. */
function formOf(date: string): string {
  const today = localDay(systemClock.now())
  return paths.newReport(date !== today && isOpenDay(date) ? date : undefined)
}

export const isOpenDay = (date: string) =>
  isWithinEditWindow(date, localDay(systemClock.now()), editWindowDays())
