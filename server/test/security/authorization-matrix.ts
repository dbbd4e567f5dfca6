import type { Role } from '#shared/roles.ts'
import type { Kind } from './owned-things.ts'

// Who gets what from every call, written out once more and not computed from the table of permissions, so that
// a slip there is found here.

/** Codes for one's own, somebody else's and a missing thing; a single one where the call names no thing. */
export type Codes = number | readonly [own: number, others: number, missing: number]

export type Row = {
  staff: Codes
  manager: Codes
  admin: Codes
  /** What the id in the path, or in `query`, is the id of. */
  thing?: Kind
  query?: string
  body?: keyof typeof bodies
}

/** What a valid body is made from. */
export type BodyFacts = {
  /** A number of its own, for what must be unique. */
  unique: number
  callerRole: Role
  isOwn: boolean
  projectId: number
  personId: number
  day: string
}

export const bodies = {
  login: ({ unique }: BodyFacts) => ({ email: `nobody-${unique}@example.com`, password: 'wrong-password' }),
  register: ({ unique }: BodyFacts) => ({
    name: 'New Person',
    email: `new-${unique}@example.com`,
    password: 'a-password',
    role: 'developer',
  }),
  user: ({ unique, callerRole, isOwn }: BodyFacts) => ({
    name: 'Renamed Person',
    email: `renamed-${unique}@example.com`,
    role: isOwn ? callerRole : 'designer',
  }),
  password: () => ({ password: 'another-password' }),
  project: ({ unique }: BodyFacts) => ({ name: `New project ${unique}` }),
  file: () => ({}),
  url: () => ({ url_type: 'live', url: 'https://example.com/changed' }),
  report: ({ day, projectId }: BodyFacts) => ({
    date: day,
    tasks: 'Changed',
    task_details: [{ description: 'Changed', hours: '1.00', project_id: projectId }],
  }),
  comment: () => ({ comment: 'A new comment' }),
  task: ({ projectId, personId }: BodyFacts) => ({
    title: 'Changed',
    project_id: projectId,
    assigned_to: personId,
    expected_hours: 2,
  }),
  status: () => ({ status: 'in_progress' }),
} satisfies Record<string, (facts: BodyFacts) => object>

const everybody = (codes: Codes) => ({ staff: codes, manager: codes, admin: codes })
const reviewers = (codes: Codes) => ({ staff: 403, manager: codes, admin: codes })
const admins = (codes: Codes) => ({ staff: 403, manager: 403, admin: codes })
/** Reviewers may with all of them, staff with their own. */
const ownersAnd = (code: number) => ({
  staff: [code, 403, 404] as const,
  manager: [code, code, 404] as const,
  admin: [code, code, 404] as const,
})

const found = [200, 200, 404] as const
const made = [201, 201, 404] as const

export const matrix: Record<string, Row> = {
  'GET /healthz': everybody(200),
  'GET /readyz': everybody(200),
  // Not there without METRICS_TOKEN, and nobody's token opens it.
  'GET /metrics': everybody(404),

  'GET /robots.txt': everybody(200),
  'GET /api/openapi.json': everybody(200),

  // Wrong credentials: the call is open to everybody, the account is not.
  'POST /api/auth/login': { ...everybody(401), body: 'login' },
  'GET /api/auth/setup': everybody(200),
  'GET /api/auth/me': everybody(200),
  'POST /api/auth/logout': everybody(200),
  'POST /api/auth/register': { ...reviewers(201), body: 'register' },

  'GET /api/users': reviewers(200),
  'GET /api/users/developers': reviewers(200),
  'GET /api/users/role/:role': { ...reviewers(found), thing: 'role' },
  'GET /api/users/deleted': admins(200),
  'POST /api/users/deleted/:id/erase': { ...admins(found), thing: 'formerPerson' },
  'GET /api/users/:id': { ...reviewers(found), thing: 'person' },
  'PUT /api/users/:id': { ...reviewers(found), thing: 'person', body: 'user' },
  'PUT /api/users/:id/password': { ...reviewers(found), thing: 'person', body: 'password' },
  'DELETE /api/users/:id': { ...reviewers([403, 200, 404]), thing: 'person' },

  'GET /api/projects': everybody(200),
  'GET /api/projects/me': everybody(200),
  'GET /api/projects/user/:id': { ...ownersAnd(200), thing: 'person' },
  'GET /api/projects/:id': { ...everybody(found), thing: 'project' },
  'POST /api/projects': { ...reviewers(201), body: 'project' },
  'PUT /api/projects/:id': { ...reviewers(found), thing: 'project', body: 'project' },
  'DELETE /api/projects/:id': { ...reviewers(found), thing: 'project' },

  'GET /api/projects/:id/files': { ...everybody(found), thing: 'project' },
  'POST /api/projects/:id/files': { ...everybody(made), thing: 'project', body: 'file' },
  'GET /api/files/:id/metadata': { ...everybody(found), thing: 'file' },
  'POST /api/files/:id/download': { ...everybody(found), thing: 'file' },
  'POST /api/files/:id/preview': { ...everybody(found), thing: 'file' },
  'DELETE /api/files/:id': { ...reviewers(found), thing: 'file' },
  'PUT /api/files/:id/unblur': { ...admins(found), thing: 'file' },

  'GET /api/projects/:id/urls': { ...everybody(found), thing: 'project' },
  'POST /api/projects/:id/urls': { ...everybody(made), thing: 'project', body: 'url' },
  'PUT /api/urls/:id': { ...everybody(found), thing: 'url', body: 'url' },
  'DELETE /api/urls/:id': { ...reviewers(found), thing: 'url' },
  'PUT /api/urls/:id/unblur': { ...admins(found), thing: 'url' },

  'POST /api/reports': { ...everybody(201), body: 'report' },
  'GET /api/reports/me': { ...everybody(200), query: 'include_task_details=true&limit=100' },
  'GET /api/reports': { ...reviewers(200), query: 'include_task_details=true&limit=100' },
  'GET /api/reports/:id': { ...ownersAnd(200), thing: 'report', query: 'include_task_details=true' },
  // An author's own, whatever the role: not even an admin edits what somebody else reported.
  'PUT /api/reports/:id': { ...everybody([200, 403, 404]), thing: 'report', body: 'report' },
  'POST /api/reports/:id/comments': { ...ownersAnd(201), thing: 'report', body: 'comment' },
  'GET /api/reports/project/:id/hours': { ...reviewers(found), thing: 'project' },
  'GET /api/reports/project-hours': reviewers(200),
  'GET /api/reports/project-summary': { ...reviewers(found), thing: 'project', query: 'projectId=:id' },
  'GET /api/reports/export/csv': reviewers(200),

  'GET /api/tasks': { ...everybody(200), query: 'limit=100' },
  'GET /api/tasks/project/:id': { ...everybody(found), thing: 'project', query: 'limit=100' },
  'GET /api/tasks/stats/summary': everybody(200),
  'GET /api/tasks/:id': { ...ownersAnd(200), thing: 'task' },
  'POST /api/tasks': { ...reviewers(201), body: 'task' },
  'PUT /api/tasks/:id': { ...reviewers(found), thing: 'task', body: 'task' },
  'POST /api/tasks/:id/status': { ...ownersAnd(200), thing: 'task', body: 'status' },
  'DELETE /api/tasks/:id': { ...reviewers(found), thing: 'task' },
}

/** Open to everybody: a token is not even looked at. */
export const openCalls = [
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  'GET /robots.txt',
  'GET /api/auth/setup',
  'POST /api/auth/login',
  'GET /api/openapi.json',
]
