import { useController } from 'react-hook-form'
import * as z from 'zod/mini'
import { workingDaysField } from '#shared/contract/fields.ts'
import type { Settings } from '#shared/contract/settings.ts'
import { messages } from '#shared/messages.ts'
import { Alert, useTimedNotice } from '../../components/alert.tsx'
import { FormShell } from '../../components/form.tsx'
import { Section } from '../../components/page.tsx'
import { WorkingDaysField } from '../../domain/working-days.tsx'
import { failureText } from '../../lib/api-error.ts'
import { checkAsTyped, useForm, useSubmit } from '../../lib/forms.ts'
import { useSaveSettings } from './api.ts'
import { settingsSections } from './sections.ts'

type Values = { working_days: number[] }

const workingDaysForm = z.object({ working_days: workingDaysField })

export function WorkingDaysSection({ settings }: { settings: Settings }) {
  const save = useSaveSettings()
  const { notice, showNotice } = useTimedNotice()
  const form = useForm<Values>({
    resolver: checkAsTyped<Values>(workingDaysForm),
    defaultValues: { working_days: settings.working_days },
  })
  const { field, fieldState } = useController({ control: form.control, name: 'working_days' })
  const submission = useSubmit(form, {
    async send(values) {
      const { working_days } = await save.mutateAsync(values)
      form.reset({ working_days })
      showNotice(messages.settings.workingDaysSaved)
    },
    failure: (error, hasFields) => (hasFields ? undefined : failureText(error, messages.settings.saveFailed)),
    staysOpen: true,
  })
  const isChanged = String(field.value) !== String(settings.working_days)
  return (
    <Section
      {...settingsSections.workingDays}
      about="Reports are expected on these days. People can have their own working days."
    >
      <FormShell submission={submission} submitLabel="Save" busyLabel="Saving...">
        <WorkingDaysField
          legend="Days of the week"
          error={fieldState.error?.message}
          days={field.value}
          onChange={field.onChange}
        />
        {isChanged && field.value.length > 0 && (
          <Alert variant="info">{messages.settings.workingDaysChange}</Alert>
        )}
        {notice && <Alert variant="success">{notice}</Alert>}
      </FormShell>
    </Section>
  )
}
