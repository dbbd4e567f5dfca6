import * as z from 'zod/mini'
import { timeField } from '#shared/contract/fields.ts'
import type { Settings } from '#shared/contract/settings.ts'
import { messages } from '#shared/messages.ts'
import { Alert, useTimedNotice } from '../../components/alert.tsx'
import { TextField } from '../../components/fields.tsx'
import { FormShell } from '../../components/form.tsx'
import { Section } from '../../components/page.tsx'
import { failureText } from '../../lib/api-error.ts'
import { checkAsTyped, fieldOf, useForm, useSubmit } from '../../lib/forms.ts'
import { useSaveSettings } from './api.ts'
import { settingsSections } from './sections.ts'
import './settings.scss'

type Values = { reminder_time: string; summary_time: string }

const timesForm = z.object({ reminder_time: timeField, summary_time: timeField })

const valuesOf = ({ reminder_time, summary_time }: Settings): Values => ({ reminder_time, summary_time })

/** When users are reminded of their report, and when reviewers get their summary. */
export function TimesSection({ settings }: { settings: Settings }) {
  const save = useSaveSettings()
  const { notice, showNotice } = useTimedNotice()
  const form = useForm<Values>({
    resolver: checkAsTyped<Values>(timesForm),
    defaultValues: valuesOf(settings),
  })
  const submission = useSubmit(form, {
    async send(values) {
      form.reset(valuesOf(await save.mutateAsync(values)))
      showNotice(messages.settings.timesSaved)
    },
    failure: (error, hasFields) => (hasFields ? undefined : failureText(error, messages.settings.saveFailed)),
    staysOpen: true,
  })
  return (
    <Section {...settingsSections.times}>
      <FormShell submission={submission} submitLabel="Save" busyLabel="Saving...">
        <div className="settings-times">
          <TextField
            label="Reminder"
            type="time"
            required
            help="For people who haven't reported yet, in their time zone. They can choose their own time."
            {...fieldOf(form, 'reminder_time')}
          />
          <TextField
            label="Summary"
            type="time"
            required
            help={`For admins and managers, about the last working day (${settings.time_zone}).`}
            {...fieldOf(form, 'summary_time')}
          />
        </div>
        {notice && <Alert variant="success">{notice}</Alert>}
      </FormShell>
    </Section>
  )
}
