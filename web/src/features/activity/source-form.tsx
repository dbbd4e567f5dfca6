import { useController } from 'react-hook-form'
import type * as z from 'zod/mini'
import {
  type ActivitySource,
  type ActivitySourceInput,
  activitySourceInput,
  sourceKinds,
} from '#shared/contract/activity.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { SelectField, TextField } from '../../components/fields.tsx'
import { FormShell } from '../../components/form.tsx'
import { failureText } from '../../lib/api-error.ts'
import { checkBy, fieldOf, useForm, useSubmit } from '../../lib/forms.ts'
import { useProjects } from '../projects/api.ts'

type SourceFormProps = {
  /** Absent for a new source. */
  source?: ActivitySource
  save: (input: ActivitySourceInput) => Promise<unknown>
  submitLabel: string
  onCancel?: () => void
}

/** The kind of a source can't be changed, so it is asked for only at first. */
export function SourceForm({ source, save, submitLabel, onCancel }: SourceFormProps) {
  const { data: projects, isError } = useProjects()
  const form = useForm<z.input<typeof activitySourceInput>, unknown, ActivitySourceInput>({
    resolver: checkBy(activitySourceInput),
    defaultValues: {
      name: source?.name ?? '',
      kind: source?.kind ?? 'github',
      project_id: source ? String(source.project_id) : '',
    },
  })
  // Controlled, because the chosen value comes before its option is loaded.
  const { field: project, fieldState } = useController({ control: form.control, name: 'project_id' })
  const submission = useSubmit(form, {
    send: save,
    failure: (error, hasFields) =>
      hasFields ? undefined : failureText(error, messages.activity.saveSourceFailed),
  })
  return (
    <FormShell
      submission={submission}
      submitLabel={submitLabel}
      busyLabel="Saving..."
      {...(onCancel && { cancel: onCancel })}
    >
      <TextField
        label="Source name"
        placeholder="Website on GitHub"
        maxLength={limits.activitySourceNameMax}
        {...fieldOf(form, 'name')}
      />
      {!source && (
        <SelectField label="Git server" {...fieldOf(form, 'kind')}>
          {Object.entries(sourceKinds).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        label="Project of its suggestions"
        help={isError ? messages.activity.projectsFailed : undefined}
        error={fieldState.error?.message}
        {...project}
      >
        <option value="">Select project</option>
        {projects?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </FormShell>
  )
}
