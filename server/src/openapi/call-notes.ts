import type { ZodMiniType } from 'zod/mini'
import { registerInput, setupInput } from '#shared/contract/auth.ts'

type Note = {
  summary: string
  /** Refusals that the route's declaration does not give away. */
  also?: readonly number[]
  /** Where the body is checked by hand: any of these. */
  bodies?: readonly ZodMiniType[]
  /** Where the body is no JSON: its content type and schema. */
  otherBody?: readonly [type: string, schema: object]
  /** Where the answer is no JSON: its content type. */
  otherReply?: string
}

const upload = {
  type: 'object',
  properties: { projectFile: { type: 'string', format: 'binary' } },
  required: ['projectFile'],
}
const tokenForm = { type: 'object', properties: { token: { type: 'string' }, preview: { type: 'string' } } }

/** What a schema cannot say about a call. A test holds this list and the routes to each other. */
export const callNotes: Record<string, Note> = {
  'POST /api/auth/login': { summary: 'Sign in: the token of all other calls', also: [401, 429] },
  'GET /api/auth/me': { summary: 'Who am I' },
  'POST /api/auth/logout': { summary: 'Sign out: ends this token at once' },
  'GET /api/auth/setup': { summary: 'Whether the first administrator is still to be made' },
  'POST /api/auth/register': {
    summary: 'Make an account, or with the set-up code the first administrator',
    bodies: [registerInput, setupInput],
    also: [400, 409, 413, 415],
  },

  'GET /api/users': { summary: 'All people' },
  'GET /api/users/developers': { summary: 'All staff: developers, designers, marketing' },
  'GET /api/users/role/:role': { summary: 'People of one role' },
  'GET /api/users/:id': { summary: 'One person' },
  'PUT /api/users/:id': { summary: 'Change name, e-mail and role', also: [409] },
  'PUT /api/users/:id/password': { summary: 'Set a password and end all sign-ins of that person' },
  'DELETE /api/users/:id': { summary: 'Delete an account; what it wrote stays', also: [409] },

  'GET /api/projects': { summary: 'All projects' },
  'GET /api/projects/me': { summary: 'Projects I am assigned to' },
  'GET /api/projects/user/:id': { summary: 'Projects somebody is assigned to' },
  'GET /api/projects/:id': { summary: 'One project' },
  'POST /api/projects': { summary: 'Make a project', also: [409] },
  'PUT /api/projects/:id': { summary: 'Change a project', also: [409] },
  'DELETE /api/projects/:id': { summary: 'Delete a project; its hours stay, its files go' },

  'GET /api/projects/:id/files': { summary: 'Files of a project' },
  'POST /api/projects/:id/files': {
    summary: 'Upload a file',
    otherBody: ['multipart/form-data', upload],
    also: [400, 413, 415, 507],
  },
  'GET /api/files/:id/metadata': { summary: 'One file without its content' },
  'POST /api/files/:id/download': {
    summary: 'The file as an attachment; takes the token as header or form field',
    otherBody: ['application/x-www-form-urlencoded', tokenForm],
    otherReply: '*/*',
    also: [415],
  },
  'POST /api/files/:id/preview': {
    summary: 'The file to look at in the browser; takes the token as header or form field',
    otherBody: ['application/x-www-form-urlencoded', tokenForm],
    otherReply: '*/*',
    also: [415],
  },
  'DELETE /api/files/:id': { summary: 'An admin removes a file, a manager marks it' },
  'PUT /api/files/:id/unblur': { summary: 'Take a mark off a file' },

  'GET /api/projects/:id/urls': { summary: 'Links of a project' },
  'POST /api/projects/:id/urls': { summary: 'Add a link' },
  'PUT /api/urls/:id': { summary: 'Change a link', also: [409] },
  'DELETE /api/urls/:id': { summary: 'An admin removes a link, a manager marks it' },
  'PUT /api/urls/:id/unblur': { summary: 'Take a mark off a link' },

  'POST /api/reports': { summary: 'Submit the report of a day', also: [409] },
  'GET /api/reports/me': { summary: 'My reports, newest first' },
  'GET /api/reports': { summary: "Everybody's reports, newest first, filtered" },
  'GET /api/reports/:id': { summary: 'One report with its comments' },
  'PUT /api/reports/:id': { summary: 'Edit my own report while its window is open' },
  'POST /api/reports/:id/comments': { summary: 'Comment on a report, or reply' },
  'GET /api/reports/project/:id/hours': { summary: 'Hours on a project by person' },
  'GET /api/reports/project-hours': { summary: 'Hours on every project by person' },
  'GET /api/reports/project-summary': { summary: 'All that was reported on a project', also: [404] },
  'GET /api/reports/export/csv': { summary: 'Reports as CSV', otherReply: 'text/csv' },

  'GET /api/tasks': { summary: 'Tasks, newest first: all for reviewers, their own for staff' },
  'GET /api/tasks/project/:id': { summary: 'Tasks of a project' },
  'GET /api/tasks/stats/summary': { summary: 'How many tasks are in which state' },
  'GET /api/tasks/:id': { summary: 'One task' },
  'POST /api/tasks': { summary: 'Make a task' },
  'PUT /api/tasks/:id': { summary: 'Change a task' },
  'POST /api/tasks/:id/status': { summary: 'Say how far a task is', also: [409] },
  'DELETE /api/tasks/:id': { summary: 'Delete a task' },
}
