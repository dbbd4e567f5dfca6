import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import type { ReportDraft } from '#shared/contract/report-drafts.ts'
import type { Report } from '#shared/contract/reports.ts'
import type { User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { paths } from '../../app/paths.ts'
import { Alert } from '../../components/alert.tsx'
import { formatLongDay } from '../../lib/dates.ts'
import { AlreadySubmitted } from './already-submitted.tsx'
import type { ReportBody } from './api.ts'
import { daySlot, findEarlierDraft } from './report-drafts.ts'
import { ReportForm, type SuggestionSlot } from './report-form.tsx'
import { emptyValues, type ProjectOption, type ReportValues } from './report-values.ts'
import { SavedDraft } from './saved-draft.tsx'
import { useReportDraft } from './use-report-draft.ts'

type NewReportFormProps = {
  userId: number
  date: string
  /** Later than `date` once midnight has passed. */
  today: string
  /** The URL names an earlier day, so neither midnight nor another draft changes the day. */
  isMissed?: boolean
  projects: readonly ProjectOption[]
  /** The report that was already submitted for this day. */
  existing: Report | null
  /** What an assistant saved for this day. The user decides whether to use it. */
  savedDraft?: ReportDraft | null
  /** Shown above the form. */
  hint?: ReactNode
  /** A report of this day waits on this device to be sent, and the hint is about it. */
  hasWaitingReport?: boolean
  /** The report of this form waits on this device, because no server answered. */
  isKept?: boolean
  /** It was sent while the form was open. */
  isSentMeanwhile?: boolean
  /** Shown above the field for blockers. */
  stillBlocked?: ReactNode
  suggestions?: ((slot: SuggestionSlot) => ReactNode) | null
  save: (body: ReportBody, values: ReportValues) => Promise<unknown>
  onNextDay: () => void
  endSession: () => void
}

/** Needs a key of user and date, because its draft belongs to one user and one day. */
export function NewReportForm(props: NewReportFormProps) {
  const { userId, date, today, isMissed, projects, existing, hint } = props
  const { save, onNextDay, endSession } = props
  const [initial] = useState(() => emptyValues(date))
  const [earlier] = useState(() => (isMissed ? null : findEarlierDraft(userId, date)))
  const draft = useReportDraft({ slot: daySlot(userId, date), initial, projects, earlier })
  const isPast = date !== today && !isMissed

  const startNewDay = useEffectEvent(() => {
    // A user who has begun to type keeps the day of the report.
    if (isPast && draft.isUntouched) onNextDay()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for every new day
  useEffect(() => startNewDay(), [today])

  function handleChangeDay() {
    draft.moveTo(daySlot(userId, today))
    onNextDay()
  }

  return (
    <ReportForm
      kind="new"
      isMissed={isMissed}
      isKept={props.isKept}
      isSentMeanwhile={props.isSentMeanwhile}
      projects={projects}
      draft={draft}
      stillBlocked={props.stillBlocked}
      suggestions={props.suggestions}
      save={save}
      cancelTo={paths.dashboard()}
      savedTo={paths.myReports()}
      endSession={endSession}
      // With an existing report, its Edit button is the next step.
      takesFocus={!existing && !props.hasWaitingReport}
      notice={(failed, focusSummary) => (
        <>
          {hint}
          {existing && (
            <AlreadySubmitted report={existing} isToday={!isMissed} hasAlert={failed === 'report_exists'} />
          )}
          {props.savedDraft && !existing && !props.hasWaitingReport && (
            <SavedDraft
              draft={props.savedDraft}
              report={draft}
              projects={projects}
              focusSummary={focusSummary}
            />
          )}
          {isPast && !draft.isUntouched && <DayPassed date={date} onChange={handleChangeDay} />}
        </>
      )}
    />
  )
}

/** Shown above the form, which stays usable: its draft is stored until there is a project to select. */
export function NoProjects({ user }: { user: User }) {
  if (!can(user, 'project.manage')) return <Alert variant="warning">{messages.reports.noProjects}</Alert>
  return (
    <Alert variant="warning">
      <div className="notice">
        <p>{messages.reports.noProjectsAtAll}</p>
        <Link to={paths.projects()} className="btn btn-secondary btn-sm">
          Manage Projects
        </Link>
      </div>
    </Alert>
  )
}

/** Shown when midnight passed while the user was typing. */
function DayPassed({ date, onChange }: { date: string; onChange: () => void }) {
  return (
    <Alert variant="info">
      <div className="notice">
        <p>{messages.reports.dayPassed(formatLongDay(date))}</p>
        <button type="button" className="btn btn-secondary btn-sm" onClick={onChange}>
          Change to today
        </button>
      </div>
    </Alert>
  )
}
