import type { RecordEntry, RecordKind, RecordVia } from '../contract/record.ts'
import type { EndedAccessReply } from '../contract/users.ts'
import { isDay } from '../dates.ts'
import { limits } from '../limits.ts'
import { formatCount } from '../numbers.ts'

const counted = (count: number, one: string, several = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : several}`

const kinds: Record<RecordKind, string> = {
  'sign_in.succeeded': 'Signed in',
  'sign_in.refused': 'Sign-in refused',
  'sign_in.ended': 'Signed out',
  'password.changed': 'Password changed',
  'second_step.added': 'Second step added',
  'second_step.removed': 'Second step removed',
  'identity.linked': 'Identity linked',
  'identity.unlinked': 'Identity unlinked',
  'token.created': 'Access token created',
  'token.deleted': 'Access token deleted',
  'calendar.created': 'Calendar address created',
  'calendar.deleted': 'Calendar address ended',
  'invitation.created': 'Invitation created',
  'invitation.accepted': 'Invitation accepted',
  'user.created': 'Account created',
  'user.changed': 'Account changed',
  'user.role_changed': 'Role changed',
  'user.deleted': 'Account deleted',
  'user.erased': 'Account erased',
  'team.created': 'Team created',
  'team.changed': 'Team changed',
  'team.deleted': 'Team deleted',
  'settings.changed': 'Settings changed',
  'holiday.added': 'Holiday added',
  'holiday.deleted': 'Holiday deleted',
  'webhook.created': 'Webhook created',
  'webhook.changed': 'Webhook changed',
  'webhook.deleted': 'Webhook deleted',
  'source.created': 'Activity source created',
  'source.changed': 'Activity source changed',
  'source.deleted': 'Activity source deleted',
  'export.made': 'Export or search',
  'report.edited_after_review': 'Report edited after review',
  'file.deleted': 'File deleted',
  'file.restored': 'File restored',
  'url.deleted': 'Link deleted',
  'url.restored': 'Link restored',
  'project.deleted': 'Project deleted',
  'backup.made': 'Backup made',
  'backup.restored': 'Backup restored',
  'command.run': 'Command run',
  'record.dropped': 'Old entries dropped',
}

const vias: Record<RecordVia, string> = {
  session: 'in the app',
  token: 'with an access token',
  sso: 'by single sign-on',
  command: 'by a command on the server',
  job: 'by the server',
}

const exportsOf: Record<string, string> = {
  reports: 'reports',
  timesheet: 'the timesheet',
  record: 'the record',
  account: 'their own data',
}

const factors: Record<string, string> = {
  totp: 'an authenticator app',
  passkey: 'a passkey',
  recovery_codes: 'recovery codes',
  recovery_code: 'a recovery code',
}

const words = (value: unknown) =>
  [value]
    .flat()
    .map(each => String(each).replaceAll('_', ' '))
    .join(', ')

const days = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
/** "18 November 2026" */
const dayInWords = (value: unknown) => {
  const text = String(value)
  return isDay(text) ? days.format(Date.parse(text)) : text
}

/** Who acted, as the sentence begins. */
function subjectOf({ actor, via, kind }: RecordEntry): string {
  if (actor) return actor.name
  if (via === 'sso' && kind !== 'sign_in.refused') return 'Single sign-on'
  return via === 'command' ? 'A command' : via === 'job' ? 'The server' : 'A client'
}

const nameOf = ({ target }: RecordEntry, noun: string) =>
  target === null ? `a ${noun}` : target.name === null ? `${noun} ${target.id}` : `the ${noun} ${target.name}`

const isOwn = ({ actor, target }: RecordEntry) =>
  actor !== null && target?.type === 'user' && target.id === actor.id

const person = ({ target }: RecordEntry) => target?.name ?? 'a user'
/** "their" or "Dina's". */
const whose = (entry: RecordEntry) => (isOwn(entry) ? 'their' : `${person(entry)}'s`)

