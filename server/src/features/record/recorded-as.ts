import type { RecordKind, RecordTarget } from '#shared/contract/record.ts'
import { limits } from '#shared/limits.ts'
import type { Event, RanBy } from '../../events/event.ts'

/** Ids, numbers, dates and choices. Never a text that a user typed, an estimate, a secret, a hash or an e-mail. */
export type Details = Readonly<
  Record<string, string | number | boolean | null | readonly (string | number)[] | undefined>
>

/** A row of the record, without who acted. `userId` is to whom it was done. */
export type Recorded = {
  kind: RecordKind
  userId?: number | null | undefined
  target?: { type: RecordTarget; id: number } | undefined
  details?: Details
}

/** Several kinds can share one member of the union, which `Extract` would not find. */
type EventOf<Kind extends Event['kind'], Each extends Event = Event> = Each extends Event
  ? Kind extends Each['kind']
    ? Each
    : never
  : never
/** The rows of an event, or the reason why it has none. */
type How = { [Kind in Event['kind']]: ((event: EventOf<Kind>) => readonly Recorded[]) | string }

const aboutUser = (kind: RecordKind, userId: number | null, details: Details = {}): Recorded[] => [
  { kind, userId, details, ...(userId !== null && { target: { type: 'user', id: userId } }) },
]
const about = (kind: RecordKind, type: RecordTarget, id: number, details: Details = {}): Recorded[] => [
  { kind, target: { type, id }, details },
]

const aboutCalendar = (kind: RecordKind, owner: { userId: number } | { teamId: number }): Recorded[] =>
  'teamId' in owner ? about(kind, 'team', owner.teamId) : aboutUser(kind, owner.userId)

const inReport = 'The report keeps its author, its versions, its reviews and its comments.'
const inTask = 'The task names who gave it out and who did it.'
const inBlocker = 'The blocker names its author, its owner and who resolved it.'
const byServer = 'The server tells users by itself, which changes nothing.'

const detailsOf = ({ osUser, host }: RanBy): Details => ({
  os_user: osUser.slice(0, limits.recordNameMax),
  host: host.slice(0, limits.recordNameMax),
})

/** The words are not recorded, because they are text that a user typed. */
export const searchDetails = { what: 'search' } as const

