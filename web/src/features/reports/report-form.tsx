import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { type UseFieldArrayReturn, type UseFormReturn, useFieldArray } from 'react-hook-form'
import type { FailureCode } from '#shared/failure-codes.ts'
import { limits } from '#shared/limits.ts'
import { offlineMessages } from '#shared/messages/offline.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { CancelLink } from '../../components/cancel-link.tsx'
import { ErrorBoundary } from '../../components/error-boundary.tsx'
import { FormAlert } from '../../components/form-shell.tsx'
import { useFirstField } from '../../components/page.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { TextAreaField } from '../../components/text-area-field.tsx'
import { TextField } from '../../components/text-field.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { formatLongDay } from '../../lib/format.ts'
import { lazily } from '../../lib/lazily.ts'
import { type Redirect, useDelayedRedirect } from '../../lib/use-delayed-redirect.ts'
import { useWasReady } from '../../lib/use-part.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import type { ReportBody } from './api.ts'
import {
  attemptSentence,
  failureSentence,
  isSessionOver,
  type ReportFormKind,
  translate,
} from './report-sentences.ts'
import { LongDayWarning, ReportTotal } from './report-total.tsx'
import { bodyOf, type ProjectOption, type ReportValues, untouchedRows } from './report-values.ts'
import { SummaryOffer } from './summary-offer.tsx'
import { TaskRows } from './task-rows.tsx'
import type { useReportDraft } from './use-report-draft.ts'
import { useSessionEnd } from './use-session-end.ts'
import './report-form.scss'

// Most reports are written in one go. Where there is a draft, the page waits for it (Suspense): nothing moves.
const DraftNotice = lazily(() => import('./draft-notice.tsx'))

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

/** Where suggestions stand: above the rows, or below the field for tomorrow's plan. */
export type SuggestionSlot = {
  place: 'rows' | 'plan'
  form: UseFormReturn<ReportValues>
  rows: UseFieldArrayReturn<ReportValues, 'task_details'>
}

type ReportFormProps = {
  kind: ReportFormKind
  /** Of an earlier day than today. */
  isMissed?: boolean
  projects: readonly ProjectOption[]
  draft: ReturnType<typeof useReportDraft>
  /** Resolves with 'queued' when it is kept on this device until it can be sent. */
  save: (body: ReportBody, values: ReportValues) => Promise<unknown>
  cancelTo: string
  savedTo: string
  /** A refusal after which there is nothing left to do here. */
  redirectAfter?: (error: unknown) => Redirect | null
  /** What stands above the form; told what the alert is about, to not say it twice. */
  notice?: (failed: FailureCode | undefined) => ReactNode
  /** Stands above the field for blockers. */
  stillBlocked?: ReactNode
  /** Lines to choose rows from. */
  suggestions?: ((slot: SuggestionSlot) => ReactNode) | null
  endSession: () => void
  /** The first field has the focus from the start. */
  takesFocus?: boolean
}

type Stage = 'open' | 'saved' | 'queued' | 'leaving'

