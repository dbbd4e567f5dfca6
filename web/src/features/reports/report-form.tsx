import { Fragment, type KeyboardEvent, type ReactNode, useState } from 'react'
import {
  type Control,
  type UseFieldArrayReturn,
  type UseFormReturn,
  useFieldArray,
  useWatch,
} from 'react-hook-form'
import type { FailureCode } from '#shared/failure-codes.ts'
import { hoursText, spellHours } from '#shared/hours.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { TextAreaField, TextField } from '../../components/fields.tsx'
import { CancelLink, FormAlert, SubmitButton } from '../../components/form.tsx'
import { useFirstField } from '../../components/page.tsx'
import { useWasReady } from '../../components/placeholders.tsx'
import { formatLongDay } from '../../lib/dates.ts'
import { fieldIn, fieldOf } from '../../lib/forms.ts'
import { DraftNotice } from './draft-notice.tsx'
import type { ReportFormKind } from './report-sentences.ts'
import { type ProjectOption, type ReportValues, type TaskRowValues, totalMinutes } from './report-values.ts'

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

/** Suggestions are shown in two places: beside the rows, and below the field for tomorrow's plan. */
export type SuggestionSlot = {
  place: 'rows' | 'plan'
  /** The rows come first, and the suggestions are short. */
  isBelow: boolean
  form: UseFormReturn<ReportValues>
  rows: UseFieldArrayReturn<ReportValues, 'task_details'>
}

type ReportFormProps = SubmissionOptions & {
  projects: readonly ProjectOption[]
  cancelTo: string
  /**
   * Shown above the form. It receives the code of the last refusal, which the alert already explains, and a function that
   * moves the focus from a removed button to the summary.
   */
  notice?: (refused: FailureCode | undefined, focusSummary: () => void) => ReactNode
  /** The report waits on this device, because no server answered. */
  isKept?: boolean
  /** Shown above the field for blockers. */
  stillBlocked?: ReactNode
  suggestions?: ((slot: SuggestionSlot) => ReactNode) | null
  /** The first suggestion gets the focus when the form is shown, or the summary if there is none. */
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
  // A user's own rows come before the suggestions that are left, which are then next to the row that was chosen last.
  // A row that is being typed for the first time stays where it is.
  const [hadRows] = useState(() => rows.fields.some(row => row.description.trim() !== ''))
  const isBelow = useWasReady(hadRows || rows.fields.some(({ chosen }) => chosen !== undefined))
  const focus = (name: string) => fieldIn(submission.element.current, name)?.focus()

  function handleTakeOver() {
    draft.takeOver()
    // The pressed button is removed with the notice.
    focus('tasks')
  }

  const taskRows = (
    <TaskRows key="rows" form={form} rows={rows} projects={projects} onDone={() => focus('blockers')}>
      {/* The offer is below the last row until a submit found the summary missing, and then at the summary. */}
      {!wasSummaryMissing && <SummaryOffer form={form} />}
    </TaskRows>
  )
  const suggested = (
    <Fragment key="suggestions">{suggestions?.({ place: 'rows', isBelow, form, rows })}</Fragment>
  )

  return (
    <>
      {isSaved && (
        <Alert variant="success">{stage === 'queued' ? messages.offline.saved : word.success}</Alert>
      )}
      {!isSaved && <FormAlert submission={submission} />}
      {!isSaved && props.isKept && <Alert variant="success">{messages.offline.saved}</Alert>}
      {!isSaved && notice?.(refused, () => focus('tasks'))}
      {!isSaved && draft.notice && (
        <DraftNotice notice={draft.notice} onDiscard={draft.discard} onTakeOver={handleTakeOver} />
      )}
      <form
        ref={submission.element}
        className="report-form card"
        // Screen readers announce it when the first field gets the focus, instead of the page's heading.
        aria-label={word.title}
        noValidate
        // The report is sent or queued, and text typed now would be lost.
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
          {/* The keys keep the state of both when their order changes. */}
          {isBelow ? [taskRows, suggested] : [suggested, taskRows]}
          <LongDayWarning control={control} />
        </section>
        <section className="report-section report-texts">
          {stillBlocked}
          <TextAreaField
            label="Blockers (optional)"
            rows={3}
            placeholder="What's blocking you?"
            {...fieldOf(form, 'blockers')}
          />
          <div>
            <TextAreaField
              label="Tomorrow's plan (optional)"
              rows={3}
              placeholder="Your priorities for tomorrow"
              {...fieldOf(form, 'tomorrow_plan')}
            />
            {suggestions?.({ place: 'plan', isBelow, form, rows })}
          </div>
        </section>
        <SendBar form={form} kind={kind} stage={stage} cancelTo={cancelTo} />
      </form>
    </>
  )
}

