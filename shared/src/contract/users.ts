import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { type Role, roles } from '../roles.ts'
import { messageReply } from './errors.ts'
import {
  boundedList,
  emailField,
  endIdentitiesField,
  nameField,
  newPasswordField,
  pageQuery,
  requiredText,
  roleField,
  teamIdQuery,
  timeZoneField,
  workingDaysField,
} from './fields.ts'
import { added, paginationReply } from './replies.ts'
import { namedTeamReply, teamNamesField } from './teams.ts'

/** An account, with the same fields for every user who may read it. */
export const userReply = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  created_at: z.string(),
  invited: added(z.boolean(), false),
})
export type User = z.infer<typeof userReply>

/** The signed-in user. */
export const meReply = z.extend(userReply, {
  /** Those that the user belongs to, by name. */
  teams: added(z.array(namedTeamReply), []),
  /** Those that the user leads, by name. */
  leads: added(z.array(namedTeamReply), []),
  /** Whether the user can choose a team, so that screens without teams make no call for them. */
  has_teams: added(z.boolean(), false),
  /** The settings limit managers to themselves and the members of teams that they lead. */
  sees_only_teams: added(z.boolean(), false),
  /** Sent if the settings require a second step and the user has none: most calls are refused until it is set up. */
  second_step: z.optional(z.literal('required')),
})
export type Me = z.infer<typeof meReply>

export const userInput = z.object({ name: nameField, email: emailField, role: roleField })
export type UserInput = z.infer<typeof userInput>

export const passwordInput = z.object({ password: newPasswordField, end_identities: endIdentitiesField })
export type PasswordInput = z.output<typeof passwordInput>

/** `tokens`: how many access tokens of the user still work. */
export const passwordReply = z.extend(messageReply, { tokens: added(z.number(), 0) })

/** An unknown role gets 404. */
export const rolePath = z.object({ role: z.enum(roles) })

/** An account as reviewers see it. */
export const listedUserReply = z.extend(userReply, {
  last_sign_in_at: added(z.nullable(z.string()), null),
  /** Null if the organization's applies, as with `working_days`. */
  time_zone: added(z.nullable(z.string()), null),
  working_days: added(z.nullable(z.array(z.number())), null),
  /** Whether the user has time off today, in the user's time zone. */
  off_today: added(z.boolean(), false),
  /** By name. */
  teams: added(z.array(namedTeamReply), []),
})
export type ListedUser = z.infer<typeof listedUserReply>

export const usersReply = z.array(listedUserReply)

export const usersQuery = z.object({ teamId: teamIdQuery })
export type UsersQuery = z.output<typeof usersQuery>

/** Null resets the time zone or the working days to the organization's. An absent field doesn't change. */
export const userEditInput = z.extend(userInput, {
  time_zone: z.optional(z.nullable(timeZoneField)),
  working_days: z.optional(z.nullable(workingDaysField)),
})
export type UserEditInput = z.output<typeof userEditInput>

export const deletedUsersQuery = z.object(pageQuery())
export type DeletedUsersQuery = z.infer<typeof deletedUsersQuery>

/** A deleted account. An admin can erase its name and email. */
export const deletedUserReply = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  created_at: z.string(),
  removed_at: z.string(),
  is_erased: z.boolean(),
})
export type DeletedUser = z.infer<typeof deletedUserReply>

export const deletedUsersReply = z.object({
  data: z.array(deletedUserReply),
  pagination: paginationReply,
})
export type DeletedUserPage = z.infer<typeof deletedUsersReply>

const projectNames = (tooMany: string) =>
  z._default(
    boundedList(requiredText('Project name', messages.projects.nameRequired, limits.projectNameMax), {
      max: limits.importProjectsMax,
      tooMany,
      invalid: messages.users.importProjectsInvalid,
    }),
    [],
  )

/** One line of a list of people. */
export const importedPersonInput = z.object({
  name: nameField,
  email: emailField,
  role: roleField,
  projects: projectNames(messages.users.importProjectsTooMany),
  teams: teamNamesField,
})
export type ImportedPerson = z.output<typeof importedPersonInput>

export const importUsersInput = z.object({
  people: boundedList(importedPersonInput, {
    min: 1,
    max: limits.importMax,
    tooMany: messages.users.importTooMany,
    invalid: messages.users.importNone,
  }),
  create_projects: projectNames(messages.users.importNewProjectsTooMany),
  dry_run: z._default(z.boolean(), false),
})
export type ImportUsersInput = z.output<typeof importUsersInput>

/** A created account, and the link to choose its password. */
export const importedUserReply = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  link: z.string(),
  expires_at: z.string(),
  emailed: z.boolean(),
})
export type ImportedUser = z.infer<typeof importedUserReply>

export const importUsersReply = z.object({ created: z.number(), invitations: z.array(importedUserReply) })
export type ImportUsersReply = z.infer<typeof importUsersReply>

/** Returns, for every line that repeats an email, the index of the first line with it. */
export function repeatedEmails(emails: readonly string[]): Map<number, number> {
  const first = new Map<string, number>()
  const repeated = new Map<number, number>()
  for (const [index, email] of emails.entries()) {
    const before = first.get(email)
    if (before === undefined) first.set(email, index)
    else repeated.set(index, before)
  }
  return repeated
}

type EmailAndRole = { email: string; role: Role }

/**
 * Whether a change of an account ends the links that choose its password. They were sent to the earlier email, and a
 * reviewer who copied one may not be allowed to open an account of the new role.
 */
export const endsLinks = (before: EmailAndRole, after: EmailAndRole) =>
  before.email !== after.email || before.role !== after.role

/** A sign-in of a provider that is linked with the account. */
export const namedIdentityReply = z.object({ issuer: z.string(), email: z.nullable(z.string()) })
export type NamedIdentity = z.infer<typeof namedIdentityReply>

/** What has ended: sign-ins and tokens that had not expired. The identities still sign in. */
export const endedAccessReply = z.object({
  msg: z.string(),
  sign_ins: z.number(),
  tokens: z.number(),
  identities: added(z.array(namedIdentityReply), []),
})
export type EndedAccessReply = z.infer<typeof endedAccessReply>
