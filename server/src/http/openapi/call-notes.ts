import type { ZodMiniType } from 'zod/mini'
import { registerInput, setupInput } from '#shared/contract/auth.ts'

type Note = {
  /** operationId: the name of the function in a generated client. Never change one that was released. */
  id: string
  summary: string
  /** What the summary leaves open. Who may call it is added from the permission table. */
  details?: string
  /** Where the handler validates the body: any of these. */
  bodies?: readonly ZodMiniType[]
  /** Where the body isn't JSON: its content type and schema. */
  otherBody?: readonly [type: string, schema: object]
  /** Where the response isn't JSON: its content type. */
  otherReply?: string
}

const upload = {
  type: 'object',
  properties: { projectFile: { type: 'string', format: 'binary', description: 'The file to upload.' } },
  required: ['projectFile'],
}
const tokenForm = {
  type: 'object',
  properties: {
    token: { type: 'string', description: 'The token, where the `x-auth-token` header cannot be set.' },
    preview: { type: 'string', description: 'Accepted and ignored: the URL decides.' },
  },
}

/** What a schema can't say about a call: one entry per route. A test compares this list with the routes. */
export const callNotes: Record<string, Note> = {
  'POST /api/auth/login': {
    id: 'signIn',
    summary: 'Sign in',
    details: 'Returns the token to send as `x-auth-token` with every other call.',
  },
  'GET /api/auth/me': { id: 'getCurrentUser', summary: 'Get the signed-in user' },
  'POST /api/auth/logout': {
    id: 'signOut',
    summary: 'Sign out',
    details: 'The token stops working at once.',
  },
  'GET /api/auth/setup': {
    id: 'getSetupState',
    summary: 'Check if the first administrator can still be created',
  },
  'POST /api/auth/register': {
    id: 'registerUser',
    summary: 'Create an account',
    details:
      "A manager can't create an admin. Without a token, the set-up code creates the first administrator and signs them in.",
    bodies: [registerInput, setupInput],
  },

  'GET /api/users': { id: 'listUsers', summary: 'List users' },
  'GET /api/users/developers': {
    id: 'listStaff',
    summary: 'List staff',
    details: 'Staff are developers, designers and marketing.',
  },
  'GET /api/users/role/:role': { id: 'listUsersByRole', summary: 'List users with a role' },
  'GET /api/users/deleted': {
    id: 'listDeletedUsers',
    summary: 'List deleted accounts',
    details: 'The latest deletion first.',
  },
  'POST /api/users/deleted/:id/erase': {
    id: 'eraseUser',
    summary: "Erase a deleted user's name and e-mail",
    details:
      'Replaces both with "Former member" and the id, everywhere. Text that people typed and earlier backups stay as they are.',
  },
  'GET /api/users/:id': { id: 'getUser', summary: 'Get a user' },
  'PUT /api/users/:id': {
    id: 'updateUser',
    summary: 'Update a user',
    details: "A manager can't change an admin, and you can't change your own role.",
  },
  'PUT /api/users/:id/password': {
    id: 'resetPassword',
    summary: "Reset a user's password",
    details: "Signs the user out everywhere. A manager can't reset an admin's password.",
  },
  'DELETE /api/users/:id': {
    id: 'deleteUser',
    summary: 'Delete a user',
    details:
      "Reports, comments and tasks keep the user's name. You can't delete yourself or the last admin, and a manager can't delete an admin.",
  },

  'GET /api/projects': { id: 'listProjects', summary: 'List projects' },
  'GET /api/projects/me': { id: 'listMyProjects', summary: 'List your projects' },
  'GET /api/projects/user/:id': { id: 'listUserProjects', summary: "List a user's projects" },
  'GET /api/projects/:id': { id: 'getProject', summary: 'Get a project' },
  'POST /api/projects': { id: 'createProject', summary: 'Create a project' },
  'PUT /api/projects/:id': { id: 'updateProject', summary: 'Update a project' },
  'DELETE /api/projects/:id': {
    id: 'deleteProject',
    summary: 'Delete a project',
    details: 'Reported hours stay; the files are deleted.',
  },

  'GET /api/projects/:id/files': { id: 'listFiles', summary: "List a project's files" },
  'POST /api/projects/:id/files': {
    id: 'uploadFile',
    summary: 'Upload a file',
    otherBody: ['multipart/form-data', upload],
  },
  'GET /api/files/:id/metadata': { id: 'getFile', summary: "Get a file's details" },
  'POST /api/files/:id/download': {
    id: 'downloadFile',
    summary: 'Download a file',
    details: 'Always sent as an attachment. The token can be the header or the form field `token`.',
    otherBody: ['application/x-www-form-urlencoded', tokenForm],
    otherReply: '*/*',
  },
  'POST /api/files/:id/preview': {
    id: 'previewFile',
    summary: 'Preview a file',
    details:
      'Shown in the browser where the type allows it. The token can be the header or the form field `token`.',
    otherBody: ['application/x-www-form-urlencoded', tokenForm],
    otherReply: '*/*',
  },
  'DELETE /api/files/:id': {
    id: 'deleteFile',
    summary: 'Delete a file',
    details: 'An admin deletes it. A manager marks it for deletion.',
  },
  'PUT /api/files/:id/unblur': {
    id: 'restoreFile',
    summary: 'Restore a file',
    details: 'The file is no longer marked for deletion.',
  },

  'GET /api/projects/:id/urls': { id: 'listLinks', summary: "List a project's links" },
  'POST /api/projects/:id/urls': { id: 'addLink', summary: 'Add a link' },
  'PUT /api/urls/:id': {
    id: 'updateLink',
    summary: 'Update a link',
    details: "A link that's marked for deletion can't be changed.",
  },
  'DELETE /api/urls/:id': {
    id: 'deleteLink',
    summary: 'Delete a link',
    details: 'An admin deletes it. A manager marks it for deletion.',
  },
  'PUT /api/urls/:id/unblur': {
    id: 'restoreLink',
    summary: 'Restore a link',
    details: 'The link is no longer marked for deletion.',
  },

  'POST /api/reports': {
    id: 'submitReport',
    summary: 'Submit a report',
    details: 'One report per user and date.',
  },
  'GET /api/reports/me': { id: 'listMyReports', summary: 'List your reports', details: 'Newest first.' },
  'GET /api/reports': {
    id: 'listReports',
    summary: 'List all reports',
    details: 'Newest first. Filter by user, project or date.',
  },
  'GET /api/reports/:id': { id: 'getReport', summary: 'Get a report with its comments' },
  'PUT /api/reports/:id': {
    id: 'updateReport',
    summary: 'Update your report',
    details: "Only inside the edit window. The date can't be changed.",
  },
  'POST /api/reports/:id/comments': {
    id: 'addComment',
    summary: 'Comment on a report',
    details: 'Send `parent_id` to reply to a comment. Returns all comments of the report.',
  },
  'GET /api/reports/project/:id/hours': {
    id: 'getProjectHours',
    summary: "Get a project's hours by user",
  },
  'GET /api/reports/project-hours': {
    id: 'listProjectHours',
    summary: 'Get the hours of all projects by user',
    details: 'The keys of the answer are project ids.',
  },
  'GET /api/reports/project-summary': {
    id: 'getProjectSummary',
    summary: 'Get a summary of what was reported on a project',
  },
  'GET /api/reports/export/csv': {
    id: 'exportReports',
    summary: 'Export reports as CSV',
    details: 'Send both dates or neither.',
    otherReply: 'text/csv',
  },

  'GET /api/tasks': {
    id: 'listTasks',
    summary: 'List tasks',
    details: 'Newest first. Reviewers see all tasks, other users their own.',
  },
  'GET /api/tasks/project/:id': {
    id: 'listProjectTasks',
    summary: "List a project's tasks",
    details: 'Newest first. Reviewers see all tasks, other users their own.',
  },
  'GET /api/tasks/stats/summary': {
    id: 'getTaskStats',
    summary: 'Count tasks by status',
    details: 'Reviewers count all tasks, other users their own.',
  },
  'GET /api/tasks/:id': { id: 'getTask', summary: 'Get a task' },
  'POST /api/tasks': { id: 'createTask', summary: 'Create a task' },
  'PUT /api/tasks/:id': { id: 'updateTask', summary: 'Update a task' },
  'POST /api/tasks/:id/status': {
    id: 'updateTaskStatus',
    summary: "Update a task's status",
    details: 'Completing a task needs `actual_hours`. A completed task is final here.',
  },
  'DELETE /api/tasks/:id': { id: 'deleteTask', summary: 'Delete a task' },
}
