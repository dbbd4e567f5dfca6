import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type Resolver, useWatch } from 'react-hook-form'
import type { Project } from '#shared/contract/projects.ts'
import { type Task, taskStatuses } from '#shared/contract/tasks.ts'
import type { User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { CancelLink } from '../../components/cancel-link.tsx'
import { DraftRestored } from '../../components/draft-restored.tsx'
import { FormButtons } from '../../components/form-buttons.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { TextAreaField } from '../../components/text-area-field.tsx'
import { TextField } from '../../components/text-field.tsx'
import { serverError } from '../../lib/failures.ts'
import { showFieldErrors } from '../../lib/field-errors.ts'
import { useFormDraft } from '../../lib/use-form-draft.ts'
import { AssigneeOptions } from './assignee-options.tsx'
import { TaskHoursField } from './task-hours-field.tsx'
import { type TaskValues, taskForm } from './task-values.ts'
import './task-form.scss'

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

// Checked as the server will, but sent as typed: the server reads the same text.
const resolver = standardSchemaResolver(taskForm, undefined, {
  raw: true,
}) as unknown as Resolver<TaskValues>

export function TaskForm(props: TaskFormProps) {
  const { task, values, projects, people, isProjectLocked = false, save, cancelTo } = props
  const draft = useFormDraft(`task:${task?.id ?? `new:${values.project_id}`}`, values, { resolver })
  const { register, control, handleSubmit, setError, setFocus, formState } = draft.form
  const { errors, isSubmitting, isSubmitSuccessful, submitCount } = formState
  const [status, expectedHours, actualHours] = useWatch({
    control,
    name: ['status', 'expected_hours', 'actual_hours'],
  })
  const isKeptProject = task && !projects.some(project => project.id === task.project_id)

  async function submit(typed: TaskValues) {
    try {
      await save(typed)
      draft.finish()
    } catch (error) {
      showFieldErrors(error, Object.keys(values) as (keyof TaskValues)[], setError)
      setError('root', { message: serverError(error) ?? messages.task.saveFailed })
    }
  }

  function handleDiscard() {
    draft.discard()
    setFocus('title')
  }

  return (
    <form className="card card-body form task-form" noValidate onSubmit={handleSubmit(submit)}>
      {errors.root?.message && (
        <Alert key={submitCount} variant="danger">
          {errors.root.message}
        </Alert>
      )}
      {draft.isRestored && (
        <DraftRestored busy={isSubmitting || isSubmitSuccessful} onDiscard={handleDiscard} />
      )}
      <TextField label="Title" autoComplete="off" error={errors.title?.message} {...register('title')} />
      <TextAreaField
        label="Description (optional)"
        rows={4}
        error={errors.description?.message}
        {...register('description')}
      />
      <div className="task-form-pair">
        <SelectField
          label="Project"
          help={isProjectLocked ? 'Set to the project you came from.' : undefined}
          error={errors.project_id?.message}
          // Locked, it is not the form's to change; the value it started with is sent.
          defaultValue={draft.first.project_id}
          {...(isProjectLocked ? { disabled: true } : register('project_id'))}
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
          error={errors.assigned_to?.message}
          defaultValue={draft.first.assigned_to}
          {...register('assigned_to')}
        >
          <option value="">Select a person</option>
          <AssigneeOptions people={people} task={task} />
        </SelectField>
      </div>
      <div className="task-form-pair">
        <TaskHoursField
          label="Expected Hours"
          help={messages.task.estimateHint}
          typed={expectedHours}
          error={errors.expected_hours?.message}
          {...register('expected_hours')}
        />
        {task && (
          <SelectField label="Status" error={errors.status?.message} {...register('status')}>
            {Object.entries(taskStatuses).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      {status === 'completed' && (
        <>
          <div className="task-form-pair">
            <TaskHoursField
              label="Actual Hours"
              typed={actualHours}
              error={errors.actual_hours?.message}
              {...register('actual_hours')}
            />
          </div>
          <TextAreaField
            label="Completion Note (optional)"
            rows={3}
            error={errors.completion_note?.message}
            {...register('completion_note')}
          />
        </>
      )}
      <FormButtons>
        <CancelLink to={cancelTo} busy={isSubmitting} />
        <SubmitButton
          label={task ? 'Update Task' : 'Create Task'}
          busyLabel={task ? 'Updating...' : 'Creating...'}
          busy={isSubmitting || isSubmitSuccessful}
        />
      </FormButtons>
    </form>
  )
}