export function ReportForm(props: ReportFormProps) {
  const { kind, projects, draft, save, cancelTo, savedTo, redirectAfter, notice, endSession } = props
  const { takesFocus = true, isMissed, suggestions } = props
  const { form } = draft
  const { register, control, getValues, formState } = form
  const { errors, isSubmitting } = formState
  const word = words[kind]
  const summary = register('tasks')
  const firstField = useFirstField<HTMLTextAreaElement>(takesFocus)
  const [stage, setStage] = useState<Stage>('open')
  const [refused, setRefused] = useState<FailureCode>()
  const isSaved = stage === 'saved' || stage === 'queued'
  const [redirect, setRedirect] = useState<Redirect | null>(null)
  const wasSummaryMissing = useWasReady(errors.tasks !== undefined)
  const rows = useFieldArray({ control, name: 'task_details' })
  const submission = useSubmit(form, {
    send,
    failure: error => failureSentence(error, kind, isMissed),
    invalid: values => attemptSentence(values, kind),
    translate,
    leadsToFields: true,
  })

  const { element } = submission

  useDelayedRedirect(redirect)
  const startSessionEnd = useSessionEnd(endSession, () => setStage('open'))

  useEffect(() => {
    // The message is at the top of the page, so the page scrolls there.
    if (isSaved) window.scrollTo(0, 0)
  }, [isSaved])

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (stage !== 'open' || isSubmitting) return
    setRefused(undefined)
    const untouched = untouchedRows(getValues('task_details'))
    if (untouched.length > 0) rows.remove(untouched)
    void submission.handleSubmit(event)
  }

  async function send(values: ReportValues) {
    try {
      const outcome = await save(bodyOf(values), values)
      draft.finish()
      setStage(outcome === 'queued' ? 'queued' : 'saved')
      setRedirect({ to: savedTo, delayMs: limits.redirectDelayMs })
    } catch (error) {
      setRefused(error instanceof ApiError ? error.code : undefined)
      const next = redirectAfter?.(error) ?? null
      setRedirect(next)
      if (isSessionOver(error)) startSessionEnd()
      setStage(next || isSessionOver(error) ? 'leaving' : 'open')
      throw error
    }
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault()
      element.current?.requestSubmit()
    }
    // A report is sent by its button: Enter in a line of text is no reason to.
    else if (event.target instanceof HTMLInputElement) event.preventDefault()
  }

  const focus = (name: string) => element.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()

  function handleTakeOver() {
    draft.takeOver()
    // Its button is gone now.
    focus('tasks')
  }

  return (
    <>
      {isSaved && (
        <Alert variant="success">{stage === 'queued' ? offlineMessages.saved : word.success}</Alert>
      )}
      <FormAlert submission={submission} />
      {!isSaved && notice?.(refused)}
      {!isSaved && draft.notice && (
        <ErrorBoundary isPart>
          <DraftNotice notice={draft.notice} onDiscard={draft.discard} onTakeOver={handleTakeOver} />
        </ErrorBoundary>
      )}
      <form
        ref={element}
        className="report-form card"
        // Read out when the focus comes to its first field instead of the page's heading.
        aria-label={word.title}
        noValidate
        // The report has been sent, or waits to be: text typed now would be lost.
        inert={isSaved}
        onSubmit={handleSubmit}
        onKeyDown={handleKeyDown}
      >
        <section className="report-section">
          <TextField
            label="Date"
            value={formatLongDay(getValues('date'))}
            readOnly={kind === 'new'}
            // To be read, not to be typed: Tab goes on to the next field.
            tabIndex={-1}
            disabled={kind === 'edit'}
            error={errors.date?.message}
          />
          <TextAreaField
            label="Summary of tasks"
            rows={3}
            placeholder="Your day in a sentence or two"
            error={errors.tasks?.message}
            {...summary}
            ref={element => {
              firstField.current = element
              summary.ref(element)
            }}
          />
          {wasSummaryMissing && <SummaryOffer form={form} />}
        </section>
        <section className="report-section" aria-labelledby="report-tasks">
          <h2 id="report-tasks">Tasks</h2>
          {suggestions?.({ place: 'rows', form, rows })}
          <TaskRows form={form} rows={rows} projects={projects} onDone={() => focus('blockers')}>
            {/* Where the eye is after the last row; at the summary once that was missing. */}
            {!wasSummaryMissing && <SummaryOffer form={form} />}
          </TaskRows>
          <LongDayWarning control={control} />
        </section>
        <section className="report-section report-texts">
          {props.stillBlocked}
          <TextAreaField
            label="Blockers (optional)"
            rows={3}
            placeholder="What's blocking you, and what would help?"
            error={errors.blockers?.message}
            {...register('blockers')}
          />
          <div>
            <TextAreaField
              label="Tomorrow's plan (optional)"
              rows={3}
              placeholder="Your priorities for tomorrow"
              error={errors.tomorrow_plan?.message}
              {...register('tomorrow_plan')}
            />
            {suggestions?.({ place: 'plan', form, rows })}
          </div>
        </section>
        <div className="report-bar">
          <ReportTotal control={control} />
          <CancelLink to={cancelTo} busy={isSubmitting} />
          <SubmitButton
            label={stage === 'saved' ? word.done : stage === 'queued' ? 'Saved' : word.submit}
            busyLabel={word.busy}
            busy={isSubmitting && stage === 'open'}
            disabled={stage !== 'open'}
          />
        </div>
      </form>
    </>
  )
}
