import { expect, test } from 'vitest'
import type { RecordKind } from '#shared/contract/record.ts'
import { liveRoutes } from '../live-routes.ts'
import { type Person, startTestApp } from '../start-test-app.ts'
import { prepared } from './all-cases.ts'
import { publicCalls, rowOrFail } from './authorization-matrix.ts'
import { relations } from './cases.ts'
import { requestsTo } from './requests.ts'

// Makes every call that writes, as an admin, and looks for its row in the record. A call without one has a reason here.

// No job runs, so no mail is sent.
const mail = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'reports@example.com',
  PUBLIC_URL: 'https://reports.example.com',
}
const testApp = await startTestApp({ settings: { EDIT_WINDOW_DAYS: '366', ...mail } })
const { as, call, cast, clock, ctx, db, newToken } = testApp
const { make, newPerson, requestFor } = await requestsTo(testApp)

const ownReport = 'The report keeps its author and every version.'
const inReport = 'The report keeps its comments and reviews, with who wrote them.'
const inTask = 'The task names who gave it out and who did it.'
const inBlocker = 'The blocker names its author, its owner and who resolved it.'
const timeOff = 'Time off is everyday work, and its reasons are private.'
const inbox = 'It changes only what the user is shown.'
const sending = 'It sends something, and changes nothing that is kept.'
const ownActivity = 'Only its user sees it, and it is deleted after two weeks.'

