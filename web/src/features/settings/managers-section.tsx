import { useController } from 'react-hook-form'
import * as z from 'zod/mini'
import { type ManagerScope, managerScopes, type Settings } from '#shared/contract/settings.ts'
import { messages } from '#shared/messages.ts'
import { Alert, useTimedNotice } from '../../components/alert.tsx'
import { SelectField } from '../../components/fields.tsx'
import { FormShell } from '../../components/form.tsx'
import { Section } from '../../components/page.tsx'
import { failureText } from '../../lib/api-error.ts'
import { checkAsTyped, useForm, useSubmit } from '../../lib/forms.ts'
import { useSaveSettings } from './api.ts'
import { settingsSections } from './sections.ts'

const texts = messages.settings

type Values = { manager_scope: ManagerScope }

const managersForm = z.object({ manager_scope: z.enum(managerScopes) })

/** Whom managers see. It is shown where there are teams. */
export function ManagersSection({ settings }: { settings: Settings }) {
  const save = useSaveSettings()
  const { notice, showNotice } = useTimedNotice()
  const form = useForm<Values>({
    resolver: checkAsTyped<Values>(managersForm),
    defaultValues: { manager_scope: settings.manager_scope },
  })
  const submission = useSubmit(form, {
    async send(values) {
      const { manager_scope } = await save.mutateAsync(values)
      form.reset({ manager_scope })
      showNotice(texts.managerScopeSaved)
    },
    failure: (error, hasFields) => (hasFields ? undefined : failureText(error, texts.saveFailed)),
    staysOpen: true,
  })
  const { field, fieldState } = useController({ control: form.control, name: 'manager_scope' })
  return (
    <Section {...settingsSections.managers}>
      <FormShell submission={submission} submitLabel="Save" busyLabel="Saving...">
        <SelectField
          label="Managers see"
          help={texts.aboutManagerScope[field.value]}
          error={fieldState.error?.message}
          {...field}
        >
          {managerScopes.map(scope => (
            <option key={scope} value={scope}>
              {texts.managerScopes[scope]}
            </option>
          ))}
        </SelectField>
        {notice && <Alert variant="success">{notice}</Alert>}
      </FormShell>
    </Section>
  )
}
