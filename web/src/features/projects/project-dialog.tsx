import { useController } from 'react-hook-form'
import { type Project, projectInput } from '#shared/contract/projects.ts'
import { messages } from '#shared/messages.ts'
import { Dialog } from '../../components/dialog.tsx'
import { TextAreaField, TextField } from '../../components/fields.tsx'
import { DraftRestored, FormShell } from '../../components/form.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { firstFocus } from '../../lib/focus.ts'
import { checkAsTyped, fieldIn, fieldOf, useFormDraft, useSubmit } from '../../lib/forms.ts'
import { type ProjectValues, useSaveProject } from './api.ts'
import { DeveloperChecklist } from './developer-checklist.tsx'

type ProjectDialogProps = {
  /** Absent for a new project. */
  project?: Project
  onSaved: () => void
  onClose: () => void
}

/** "Add New Project" and "Edit Project". Typed text is kept when a save is refused and when the dialog is closed. */
export function ProjectDialog({ project, onSaved, onClose }: ProjectDialogProps) {
  const { mutateAsync: save } = useSaveProject(project?.id)
  const draft = useFormDraft<ProjectValues>(
    `project:${project?.id ?? 'new'}`,
    {
      name: project?.name ?? '',
      description: project?.description ?? '',
      developers: project?.developers.map(({ id }) => id) ?? [],
    },
    // The values are sent as typed, because the server applies the contract too.
    { resolver: checkAsTyped(projectInput) },
  )
  const { form } = draft
  const sentence = project ? messages.projects.updateFailed : messages.projects.createFailed
  const { field: developers, fieldState } = useController({ control: form.control, name: 'developers' })

  const submission = useSubmit(form, {
    async send(values) {
      await save(values).catch(rethrowNameConflict)
      draft.finish()
      onSaved()
    },
    // Errors under the fields need no alert.
    failure: (_error, hasFields) => (hasFields ? undefined : sentence),
  })

  function handleDiscard() {
    draft.discard()
    fieldIn(submission.element.current, 'name')?.focus()
  }

  return (
    <Dialog title={project ? 'Edit Project' : 'Add New Project'} busy={submission.isBusy} onClose={onClose}>
      <FormShell
        submission={submission}
        submitLabel={project ? 'Update' : 'Create'}
        busyLabel={project ? 'Updating...' : 'Creating...'}
        cancel={onClose}
      >
        {draft.isRestored && <DraftRestored busy={submission.isBusy} onDiscard={handleDiscard} />}
        <TextField label="Project Name" autoComplete="off" {...fieldOf(form, 'name')} {...firstFocus} />
        <TextAreaField label="Description (optional)" rows={3} {...fieldOf(form, 'description')} />
        <DeveloperChecklist
          assigned={project?.developers ?? []}
          chosen={developers.value}
          onChosen={developers.onChange}
          error={fieldState.error?.message}
        />
      </FormShell>
    </Dialog>
  )
}

/** A conflict is always about the name, so its message is shown under that field. */
function rethrowNameConflict(error: unknown): never {
  if (error instanceof ApiError && error.status === 409 && error.msg) {
    throw new ApiError(error.status, error.msg, { name: error.msg })
  }
  throw error
}
