import type { ComponentProps, ReactNode } from 'react'
import { type FieldPath, type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import { taskStatuses } from '#shared/contract/tasks.ts'
import { formatHours, minutesOfDecimal, spellHours } from '#shared/hours.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { SelectField, TextAreaField, TextField } from '../../components/fields.tsx'
import { useWrittenHours } from '../../domain/written-hours.ts'
import { fieldOf } from '../../lib/forms.ts'

const step = limits.taskTenthsMin / 10

const tenthsText = (minutes: number) => String(Math.round(minutes / 6) / 10)

type TaskHoursFieldProps<Values extends FieldValues> = Pick<
  ComponentProps<typeof TextField>,
  'label' | 'help'
> & {
  form: UseFormReturn<Values>
  name: FieldPath<Values>
  /** The minutes logged in reports, which a button offers as the value. */
  logged?: number
  /** The field has a line of its own: it is short, and the help stands beside it. */
  helpBeside?: boolean
}

/** Decimal hours in tenths (not hour.minutes as in reports). The meaning is shown while they are typed. */
export function TaskHoursField<Values extends FieldValues>(props: TaskHoursFieldProps<Values>) {
  const { form, name, logged = 0, helpBeside = false, ...texts } = props
  const { ref, ...field } = fieldOf(form, name)
  const typed: unknown = useWatch({ control: form.control, name })
  const input = useWrittenHours(tenthsText, change)

  function change(hours: string) {
    if (!input.current) return
    input.current.value = hours
    void field.onChange({ target: input.current, type: 'change' })
  }

  function handleUse() {
    change(loggedText(logged))
    input.current?.focus()
  }

  const control = (
    <TextField
      type="number"
      inputMode="decimal"
      min={step}
      step={step}
      meaning={meaningOf(String(typed ?? ''))}
      {...texts}
      {...field}
      ref={element => {
        input.current = element
        ref(element)
      }}
    />
  )
  return (
    <div className={helpBeside ? 'task-hours-beside' : undefined}>
      {control}
      {logged > 0 && (
        <button type="button" className="use-logged" onClick={handleUse}>
          {messages.tasks.applyLogged(formatHours(logged), loggedText(logged), logged % 6 !== 0)}
        </button>
      )}
    </div>
  )
}

/** The nearest tenth, at least the minimum. */
const loggedText = (minutes: number) => tenthsText(Math.max(minutes, limits.taskTenthsMin * 6))

function meaningOf(typed: string) {
  const minutes = minutesOfDecimal(Number(typed))
  const isValid = minutes > 0 && minutes <= limits.taskTenthsMax * 6
  return isValid ? `${Number(typed)} = ${spellHours(minutes)}` : messages.tasks.decimalHoursHint
}

export function StatusField(field: Omit<ComponentProps<typeof SelectField>, 'label'>) {
  return (
    <SelectField label="Status" {...field}>
      {Object.entries(taskStatuses).map(([status, label]) => (
        <option key={status} value={status}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}

type CompletionFieldsProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  /** The field that decides whether the others are shown. */
  status: ReactNode
  isCompleted: boolean
  logged: number | undefined
}

/** Actual hours stand beside the status and the note below it, once the task is completed. */
export function CompletionFields<
  Values extends FieldValues & Partial<Record<'actual_hours' | 'completion_note', unknown>>,
>({ form, status, isCompleted, logged }: CompletionFieldsProps<Values>) {
  return (
    <>
      <div className="form-pair">
        {status}
        {isCompleted && (
          <TaskHoursField
            label="Actual Hours"
            form={form}
            name={'actual_hours' as FieldPath<Values>}
            logged={logged}
          />
        )}
      </div>
      {isCompleted && (
        <TextAreaField
          label="Completion Note (optional)"
          rows={3}
          {...fieldOf(form, 'completion_note' as FieldPath<Values>)}
        />
      )}
    </>
  )
}
