import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { commentsReply } from './comments.ts'
import { filesReply, removalReply } from './files.ts'
import { projectSummaryReply } from './hours.ts'
import { reportDetailsReply, reportPageReply } from './reports.ts'
import { taskPageReply } from './tasks.ts'
import { urlsReply } from './urls.ts'
import { userReply, usersReply } from './users.ts'

// Answers of the first edition. e2e/journeys/first-edition.spec.ts tests what a browser shows of them.

const user = { id: 3, name: 'Dina', email: 'dina@example.com', role: 'developer', created_at: '' }
const row = { id: 1, task_description: 'Cart', hours: 1.3, project_id: 1, project_name: 'Shop' }
const report = {
  id: 9,
  date: '2026-03-10',
  tasks: 'Built',
  hours_worked: 1.3,
  blockers: null,
  tomorrow_plan: null,
  project_id: 1,
  created_at: '',
  is_edited: false,
  user_name: 'Dina',
  user_email: 'dina@example.com',
  task_details: [row],
}
const comment = {
  id: 2,
  comment: 'Well done',
  parent_id: null,
  user_name: 'Max',
  user_role: 'manager',
  created_at: '',
}
const task = {
  id: 5,
  title: 'Draw',
  description: null,
  project_id: 1,
  project_name: 'Shop',
  assigned_to: 3,
  assignee_name: 'Dina',
  assigner_name: 'Max',
  actual_hours: null,
  completion_note: null,
  status: 'pending',
  created_at: '',
  completed_at: null,
}

test.each<[string, z.ZodMiniType, unknown, unknown]>([
  ['user', userReply, user, { ...user, invited: false }],
  ['list of users', usersReply, [user], [{ off_today: false, working_days: null, last_sign_in_at: null }]],
  ['list of reports', reportPageReply, { reports: [report], total: 1, totalPages: 1 }, { page: 1 }],
  [
    'report',
    reportDetailsReply,
    { report, comments: [comment] },
    {
      report: { revision: 0, review: { state: 'reviewed', reviewer_name: null }, is_shortened: false },
      comments: [{ mentions: [] }],
      edit_window_days: 3,
      open_tasks: [],
    },
  ],
  ['list of comments', commentsReply, [comment], [{ mentions: [] }]],
  [
    'list of tasks',
    taskPageReply,
    { data: [task], pagination: { total: 1, pages: 1 } },
    { data: [{ logged_minutes: 0 }], pagination: { page: 1 } },
  ],
  [
    'project summary',
    projectSummaryReply,
    {
      reports: [{ id: 9, project_id: 1, date: '', user_name: 'Dina', tasks: 'Cart', hours_worked: 1.3 }],
    },
    { project: { id: 0 }, user: null, reports: [{ is_shortened: false }] },
  ],
  [
    'list of files',
    filesReply,
    [{ id: 3, file_name: 'a.pdf', file_type: 'application/pdf', pendingDeletion: false }],
    [{ file_size: 0, uploaded_by: '', created_at: '' }],
  ],
  [
    'list of URLs',
    urlsReply,
    [{ id: 4, url_type: 'git', url: 'https://example.com', is_blurred: false }],
    [{ created_at: '' }],
  ],
  ['removal', removalReply, { blurred: true }, { msg: '' }],
])('a %s without the fields that were added since is read with their defaults', (_, schema, answer, read) => {
  expect(z.parse(schema, answer)).toMatchObject(read as object)
})