/** Ctrl+Enter sends the report. Enter in a single-line field would submit any form, and does not here. */
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
    <div className="report-date">
      <TextField
        label="Date"
        value={formatLongDay(form.getValues('date'))}
        readOnly={kind === 'new'}
        // The date can't be changed, so Tab skips it.
        tabIndex={-1}
        disabled={kind === 'edit'}
        error={form.formState.errors.date?.message}
      />
    </div>
  )
}

function SummaryField({ form, takesFocus }: FieldProps & { takesFocus: boolean }) {
  const firstField = useFirstField<HTMLElement>(takesFocus)
  const summary = fieldOf(form, 'tasks')
  return (
    <TextAreaField
      label="Summary of tasks"
      rows={3}
      placeholder="Your day in a sentence or two"
      {...summary}
      ref={element => {
        // Most reports begin with a suggestion, and the summary can be filled from the rows.
        firstField.current =
          element?.form?.querySelector<HTMLElement>('.suggestion:not(:disabled)') ?? element
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

type ReportTotalProps = { control: Control<ReportValues> }

const useTotal = (control: Control<ReportValues>) =>
  useWatch({ control, name: 'task_details', compute: totalMinutes })

/** The sum of all rows, which screen readers announce when it changes. */
function ReportTotal({ control }: ReportTotalProps) {
  const minutes = useTotal(control)
  return (
    <output className="report-total tabular">
      <span className="report-total-label">Total hours</span> <strong>{hoursText(minutes)}</strong>{' '}
      <span>({spellHours(minutes)})</span>
    </output>
  )
}

function LongDayWarning({ control }: ReportTotalProps) {
  return (
    useTotal(control) > limits.dayHoursWarn * 60 && (
      <Alert variant="warning">{messages.reports.longDay}</Alert>
    )
  )
}

/** Offers to fill an empty summary with the descriptions of the rows. */
function SummaryOffer({ form }: { form: UseFormReturn<ReportValues> }) {
  const { control, setValue } = form
  const [summary, rows] = useWatch({ control, name: ['tasks', 'task_details'] })
  const [filled, setFilled] = useState<string | null>(null)
  const descriptions = uniqueDescriptions(rows)
  // Once the summary was edited, undoing would lose what was typed since.
  const isUndo = summary === filled
  if (!isUndo && (summary.trim() !== '' || descriptions === '')) return null

  function handleClick() {
    const next = isUndo ? '' : descriptions
    setFilled(isUndo ? null : next)
    setValue('tasks', next, { shouldValidate: form.formState.isSubmitted, shouldDirty: true })
  }

  return (
    <div className="field-action">
      {/* One button for both actions, so that it keeps the focus. */}
      <button
        type="button"
        className="btn btn-secondary btn-sm"
        data-next={!isUndo || undefined}
        onClick={handleClick}
      >
        {isUndo ? 'Undo' : 'Use the task descriptions'}
      </button>
      <span role="status">{isUndo && 'Added to the summary.'}</span>
    </div>
  )
}

const uniqueDescriptions = (rows: readonly TaskRowValues[]) =>
  [...new Set(rows.map(row => row.description.trim()))].filter(Boolean).join('\n')
