import { useController } from 'react-hook-form'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { type SecondStepPolicy, type Settings, secondStepPolicies } from '#shared/contract/settings.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { Alert, useTimedNotice } from '../../components/alert.tsx'
import { SelectField } from '../../components/fields.tsx'
import { FormShell } from '../../components/form.tsx'
import { Section } from '../../components/page.tsx'
import { failureText } from '../../lib/api-error.ts'
import { checkAsTyped, useForm, useSubmit } from '../../lib/forms.ts'
import { useSaveSettings } from './api.ts'
import { settingsSections } from './sections.ts'

const texts = messages.secondStep

type Values = { second_step: SecondStepPolicy }

const policyForm = z.object({ second_step: z.enum(secondStepPolicies) })

/** Who needs a second step to sign in. */
export function SecondStepSection({ settings }: { settings: Settings }) {
  const save = useSaveSettings()
  const { notice, showNotice } = useTimedNotice()
  const form = useForm<Values>({
    resolver: checkAsTyped<Values>(policyForm),
    defaultValues: { second_step: settings.second_step },
  })
  const submission = useSubmit(form, {
    async send(values) {
      const { second_step } = await save.mutateAsync(values)
      form.reset({ second_step })
      showNotice(texts.policySaved)
    },
    failure: (error, hasFields) => (hasFields ? undefined : failureText(error, messages.settings.saveFailed)),
    staysOpen: true,
  })
  const { field, fieldState } = useController({ control: form.control, name: 'second_step' })
  return (
    <Section {...settingsSections.secondStep}>
      {settings.unreadable_second_steps > 0 && (
        <Alert variant="warning">{texts.keyMissing(settings.unreadable_second_steps)}</Alert>
      )}
      <FormShell submission={submission} submitLabel="Save" busyLabel="Saving...">
        <SelectField
          label="Second step"
          help={texts.aboutPolicy[field.value]}
          error={fieldState.error?.message}
          {...field}
        >
          {secondStepPolicies.map(policy => (
            <option key={policy} value={policy}>
              {texts.policies[policy]}
            </option>
          ))}
        </SelectField>
        {submission.failure === texts.ownFirst && (
          <Link to={paths.secondStep()} className="btn btn-secondary">
            {texts.setUpOwn}
          </Link>
        )}
        {notice && <Alert variant="success">{notice}</Alert>}
      </FormShell>
    </Section>
  )
}
