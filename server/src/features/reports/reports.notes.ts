import * as reports from '#shared/contract/reports.ts'
import { limits } from '#shared/limits.ts'
import { hours, instant, type Notes, whole } from '../../http/openapi/notes.ts'

export const reportsNotes: Notes = {
  contract: [reports],
  fields: {
    tasks: { description: "Summary of the day's work.", example: 'Login page' },
    hours: { type: 'number', description: hours, example: 1.3 },
    'TaskDetailInput.hours': {
      anyOf: [
        { type: 'number', minimum: 0.01, maximum: limits.taskHoursMax },
        { type: 'string', pattern: '^\\s*\\+?(?!0*\\.?0*\\s*$)(\\d{1,9}(\\.\\d{0,2})?|\\.\\d{1,2})\\s*$' },
      ],
      description: `${hours} \`1.5\` is 1 h 50 min. With an access token, 60 minutes or more are refused; with a sign-in, \`1.75\` becomes 2.15.`,
      example: '1.30',
    },
    hours_worked: { description: `${hours} Computed from \`task_details\`.`, example: 1.3 },
    is_shortened: { description: 'Long texts are cut. Get the single report for all of it.', example: false },
    blockers: { example: 'Waiting for the design' },
    tomorrow_plan: { example: 'Sign-up page' },
    'ReportInput.project_id': { ...whole, description: "Defaults to the first task's project.", example: 1 },
    task_details: { description: 'The tasks of the day.' },
    include_task_details: { description: 'Send `task_details` too.' },
    task_description: { example: 'Fixed the login form' },
    'TaskDetailInput.description': { example: 'Fixed the login form' },
    task_id: { ...whole, description: 'The assigned task that the row is for, if any.', example: null },
    'TaskDetailInput.task_id': {
      ...whole,
      description:
        'A task of the same project that is assigned to you; reviewers: any. An edit may keep the one it had.',
      example: null,
    },
    task_title: { description: 'Null without a task.', example: null },
    is_edited: { description: 'Changed after it was submitted.', example: false },
    revision: { ...whole, description: 'The number of the current version, from 1.', example: 1 },
    edit_window_days: { ...whole, description: 'Days in which a report can be edited.', example: 3 },
    open_tasks: { description: 'Ids of the tasks of its rows that you may open.', example: [] },
    number: { ...whole, description: 'Of the version, from 1.', example: 1 },
    saved_at: instant,
    editor_name: { example: 'Dina Developer' },
  },
}
