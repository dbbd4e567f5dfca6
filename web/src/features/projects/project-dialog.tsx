import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useLayoutEffect } from 'react'
import { useController } from 'react-hook-form'
import { type Project, projectInput } from '#shared/contract/projects.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { DraftRestored } from '../../components/draft-restored.tsx'
import { FormButtons } from '../../components/form-buttons.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { TextAreaField } from '../../components/text-area-field.tsx'
import { TextField } from '../../components/text-field.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { useFormDraft } from '../../lib/use-form-draft.ts'
import { type ProjectValues, useSaveProject } from './api.ts'
import { DeveloperChecklist } from './developer-checklist.tsx'

type ProjectDialogProps = {
  /** Absent: a new one. */
  project?: Project
  onSaved: () => void
  onClose: () => void
}

/** "Add New Project" and "Edit Project". A refused save, and closing it, keep every typed character. */
export default function ProjectDialog({ project, onSaved, onClose }: ProjectDialogProps) {
  const { mutateAsync: save } = useSaveProject(project?.id)
  const draft = useFormDraft<ProjectValues>(
    `project:${project?.id ?? 'new'}`,
    {
      name: project?.name ?? '',
      description: project?.description ?? '',
      developers: project?.developers.map(({ id }) => id) ?? [],
    },
    // The server applies the contract once more: what is sent may be as it was typed.
    { resolver: standardSchemaResolver(projectInput, undefined, { raw: true }) },
  )
  const { register, control, handleSubmit, setError, setFocus, formState } = draft.form
  const { field: developers } = useController({ control, name: 'developers' })
  const { errors, isSubmitting } = formState

  // After the dialog has opened: the browser would choose its close button.
  useLayoutEffect(() => setFocus('name'), [setFocus])

  async function submit(values: ProjectValues) {
    try {
      await save(values)
      draft.finish()
      onSaved()
    } catch (error) {
      showRefusal(error)
    }
  }

  function showRefusal(error: unknown) {
    const { status = 0, msg, errors = {} } = error instanceof ApiError ? error : {}
    // The one thing that can be taken is the name.
    const sentences: Record<string, string | undefined> = status === 409 ? { name: msg } : errors
    let isShown = false
    for (const field of ['developers', 'description', 'name'] as const) {
      const message = sentences[field]
      if (!message) continue
      setError(field, { type: 'server', message }, { shouldFocus: true })
      isShown = true
    }
    if (isShown) return
    setError('root', {
      message: project ? messages.project.updateFailed : messages.project.createFailed,
    })
  }

  function handleDiscard() {
    draft.discard()
    setFocus('name')
  }

  return (
    <Dialog title={project ? 'Edit Project' : 'Add New Project'} busy={isSubmitting} onClose={onClose}>
      <form className="form" noValidate onSubmit={handleSubmit(submit)}>
        {errors.root?.message && <Alert variant="danger">{errors.root.message}</Alert>}
        {draft.isRestored && <DraftRestored busy={isSubmitting} onDiscard={handleDiscard} />}
        <TextField
          label="Project Name"
          autoComplete="off"
          error={errors.name?.message}
          {...register('name')}
        />
        <TextAreaField
          label="Description (optional)"
          rows={3}
          error={errors.description?.message}
          {...register('description')}
        />
        <DeveloperChecklist
          assigned={project?.developers ?? []}
          chosen={developers.value}
          onChosen={developers.onChange}
          error={errors.developers?.message}
        />
        <FormButtons>
          <button type="button" className="btn btn-secondary" disabled={isSubmitting} onClick={onClose}>
            Cancel
          </button>
          <SubmitButton
            label={project ? 'Update' : 'Create'}
            busyLabel={project ? 'Updating...' : 'Creating...'}
            busy={isSubmitting}
          />
        </FormButtons>
      </form>
    </Dialog>
  )
}
