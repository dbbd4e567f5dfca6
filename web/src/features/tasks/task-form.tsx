import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import type { Project } from '#shared/contract/projects.ts'
import type { Task } from '#shared/contract/tasks.ts'
import type { User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { type Role, reviewers, staff } from '#shared/roles.ts'
import { paths } from '../../app/paths.ts'
import { Alert } from '../../components/alert.tsx'
import { SelectField, TextAreaField, TextField } from '../../components/fields.tsx'
import { DraftRestored, FormShell } from '../../components/form.tsx'
import { Placeholder, Skeleton } from '../../components/placeholders.tsx'
import { serverError } from '../../lib/api-error.ts'
import { checkAsTyped, fieldIn, fieldOf, useFormDraft, useSubmit } from '../../lib/forms.ts'
import { CompletionFields, StatusField, TaskHoursField } from './task-fields.tsx'
import { onlyShown, type TaskValues, taskForm } from './task-values.ts'
import './tasks.scss'

type TaskFormProps = {
  /** The task to edit. Its project and assignee can be chosen even if they were deleted. */
  task?: Task
  values: TaskValues
  projects: readonly Pick<Project, 'id' | 'name'>[]
  people: readonly User[]
  /** The project is set by the link to this page. */
  isProjectLocked?: boolean
  /** Rejects with the failure; on success it navigates to another screen. */
  save: (values: TaskValues) => Promise<void>
  cancelTo: string
}

const check = checkAsTyped<TaskValues>(taskForm)
const resolver: typeof check = (values, ...rest) => check(onlyShown(values), ...rest)

export function TaskForm(props: TaskFormProps) {
  const { task, values, projects, people, isProjectLocked = false, save, cancelTo } = props
  const draft = useFormDraft(`task:${task?.id ?? `new:${values.project_id}`}`, values, { resolver })
  const { form } = draft
  const status = useWatch({ control: form.control, name: 'status' })
  const isAssigneeHidden = task?.assigned_to === null
  const isProjectDeleted = task && !projects.some(project => project.id === task.project_id)

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
      <div className="form-pair">
        <SelectField
          label="Project"
          help={isProjectLocked ? 'Set to the project you came from.' : undefined}
          // A locked field is not registered, so the form sends its default value.
          defaultValue={draft.first.project_id}
          {...(isProjectLocked ? { disabled: true } : fieldOf(form, 'project_id'))}
        >
          <option value="">Select a project</option>
          {isProjectDeleted && <option value={task.project_id}>{task.project_name} (deleted)</option>}
          {projects.map(project => (
            <option key={project.id} value={project.id}>
              {project.name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Assign To"
          defaultValue={draft.first.assigned_to ?? ''}
          {...fieldOf(form, 'assigned_to')}
          {...(isAssigneeHidden && form.register('assigned_to', { setValueAs: (id: string) => id || null }))}
        >
          <option value="">{isAssigneeHidden ? messages.tasks.assigneeHidden : 'Select a person'}</option>
          <AssigneeOptions people={people} task={task} />
        </SelectField>
      </div>
      <TaskHoursField
        label="Expected Hours"
        help={messages.tasks.estimateHint}
        form={form}
        name="expected_hours"
        helpBeside
      />
      {task && (
        <CompletionFields
          form={form}
          isCompleted={status === 'completed'}
          logged={task.logged_minutes}
          status={<StatusField {...fieldOf(form, 'status')} />}
        />
      )}
    </FormShell>
  )
}

/** Shown to users who may not create or edit tasks. */
export function OnlyAdmins() {
  return (
    <>
      <Alert variant="danger">{messages.tasks.onlyAdmins}</Alert>
      <div>
        <Link to={paths.tasks()} className="btn btn-secondary">
          Back to Tasks
        </Link>
      </div>
    </>
  )
}

const fields = ['2.75rem', '7.5rem', '2.75rem', '2.75rem']

export function TaskFormSkeleton() {
  return (
    <Placeholder>
      <div className="card card-body form">
        {fields.map((height, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: grey shapes that never change their order
          <div key={index}>
            <Skeleton width="6rem" />
            <div style={{ height }}>
              <span className="skeleton" style={{ height: '100%' }} />
            </div>
          </div>
        ))}
      </div>
    </Placeholder>
  )
}

const groups: { label: string; roles: readonly Role[] }[] = [
  { label: 'Staff', roles: staff },
  { label: 'Managers and admins', roles: reviewers },
]

/** Staff first. An assignee whose account is deleted can still be chosen for their own task. */
function AssigneeOptions({ people, task }: { people: readonly User[]; task?: Task }) {
  const isDeleted =
    typeof task?.assigned_to === 'number' && !people.some(person => person.id === task.assigned_to)
  return (
    <>
      {isDeleted && <option value={task.assigned_to ?? ''}>{task.assignee_name} (deleted)</option>}
      {groups.map(({ label, roles }) => {
        const members = people.filter(person => roles.includes(person.role))
        return (
          members.length > 0 && (
            <optgroup key={label} label={label}>
              {members.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </optgroup>
          )
        )
      })}
    </>
  )
}
