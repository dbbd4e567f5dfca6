import { addDays } from '#shared/dates.ts'
import { permissions } from '#shared/permissions.ts'
import { type Role, roles } from '#shared/roles.ts'
import type { LiveRoute } from '../live-routes.ts'
import { type BodyFacts, exampleBody, fullQuery } from './example-request.ts'
import { type Kind, kindIn } from './owned-things.ts'

// Who gets what from every call. The row of a call follows from its declaration, unless a rule about a thing decides:
// then it is written below. What a slip in a declaration would hide is written out elsewhere: who has a permission in
// permissions.test.ts, the access of every released call in released-calls.ts.

/** Statuses for the caller's own, another user's and a missing thing; a single one where the call names no thing. */
export type Codes = number | readonly [own: number, others: number, missing: number]

type Who = { staff: Codes; manager: Codes; admin: Codes }

export type Row = Who & {
  /** What the id in the path, or in `query`, is the id of. */
  thing: Kind | undefined
  query: string
  /** A valid body; `file` is an upload. */
  body: ((facts: BodyFacts) => object) | 'file' | undefined
}

const everyRole = (codes: Codes): Who => ({ staff: codes, manager: codes, admin: codes })
const reviewers = (codes: Codes): Who => ({ staff: 403, manager: codes, admin: codes })
/** Reviewers may with all of them, staff with their own. */
const ownersAnd = (code: number): Who => ({
  staff: [code, 403, 404],
  manager: [code, code, 404],
  admin: [code, code, 404],
})
const adminsOnly = (codes: Codes): Who => ({ staff: 403, manager: 403, admin: codes })
const found = [200, 200, 404] as const

function timeOffFrom(first: string) {
  return ({ unique }: BodyFacts) => {
    const start_date = addDays(first, unique)
    return { start_date, end_date: start_date, kind: 'sick', note: null }
  }
}

/** Calls that a rule about a thing, or more than a permission, decides about. The rest of each row is derived too. */
const byHand: Record<string, Who & Partial<Row>> = {
  // Not there without METRICS_TOKEN, and no user's token opens it.
  'GET /metrics': everyRole(404),
  // Wrong credentials: the call is open to all, the account is not.
  'POST /api/auth/login': {
    ...everyRole(401),
    body: ({ unique }) => ({ email: `nobody-${unique}@example.com`, password: 'wrong-password' }),
  },
  'POST /api/auth/register': reviewers(201),
  'POST /api/users/import': reviewers(200),
  // A wrong current password: what changes with the right one has tests of its own (account.api.test.ts).
  'PUT /api/account/password': everyRole(400),
  // Others' sign-ins are not there, not even for an admin.
  'DELETE /api/account/sign-ins/:id': everyRole([200, 404, 404]),
  'PUT /api/users/:id': {
    ...reviewers(found),
    body: ({ unique, callerRole, isOwn }) => ({
      name: 'Renamed Person',
      email: `renamed-${unique}@example.com`,
      role: isOwn ? callerRole : 'designer',
    }),
  },
  'PUT /api/users/:id/password': reviewers(found),
  // All of them have a password.
  'GET /api/users/:id/invitation': reviewers([409, 409, 404]),
  'POST /api/users/:id/invitation': reviewers([409, 409, 404]),
  // A wrong code, and mail is not set up.
  'GET /api/auth/invitation': { ...everyRole(404), query: 'code=x' },
  'POST /api/auth/invitation': everyRole(404),
  'POST /api/auth/forgot': everyRole(409),
  'POST /api/auth/reset': everyRole(404),
  // A wrong code, and no mail server.
  'GET /api/unsubscribe': { ...everyRole(303), query: 'code=x' },
  'POST /api/unsubscribe': { ...everyRole(404), query: 'code=x' },
  'POST /api/settings/test-mail': adminsOnly(409),
  // A date of its own: there is one holiday a day.
  'POST /api/holidays': {
    ...adminsOnly(201),
    body: ({ unique }) => ({ date: addDays('2030-01-01', unique), name: 'Holiday' }),
  },
  'GET /api/absences': {
    staff: [200, 403, 403],
    manager: [200, 200, 200],
    admin: [200, 200, 200],
    thing: 'person',
    query: 'userId=:id',
  },
  'GET /api/blockers': {
    staff: [200, 403, 403],
    manager: [200, 200, 200],
    admin: [200, 200, 200],
    thing: 'person',
    query: 'userId=:id',
  },
  'PUT /api/blockers/:id': { ...reviewers(found), body: () => ({ owner_id: null }) },
  'POST /api/blockers/:id/resolve': ownersAnd(200),
  'POST /api/blockers/:id/reopen': { ...ownersAnd(200), thing: 'resolvedBlocker' },
  'GET /api/calendar/team': { ...reviewers(200), query: 'limit=50' },
  'GET /api/team/day': { ...reviewers(200), query: 'limit=50' },
  // Reviewers owe no report themselves; a new user owes that of the test clock's day.
  'POST /api/team/nudges': {
    ...reviewers([409, 201, 404]),
    thing: 'person',
    body: ({ thingId }) => ({ user_id: thingId, date: '2026-03-10' }),
  },
  // Days of their own: time off does not overlap.
  'POST /api/absences': { ...everyRole(201), body: timeOffFrom('2050-01-01') },
  'PUT /api/absences/:id': { ...ownersAnd(200), body: timeOffFrom('2070-01-01') },
  'DELETE /api/absences/:id': ownersAnd(200),
  'DELETE /api/users/:id': reviewers([403, 200, 404]),
  'GET /api/projects/user/:id': ownersAnd(200),
  'GET /api/reports/:id': ownersAnd(200),
  // An author's own, whatever the role: not even an admin edits what another user reported.
  'PUT /api/reports/:id': everyRole([200, 403, 404]),
  'POST /api/reports/:id/comments': ownersAnd(201),
  'GET /api/reports/:id/revisions': ownersAnd(200),
  'GET /api/reports/:id/readers': ownersAnd(200),
  // What others reported, never one's own.
  'POST /api/reports/:id/review': {
    ...reviewers([403, 200, 404]),
    body: () => ({ state: 'needs_changes', comment: 'Which page?', seen: null }),
  },
  'POST /api/reports/review': reviewers(200),
  'GET /api/reports/project-summary': { ...reviewers(found), thing: 'project', query: 'projectId=:id' },
  'GET /api/tasks/:id': ownersAnd(200),
  'GET /api/tasks/:id/log': ownersAnd(200),
  'POST /api/tasks/:id/status': ownersAnd(200),
}

