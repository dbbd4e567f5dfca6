import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { importMessages } from '../messages/import.ts'
import { messages } from '../messages.ts'
import { boundedList, emailField, nameField, requiredText, roleField } from './fields.ts'

const projectNames = (tooMany: string) =>
  z._default(
    boundedList(requiredText('Project name', messages.project.nameRequired, limits.projectNameMax), {
      max: limits.importProjectsMax,
      tooMany,
      invalid: importMessages.projectsInvalid,
    }),
    [],
  )

/** One line of a list of people. */
export const importedPersonInput = z.object({
  name: nameField,
  email: emailField,
  role: roleField,
  projects: projectNames(importMessages.projectsTooMany),
})
export type ImportedPerson = z.output<typeof importedPersonInput>

export const importUsersInput = z.object({
  people: boundedList(importedPersonInput, {
    min: 1,
    max: limits.importMax,
    tooMany: importMessages.tooMany,
    invalid: importMessages.none,
  }),
  create_projects: projectNames(importMessages.newProjectsTooMany),
  dry_run: z._default(z.boolean(), false),
})
export type ImportUsersInput = z.output<typeof importUsersInput>

/** An account that was made, and the link to choose its password. */
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

/** The place of the first line with the same e-mail, for every line that repeats one. */
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
