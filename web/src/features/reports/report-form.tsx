import type { KeyboardEvent, ReactNode } from 'react'
import { type UseFieldArrayReturn, type UseFormReturn, useFieldArray } from 'react-hook-form'
import type { FailureCode } from '#shared/failure-codes.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { CancelLink } from '../../components/cancel-link.tsx'
import { FormAlert } from '../../components/form-shell.tsx'
import { useFirstField } from '../../components/page.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { TextAreaField } from '../../components/text-area-field.tsx'
import { TextField } from '../../components/text-field.tsx'
import { formatLongDay } from '../../lib/format.ts'
import { fieldIn, fieldOf } from '../../lib/use-submit.ts'
import { useWasReady } from '../../lib/use-was-ready.ts'
import { DraftNotice } from './draft-notice.tsx'
import type { ReportFormKind } from './report-sentences.ts'
import { LongDayWarning, ReportTotal } from './report-total.tsx'
import type { ProjectOption, ReportValues } from './report-values.ts'
import { SummaryOffer } from './summary-offer.tsx'
import { TaskRows } from './task-rows.tsx'
import { type Stage, type SubmissionOptions, useReportSubmission } from './use-report-submission.ts'
import './report-form.scss'

const words = {
  new: {
    title: 'Submit Daily Report',
    submit: 'Submit Report',
    busy: 'Submitting...',
    done: 'Submitted',
    success: messages.reports.submitted,
  },
  edit: {
    title: 'Edit Daily Report',
    submit: 'Update Report',
    busy: 'Updating...',
    done: 'Updated',
    success: messages.reports.updated,
  },
}

/** Where suggestions stand: above the rows, or below the field for tomorrow's plan. */
export type SuggestionSlot = {
  place: 'rows' | 'plan'
  form: UseFormReturn<ReportValues>
  rows: UseFieldArrayReturn<ReportValues, 'task_details'>
}

type ReportFormProps = SubmissionOptions & {
  projects: readonly ProjectOption[]
  cancelTo: string
  /** What stands above the form. It gets the reason of a refusal, which the alert states already. */
  notice?: (refused: FailureCode | undefined) => ReactNode
  /** What stands above the field for blockers. */
  stillBlocked?: ReactNode
  /** Lines to choose rows from. */
  suggestions?: ((slot: SuggestionSlot) => ReactNode) | null
  /** The first field has the focus from the start. */
  takesFocus?: boolean
}

export function ReportForm(props: ReportFormProps) {
  const { kind, draft, projects, cancelTo, notice, stillBlocked, suggestions, takesFocus = true } = props
  const { form } = draft
  const { control, formState } = form
  const rows = useFieldArray({ control, name: 'task_details' })
  const { submission, handleSubmit, stage, isSaved, refused } = useReportSubmission(props, rows)
  const wasSummaryMissing = useWasReady(formState.errors.tasks !== undefined)
  const word = words[kind]
  const focus = (name: string) => fieldIn(submission.element.current, name)?.focus()

  function handleTakeOver() {
    draft.takeOver()
    // The pressed button is removed with the notice.
    focus('tasks')
  }

  return (
    <>
      {isSaved && (
        <Alert variant="success">{stage === 'queued' ? messages.offline.saved : word.success}</Alert>
      )}
      <FormAlert submission={submission} />
      {!isSaved && notice?.(refused)}
      {!isSaved && draft.notice && (
        <DraftNotice notice={draft.notice} onDiscard={draft.discard} onTakeOver={handleTakeOver} />
      )}
      <form
        ref={submission.element}
        className="report-form card"
        // Screen readers read it when the first field takes the focus, instead of the page's heading.
        aria-label={word.title}
        noValidate
        // The report has been sent, or waits to be: text typed now would be lost.
        inert={isSaved}
        onSubmit={handleSubmit}
        onKeyDown={handleEnter}
      >
        <section className="report-section">
          <DateField form={form} kind={kind} />
          <SummaryField form={form} takesFocus={takesFocus} />
          {wasSummaryMissing && <SummaryOffer form={form} />}
        </section>
        <section className="report-section" aria-labelledby="report-tasks">
          <h2 id="report-tasks">Tasks</h2>
          {suggestions?.({ place: 'rows', form, rows })}
          <TaskRows form={form} rows={rows} projects={projects} onDone={() => focus('blockers')}>
            {/* The offer stands below the last row until the summary was found missing, and then at the summary. */}
            {!wasSummaryMissing && <SummaryOffer form={form} />}
          </TaskRows>
          <LongDayWarning control={control} />
        </section>
        <section className="report-section report-texts">
          {stillBlocked}
          <TextAreaField
            label="Blockers (optional)"
            rows={3}
            placeholder="What's blocking you, and what would help?"
            {...fieldOf(form, 'blockers')}
          />
          <div>
            <TextAreaField
              label="Tomorrow's plan (optional)"
              rows={3}
              placeholder="Your priorities for tomorrow"
              {...fieldOf(form, 'tomorrow_plan')}
            />
            {suggestions?.({ place: 'plan', form, rows })}
          </div>
        </section>
        <SendBar form={form} kind={kind} stage={stage} cancelTo={cancelTo} />
      </form>
    </>
  )
}

/** Ctrl+Enter sends the report. Enter alone in a line of text does not, as it would in any form. */
function handleEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter') return
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault()
    event.currentTarget.requestSubmit()
  } else if (event.target instanceof HTMLInputElement) event.preventDefault()
}

type FieldProps = { form: UseFormReturn<ReportValues> }

function DateField({ form, kind }: FieldProps & { kind: ReportFormKind }) {
  return (
    <TextField
      label="Date"
      value={formatLongDay(form.getValues('date'))}
      readOnly={kind === 'new'}
      // The date can't be changed, so Tab skips it.
      tabIndex={-1}
      disabled={kind === 'edit'}
      error={form.formState.errors.date?.message}
    />
  )
}

function SummaryField({ form, takesFocus }: FieldProps & { takesFocus: boolean }) {
  const firstField = useFirstField<HTMLTextAreaElement>(takesFocus)
  const summary = fieldOf(form, 'tasks')
  return (
    <TextAreaField
      label="Summary of tasks"
      rows={3}
      placeholder="Your day in a sentence or two"
      {...summary}
      ref={element => {
        firstField.current = element
        summary.ref(element)
      }}
    />
  )
}

type SendBarProps = FieldProps & { kind: ReportFormKind; stage: Stage; cancelTo: string }

function SendBar({ form, kind, stage, cancelTo }: SendBarProps) {
  const { isSubmitting } = form.formState
  const word = words[kind]
  return (
    <div className="report-bar">
      <ReportTotal control={form.control} />
      <CancelLink to={cancelTo} busy={isSubmitting} />
      <SubmitButton
        label={stage === 'saved' ? word.done : stage === 'queued' ? 'Saved' : word.submit}
        busyLabel={word.busy}
        busy={isSubmitting && stage === 'open'}
        disabled={stage !== 'open'}
      />
    </div>
  )
}
