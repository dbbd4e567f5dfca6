import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ReportDetails } from '#shared/contract/reports.ts'
import { localDay, systemClock } from '#shared/dates.ts'
import { formatHours, parseHours } from '#shared/hours.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../../app/paths.ts'
import { Dialog } from '../../../components/dialog.tsx'
import { Spinner } from '../../../components/placeholders.tsx'
import { ErrorState } from '../../../components/states.tsx'
import { formatWeekdayDay } from '../../../lib/dates.ts'
import { mayStillEdit } from '../edit-access.ts'
import type { Draft } from '../report-drafts.ts'
import { toFormValues } from '../report-values.ts'
import { readSent, readWhole } from './send-waiting.ts'
import type { WaitingReport } from './waiting-db.ts'
import { comparableRow, editedValues, mergeValues, writeEditDraft } from './waiting-drafts.ts'
import { removeWaiting, sendNow } from './waiting-list.ts'
import './waiting.scss'

type CompareDialogProps = {
  waiting: WaitingReport
  onClose: () => void
  onFailure: (sentence: string) => void
}

/** Shows the sent report beside the waiting one. The author keeps one of them, or merges both in the edit form. */
export default function CompareDialog({ waiting, onClose, onFailure }: CompareDialogProps) {
  const navigate = useNavigate()
  const [sent, setSent] = useState<ReportDetails>()
  const [hasFailed, setHasFailed] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const { user_id: userId, date } = waiting

  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once, and again on Retry
  useEffect(() => {
    if (hasFailed) return
    let isCancelled = false
    void loadSent(date).then(
      found => {
        if (isCancelled) return
        if (found) return setSent(found)
        // The sent report was deleted meanwhile, so the waiting one can be sent.
        onClose()
        void sendNow({ isManual: true })
      },
      () => !isCancelled && setHasFailed(true),
    )
    return () => {
      isCancelled = true
    }
  }, [date, hasFailed])

  async function edit(details: ReportDetails, values: Draft['values']) {
    setIsBusy(true)
    try {
      const wasWaiting = await removeWaiting(waiting, () => {
        if (!writeEditDraft(userId, details.report, values)) throw new Error(messages.offline.draftNotKept)
      })
      onClose()
      if (wasWaiting) void navigate(paths.editReport(details.report.id))
    } catch {
      onClose()
      onFailure(messages.offline.draftNotKept)
    }
  }

  async function keepSent() {
    setIsBusy(true)
    try {
      await removeWaiting(waiting)
    } catch {
      onFailure(messages.offline.notRemoved)
    }
    onClose()
  }

  return (
    <Dialog
      title={messages.offline.compareTitle(formatWeekdayDay(date))}
      busy={isBusy}
      onClose={onClose}
      footer={
        sent && (
          <Choices
            details={sent}
            waiting={waiting}
            isBusy={isBusy}
            onKeep={() => void keepSent()}
            onEdit={values => void edit(sent, values)}
          />
        )
      }
    >
      {sent ? (
        <Comparison details={sent} waiting={waiting} />
      ) : hasFailed ? (
        <ErrorState plain message={messages.offline.compareFailed} onRetry={() => setHasFailed(false)} />
      ) : (
        <Spinner />
      )}
    </Dialog>
  )
}

async function loadSent(date: string) {
  const report = await readSent(date)
  return report && readWhole(report.id)
}

type ChoicesProps = {
  details: ReportDetails
  waiting: WaitingReport
  isBusy: boolean
  onKeep: () => void
  onEdit: (values: Draft['values']) => void
}

function Choices({ details, waiting, isBusy, onKeep, onEdit }: ChoicesProps) {
  const isEditable = mayStillEdit(details, localDay(systemClock.now()))
  const { values, isDraft } = editedValues(waiting.user_id, details.report)
  const own = waiting.values
  return (
    <>
      <button type="button" className="btn btn-secondary" disabled={isBusy} onClick={onKeep}>
        Keep the sent one
      </button>
      {/* Not offered if the sent report has a draft, which would be lost. */}
      {isEditable && !isDraft && (
        <button type="button" className="btn btn-secondary" disabled={isBusy} onClick={() => onEdit(own)}>
          Edit with this device's text
        </button>
      )}
      {isEditable && (
        <button
          type="button"
          className="btn btn-primary"
          disabled={isBusy}
          onClick={() => onEdit(mergeValues(values, own))}
        >
          Merge and edit
        </button>
      )}
    </>
  )
}

function Comparison({ details, waiting }: { details: ReportDetails; waiting: WaitingReport }) {
  const { report } = details
  const [a, b] = [toFormValues(report), waiting.values]
  const names = new Map<string, string>(Object.entries(waiting.projects))
  for (const row of report.task_details ?? []) names.set(String(row.project_id), row.project_name)
  const isEditable = mayStillEdit(details, localDay(systemClock.now()))
  return (
    <div className="comparison">
      <p>{isEditable ? messages.offline.compareHint : messages.offline.notEditable}</p>
      <Part title="Summary" texts={[a.tasks, b.tasks]} />
      <Part
        title="Tasks"
        texts={[a, b].map(values => JSON.stringify(values.task_details.map(comparableRow)))}
        show={[a, b].map(values => (
          <Rows key={values === a ? 'sent' : 'waiting'} rows={values.task_details} names={names} />
        ))}
      />
      <Part title="Blockers" texts={[a.blockers, b.blockers]} />
      <Part title="Tomorrow's plan" texts={[a.tomorrow_plan, b.tomorrow_plan]} />
    </div>
  )
}

type PartProps = { title: string; texts: string[]; show?: ReactNode[] }

/** A part that is the same in both reports is shown once. */
function Part({ title, texts, show = texts.map(text => text.trim() || 'None') }: PartProps) {
  const [sent = '', waiting = ''] = texts.map(text => text.trim())
  const isSame = sent === waiting
  if (isSame && sent === '') return null
  return (
    <section className="comparison-part" aria-label={title}>
      <h3>{title}</h3>
      {isSame ? (
        <Side label={messages.offline.sameInBoth}>{show[0]}</Side>
      ) : (
        <div className="comparison-sides">
          <Side label="Sent">{show[0]}</Side>
          <Side label="On this device">{show[1]}</Side>
        </div>
      )}
    </section>
  )
}

function Side({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="comparison-side">
      <h4>{label}</h4>
      <div>{children}</div>
    </div>
  )
}

type RowsProps = { rows: Draft['values']['task_details']; names: Map<string, string> }

function Rows({ rows, names }: RowsProps) {
  return (
    <ul className="tabular">
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and never change here
        <li key={index}>
          <span>
            <strong>{names.get(row.project_id)}</strong> {row.description}
          </span>
          <span>{formatHours(parseHours(row.hours, limits.taskHoursMax).minutes ?? 0)}</span>
        </li>
      ))}
    </ul>
  )
}
