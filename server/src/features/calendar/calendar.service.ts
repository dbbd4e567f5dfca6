import type {
  Calendar,
  CalendarDay,
  CalendarYear,
  TeamCalendar,
  TeamCalendarQuery,
} from '#shared/contract/calendar.ts'
import { spanOf } from '#shared/dates.ts'
import { hoursNumber } from '#shared/hours.ts'
import { dayInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { paginationOf } from '../../http/pagination-of.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse } from '../../http/refusals.ts'
import { visiblePeople } from '../../identity/visible-people.ts'
import { effectiveTimeZone, findHolidaysWithin, getOrganization } from '../settings/settings.service.ts'
import { countTeam, type Days, findPerson, findTeam } from './days.queries.ts'
import { findDaysOfPeople, type PersonDay } from './days.service.ts'

export async function readMonth(ctx: Context, actor: SignedIn, month?: string): Promise<Calendar> {
  const own = await ownDays(ctx, actor)
  const selected = month ?? own.today.slice(0, 7)
  return { month: selected, today: own.today, days: (await own.within(monthOf(selected))).map(presentDay) }
}

export async function readYear(ctx: Context, actor: SignedIn, year?: string): Promise<CalendarYear> {
  const own = await ownDays(ctx, actor)
  const selected = year ?? own.today.slice(0, 4)
  const days = await own.within({ first: `${selected}-01-01`, last: `${selected}-12-31` })
  return { year: selected, today: own.today, days: days.map(presentDay) }
}

export async function readTeamMonth(
  ctx: Context,
  viewer: SignedIn,
  { month, role, projectId, teamId, page, limit }: TeamCalendarQuery,
): Promise<TeamCalendar> {
  const [organization, people] = await Promise.all([
    getOrganization(ctx, ctx.db),
    visiblePeople(ctx.db, viewer, teamId),
  ])
  const today = dayInZone(ctx.clock.now(), organization.time_zone)
  const selected = month ?? today.slice(0, 7)
  const { first, last } = monthOf(selected)
  const filter = { first, last, expected: organization.reporting_roles, role, projectId, people }
  const [total, listed, holidays] = await Promise.all([
    countTeam(ctx.db, filter),
    findTeam(ctx.db, filter, limit, (page - 1) * limit),
    findHolidaysWithin(ctx.db, first, last),
  ])
  const days = await findDaysOfPeople(ctx, { organization, people: listed, first, last })
  return {
    month: selected,
    today,
    holidays,
    data: listed.map(({ id, name, role, invited }) => ({
      user: { id, name, role, invited: Boolean(invited) },
      days: (days.get(id) ?? []).map(presentTeamDay),
    })),
    pagination: paginationOf(total, { page, limit }),
  }
}

/** Today in the time zone of the signed-in user, and a function that reads their days. */
export async function ownDays(ctx: Context, { id }: SignedIn) {
  const [organization, person] = await Promise.all([getOrganization(ctx, ctx.db), findPerson(ctx.db, id)])
  if (!person) throw refuse('token_invalid')
  return {
    today: dayInZone(ctx.clock.now(), effectiveTimeZone(person, organization)),
    within: async (span: Days) =>
      (await findDaysOfPeople(ctx, { organization, people: [person], ...span })).get(id) ?? [],
  }
}

function monthOf(month: string): Days {
  const { startDate, endDate } = spanOf('this-month', `${month}-01`)
  return { first: startDate, last: endDate }
}

function presentTeamDay({ date, state, report_id, minutes, absence_id }: PersonDay) {
  return {
    date,
    state,
    report_id,
    hours: minutes === null ? null : hoursNumber(minutes),
    absence_id,
  }
}

const presentDay = (day: PersonDay): CalendarDay => ({ ...presentTeamDay(day), holiday: day.holiday })
