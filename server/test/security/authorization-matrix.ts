import { permissions } from '#shared/permissions.ts'
import { type Role, roles } from '#shared/roles.ts'
import type { LiveRoute } from '../live-routes.ts'
import { mergeCases } from './all-cases.ts'
import { type Codes, everyRole, type Row, type Who } from './cases.ts'
import { exampleBody, fullQuery } from './example-request.ts'
import { kindIn } from './owned-things.ts'

// Which status each role gets from every call. The row of a call is derived from its declaration, unless a rule about a
// thing decides; then the feature's *.cases.ts has the row. Two tests would find a mistake in a declaration:
// permissions.test.ts lists who has a permission, and released-calls.ts lists the access of every released call.

const byHand: Record<string, Who & Partial<Row>> = {
  ...mergeCases(({ rows }) => rows),
  // This call belongs to no feature. It is 404 without METRICS_TOKEN, and no user's token opens it.
  'GET /metrics': everyRole(404),
}

/** Public calls, which don't read a token. They are written out so that a call can't become public by mistake. */
export const publicCalls = [
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  'GET /robots.txt',
  'GET /api/auth/setup',
  'POST /api/auth/login',
  'GET /api/auth/options',
  'POST /api/auth/second-step',
  'POST /api/auth/passkey/options',
  'POST /api/auth/passkey',
  'GET /api/auth/invitation',
  'POST /api/auth/invitation',
  'POST /api/auth/forgot',
  'GET /api/auth/reset',
  'POST /api/auth/reset',
  'GET /api/auth/oidc',
  'GET /api/auth/oidc/callback',
  'POST /api/auth/oidc/session',
  'GET /api/auth/oidc/status',
  'GET /api/calendar/:secret.ics',
  'POST /api/hooks/:key',
  'GET /api/unsubscribe',
  'POST /api/unsubscribe',
  'GET /api/openapi.json',
]

/** Calls that no access token may make. They are written out so that a call can't be opened to programs by mistake. */
export const callsOfSignedIn = [
  'POST /api/activity-claims/:id/confirm',
  'DELETE /api/activity-claims/:id',
  'POST /api/auth/register',
  'POST /api/auth/logout',
  'PUT /api/account/password',
  'GET /api/account/sign-ins',
  'DELETE /api/account/sign-ins/:id',
  'DELETE /api/account/sign-ins',
  'DELETE /api/account/access',
  'GET /api/account/record',
  'GET /api/account/export',
  'GET /api/account/tokens',
  'POST /api/account/tokens',
  'DELETE /api/account/tokens/:id',
  'GET /api/account/second-step',
  'POST /api/account/totp',
  'PUT /api/account/totp',
  'DELETE /api/account/totp',
  'GET /api/account/passkeys',
  'POST /api/account/passkeys/options',
  'POST /api/account/passkeys',
  'DELETE /api/account/passkeys/:id',
  'POST /api/account/recovery-codes',
  'GET /api/account/identities',
  'POST /api/account/identities',
  'DELETE /api/account/identities/:id',
  'POST /api/account/calendar',
  'DELETE /api/account/calendar',
  'POST /api/teams/:id/calendar',
  'DELETE /api/teams/:id/calendar',
  'POST /api/users/import',
  'GET /api/users/:id/invitation',
  'POST /api/users/:id/invitation',
  'PUT /api/users/:id/password',
  'DELETE /api/users/:id/tokens',
  'DELETE /api/users/:id/sign-ins',
  'DELETE /api/users/:id/factors',
  'POST /api/users/deleted/:id/erase',
  'POST /api/webhooks',
  'POST /api/webhooks/:id/secret',
  'POST /api/activity-sources',
  'PUT /api/activity-sources/:id',
  'DELETE /api/activity-sources/:id',
  'POST /api/activity-sources/:id/secret',
]

/** Calls that no access token may make in full, because a part of them gives rights. token-rights.api.test.ts tries these parts. */
export const callsPartlyOfSignedIn = [
  'PUT /api/users/:id',
  'PUT /api/settings',
  'PUT /api/webhooks/:id',
  'POST /api/teams',
  'POST /api/teams/:id/members',
  'DELETE /api/teams/:id/members/:userId',
  'POST /api/teams/:id/leads',
  'DELETE /api/teams/:id/leads/:userId',
]

/** Calls but GET that a token may make that only reads: they check the scope for what they do. */
export const callsOfReadTokens = ['POST /api/mcp']

export const rowsByHand = Object.keys(byHand)

/** Undefined where the declaration is not enough and no *.cases.ts has a row. */
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

/** The row of a call that must have one. */
export function rowOrFail(route: LiveRoute): Row {
  const row = rowOf(route)
  if (!row) throw new Error(`${route.name} has no row: add one to the feature's *.cases.ts`)
  return row
}

function whoMay({ url, access }: LiveRoute, codes: Codes): Who | undefined {
  if (access === undefined) return url.startsWith('/api/') ? undefined : everyRole(codes)
  if (access === 'public' || access === 'signedIn') return everyRole(codes)
  const rule: { roles?: readonly Role[]; when?: unknown; orWhen?: unknown } = permissions[access]
  if (rule.when || rule.orWhen) return undefined
  const codesFor = (role: Role) => (rule.roles?.includes(role) ? codes : 403)
  // A row has one column for all staff roles, so they must have the same permissions.
  const staff = roles.filter(role => role !== 'admin' && role !== 'manager').map(codesFor)
  if (staff.some(one => one !== staff[0])) return undefined
  return { staff: staff[0] ?? 403, manager: codesFor('manager'), admin: codesFor('admin') }
}
