import { useWatch } from 'react-hook-form'
import type { Project } from '#shared/contract/projects.ts'
import type { Task } from '#shared/contract/tasks.ts'
import type { User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { DraftRestored } from '../../components/draft-restored.tsx'
import { FormShell } from '../../components/form-shell.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { TextAreaField } from '../../components/text-area-field.tsx'
import { TextField } from '../../components/text-field.tsx'
import { checkAsTyped } from '../../lib/check-by.ts'
import { serverError } from '../../lib/failures.ts'
import { useFormDraft } from '../../lib/use-form-draft.ts'
import { fieldIn, fieldOf, useSubmit } from '../../lib/use-submit.ts'
import { AssigneeOptions } from './assignee-options.tsx'
import { CompletionNoteField, StatusField } from './completion-fields.tsx'
import { TaskHoursField } from './task-hours-field.tsx'
import { type TaskValues, taskForm } from './task-values.ts'
import './tasks.scss'

type TaskFormProps = {
  /** Present: it is edited, and its project and assignee stay to be chosen even if deleted since. */
  task?: Task
  values: TaskValues
  projects: readonly Pick<Project, 'id' | 'name'>[]
  people: readonly User[]
  /** The project was chosen by the link that led here. */
  isProjectLocked?: boolean
  /** Rejects with what went wrong; on success the screen is left. */
  save: (values: TaskValues) => Promise<void>
  cancelTo: string
}

const resolver = checkAsTyped<TaskValues>(taskForm)

export function TaskForm(props: TaskFormProps) {
  const { task, values, projects, people, isProjectLocked = false, save, cancelTo } = props
  const draft = useFormDraft(`task:${task?.id ?? `new:${values.project_id}`}`, values, { resolver })
  const { form } = draft
  const status = useWatch({ control: form.control, name: 'status' })
  const isKeptProject = task && !projects.some(project => project.id === task.project_id)

  const submission = useSubmit(form, {
    send: typed => save(typed).then(draft.finish),
    failure: error => serverError(error) ?? messages.tasks.saveFailed,
  })

  function handleDiscard() {
    draft.discard()
    fieldIn(submission.element.current, 'title')?.focus()
  }

  return (
    <FormShell
      submission={submission}
      submitLabel={task ? 'Update Task' : 'Create Task'}
      busyLabel={task ? 'Updating...' : 'Creating...'}
      cancel={cancelTo}
      className="card card-body task-form"
    >
      {draft.isRestored && <DraftRestored busy={submission.isBusy} onDiscard={handleDiscard} />}
      <TextField label="Title" autoComplete="off" {...fieldOf(form, 'title')} />
      <TextAreaField label="Description (optional)" rows={4} {...fieldOf(form, 'description')} />
      <div className="task-form-pair">
        <SelectField
          label="Project"
          help={isProjectLocked ? 'Set to the project you came from.' : undefined}
          // Locked, it is not the form's to change; the value it started with is sent.
          defaultValue={draft.first.project_id}
          {...(isProjectLocked ? { disabled: true } : fieldOf(form, 'project_id'))}
        >
          <option value="">Select a project</option>
          {isKeptProject && <option value={task.project_id}>{task.project_name} (deleted)</option>}
          {projects.map(project => (
            <option key={project.id} value={project.id}>
              {project.name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Assign To"
          defaultValue={draft.first.assigned_to}
          {...fieldOf(form, 'assigned_to')}
        >
          <option value="">Select a person</option>
          <AssigneeOptions people={people} task={task} />
        </SelectField>
      </div>
      <div className="task-form-pair">
        <TaskHoursField
          label="Expected Hours"
          help={messages.tasks.estimateHint}
          form={form}
          name="expected_hours"
        />
        {task && <StatusField {...fieldOf(form, 'status')} />}
      </div>
      {status === 'completed' && (
        <>
          <div className="task-form-pair">
            <TaskHoursField
              label="Actual Hours"
              form={form}
              name="actual_hours"
              logged={task?.logged_minutes}
            />
          </div>
          <CompletionNoteField {...fieldOf(form, 'completion_note')} />
        </>
      )}
    </FormShell>
  )
}
