import type {
  Timesheet,
  TimesheetExportQuery,
  TimesheetQuery,
  TimesheetRow,
} from '#shared/contract/timesheet.ts'
import { daysWithin } from '#shared/dates.ts'
import { addMinutes } from '#shared/hours.ts'
import type { Context } from '../../context.ts'
import { minutesByDay } from '../../db/day-counts.ts'
import { paginationOf } from '../../http/pagination-of.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { isLimitedToTeams, visiblePeople } from '../../identity/visible-people.ts'
import { mapInChunks, runInNextTick } from '../../lib/map-in-chunks.ts'
import {
  countTeam,
  findDaysOfPeople,
  findTeam,
  type PersonRow,
  type TeamFilter,
} from '../calendar/days.service.ts'
import { findHolidaysWithin, getOrganization, type Organization } from '../settings/settings.service.ts'
import { findProjectMinutes, sumByDay } from './timesheet.queries.ts'

type Selection = Omit<TimesheetExportQuery, 'format'>
type Scope = {
  organization: Organization
  /** The project is no filter of people: it selects the minutes that are shown. */
  team: Omit<TeamFilter, 'projectId'>
  projectId: number | undefined
}

/** People whose days are read in one step, and days whose minutes are added up in one. */
const peopleAtOnce = 25
const daysAtOnce = 16

export async function readTimesheet(
  ctx: Context,
  viewer: SignedIn,
  { page, limit, ...selection }: TimesheetQuery,
): Promise<Timesheet> {
  const [scope, isLimited] = await Promise.all([
    openScope(ctx, viewer, selection),
    isLimitedToTeams(ctx.db, viewer),
  ])
  const { team } = scope
  const days = daysWithin(team.first, team.last)
  const [total, listed, holidays] = await Promise.all([
    countTeam(ctx.db, team),
    findTeam(ctx.db, team, limit, (page - 1) * limit),
    findHolidaysWithin(ctx.db, team.first, team.last),
  ])
  const data = await mapInChunks(listed, people => findRows(ctx, scope, people), {
    chunkSize: peopleAtOnce,
  })
  const minutes = await sumOfAll(ctx, scope, days)
  return {
    days,
    data,
    totals: { minutes, total: addMinutes(minutes) },
    holidays,
    of_your_teams: isLimited,
    pagination: paginationOf(total, { page, limit }),
  }
}

/** The rows of all pages, some at a time. `isStillAllowed` is called before each step, as in the export of reports. */
export async function readAllRows(
  ctx: Context,
  viewer: SignedIn,
  selection: Selection,
  isStillAllowed: () => Promise<boolean>,
): Promise<AsyncGenerator<TimesheetRow[]>> {
  // An unknown team is refused before the file begins.
  return rowsOfAll(ctx, await openScope(ctx, viewer, selection), isStillAllowed)
}

async function* rowsOfAll(ctx: Context, scope: Scope, isStillAllowed: () => Promise<boolean>) {
  const listed = await runInNextTick(() => findTeam(ctx.db, scope.team, Number.MAX_SAFE_INTEGER, 0))
  for (let from = 0; from < listed.length; from += peopleAtOnce) {
    yield await runInNextTick(async () => {
      if (!(await isStillAllowed())) throw new Error('The right to read reports has ended.')
      return findRows(ctx, scope, listed.slice(from, from + peopleAtOnce))
    })
  }
}

async function openScope(
  ctx: Context,
  viewer: SignedIn,
  { from, to, role, teamId, projectId }: Selection,
): Promise<Scope> {
  const [organization, people] = await Promise.all([
    getOrganization(ctx, ctx.db),
    visiblePeople(ctx.db, viewer, teamId),
  ])
  const team = { first: from, last: to, expected: organization.reporting_roles, role, people }
  return { organization, team, projectId }
}

/** The days of these people, in their order. */
async function findRows(
  ctx: Context,
  { organization, team, projectId }: Scope,
  people: readonly PersonRow[],
): Promise<TimesheetRow[]> {
  const daysOf = await findDaysOfPeople(ctx, { organization, people, first: team.first, last: team.last })
  const onProject =
    projectId === undefined
      ? undefined
      : await findProjectMinutes(
          ctx.db,
          team.people,
          projectId,
          [...daysOf.values()].flatMap(days => days.flatMap(({ report_id }) => report_id ?? [])),
        )
  return people.map(({ id, name, role, invited }) => {
    const days = daysOf.get(id) ?? []
    const minutes = days.map(({ report_id, minutes }) =>
      onProject ? (onProject.get(report_id ?? 0) ?? 0) : (minutes ?? 0),
    )
    return {
      user: { id, name, role, invited: Boolean(invited) },
      minutes,
      total: addMinutes(minutes),
      states: days.map(({ state }) => state),
    }
  })
}

/**
 * Everyone who reported on these days is listed, so the sums of all reports are those of all people. Those of everyone are
 * stored; others are added up some days at a time.
 */
async function sumOfAll(
  ctx: Context,
  { team, projectId }: Scope,
  days: readonly string[],
): Promise<number[]> {
  const { people, role, first, last } = team
  if (people.ids === undefined && role === undefined) {
    const sums = await minutesByDay(ctx.db, projectId, { startDate: first, endDate: last })
    return days.map(day => sums.get(day) ?? 0)
  }
  return mapInChunks(
    days,
    async some => {
      const [first, last] = [some[0] ?? '', some.at(-1) ?? '']
      const sums = await sumByDay(ctx.db, { first, last, people, role, projectId })
      return some.map(day => sums.get(day) ?? 0)
    },
    { chunkSize: daysAtOnce },
  )
}