/** Open to all: a token is not even looked at. Written out, since nothing else stands before them. */
export const openCalls = [
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  'GET /robots.txt',
  'GET /api/auth/setup',
  'POST /api/auth/login',
  'GET /api/auth/options',
  'GET /api/auth/invitation',
  'POST /api/auth/invitation',
  'POST /api/auth/forgot',
  'POST /api/auth/reset',
  'GET /api/unsubscribe',
  'POST /api/unsubscribe',
  'GET /api/openapi.json',
]

export const rowsByHand = Object.keys(byHand)

/** Undefined where the declaration can't tell and no row is written. */
export function rowOf(route: LiveRoute): Row | undefined {
  const thing = kindIn(route.url)
  const written = byHand[route.name]
  const [done = '200'] = Object.keys(route.schema.response ?? {})
  const codes: Codes = thing === undefined ? Number(done) : [Number(done), Number(done), 404]
  const who = written ?? whoMay(route, codes)
  if (!who) return undefined
  const body = route.config.isUpload ? 'file' : exampleBody(route)
  return { thing, query: fullQuery(route), body, ...who }
}

/** The row of a call that is known to have one. */
export function rowOrFail(route: LiveRoute): Row {
  const row = rowOf(route)
  if (!row) throw new Error(`${route.name} has no row: add one to authorization-matrix.ts`)
  return row
}

function whoMay({ url, access }: LiveRoute, codes: Codes): Who | undefined {
  if (access === undefined) return url.startsWith('/api/') ? undefined : everyRole(codes)
  if (access === 'public' || access === 'signedIn') return everyRole(codes)
  const rule: { roles?: readonly Role[]; when?: unknown; orWhen?: unknown } = permissions[access]
  if (rule.when || rule.orWhen) return undefined
  const codesFor = (role: Role) => (rule.roles?.includes(role) ? codes : 403)
  // Staff are alike for every permission by role: a row has one column for them.
  const staff = roles.filter(role => role !== 'admin' && role !== 'manager').map(codesFor)
  if (staff.some(one => one !== staff[0])) return undefined
  return { staff: staff[0] ?? 403, manager: codesFor('manager'), admin: codesFor('admin') }
}
