import { type HolidayInput, holidayInput } from '#shared/contract/settings.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { TextField } from '../../components/fields.tsx'
import { FormAlert, SubmitButton } from '../../components/form.tsx'
import { failureText, hasCode } from '../../lib/api-error.ts'
import { takeFocus } from '../../lib/focus.ts'
import { checkBy, fieldIn, fieldOf, useForm, useSubmit } from '../../lib/forms.ts'
import { useAddHoliday } from './api.ts'

const empty = { date: '', name: '' }

export function HolidayForm({ onAdded }: { onAdded: (sentence: string) => void }) {
  const add = useAddHoliday()
  const form = useForm<HolidayInput>({ resolver: checkBy(holidayInput), defaultValues: empty })
  const submission = useSubmit(form, {
    async send(input) {
      const { name } = await add.mutateAsync(input)
      form.reset(empty)
      onAdded(messages.settings.holidayAdded(name))
      takeFocus(fieldIn(submission.element.current, 'date'))
    },
    failure(error, hasFields) {
      if (hasFields) return undefined
      const sentence = failureText(error, messages.settings.holidayAddFailed)
      if (!hasCode(error, 'holiday_exists')) return sentence
      form.setError('date', { type: 'server', message: sentence })
      return undefined
    },
    staysOpen: true,
  })
  return (
    <form
      ref={submission.element}
      className="holiday-form"
      aria-label="Add a holiday"
      noValidate
      onSubmit={event => void submission.handleSubmit(event)}
    >
      <FormAlert submission={submission} />
      <TextField
        label="Date"
        type="date"
        min={limits.earliestDay}
        max={limits.latestDay}
        {...fieldOf(form, 'date')}
      />
      <TextField label="Name" maxLength={limits.holidayNameMax} {...fieldOf(form, 'name')} />
      <SubmitButton label="Add" busyLabel="Adding..." busy={submission.isBusy} />
    </form>
  )
}
