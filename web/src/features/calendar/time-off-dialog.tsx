import type * as z from 'zod/mini'
import { type AbsenceInput, absenceInput, absenceKinds } from '#shared/contract/absences.ts'
import { countDays } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { Alert } from '../../components/alert.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { SelectField, TextAreaField, TextField } from '../../components/fields.tsx'
import { FormShell } from '../../components/form.tsx'
import { UndoBar } from '../../components/undo-bar.tsx'
import { useActor } from '../../lib/can.tsx'
import { firstFocus } from '../../lib/focus.ts'
import { checkBy, fieldOf, useForm, useSubmit } from '../../lib/forms.ts'
import type { TimeOff, TimeOffDraft } from './use-time-off.ts'
import './calendar.scss'

/** Shows at the top of the page that an action has failed. */
export function TimeOffFailure({ timeOff: { failure, forgetFailure } }: { timeOff: TimeOff }) {
  return (
    failure && (
      <Alert variant="danger" onDismiss={forgetFailure}>
        {failure}
      </Alert>
    )
  )
}

/** The dialog and, after an action, the bar to undo it. */
export function TimeOffLayer({ timeOff, onClose }: { timeOff: TimeOff; onClose?: () => void }) {
  const { draft, done, save, remove, close, undo, dismissUndo } = timeOff

  function handleClose() {
    close()
    onClose?.()
  }

  return (
    <>
      {draft && (
        <TimeOffDialog
          draft={draft}
          onClose={handleClose}
          onSave={values => {
            void save(values)
            onClose?.()
          }}
          onDelete={() => {
            void remove()
            onClose?.()
          }}
        />
      )}
      {done && !draft && (
        <UndoBar text={done.text} step={done} onUndo={() => void undo()} onEnd={dismissUndo} />
      )}
    </>
  )
}

type Values = z.input<typeof absenceInput>

type TimeOffDialogProps = {
  draft: TimeOffDraft
  onClose: () => void
  onSave: (values: TimeOffDraft['values']) => void
  onDelete: () => void
}

function TimeOffDialog({ draft, onClose, onSave, onDelete }: TimeOffDialogProps) {
  const { user, absence, values, refusal } = draft
  const form = useForm<Values, unknown, AbsenceInput>({
    defaultValues: { ...values, note: values.note ?? '' },
    resolver: checkBy(absenceInput),
  })
  const submission = useSubmit(form, {
    send: async ({ start_date, end_date, kind, note }) => onSave({ start_date, end_date, kind, note }),
    failure: () => undefined,
  })
  const [start, end] = form.watch(['start_date', 'end_date'])
  const firstDay = fieldOf(form, 'start_date')
  const isOwn = useActor()?.id === user.id

  /** A last day before the first would only be refused. */
  function moveLastDay(first: string) {
    if (first > form.getValues('end_date'))
      form.setValue('end_date', first, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  }

  return (
    <Dialog title={dialogTitle(absence !== null, isOwn ? undefined : user.name)} onClose={onClose}>
      <FormShell
        submission={submission}
        submitLabel={absence ? 'Save changes' : 'Add time off'}
        busyLabel="Saving..."
        cancel={onClose}
        heading={refusal && <Alert variant="danger">{refusal}</Alert>}
      >
        <div className="time-off-days">
          <TextField
            label="First day"
            type="date"
            min={limits.earliestDay}
            max={limits.latestDay}
            {...firstDay}
            onChange={event => {
              void firstDay.onChange(event)
              moveLastDay(event.target.value)
            }}
          />
          <TextField
            label="Last day"
            type="date"
            min={limits.earliestDay}
            max={limits.latestDay}
            help={form.formState.errors.end_date ? undefined : lengthText(start, end)}
            {...fieldOf(form, 'end_date')}
          />
        </div>
        {/* Gets the first focus, because the days are chosen on the calendar. A refusal's alert precedes it. */}
        <SelectField label="Kind" defaultValue={values.kind} {...fieldOf(form, 'kind')} {...firstFocus}>
          {Object.entries(absenceKinds).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          label="Note (optional)"
          rows={2}
          maxLength={limits.absenceNoteMax}
          help={`Only ${isOwn ? 'you' : user.name} and reviewers can see the kind and note.`}
          {...fieldOf(form, 'note')}
        />
        {absence && (
          <button type="button" className="btn btn-ghost time-off-delete" onClick={onDelete}>
            Delete time off
          </button>
        )}
      </FormShell>
    </Dialog>
  )
}

const dialogTitle = (isEdited: boolean, name: string | undefined) =>
  `${isEdited ? 'Edit time off' : 'Add time off'}${name === undefined ? '' : ` for ${name}`}`

/** A blank keeps the height of the line while the dates are incomplete. */
function lengthText(start: string, end: string): string {
  if (!start || !end || end < start) return '\u00a0'
  const count = countDays(start, end)
  return count === 1 ? '1 day' : `${count} days`
}