const teamChanges: Record<string, (user: string, team: string) => string> = {
  member_added: (user, team) => `added ${user} to ${team}`,
  member_removed: (user, team) => `removed ${user} from ${team}`,
  lead_added: (user, team) => `made ${user} a lead of ${team}`,
  lead_removed: (user, team) => `removed ${user} as a lead of ${team}`,
}

const calendarOf = (entry: RecordEntry) =>
  entry.target?.type === 'team'
    ? `the calendar address of ${nameOf(entry, 'team')}`
    : `${whose(entry)} calendar address`

const deleted = (entry: RecordEntry, noun: string) =>
  entry.details.marked === true
    ? `marked ${nameOf(entry, noun)} for deletion`
    : `deleted ${nameOf(entry, noun)}`
const changed = ({ details }: RecordEntry) => words(details.fields ?? 'something')

/** Who ran a command, and on which machine: " (root on reports-1)". */
const onHost = ({ os_user, host }: RecordEntry['details']) => (os_user ? ` (${os_user} on ${host})` : '')

/** The rest of the sentence, after who acted. */
const acts: Record<RecordKind, (entry: RecordEntry) => string> = {
  'sign_in.succeeded': ({ details }) => {
    const factor = factors[String(details.factor)]
    return factor ? `signed in with ${factor}` : 'signed in'
  },
  'sign_in.refused': ({ target, via }) => {
    if (via === 'token')
      return target ? `used an expired access token of ${target.name}` : 'used an unknown access token'
    if (target) return `failed to sign in as ${target.name}`
    return via === 'sso' ? 'failed to sign in by single sign-on' : 'failed to sign in to an unknown account'
  },
  'sign_in.ended': entry => {
    const count = Number(entry.details.count ?? 1)
    if (isOwn(entry)) return count === 1 ? 'signed out' : `ended ${counted(count, 'sign-in')} of their own`
    return `ended ${counted(count, 'sign-in')} of ${person(entry)}`
  },
  'password.changed': entry => `changed ${whose(entry)} password`,
  'second_step.added': ({ details }) =>
    `added ${factors[String(details.factor)] ?? 'a second step'} to sign in`,
  'second_step.removed': entry =>
    `removed ${factors[String(entry.details.factor)] ?? 'a second step'} from ${whose(entry)} sign-in`,
  'identity.linked': entry => `linked ${whose(entry)} account to ${words(entry.details.issuer)}`,
  'identity.unlinked': entry => `unlinked ${whose(entry)} account from ${words(entry.details.issuer)}`,
  'token.created': ({ details }) =>
    `created an access token that can ${details.scope === 'write' ? 'write' : 'read'}`,
  'token.deleted': entry =>
    entry.details.count === undefined
      ? 'deleted an access token'
      : `ended ${counted(Number(entry.details.count), 'access token')} of ${isOwn(entry) ? 'their own' : person(entry)}`,
  'calendar.created': entry => `created ${calendarOf(entry)}`,
  'calendar.deleted': entry => `ended ${calendarOf(entry)}`,
  'invitation.created': entry => `invited ${person(entry)}`,
  'invitation.accepted': () => 'accepted the invitation',
  'user.created': entry => `created the account of ${person(entry)}`,
  'user.changed': entry =>
    `changed ${changed(entry)} of ${isOwn(entry) ? 'their own account' : person(entry)}`,
  'user.role_changed': entry =>
    `changed ${whose(entry)} role from ${words(entry.details.from)} to ${words(entry.details.to)}`,
  'user.deleted': entry => `deleted the account of ${person(entry)}`,
  'user.erased': entry => `erased the account of ${person(entry)}`,
  'team.created': entry => `created ${nameOf(entry, 'team')}`,
  'team.changed': entry => {
    const change = teamChanges[String(entry.details.change)]
    const team = nameOf(entry, 'team')
    return change
      ? change(words(entry.details.user_name ?? 'a user'), team)
      : `changed ${changed(entry)} of ${team}`
  },
  'team.deleted': entry => `deleted ${nameOf(entry, 'team')}`,
  'settings.changed': entry => `changed the settings: ${changed(entry)}`,
  'holiday.added': ({ details }) => `added the holiday of ${dayInWords(details.date)}`,
  'holiday.deleted': ({ details }) => `deleted the holiday of ${dayInWords(details.date)}`,
  'webhook.created': entry => `created ${nameOf(entry, 'webhook')}`,
  'webhook.changed': entry => `changed ${changed(entry)} of ${nameOf(entry, 'webhook')}`,
  'webhook.deleted': entry => `deleted ${nameOf(entry, 'webhook')}`,
  'source.created': entry => `created ${nameOf(entry, 'activity source')}`,
  'source.changed': entry => `changed ${changed(entry)} of ${nameOf(entry, 'activity source')}`,
  'source.deleted': entry => `deleted ${nameOf(entry, 'activity source')}`,
  'export.made': ({ details }) =>
    details.what === 'search'
      ? 'searched what others wrote'
      : `exported ${exportsOf[String(details.what)] ?? words(details.what)} as ${words(details.format).toUpperCase()}`,
  'report.edited_after_review': entry =>
    `edited ${entry.target?.name ? `the report of ${dayInWords(entry.target.name)}` : 'a report'} after its review`,
  'file.deleted': entry => deleted(entry, 'file'),
  'file.restored': entry => `restored ${nameOf(entry, 'file')}`,
  'url.deleted': entry => deleted(entry, 'link'),
  'url.restored': entry => `restored ${nameOf(entry, 'link')}`,
  'project.deleted': entry => `deleted ${nameOf(entry, 'project')}`,
  'backup.made': ({ details }) =>
    `made a backup of ${counted(Number(details.rows ?? 0), 'row')}${onHost(details)}`,
  'backup.restored': ({ details }) => `restored the backup of ${details.made_at}${onHost(details)}`,
  'command.run': ({ details }) =>
    `${details.failed ? 'failed to run' : 'ran'}: ${details.command}${onHost(details)}`,
  'record.dropped': ({ details }) =>
    `dropped ${counted(Number(details.rows ?? 0), 'entry', 'entries')} of the record from before ${words(details.before).slice(0, 10)}`,
}

