import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { ReportDraft } from '#shared/contract/report-drafts.ts'
import { localDay, systemClock } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { failureText } from '../../lib/api-error.ts'
import { useIsOnline, useIsServerUnreachable } from '../../lib/connection.ts'
import { formatRecent } from '../../lib/dates.ts'
import { useDiscardSavedDraft } from './api.ts'
import { asText } from './report-drafts.ts'
import { type ProjectOption, withDraft } from './report-values.ts'
import type { useReportDraft } from './use-report-draft.ts'

type SavedDraftProps = {
  draft: ReportDraft
  report: Pick<ReturnType<typeof useReportDraft>, 'form' | 'isUntouched' | 'fill'>
  projects: readonly ProjectOption[]
  focusSummary: () => void
}

/** Offers the draft that an assistant saved. It never fills in the form by itself, and what the user typed stays. */
export function SavedDraft({ draft, report, projects, focusSummary }: SavedDraftProps) {
  const { form, isUntouched, fill } = report
  const discard = useDiscardSavedDraft(draft.date)
  const [isUsed, setIsUsed] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const isOnline = useIsOnline()
  const isServerAway = useIsServerUnreachable()
  const [tasks, blockers, tomorrow_plan, task_details] = useWatch({
    control: form.control,
    name: ['tasks', 'blockers', 'tomorrow_plan', 'task_details'],
  })
  const values = { date: draft.date, tasks, blockers, tomorrow_plan, task_details }
  // Also after a reload: all of it is in the form already.
  const isAdded = asText(withDraft(values, draft, projects)) === asText(values)
  if (isUsed || isAdded || !isOnline || isServerAway) return null

  function handleUse() {
    const { used, added } = messages.reportDrafts
    setIsUsed(true)
    fill(withDraft(form.getValues(), draft, projects), isUntouched ? used : added, () => setIsUsed(false))
    // The pressed button is removed with the notice.
    focusSummary()
  }

  async function handleDiscard() {
    if (discard.isPending) return
    setFailure(null)
    try {
      await discard.mutateAsync()
      focusSummary()
    } catch (error) {
      setFailure(failureText(error, messages.reportDrafts.discardFailed))
    }
  }

  const time = formatRecent(draft.saved_at, localDay(systemClock.now()))
  return (
    <Alert variant="info">
      <div className="notice">
        <p>{messages.reportDrafts.offered(draft.token_name, time)}</p>
        <div className="notice-actions">
          <button type="button" className="btn btn-secondary btn-sm" onClick={handleUse}>
            Use it
          </button>
          <button
            type="button"
            className="btn btn-secondary btn-sm"
            disabled={discard.isPending}
            onClick={() => void handleDiscard()}
          >
            Discard
          </button>
        </div>
        {failure && (
          <p className="text-danger" role="alert">
            {failure}
          </p>
        )}
      </div>
    </Alert>
  )
}