/** How each kind of event is recorded. A new kind doesn't compile without an entry. */
export const recordedAs: How = {
  'signIn.succeeded': ({ userId, factor }) =>
    aboutUser('sign_in.succeeded', userId, { ...(factor && { factor }) }),
  'signIn.refused': ({ userId }) => aboutUser('sign_in.refused', userId),
  'signIns.ended': ({ userId, count }) => aboutUser('sign_in.ended', userId, { count }),
  'password.changed': ({ userId }) => aboutUser('password.changed', userId),
  'secondStep.added': ({ userId, factor }) => aboutUser('second_step.added', userId, { factor }),
  'secondStep.removed': ({ userId, factor }) => aboutUser('second_step.removed', userId, { factor }),
  'identity.linked': ({ userId, identity: { id, issuer } }) =>
    aboutUser('identity.linked', userId, { identity_id: id, issuer: issuer.slice(0, 200) }),
  'identity.unlinked': ({ userId, identity: { id, issuer } }) =>
    aboutUser('identity.unlinked', userId, { identity_id: id, issuer: issuer.slice(0, 200) }),
  'token.created': ({ userId, token: { id, scope, expires_at } }) =>
    aboutUser('token.created', userId, { token_id: id, scope, expires_at }),
  'token.deleted': ({ userId, tokenId }) => aboutUser('token.deleted', userId, { token_id: tokenId }),
  'tokens.ended': ({ userId, count }) => aboutUser('token.deleted', userId, { count }),
  'token.expires': byServer,
  'calendar.created': ({ owner }) => aboutCalendar('calendar.created', owner),
  'calendar.deleted': ({ owner }) => aboutCalendar('calendar.deleted', owner),
  'invitation.created': ({ userIds }) => userIds.flatMap(id => aboutUser('invitation.created', id)),
  'invitation.accepted': ({ userId }) => aboutUser('invitation.accepted', userId),
  'user.created': ({ userIds }) => userIds.flatMap(id => aboutUser('user.created', id)),
  'user.changed': ({ userId, fields }) => aboutUser('user.changed', userId, { fields }),
  'user.changedRole': ({ user, before }) =>
    aboutUser('user.role_changed', user.id, { from: before, to: user.role }),
  'user.changedTimes': 'The same change is a user.changed.',
  'user.deleted': ({ userId }) => aboutUser('user.deleted', userId),
  'user.erased': ({ userId }) => aboutUser('user.erased', userId),
  'team.created': ({ teamId, leadIds, memberIds }) =>
    about('team.created', 'team', teamId, { lead_ids: leadIds, member_ids: memberIds }),
  'team.changed': ({ teamId, fields }) => about('team.changed', 'team', teamId, { fields }),
  'team.changedPeople': ({ teamId, change, userIds }) =>
    userIds.map(userId => ({
      kind: 'team.changed',
      userId,
      target: { type: 'team', id: teamId },
      details: { change, user_id: userId },
    })),
  'team.deleted': ({ teamId }) => about('team.deleted', 'team', teamId),
  'settings.changed': ({ fields, values }) => [{ kind: 'settings.changed', details: { fields, ...values } }],
  'organization.changedTimes': 'The same change is a settings.changed.',
  'holidays.added': ({ holidays }) =>
    holidays.flatMap(({ id, date }) => about('holiday.added', 'holiday', id, { date })),
  'holiday.deleted': ({ holiday: { id, date } }) => about('holiday.deleted', 'holiday', id, { date }),
  'webhook.created': ({ webhookId }) => about('webhook.created', 'webhook', webhookId),
  'webhook.changed': ({ webhookId, fields }) => about('webhook.changed', 'webhook', webhookId, { fields }),
  'webhook.deleted': ({ webhookId }) => about('webhook.deleted', 'webhook', webhookId),
  'webhook.switchedOff': ({ webhook, reason }) =>
    about('webhook.changed', 'webhook', webhook.id, { fields: ['enabled'], reason }),
  'source.created': ({ sourceId }) => about('source.created', 'source', sourceId),
  'source.changed': ({ sourceId, fields }) => about('source.changed', 'source', sourceId, { fields }),
  'source.deleted': ({ sourceId }) => about('source.deleted', 'source', sourceId),
  'export.made': ({ exported: { what, format, userId, filters } }) => [
    {
      kind: 'export.made',
      userId,
      ...(userId !== undefined && { target: { type: 'user', id: userId } }),
      details: { what, format, ...filters },
    },
  ],
  'search.made': () => [{ kind: 'export.made', details: searchDetails }],
  'report.sent': inReport,
  'report.edited': ({ report: { id, user_id }, wasReviewed }) =>
    wasReviewed
      ? [{ kind: 'report.edited_after_review', userId: user_id, target: { type: 'report', id } }]
      : [],
  'report.nudged': 'The reminder is stored with who sent it.',
  'reports.due': byServer,
  'summary.ready': byServer,
  'review.done': inReport,
  'review.asked': inReport,
  'review.takenBack': inReport,
  'comment.added': inReport,
  'blocker.opened': inBlocker,
  'blocker.assigned': inBlocker,
  'blocker.resolved': inBlocker,
  'blocker.reopened': inBlocker,
  'task.assigned': inTask,
  'task.completed': inTask,
  'task.reopened': inTask,
  'task.deleted': 'Tasks are everyday work, and the hours that were logged on them stay.',
  'absence.changed': 'Time off is everyday work, and the reasons are private.',
  'texts.changed': 'It is for the search. What matters has an event of its own.',
  'file.deleted': ({ file: { id }, isMarked }) =>
    about('file.deleted', 'file', id, isMarked ? { marked: true } : {}),
  'file.restored': ({ file: { id } }) => about('file.restored', 'file', id),
  'url.deleted': ({ url: { id }, isMarked }) =>
    about('url.deleted', 'url', id, isMarked ? { marked: true } : {}),
  'url.restored': ({ url: { id } }) => about('url.restored', 'url', id),
  'project.deleted': ({ projectId }) => about('project.deleted', 'project', projectId),
  'backup.made': ({ rows, files, ranBy }) => [
    { kind: 'backup.made', details: { rows, files, ...(ranBy && detailsOf(ranBy)) } },
  ],
  'backup.restored': ({ rows, files, madeAt, ranBy }) => [
    { kind: 'backup.restored', details: { rows, files, made_at: madeAt, ...detailsOf(ranBy) } },
  ],
  'command.run': ({ command, hasFailed, ranBy }) => [
    { kind: 'command.run', details: { command, ...(hasFailed && { failed: true }), ...detailsOf(ranBy) } },
  ],
  'record.dropped': ({ rows, before }) => [{ kind: 'record.dropped', details: { rows, before } }],
}

/** The rows of an event. */
export function rowsOf(event: Event): readonly Recorded[] {
  const how = recordedAs[event.kind] as ((event: Event) => readonly Recorded[]) | string
  return typeof how === 'string' ? [] : how(event)
}

/** As JSON. Long lists are cut, so that a row stays below 2 kB. */
export function serializeDetails(details: Details = {}): string {
  const short: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(details)) {
    if (!Array.isArray(value) || value.length <= limits.recordListMax) short[name] = value
    else {
      short[name] = value.slice(0, limits.recordListMax)
      short[`${name}_count`] = value.length
    }
  }
  return JSON.stringify(short)
}
