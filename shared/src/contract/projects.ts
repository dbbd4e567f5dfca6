import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { bodyId, boundedList, optionalText, requiredText, searchField } from './fields.ts'

export const projectInput = z.object({
  name: requiredText('Project name', messages.projects.nameRequired, limits.projectNameMax),
  description: optionalText('Description', limits.longTextMax),
  /** If absent, an update doesn't change the assigned users. */
  developers: z.optional(
    boundedList(bodyId(messages.projects.developersInvalid), {
      max: limits.membersMax,
      tooMany: messages.projects.developersTooMany,
      invalid: messages.projects.developersInvalid,
    }),
  ),
})
export type ProjectInput = z.infer<typeof projectInput>

export const projectsQuery = z.object({
  search: searchField,
})

export const projectReply = z.object({
  id: z.number(),
  name: z.string(),
  description: z.nullable(z.string()),
  developers: z.array(z.object({ id: z.number(), name: z.string() })),
  created_at: z.string(),
})
export type Project = z.infer<typeof projectReply>

export const projectsReply = z.array(projectReply)

/** Names with the same key are the same project, whatever their case and however an accent was typed. */
export const projectKey = (name: string) => name.normalize('NFC').toLowerCase()
