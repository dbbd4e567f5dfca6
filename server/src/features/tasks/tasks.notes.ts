import * as tasks from '#shared/contract/tasks.ts'
import { instant, type Notes, whole } from '../../http/openapi/notes.ts'

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
    expected_hours: { type: 'number', description: 'Decimal hours. Only reviewers see it.', example: 2.5 },
    actual_hours: {
      type: 'number',
      description: 'Decimal hours: `1.5` is an hour and a half.',
      example: 1.5,
    },
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
