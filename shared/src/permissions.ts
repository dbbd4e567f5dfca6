import type { ManagerScope } from './contract/settings.ts'
import { type Role, reviewers } from './roles.ts'

/** The signed-in user, with the fields that a rule needs. */
export type Actor = { id: number; role: Role }

type Rule<Thing = never> = {
  /** These roles have the permission. */
  roles?: readonly Role[]
  /** Restricts the permission to some things. */
  when?: (actor: Actor, thing: Thing) => boolean
  /** Also gives the permission for some things to users with any role. */
  orWhen?: (actor: Actor, thing: Thing) => boolean
}

const adminsOnlyByAdmins = (actor: Actor, account: { role: Role }) =>
  actor.role === 'admin' || account.role !== 'admin'
/** Users can't delete their own account, and for their own second step they need their password. */
const isOtherAccount = (actor: Actor, account: { id: number; role: Role }) =>
  adminsOnlyByAdmins(actor, account) && actor.id !== account.id
const isThemselves = (actor: Actor, person: { id: number }) => actor.id === person.id
const isAssignee = (actor: Actor, task: { assigned_to: number }) => actor.id === task.assigned_to
const isAbsent = (actor: Actor, absence: { user_id: number }) => actor.id === absence.user_id
const isOfOther = (actor: Actor, report: { user_id: number }) => actor.id !== report.user_id
const isAuthorOrOwner = (actor: Actor, blocker: { user_id: number; owner_id: number | null }) =>
  actor.id === blocker.user_id || actor.id === blocker.owner_id
const isLeadOrAdmin = (actor: Actor, team: { leads: readonly { id: number }[] }) =>
  actor.role === 'admin' || team.leads.some(({ id }) => id === actor.id)
const isMember = (actor: Actor, team: { members: readonly { id: number }[] }) =>
  team.members.some(({ id }) => id === actor.id)
const isAuthor = (actor: Actor, report: { user_id: number }) => actor.id === report.user_id

/** Whether this user sees only themselves and the members of teams that they lead. Admins always see everyone. */
export const seesOnlyTeams = ({ role }: Pick<Actor, 'role'>, managerScope: ManagerScope) =>
  role === 'manager' && managerScope === 'teams'

/** The permissions of users. The server enforces them, and the screens hide what they forbid. */
export const permissions = {
  'admin.open': { roles: reviewers },
  'user.register': { roles: reviewers, when: adminsOnlyByAdmins },
  'user.invite': { roles: reviewers, when: adminsOnlyByAdmins },
  'user.list': { roles: reviewers },
  'user.update': { roles: reviewers, when: adminsOnlyByAdmins },
  'user.resetPassword': { roles: reviewers, when: adminsOnlyByAdmins },
  'user.endTokens': { roles: reviewers, when: adminsOnlyByAdmins },
  'user.removeFactors': { roles: reviewers, when: isOtherAccount },
  'user.delete': { roles: reviewers, when: isOtherAccount },
  'user.listDeleted': { roles: ['admin'] },
  'user.erase': { roles: ['admin'] },
  'project.manage': { roles: reviewers },
  'project.listOfUser': { roles: reviewers, orWhen: isThemselves },
  'resource.delete': { roles: reviewers },
  'resource.remove': { roles: ['admin'] },
  'resource.restore': { roles: ['admin'] },
  'task.read': { roles: reviewers, orWhen: isAssignee },
  'task.readAll': { roles: reviewers },
  'task.manage': { roles: reviewers },
  'task.seeEstimate': { roles: reviewers },
  'task.updateStatus': { roles: reviewers, orWhen: isAssignee },
  'report.readAll': { roles: reviewers },
  'report.read': { roles: reviewers, orWhen: isAuthor },
  'report.edit': { orWhen: isAuthor },
  'report.comment': { roles: reviewers, orWhen: isAuthor },
  'report.review': { roles: reviewers, when: isOfOther },
  'blocker.readAll': { roles: reviewers },
  'blocker.assign': { roles: reviewers },
  'blocker.resolve': { roles: reviewers, orWhen: isAuthorOrOwner },
  'team.read': { roles: reviewers },
  'team.nudge': { roles: reviewers },
  'teams.readAll': { roles: reviewers },
  'teams.read': { roles: reviewers, orWhen: isMember },
  'teams.create': { roles: reviewers },
  'teams.edit': { roles: reviewers, when: isLeadOrAdmin },
  'settings.manage': { roles: ['admin'] },
  'webhooks.manage': { roles: ['admin'] },
  'record.read': { roles: ['admin'] },
  'absence.readAll': { roles: reviewers },
  'absence.manage': { roles: reviewers, orWhen: isAbsent },
  'calendar.readTeam': { roles: reviewers },
} satisfies Record<string, Rule>

export type Permission = keyof typeof permissions
type ThingOf<P extends Permission> = (typeof permissions)[P] extends
  | { when: (actor: Actor, thing: infer Thing) => boolean }
  | { orWhen: (actor: Actor, thing: infer Thing) => boolean }
  ? Thing
  : undefined

/**
 * Whether the user has the permission for a thing. Without `thing`, whether there can be any thing for which the user has
 * it, for routes and menus.
 */
export function can<P extends Permission>(actor: Actor, permission: P, thing?: ThingOf<P>): boolean {
  const { roles, when, orWhen } = permissions[permission] as Rule<unknown>
  const hasRole = roles?.includes(actor.role) ?? false
  if (thing === undefined) return hasRole || orWhen !== undefined
  return (hasRole && (when?.(actor, thing) ?? true)) || (orWhen?.(actor, thing) ?? false)
}