/** The kinds of rows that a call writes, or why it writes none. */
const expected: Record<string, readonly RecordKind[] | string> = {
  'POST /api/auth/login': ['sign_in.succeeded'],
  'POST /api/auth/logout': ['sign_in.ended'],
  'POST /api/auth/register': ['user.created'],
  'POST /api/auth/invitation': ['invitation.accepted', 'sign_in.succeeded'],
  'POST /api/auth/oidc/session': 'It takes a provider. The sign-in that it opens is recorded.',
  'POST /api/account/identities': 'It leads to the provider. The identity that comes back is recorded.',
  'DELETE /api/account/identities/:id': ['identity.unlinked'],
  'POST /api/auth/forgot': 'It sends a mail with a link. What the link does is recorded.',
  'POST /api/auth/reset': ['password.changed', 'sign_in.succeeded'],
  'PUT /api/account': ['user.changed'],
  'PUT /api/account/password': ['password.changed'],
  'DELETE /api/account/sign-ins/:id': ['sign_in.ended'],
  'DELETE /api/account/sign-ins': ['sign_in.ended'],
  'DELETE /api/account/access': ['sign_in.ended'],
  'POST /api/account/tokens': ['token.created'],
  'DELETE /api/account/tokens/:id': ['token.deleted'],
  'POST /api/account/totp': 'It counts only after a right code, which is recorded.',
  'PUT /api/account/totp': ['second_step.added'],
  'DELETE /api/account/totp': ['second_step.removed'],
  'POST /api/account/passkeys/options': 'It asks for a passkey. The passkey itself is recorded.',
  'POST /api/account/passkeys': ['second_step.added'],
  'DELETE /api/account/passkeys/:id': ['second_step.removed'],
  'POST /api/account/recovery-codes': ['second_step.added'],
  'POST /api/auth/passkey/options': 'It asks for a passkey. What the passkey does is recorded.',
  'POST /api/auth/passkey': ['sign_in.succeeded'],
  'POST /api/auth/second-step': ['sign_in.succeeded'],
  'DELETE /api/users/:id/factors': ['second_step.removed'],
  'POST /api/account/calendar': ['calendar.created'],
  'DELETE /api/account/calendar': ['calendar.deleted'],
  'POST /api/teams/:id/calendar': ['calendar.created'],
  'DELETE /api/teams/:id/calendar': ['calendar.deleted'],
  'POST /api/unsubscribe': 'It changes which mails the user gets, by a link in a mail.',
  'POST /api/users/import': ['user.created', 'invitation.created'],
  'POST /api/users/deleted/:id/erase': ['user.erased'],
  'PUT /api/users/:id': ['user.changed'],
  'PUT /api/users/:id/password': ['password.changed'],
  'POST /api/users/:id/invitation': ['invitation.created'],
  'DELETE /api/users/:id/tokens': ['token.deleted'],
  'DELETE /api/users/:id/sign-ins': ['sign_in.ended'],
  'DELETE /api/users/:id': ['user.deleted'],
  'POST /api/teams': ['team.created'],
  'PUT /api/teams/:id': ['team.changed'],
  'DELETE /api/teams/:id': ['team.deleted'],
  'POST /api/teams/:id/members': ['team.changed'],
  'DELETE /api/teams/:id/members/:userId': ['team.changed'],
  'POST /api/teams/:id/leads': ['team.changed'],
  'DELETE /api/teams/:id/leads/:userId': ['team.changed'],
  'POST /api/projects': 'A project names no user but its people, and its reports keep theirs.',
  'PUT /api/projects/:id': 'A project names no user but its people, and its reports keep theirs.',
  'DELETE /api/projects/:id': ['project.deleted'],
  'DELETE /api/files/:id': ['file.deleted'],
  'PUT /api/files/:id/unblur': ['file.restored'],
  'DELETE /api/urls/:id': ['url.deleted'],
  'PUT /api/urls/:id/unblur': ['url.restored'],
  'PUT /api/settings': ['settings.changed'],
  'POST /api/holidays': ['holiday.added'],
  'POST /api/holidays/import': ['holiday.added'],
  'DELETE /api/holidays/:id': ['holiday.deleted'],
  'POST /api/webhooks': ['webhook.created'],
  'PUT /api/webhooks/:id': ['webhook.changed'],
  'DELETE /api/webhooks/:id': ['webhook.deleted'],
  'POST /api/webhooks/:id/secret': ['webhook.changed'],
  'POST /api/webhooks/:id/test': sending,
  'POST /api/webhooks/:id/deliveries/:deliveryId/retry': sending,
  'POST /api/account/activity-claims/:id/code': ['user.changed'],
  'POST /api/account/activity-claims/:id/mail': sending,
  'POST /api/activity-claims/:id/confirm': ['user.changed'],
  'DELETE /api/activity-claims/:id': ['user.changed'],
  'POST /api/activity-sources': ['source.created'],
  'PUT /api/activity-sources/:id': ['source.changed'],
  'DELETE /api/activity-sources/:id': ['source.deleted'],
  'POST /api/activity-sources/:id/secret': ['source.changed'],
  'POST /api/activity': ownActivity,
  'POST /api/hooks/:key': ownActivity,
  'POST /api/projects/:id/files': 'The file names who uploaded it.',
  'POST /api/files/:id/download': 'Every signed-in user may read the files, one at a time.',
  'POST /api/files/:id/preview': 'Every signed-in user may read the files, one at a time.',
  'POST /api/projects/:id/urls': 'The link stays with who added it.',
  'PUT /api/urls/:id': 'Every signed-in user may correct a link, and it can be corrected again.',
  'POST /api/reports': ownReport,
  'PUT /api/reports/:id': ['report.edited_after_review'],
  'DELETE /api/reports/draft': inbox,
  'POST /api/mcp': 'It does nothing but what other calls do, and saves drafts that only their user sees.',
  'POST /api/reports/:id/review': inReport,
  'POST /api/reports/review': inReport,
  'POST /api/reports/:id/comments': inReport,
  'PUT /api/blockers/:id': inBlocker,
  'POST /api/blockers/:id/resolve': inBlocker,
  'POST /api/blockers/:id/reopen': inBlocker,
  'POST /api/absences': timeOff,
  'PUT /api/absences/:id': timeOff,
  'DELETE /api/absences/:id': timeOff,
  'POST /api/team/nudges': 'The reminder is kept with who sent it.',
  'POST /api/settings/test-mail': sending,
  'POST /api/settings/resume-mail': ['settings.changed'],
  'POST /api/settings/deliveries/:id/retry': sending,
  'POST /api/tasks': inTask,
  'PUT /api/tasks/:id': inTask,
  'POST /api/tasks/:id/status': inTask,
  'DELETE /api/tasks/:id': 'Tasks are everyday work, and the hours that were logged on them stay.',
  'POST /api/notifications/read': inbox,
  'POST /api/notifications/unread': inbox,
  'GET /api/reports/export/csv': ['export.made'],
  'GET /api/reports/export/xlsx': ['export.made'],
  'GET /api/timesheet/export': ['export.made'],
  'GET /api/account/export': ['export.made'],
  'GET /api/audit/export': ['export.made'],
  'GET /api/search': ['export.made'],
  'GET /api/search/quick': ['export.made'],
}

