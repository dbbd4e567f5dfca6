import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { Report } from '#shared/contract/reports.ts'
import { paths } from '../../app/paths.ts'
import { AlreadySubmitted } from './already-submitted.tsx'
import type { ReportBody } from './api.ts'
import { DayPassed } from './day-passed.tsx'
import { daySlot, findEarlierDraft } from './report-drafts.ts'
import { ReportForm, type SuggestionSlot } from './report-form.tsx'
import { emptyValues, type ProjectOption, type ReportValues } from './report-values.ts'
import { useReportDraft } from './use-report-draft.ts'

type NewReportFormProps = {
  userId: number
  date: string
  /** Later than `date` once midnight has passed. */
  today: string
  /** An earlier day was asked for: neither midnight nor another draft changes the day. */
  isMissed?: boolean
  projects: readonly ProjectOption[]
  /** The report that is already there for this day. */
  existing: Report | null
  /** Stands above the form. */
  hint?: ReactNode
  /** The hint is about a report of this day that waits to be sent. */
  isWritten?: boolean
  /** Stands above the field for blockers. */
  stillBlocked?: ReactNode
  suggestions?: ((slot: SuggestionSlot) => ReactNode) | null
  save: (body: ReportBody, values: ReportValues) => Promise<unknown>
  onNextDay: () => void
  endSession: () => void
}

/** Give it a key of person and date: another person, or another day, is another form. */
export function NewReportForm(props: NewReportFormProps) {
  const { userId, date, today, isMissed, projects, existing, hint } = props
  const { save, onNextDay, endSession } = props
  const [initial] = useState(() => emptyValues(date))
  const [earlier] = useState(() => (isMissed ? null : findEarlierDraft(userId, date)))
  const draft = useReportDraft({ slot: daySlot(userId, date), initial, projects, earlier })
  const isPast = date !== today && !isMissed

  const followCalendar = useEffectEvent(() => {
    // Who has begun to write keeps the day they are writing about.
    if (isPast && draft.isUntouched) onNextDay()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for every new day
  useEffect(() => followCalendar(), [today])

  function handleChangeDay() {
    draft.moveTo(daySlot(userId, today))
    onNextDay()
  }

  return (
    <ReportForm
      kind="new"
      isMissed={isMissed}
      projects={projects}
      draft={draft}
      stillBlocked={props.stillBlocked}
      suggestions={props.suggestions}
      save={save}
      cancelTo={paths.dashboard()}
      savedTo={paths.myReports()}
      endSession={endSession}
      // With a report already there, editing that one is what to do next.
      takesFocus={!existing && !props.isWritten}
      notice={failed => (
        <>
          {hint}
          {existing && (
            <AlreadySubmitted report={existing} isToday={!isMissed} isSaid={failed === 'report_exists'} />
          )}
          {isPast && !draft.isUntouched && <DayPassed date={date} onChange={handleChangeDay} />}
        </>
      )}
    />
  )
}
