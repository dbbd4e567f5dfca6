import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { FailureCode } from '#shared/failure-codes.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { CancelLink } from '../../components/cancel-link.tsx'
import { useFirstField } from '../../components/page.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { TextAreaField } from '../../components/text-area-field.tsx'
import { TextField } from '../../components/text-field.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { formatLongDay } from '../../lib/format.ts'
import { type Redirect, useDelayedRedirect } from '../../lib/use-delayed-redirect.ts'
import type { ReportBody } from './api.ts'
import { DraftNotice } from './draft-notice.tsx'
import { attemptSentence, failureSentence, isSessionOver, type ReportFormKind } from './report-sentences.ts'
import { ReportTotal } from './report-total.tsx'
import { bodyOf, type ProjectOption, totalMinutes, withoutUntouched } from './report-values.ts'
import { TaskRows } from './task-rows.tsx'
import type { useReportDraft } from './use-report-draft.ts'
import { useReportFields } from './use-report-fields.ts'
import { useSessionEnd } from './use-session-end.ts'
import './report-form.scss'

const words = {
  new: {
    title: 'Submit Daily Report',
    submit: 'Submit Report',
    busy: 'Submitting...',
    done: 'Submitted',
    success: messages.report.submitted,
  },
  edit: {
    title: 'Edit Daily Report',
    submit: 'Update Report',
    busy: 'Updating...',
    done: 'Updated',
    success: messages.report.updated,
  },
}

type ReportFormProps = {
  kind: ReportFormKind
  /** The report's day: shown, never chosen. */
  date: string
  projects: readonly ProjectOption[]
  draft: ReturnType<typeof useReportDraft>
  save: (body: ReportBody) => Promise<unknown>
  cancelTo: string
  savedTo: string
  /** A refusal after which there is nothing left to do here. */
  redirectAfter?: (error: unknown) => Redirect | null
  /** What stands above the form; told what the alert is about, to not say it twice. */
  notice?: (failed: FailureCode | undefined) => ReactNode
  endSession: () => void
  /** The first field has the focus from the start. */
  takesFocus?: boolean
}

type Failure = { sentence: string; hasFields: boolean; code?: FailureCode | undefined }
type Stage = 'open' | 'sending' | 'saved' | 'leaving'

export function ReportForm(props: ReportFormProps) {
  const { kind, date, projects, draft, save, cancelTo, savedTo, redirectAfter, notice, endSession } = props
  const { takesFocus = true } = props
  const word = words[kind]
  const form = useRef<HTMLFormElement>(null)
  const firstField = useFirstField<HTMLTextAreaElement>(takesFocus)
  const [stage, setStage] = useState<Stage>('open')
  const [attempts, setAttempts] = useState(0)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [redirect, setRedirect] = useState<Redirect | null>(null)
  const fields = useReportFields({ typed: draft.values, setTyped: draft.setValues, projects, date })
  const { values, written, errors, change } = fields
  const minutes = totalMinutes(values)

  useDelayedRedirect(redirect)
  const startSessionEnd = useSessionEnd(endSession, () => setStage('open'))

  // biome-ignore lint/correctness/useExhaustiveDependencies: every failed attempt leads to its first bad field
  useEffect(() => {
    if (failure?.hasFields) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempts])

  useEffect(() => {
    // The message stands at the top, and nothing else takes the eye there.
    if (stage === 'saved') window.scrollTo(0, 0)
  }, [stage])

  function fail(failed: Failure) {
    setFailure(failed)
    setAttempts(count => count + 1)
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (stage !== 'open') return
    setFailure(null)
    fields.changeRows(rows => withoutUntouched(rows))
    if (fields.check()) void send()
    else fail({ sentence: attemptSentence(written, kind), hasFields: true })
  }

  async function send() {
    setStage('sending')
    try {
      await save(bodyOf(written, date))
      draft.finish()
      setStage('saved')
      setRedirect({ to: savedTo, delayMs: limits.redirectDelayMs })
    } catch (error) {
      const refused = error instanceof ApiError ? error : undefined
      const hasFields = refused !== undefined && fields.refuse(refused)
      fail({ sentence: failureSentence(error, kind), hasFields, code: refused?.code })
      const next = redirectAfter?.(error) ?? null
      setRedirect(next)
      if (isSessionOver(error)) startSessionEnd()
      setStage(next || isSessionOver(error) ? 'leaving' : 'open')
    }
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault()
      form.current?.requestSubmit()
    }
    // A report is sent by its button: Enter in a line of text is no reason to.
    else if (event.target instanceof HTMLInputElement) event.preventDefault()
  }

  const focus = (name: string) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()

  function handleTakeOver() {
    draft.takeOver()
    // Its button is gone now.
    focus('tasks')
  }

  return (
    <>
      {stage === 'saved' && <Alert variant="success">{word.success}</Alert>}
      {failure && (
        <Alert key={attempts} variant="danger" takesFocus={!failure.hasFields}>
          {failure.sentence}
        </Alert>
      )}
      {stage !== 'saved' && notice?.(failure?.code)}
      {stage !== 'saved' && draft.notice && (
        <DraftNotice notice={draft.notice} onDiscard={draft.discard} onTakeOver={handleTakeOver} />
      )}
      <form
        ref={form}
        className="report-form card"
        // Read out when the focus comes to its first field instead of the page's heading.
        aria-label={word.title}
        noValidate
        // Sent as it stands: what is typed now would reach nobody.
        inert={stage === 'saved'}
        onSubmit={handleSubmit}
        onKeyDown={handleKeyDown}
      >
        <section className="report-section">
          <TextField
            label="Date"
            value={formatLongDay(date)}
            readOnly={kind === 'new'}
            // To be read, not to be typed: Tab goes on to the next field.
            tabIndex={-1}
            disabled={kind === 'edit'}
            error={errors.date}
          />
          <TextAreaField
            ref={firstField}
            label="Summary of tasks"
            name="tasks"
            rows={3}
            placeholder="Your day in a sentence or two"
            error={errors.tasks}
            value={values.tasks}
            onChange={event => change('tasks', event.target.value)}
          />
        </section>
        <section className="report-section" aria-labelledby="report-tasks">
          <h2 id="report-tasks">Tasks</h2>
          <TaskRows
            rows={values.task_details}
            projects={projects}
            errors={errors}
            onChange={fields.changeRow}
            onRows={fields.changeRows}
            onDone={() => focus('blockers')}
          />
          {minutes > limits.dayHoursWarn * 60 && <Alert variant="warning">{messages.report.longDay}</Alert>}
        </section>
        <section className="report-section report-texts">
          <TextAreaField
            label="Blockers (optional)"
            name="blockers"
            rows={3}
            placeholder="What's blocking you, and what would help?"
            error={errors.blockers}
            value={values.blockers}
            onChange={event => change('blockers', event.target.value)}
          />
          <TextAreaField
            label="Tomorrow's plan (optional)"
            name="tomorrow_plan"
            rows={3}
            placeholder="Your priorities for tomorrow"
            error={errors.tomorrow_plan}
            value={values.tomorrow_plan}
            onChange={event => change('tomorrow_plan', event.target.value)}
          />
        </section>
        <div className="report-bar">
          <ReportTotal minutes={minutes} />
          <CancelLink to={cancelTo} busy={stage === 'sending'} />
          {stage === 'open' || stage === 'sending' ? (
            <SubmitButton label={word.submit} busyLabel={word.busy} busy={stage === 'sending'} />
          ) : (
            <button type="submit" className="btn btn-primary" disabled>
              {stage === 'saved' ? word.done : word.submit}
            </button>
          )}
        </div>
      </form>
    </>
  )
}
