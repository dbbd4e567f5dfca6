import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { roles } from '../roles.ts'
import { bodyId, boundedList, flagQuery, optionalText, pageQuery, requiredText } from './fields.ts'
import { added, paginationReply } from './replies.ts'

const nameField = requiredText('Team name', messages.teams.nameRequired, limits.teamNameMax)
const descriptionField = optionalText('Description', limits.teamDescriptionMax)

/** Each person counts once. */
const people = (list: { min?: number; max: number; tooMany: string; invalid?: string }) =>
  z.pipe(
    boundedList(bodyId(messages.teams.peopleInvalid), { invalid: messages.teams.peopleInvalid, ...list }),
    z.transform((ids: number[]) => [...new Set(ids)]),
  )

/** A manager who names no leads becomes the lead. */
export const teamInput = z.object({
  name: nameField,
  description: descriptionField,
  lead_ids: z.optional(people({ max: limits.teamLeadsMax, tooMany: messages.teams.leadsTooMany })),
  member_ids: z.optional(people({ max: limits.teamMembersMax, tooMany: messages.teams.membersTooMany })),
})
export type TeamInput = z.output<typeof teamInput>

/** An absent field doesn't change. Members and leads are added and removed by calls of their own. */
export const teamEditInput = z.object({
  name: z.optional(nameField),
  description: z.optional(descriptionField),
})
export type TeamEditInput = z.output<typeof teamEditInput>

export const teamPeopleInput = z.object({
  user_ids: people({
    min: 1,
    max: limits.teamChangeMax,
    tooMany: messages.teams.changeTooLarge,
    invalid: messages.teams.noneChosen,
  }),
})

export const teamsQuery = z.object({ ...pageQuery(), mine: flagQuery })
export type TeamsQuery = z.output<typeof teamsQuery>

const personReply = z.object({ id: z.number(), name: z.string() })

export const teamReply = z.object({
  id: z.number(),
  name: z.string(),
  description: z.nullable(z.string()),
  leads: z.array(personReply),
  member_count: z.number(),
  created_at: z.string(),
})
export type Team = z.infer<typeof teamReply>

export const teamDetailsReply = z.extend(teamReply, {
  members: z.array(z.extend(personReply, { role: z.enum(roles) })),
})
export type TeamDetails = z.infer<typeof teamDetailsReply>

/** How many people a user sees: all of them, and those of the user's own teams, each once. */
export const peopleCountReply = z.object({ all: z.number(), mine: z.number() })

export const teamPageReply = z.object({
  data: z.array(teamReply),
  pagination: paginationReply,
  people: added(peopleCountReply, { all: 0, mine: 0 }),
})
export type TeamPage = z.infer<typeof teamPageReply>

/** A team as users show it. */
export const namedTeamReply = z.object({ id: z.number(), name: z.string() })
export type NamedTeam = z.infer<typeof namedTeamReply>

/** "My teams": those that a user leads or, if there are none, those that the user belongs to. */
export const ownTeams = ({ leads, teams }: { leads: NamedTeam[]; teams: NamedTeam[] }) =>
  leads.length > 0 ? leads : teams

const bounds = { max: limits.teamsPerCallMax, tooMany: messages.teams.tooManyChosen }

/** The teams of a new account. Each counts once. */
export const teamIdsField = z.optional(
  z.pipe(
    boundedList(bodyId(messages.teams.unknown), { ...bounds, invalid: messages.teams.unknown }),
    z.transform((ids: number[]) => [...new Set(ids)]),
  ),
)

/** The teams of a line in a list of people. */
export const teamNamesField = z._default(
  boundedList(nameField, { ...bounds, invalid: messages.teams.namesInvalid }),
  [],
)

/** Names with the same key are the same team, whatever their case and however an accent was typed. */
export const teamKey = (name: string) => name.normalize('NFC').toLowerCase()
