import type * as z from 'zod/mini'
import {
  blockersInput,
  myDayInput,
  myReportsInput,
  searchInput,
  teamDayInput,
} from '#shared/contract/assistants.ts'
import { reportDraftInput } from '#shared/contract/report-drafts.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { linkedPaths } from '#shared/paths.ts'
import { can, type Permission } from '#shared/permissions.ts'
import type { Context } from '../../context.ts'
import { day, type FieldNote, whole } from '../../http/openapi/notes.ts'
import { SchemaCollection } from '../../http/openapi/schemas.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { validate } from '../../http/validate.ts'
import type { IsDisconnected } from '../../lib/map-in-chunks.ts'
import { listBlockers } from '../blockers/blockers.service.ts'
import { findToday } from '../calendar/days.service.ts'
import { listOwnProjects, listProjects } from '../projects/projects.service.ts'
import { saveReportDraft } from '../report-drafts/report-drafts.service.ts'
import { listMyReports } from '../reports/reports.service.ts'
import { search } from '../search/search.service.ts'
import { suggestFor } from '../suggestions/suggestions.service.ts'
import { readTeamDay } from '../team-day/team-day.service.ts'

// Each tool calls the service of an HTTP call, which decides what the user may read. None can submit a report.

/** The call of a tool. */
export type Caller = {
  ctx: Context
  actor: SignedIn
  /** The origin that the client used, for links if PUBLIC_URL is not set. */
  origin: string
  isDisconnected: IsDisconnected
  signal: AbortSignal
}

type Tool = {
  title: string
  description: string
  input: z.ZodMiniType
  notes: Record<string, FieldNote>
  /** The permission of the HTTP call; without it, every user has the tool. */
  permission?: Permission
  /** Tokens that only read don't have the tool. */
  writes?: true
  run(caller: Caller, values: unknown): Promise<object>
}

/** Checks what an assistant sends before the tool runs. */
function tool<Input extends z.ZodMiniType>(
  definition: Omit<Tool, 'run' | 'input'> & {
    input: Input
    run: (caller: Caller, values: z.output<Input>) => Promise<object>
  },
): Tool {
  return {
    ...definition,
    run: (caller, values) => definition.run(caller, validate(definition.input, values)),
  }
}

type Paged = { page?: number | null | undefined; limit?: number | null | undefined }

/** At most as many entries as an assistant reads at once. */
const pageOf = ({ page, limit }: Paged) => ({ page: page ?? 1, limit: limit ?? limits.pageSize })

const teamsOf = (teamId: number | null | undefined) => (teamId == null ? undefined : [teamId])

const paging = {
  page: { ...whole, description: 'The page, from 1.' },
  limit: { ...whole, description: `Entries per page: ${limits.pageSize}, at most ${limits.toolPageMax}.` },
}
const teamId: FieldNote = { ...whole, description: 'Only members of this team.' }
const projectId: FieldNote = { ...whole, description: 'Only this project.' }