export const record = {
  kinds,
  vias,
  /** "Ada Admin changed Dina Developer's role from developer to manager". */
  sentence: (entry: RecordEntry) => `${subjectOf(entry)} ${acts[entry.kind](entry)}`,
  kindUnknown: 'There is no such kind',
  formatUnknown: 'Choose csv or jsonl',
  changed: 'The record is never changed',

  title: 'Record',
  loadFailed: "We couldn't load the record. Please try again.",
  none: 'Nothing was recorded on these days.',
  noneOfFilter: 'No entries match these filters.',
  many: `There are more than ${formatCount(limits.recordCountMax)} entries. Choose a shorter time to see the others.`,
  exportFailed: "We couldn't export the record. Please try again.",
  own: 'Your sign-ins, and what your access tokens did.',
  noneOwn: 'Nothing yet.',
  endAll: 'End all sign-ins and tokens',
  endOwnQuestion:
    "End all your sign-ins and access tokens? You're signed out on every device, on this one too, and your programs stop working.",
  endQuestion: (name: string) =>
    `End all sign-ins and access tokens of ${name}? They're signed out on every device, and their programs stop working. Their password stays.`,
  /** Below both questions, where there is single sign-on. */
  endLeavesLinked: (provider: string) => `Linked sign-ins of ${provider} stay, and still work.`,
  ended: ({ sign_ins, tokens, identities }: Omit<EndedAccessReply, 'msg'>, name?: string) => {
    const ended = `Ended ${counted(sign_ins, 'sign-in')} and ${counted(tokens, 'access token')}${name === undefined ? '' : ` of ${name}`}.`
    const left = identities.map(({ issuer, email }) => (email === null ? issuer : `${email} at ${issuer}`))
    return left.length === 0 ? ended : `${ended} Still linked, and not ended: ${left.join(', ')}.`
  },
  endFailed: "We couldn't end them. Please try again.",
  since: (name: string, day: string) => `What the account of ${name} did since ${day}`,
  wholeRecord: 'Show the whole record',
} as const
