import type { ManagerScope } from './contract/settings.ts'
import { isReviewer, type Role, reviewers } from './roles.ts'

/** The signed-in user, with the fields that a rule needs. */
export type Actor = { id: number; role: Role }

/** For rules that ask whether the settings limit a manager to the members of teams that they lead. */
export type ScopedActor = Actor & { sees_only_teams: boolean }

type Rule<Who = never, Thing = never> = {
  /** These roles have the permission. */
  roles?: readonly Role[]
  /** Restricts the permission to some things. */
  when?: (actor: Who, thing: Thing) => boolean
  /** Also gives the permission for some things to users with any role. */
  orWhen?: (actor: Who, thing: Thing) => boolean
}

const adminsOnlyByAdmins = (actor: Actor, account: { role: Role }) =>
  actor.role === 'admin' || account.role !== 'admin'
/** A user who can sign in as a reviewer sees what that reviewer sees: for a limited manager that can be other people. */
const staffOnlyByLimited = (actor: ScopedActor, account: { role: Role }) =>
  adminsOnlyByAdmins(actor, account) && !(actor.sees_only_teams && isReviewer(account.role))
const staffAndOwnByLimited = (actor: ScopedActor, account: { id: number; role: Role }) =>
  staffOnlyByLimited(actor, account) || (isThemselves(actor, account) && adminsOnlyByAdmins(actor, account))
/**
 * The second step keeps a manager from signing in as another manager whose password they set. To remove their own, users
 * enter their password on the account page.
 */
const isOthersSecondStep = (actor: Actor, account: { id: number; role: Role }) =>
  !isThemselves(actor, account) && (actor.role === 'admin' || !isReviewer(account.role))
/** Users can't delete their own account. */
const isOtherAccount = (actor: Actor, account: { id: number; role: Role }) =>
  adminsOnlyByAdmins(actor, account) && actor.id !== account.id
/** Managers can't confirm what they claim themselves. */
const isNotOwnUnlessAdmin = (actor: Actor, account: { id: number; role: Role }) =>
  actor.role === 'admin' || isOtherAccount(actor, account)
const isThemselves = (actor: Actor, person: { id: number }) => actor.id === person.id
const isAssignee = (actor: Actor, task: { assigned_to: number | null }) => actor.id === task.assigned_to
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
  'user.register': { roles: reviewers, when: staffOnlyByLimited },
  'user.invite': { roles: reviewers, when: staffOnlyByLimited },
  'user.list': { roles: reviewers },
  'user.update': { roles: reviewers, when: adminsOnlyByAdmins },
  /** Changing the email and the role of an account. */
  'user.changeAccess': { roles: reviewers, when: staffAndOwnByLimited },
  'user.resetPassword': { roles: reviewers, when: staffAndOwnByLimited },
  'user.endTokens': { roles: reviewers, when: staffAndOwnByLimited },
  'user.removeFactors': { roles: reviewers, when: isOthersSecondStep },
  'user.delete': { roles: reviewers, when: isOtherAccount },
  'user.confirmActivity': { roles: reviewers, when: isNotOwnUnlessAdmin },
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
  | { when: (actor: never, thing: infer Thing) => boolean }
  | { orWhen: (actor: never, thing: infer Thing) => boolean }
  ? Thing
  : undefined
type ActorOf<P extends Permission> = (typeof permissions)[P] extends {
  when: (actor: infer Who extends Actor, thing: never) => boolean
}
  ? Who
  : Actor

/**
 * Whether the user has the permission for a thing. Without `thing`, whether there can be any thing for which the user has
 * it, for routes and menus.
 */
export function can(actor: Actor, permission: Permission): boolean
export function can<P extends Permission>(
  actor: ActorOf<P>,
  permission: P,
  thing: ThingOf<P> | undefined,
): boolean
export function can(actor: Actor, permission: Permission, thing?: unknown): boolean {
  const { roles, when, orWhen } = permissions[permission] as Rule<Actor, unknown>
  const hasRole = roles?.includes(actor.role) ?? false
  if (thing === undefined) return hasRole || orWhen !== undefined
  return (hasRole && (when?.(actor, thing) ?? true)) || (orWhen?.(actor, thing) ?? false)
}