/** This server has no provider. single-sign-on.api.test.ts has one, and looks for the rows of its answers. */
const needProvider = ['POST /api/account/identities', 'POST /api/auth/oidc/session']

type Tried = { url: string; other: Person }
/** What must be there before the call, so that it changes something. */
const before: Record<string, (tried: Tried) => Promise<unknown>> = {
  'DELETE /api/account/sign-ins': () => newToken(cast.ada),
  'DELETE /api/account/calendar': ({ url }) => as(cast.ada).post(url),
  'DELETE /api/teams/:id/calendar': ({ url }) => as(cast.ada).post(url),
  'DELETE /api/users/:id/tokens': ({ other }) => addToken(other),
  'DELETE /api/users/:id/sign-ins': ({ other }) => newToken(other),
  'DELETE /api/users/:id/factors': ({ other }) => make('passkey', other),
  // Searches within ten minutes are one row.
  'GET /api/search': async () => clock.advance({ minutes: 11 }),
  'GET /api/search/quick': async () => clock.advance({ minutes: 11 }),
  // People who are in the team already have no row.
  'POST /api/teams/:id/members': ({ url }) =>
    db
      .deleteFrom('team_members')
      .where('team_id', '=', Number(url.split('/')[3]))
      .execute(),
  'PUT /api/files/:id/unblur': ({ url }) => as(cast.max).delete(url.replace('/unblur', '')),
  'PUT /api/urls/:id/unblur': ({ url }) => as(cast.max).delete(url.replace('/unblur', '')),
  'PUT /api/reports/:id': ({ url }) =>
    db
      .updateTable('reports')
      .set({ review_state: 'reviewed' })
      .where('id', '=', Number(url.split('/').at(-1)))
      .execute(),
}

async function addToken(person: Person) {
  const token = { name: 'Script', scope: 'read', expires_in_days: 30 }
  expect((await as(person).post('/api/account/tokens', token)).status).toBe(201)
}

const isRecorded = (name: string) => Array.isArray(expected[name])
const routes = (await liveRoutes(ctx)).filter(
  ({ method, url, name }) =>
    url.startsWith('/api/') && (['POST', 'PUT', 'DELETE'].includes(method) || isRecorded(name)),
)

const newestId = async () =>
  (await db.selectFrom('record_entries').select('id').orderBy('id', 'desc').executeTakeFirst())?.id ?? 0

test('every call that writes has its kinds or its reason, and no other call has either', () => {
  expect(Object.keys(expected).sort()).toEqual(routes.map(({ name }) => name).sort())
})

test.each(routes)('$name', async route => {
  const { name } = route
  const row = rowOrFail(route)
  const codes = [row.admin].flat()
  const isOpen = publicCalls.includes(name)
  const relation = relations.find((_, index) => (codes[index] ?? 404) < 300) ?? 'own'
  const other = await newPerson()
  const more = await prepared[name]?.(testApp)
  const request = more
    ? { method: route.method as 'GET', url: route.url, headers: {}, ...more }
    : await requestFor(route, row, cast.ada, relation, { other })
  const caller = more?.caller ?? cast.ada
  await before[name]?.({ url: String(request.url), other })
  const token = await newToken(caller)
  const last = await newestId()
  const headers = { ...request.headers, ...(!isOpen && { 'x-auth-token': token }) }
  const { method, url, payload } = request
  const reply = await call({ method, url, ...(payload !== undefined && { payload }), headers })
  if (needProvider.includes(name)) expect(reply.status, reply.text).toBe(409)
  else expect(reply.status, reply.text).toBeLessThan(300)
  const rows = await db.selectFrom('record_entries').selectAll().where('id', '>', last).execute()
  const how = expected[name] ?? []
  if (typeof how === 'string') {
    expect(how).toMatch(/^[A-Z].{20,}\.$/)
    expect(rows.map(({ kind }) => kind)).toEqual([])
    return
  }
  expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining([...how]))
  for (const { actor_id, via, address, details } of rows) {
    if (!isOpen) expect(actor_id).toBe(caller.id)
    expect(via).toBe('session')
    expect(address).toBe('127.0.0.1')
    // Neither e-mails nor secrets nor texts that users wrote.
    expect(details).not.toMatch(/@|private-|whsec_|drt_|\$argon2/)
  }
})