const tools: Record<string, Tool> = {
  my_day: tool({
    title: 'My day',
    description:
      "What the user's daily report of a date may be about: the plan of their last report, their open tasks, what they often write, what they did elsewhere that day (commits, requests, issues), their open blockers, and the projects that a row can name. `is_submitted` says whether the report exists already.",
    input: myDayInput,
    notes: { date: { ...day, description: "Without it: today in the user's time zone." } },
    async run({ ctx, actor, isDisconnected }, { date }) {
      const today = date ?? (await findToday(ctx, actor.id))
      const onlyCount = { date: today, page: 1, limit: 1, include_task_details: false }
      const [suggestions, reports, projects] = await Promise.all([
        suggestFor(ctx, actor, today),
        listMyReports(ctx, actor, onlyCount, isDisconnected),
        can(actor, 'report.readAll') ? listProjects(ctx, actor) : listOwnProjects(ctx, actor),
      ])
      return {
        date: today,
        is_submitted: reports.total > 0,
        ...suggestions,
        projects: projects.slice(0, limits.pageSizeMax).map(({ id, name }) => ({ id, name })),
      }
    },
  }),

  my_reports: tool({
    title: 'My reports',
    description:
      "The user's own daily reports with their rows, newest first. Hours are hours and minutes: 1.3 is 1 h 30 min.",
    input: myReportsInput,
    notes: { date: { ...day, description: 'Only the report of this date.' }, ...paging },
    run: ({ ctx, actor, isDisconnected }, { date, ...paged }) =>
      listMyReports(
        ctx,
        actor,
        { date: date ?? undefined, ...pageOf(paged), include_task_details: true },
        isDisconnected,
      ),
  }),

  team_day: tool({
    title: "The team's day",
    description:
      'A day of the people whom the user may see: how many reported, their reports, and who is missing, due or off. Hours are hours and minutes: 1.3 is 1 h 30 min.',
    input: teamDayInput,
    permission: 'team.read',
    notes: {
      date: {
        ...day,
        description: "Without it: the organization's today, in the morning the last working day.",
      },
      teamId,
      projectId: { ...whole, description: 'Only people who are assigned to this project.' },
      ...paging,
    },
    async run({ ctx, actor, isDisconnected }, { date, teamId, projectId, ...paged }) {
      const { user_ids: _, ...reply } = await readTeamDay(
        ctx,
        actor,
        {
          date: date ?? undefined,
          teamId: teamsOf(teamId),
          projectId: projectId ?? undefined,
          ...pageOf(paged),
          role: undefined,
          userIds: undefined,
          includeUserIds: false,
        },
        isDisconnected,
      )
      return reply
    },
  }),

  blockers: tool({
    title: 'Blockers',
    description:
      'What is in the way of the work: open blockers, the oldest first, or resolved ones. Reviewers get those of all people whom they may see, others those that they wrote or own.',
    input: blockersInput,
    notes: {
      state: { description: '"open" (the default) or "resolved".' },
      userId: { ...whole, description: 'Only those that this user wrote.' },
      teamId,
      projectId,
      ...paging,
    },
    run: ({ ctx, actor, isDisconnected }, { state, userId, teamId, projectId, ...paged }) =>
      listBlockers(
        ctx,
        actor,
        {
          state: state ?? 'open',
          userId: userId ?? undefined,
          teamId: teamsOf(teamId),
          projectId: projectId ?? undefined,
          ...pageOf(paged),
        },
        isDisconnected,
      ),
  }),

  search: tool({
    title: 'Search',
    description:
      'Finds people, projects, tasks, reports and comments that the user may read, by the beginnings of their words. All words must occur.',
    input: searchInput,
    notes: {
      q: { description: 'The words.' },
      type: { description: 'Only hits of this kind.' },
      teamId,
      ...paging,
    },
    run: ({ ctx, actor, signal }, { q, type, teamId, ...paged }) =>
      search(ctx, actor, { q, type: type ?? undefined, teamId: teamsOf(teamId), ...pageOf(paged) }, signal),
  }),

  save_report_draft: tool({
    title: 'Save a draft of my report',
    description:
      'Saves a draft of the daily report of a date. It waits in the form, where the user checks, completes and submits it; it is not a report yet. It replaces the draft of that date, so send all of it. `my_day` has the ids of projects and tasks.',
    input: reportDraftInput,
    writes: true,
    notes: {
      date: { ...day, description: "Without it: today in the user's time zone." },
      tasks: { description: "A summary of the day's work." },
      blockers: { description: 'What is in the way; leave it out if nothing is.' },
      tomorrow_plan: { description: 'What comes next.' },
      task_details: { description: 'The rows: what was done, for how long, in which project.' },
      description: { description: 'What was done.' },
      hours: {
        description:
          'Hours and minutes, not a decimal: "1.30" is 1 h 30 min, and 1.5 is 1 h 50 min. Leave it out if you do not know.',
      },
      project_id: { ...whole, description: 'The project.' },
      task_id: { ...whole, description: "One of the user's open tasks that the time was for." },
    },
    async run({ ctx, actor, origin }, draft) {
      const date = await saveReportDraft(ctx, actor, draft)
      const isToday = date === (await findToday(ctx, actor.id))
      const url = new URL(linkedPaths.newReport(isToday ? undefined : date), ctx.config.publicUrl ?? origin)
      return { msg: messages.assistants.draftSaved(url.href), date, url: url.href }
    },
  }),
}

/** Whether this user has a tool, with the token of this call. */
function isOffered({ permission, writes }: Tool, actor: SignedIn): boolean {
  if (writes && actor.accessToken?.scope === 'read') return false
  return permission === undefined || can(actor, permission)
}

/** The tool of this name, if this user has it with the token of this call. */
export function findTool(name: string, actor: SignedIn): Tool | undefined {
  const found = Object.hasOwn(tools, name) ? tools[name] : undefined
  return found && isOffered(found, actor) ? found : undefined
}

/** The tools that this user has with the token of this call, as the protocol lists them. */
export const listTools = (actor: SignedIn) =>
  Object.entries(tools)
    .filter(([, one]) => isOffered(one, actor))
    .map(([name, { title, description, input, notes, writes }]) => ({
      name,
      title,
      description,
      inputSchema: {
        ...new SchemaCollection([{ contract: [], fields: notes }]).convert(input, 'input'),
        type: 'object' as const,
      },
      annotations: { readOnlyHint: !writes, destructiveHint: false, openWorldHint: false },
    }))
