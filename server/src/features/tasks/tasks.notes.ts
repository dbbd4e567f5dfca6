import * as tasks from '#shared/contract/tasks.ts'
import { limits } from '#shared/limits.ts'
import { instant, type Notes, whole } from '../../http/openapi/notes.ts'

/** What a user may send: with at most one decimal. */
const tenths = { type: 'number', minimum: limits.taskTenthsMin / 10, maximum: limits.taskTenthsMax / 10 }
const expectedHours = { description: 'Decimal hours. Only reviewers see it.', example: 2.5 }
const actualHours = { description: 'Decimal hours: `1.5` is an hour and a half.', example: 1.5 }

export const tasksNotes: Notes = {
  contract: [tasks],
  fields: {
    title: { example: 'Fix the login form' },
    description: { example: 'The button does nothing on phones' },
    assigned_to: {
      ...whole,
      description:
        "The assignee's user id. Managers who see only their teams get null for people out of sight, and send null to keep them.",
      example: 3,
    },
    assignee_name: { description: 'Null if `assigned_to` is null.', example: 'Dina Developer' },
    assigner_name: { example: 'Max Manager' },
    expected_hours: expectedHours,
    'TaskInput.expected_hours': { ...tenths, ...expectedHours },
    'TaskEditInput.expected_hours': { ...tenths, ...expectedHours },
    actual_hours: actualHours,
    'TaskEditInput.actual_hours': { ...tenths, ...actualHours },
    'TaskStatusInput.actual_hours': { ...tenths, ...actualHours },
    completion_note: { example: 'Tested on three phones' },
    status: { example: 'completed' },
    completed_at: instant,
    logged_minutes: {
      ...whole,
      description: 'Whole minutes, of all rows of reports that name the task.',
      example: 90,
    },
    pending: { ...whole, example: 0 },
    in_progress: { ...whole, example: 0 },
    completed: { ...whole, example: 1 },
  },
}
