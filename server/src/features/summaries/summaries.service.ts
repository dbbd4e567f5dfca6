import type { Summary, SummaryHours, SummaryQuery, SummaryWeek } from '#shared/contract/summaries.ts'
import { addDays, daysWithin, spanOf } from '#shared/dates.ts'
import { addMinutes } from '#shared/hours.ts'
import { limits } from '#shared/limits.ts'
import type { Actor } from '#shared/permissions.ts'
import { dayInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { findTeamsOf } from '../../identity/teams-of-users.ts'
import { type VisiblePeople, visiblePeople } from '../../identity/visible-people.ts'
import { mapInChunks, runInNextTick } from '../../lib/map-in-chunks.ts'
import { openBlockersUntil } from '../blockers/blockers.service.ts'
import { workingDaysAround } from '../calendar/days.service.ts'
import {
  countUnreviewed,
  loadTeam,
  loadTeamDay,
  peopleOn,
  type Team,
} from '../calendar/load-team-day.service.ts'
import { findHolidaysWithin, getOrganization, type Organization } from '../settings/settings.service.ts'
import { countToReview } from '../team-day/team-day.service.ts'
import { findMinutesOn, findProjectNames } from './summaries.queries.ts'

export async function readSummary(ctx: Context, viewer: Actor, date: string, { teamId }: SummaryQuery = {}) {
  return summarizeDay(ctx, viewer, date, await visiblePeople(ctx.db, viewer, teamId))
}

/**
 * Whom the notification and the mail of a reviewer are about: the people of the teams that they lead. A reviewer who leads
 * none, or only teams without people, gets the summary of everyone whom they see.
 */
export async function findSummaryPeople(db: Db, reviewer: Actor) {
  const led = (await findTeamsOf(db, reviewer)).leads.map(({ id }) => id)
  const ofTeams = led.length === 0 ? undefined : await visiblePeople(db, reviewer, led)
  return ofTeams?.ids?.length
    ? { people: ofTeams, isOfTeams: true }
    : { people: await visiblePeople(db, reviewer), isOfTeams: false }
}

/** The summary of a day, for its page and its mail. On the last working day of a week it includes the week. */
export async function summarizeDay(
  ctx: Context,
  viewer: Actor,
  date: string,
  people: VisiblePeople,
): Promise<Summary> {
  const { db } = ctx
  const organization = await getOrganization(ctx, db)
  const today = dayInZone(ctx.clock.now(), organization.time_zone)
  const team = await loadTeam(ctx, { organization, filter: { people } })
  const [{ counts, ...day }, around, earlier, blockers, hours] = await Promise.all([
    countDay(ctx, { organization, people }, date, team),
    workingDaysAround(db, organization, date),
    countToReview(ctx, viewer, people, { endDate: addDays(date, -1) }),
    openBlockersUntil(ctx, people, date, {
      limit: limits.summaryBlockersMax,
      longest: limits.summaryBlockerCut,
    }),
    readHours(db, people, [date]),
  ])
  const listed = async (ids: readonly number[]) =>
    await peopleOn(ctx, { organization, date }, ids.slice(0, limits.summaryPeopleMax))
  const named = async (state: 'missing' | 'due' | 'off') =>
    (await listed(day.userIdsInState(state))).map(({ user }) => user)
  const [senders, missing, due, off, [holiday]] = await Promise.all([
    listed(day.authors),
    named('missing'),
    named('due'),
    named('off'),
    findHolidaysWithin(db, date, date),
  ])
  const { previous = null, next = null, isOne } = around
  const sunday = spanOf('this-week', date).endDate
  const endsWeek = isOne && (next === null || next > sunday)
  return {
    date,
    today,
    // Reports can't be older than this day, so there is no earlier summary.
    previous: previous !== null && previous >= limits.earliestDay ? previous : null,
    next: next !== null && next <= today ? next : null,
    holiday: holiday?.name ?? null,
    counts: { ...counts, to_review: countUnreviewed(day, viewer.id), earlier_to_review: earlier },
    reported: senders.flatMap(({ user, sent }) =>
      sent
        ? {
            user,
            report_id: sent.reportId,
            is_late: sent.state === 'late',
            review_state: sent.reviewState,
          }
        : [],
    ),
    missing,
    due,
    off,
    blockers,
    hours,
    week: endsWeek ? await readWeek(ctx, { organization, people }, date, team) : null,
  }
}

/** Counts how many of these users were expected to report on a day, and how many have. */
export async function countReported(ctx: Context, scope: Scope, date: string) {
  const { counts } = await countDay(ctx, scope, date)
  return { reported: counts.submitted + counts.late, expected: counts.expected }
}

type Scope = { organization: Organization; people: VisiblePeople }

async function countDay(ctx: Context, { organization, people }: Scope, date: string, team?: Team) {
  const [holiday] = await findHolidaysWithin(ctx.db, date, date)
  const day = await loadTeamDay(
    ctx,
    { organization, date, isHoliday: holiday !== undefined, filter: { people } },
    team,
  )
  const { submitted, late, userIdsInState } = day
  const [missing, due, off] = [
    userIdsInState('missing').length,
    userIdsInState('due').length,
    userIdsInState('off').length,
  ]
  return {
    ...day,
    counts: { expected: submitted + late + missing + due, submitted, late, missing, due, off },
  }
}

/** Reads the week from Monday to Sunday. */
async function readWeek(ctx: Context, scope: Scope, date: string, team: Team): Promise<SummaryWeek> {
  const { startDate: first, endDate: last } = spanOf('this-week', date)
  const dates = daysWithin(first, last)
  const minutes = await findMinutes(ctx.db, scope.people, dates)
  const days: SummaryWeek['days'] = []
  for (const [index, date] of dates.entries()) {
    const { counts } = await runInNextTick(() => countDay(ctx, scope, date, team))
    const { expected, submitted, late } = counts
    // Days on which no report was expected and none was sent are left out.
    if (expected > 0)
      days.push({ date, expected, submitted, late, minutes: getTotal(minutes[index] ?? new Map()) })
  }
  return { first, last, days, hours: await compareWithWeekBefore(ctx.db, scope.people, dates, minutes) }
}

/** Minutes by project. */
type Minutes = ReadonlyMap<number, number>

const getTotal = (minutes: Minutes) => addMinutes([...minutes.values()])

/** Returns the minutes of each date. Each date has its own query, so that other requests run in between. */
function findMinutes(db: Db, people: VisiblePeople, dates: readonly string[]): Promise<Minutes[]> {
  return mapInChunks(
    dates,
    async ([date = '']) => {
      const rows = await findMinutesOn(db, people, date)
      return [new Map(rows.map(({ project_id, minutes }) => [project_id, Number(minutes)]))]
    },
    { chunkSize: 1 },
  )
}

async function readHours(db: Db, people: VisiblePeople, dates: readonly string[]): Promise<SummaryHours> {
  return compareWithWeekBefore(db, people, dates, await findMinutes(db, people, dates))
}

/** Returns the hours of these days by project, and those of the same days one week earlier. */
async function compareWithWeekBefore(
  db: Db,
  people: VisiblePeople,
  dates: readonly string[],
  minutes: readonly Minutes[],
): Promise<SummaryHours> {
  const now = addUp(minutes)
  const before = addUp(
    await findMinutes(
      db,
      people,
      dates.map(date => addDays(date, -7)),
    ),
  )
  const names = await findProjectNames(db, [...new Set([...now.keys(), ...before.keys()])])
  const projects = names.map(({ id, name }) => ({
    id,
    name,
    minutes: now.get(id) ?? 0,
    minutes_before: before.get(id) ?? 0,
  }))
  projects.sort(
    (a, b) =>
      b.minutes - a.minutes ||
      b.minutes_before - a.minutes_before ||
      a.name.localeCompare(b.name) ||
      a.id - b.id,
  )
  return {
    minutes: getTotal(now),
    minutes_before: getTotal(before),
    projects: projects.slice(0, limits.summaryProjectsMax),
  }
}

function addUp(days: readonly Minutes[]): Minutes {
  const sums = new Map<number, number>()
  for (const day of days) for (const [id, minutes] of day) sums.set(id, (sums.get(id) ?? 0) + minutes)
  return sums
}
