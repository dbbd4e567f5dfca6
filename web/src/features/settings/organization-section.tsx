import { useController } from 'react-hook-form'
import * as z from 'zod/mini'
import { type Settings, settingsInput } from '#shared/contract/settings.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { type Role, roleLabels, roles } from '#shared/roles.ts'
import { Alert, useTimedNotice } from '../../components/alert.tsx'
import { CheckBoxes, SelectField, TextField } from '../../components/fields.tsx'
import { FormShell } from '../../components/form.tsx'
import { Section } from '../../components/page.tsx'
import { currentTimeIn, TimeZoneOptions } from '../../domain/time-zones.tsx'
import { failureText } from '../../lib/api-error.ts'
import { checkAsTyped, fieldOf, useForm, useSubmit } from '../../lib/forms.ts'
import { useSaveSettings } from './api.ts'
import { settingsSections } from './sections.ts'

type Values = { organization_name: string; time_zone: string; reporting_roles: Role[] }

const organizationForm = z.pick(settingsInput, {
  organization_name: true,
  time_zone: true,
  reporting_roles: true,
})

const roleChoices = roles.map(role => ({ value: role, label: roleLabels[role] }))

const valuesOf = ({ organization_name, time_zone, reporting_roles }: Settings): Values => ({
  organization_name: organization_name ?? '',
  time_zone,
  reporting_roles,
})

/** Only changed values are sent: another admin may have changed the others, and a time zone that is sent counts as chosen. */
const changedIn = (values: Values, before: Partial<Record<keyof Values, unknown>> = {}): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => String(value) !== String(before[name as keyof Values])),
  )

export function OrganizationSection({ settings }: { settings: Settings }) {
  const save = useSaveSettings()
  const { notice, showNotice } = useTimedNotice()
  const form = useForm<Values>({
    resolver: checkAsTyped<Values>(organizationForm),
    defaultValues: valuesOf(settings),
  })
  const { field: zone, fieldState: zoneState } = useController({ control: form.control, name: 'time_zone' })
  const reporting = useController({ control: form.control, name: 'reporting_roles' })
  const submission = useSubmit(form, {
    async send(values) {
      form.reset(valuesOf(await save.mutateAsync(changedIn(values, form.formState.defaultValues))))
      showNotice(messages.settings.organizationSaved)
    },
    failure: (error, hasFields) => (hasFields ? undefined : failureText(error, messages.settings.saveFailed)),
    staysOpen: true,
  })
  return (
    <Section {...settingsSections.organization}>
      <FormShell submission={submission} submitLabel="Save" busyLabel="Saving...">
        <TextField
          label="Name (optional)"
          autoComplete="organization"
          maxLength={limits.nameMax}
          {...fieldOf(form, 'organization_name')}
        />
        <SelectField
          label="Time zone"
          help={`It's ${currentTimeIn(zone.value)} there now. People can choose their own time zone.`}
          error={zoneState.error?.message}
          {...zone}
        >
          <TimeZoneOptions chosen={settings.time_zone} />
        </SelectField>
        {zone.value !== settings.time_zone && (
          <Alert variant="info">{messages.settings.zoneChanges(zone.value)}</Alert>
        )}
        <CheckBoxes
          legend="Who is expected to report"
          help="Everyone else can report too, but their days never count as missed."
          error={reporting.fieldState.error?.message}
          choices={roleChoices}
          chosen={reporting.field.value}
          onChange={reporting.field.onChange}
        />
        {notice && <Alert variant="success">{notice}</Alert>}
      </FormShell>
    </Section>
  )
}
