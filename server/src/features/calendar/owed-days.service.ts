import { daysWithin } from '#shared/dates.ts'
import { isOwed, type PersonDays, stateOfDay } from '#shared/day-state.ts'
import type { Context } from '../../context.ts'
import { bitOfDay, monthNumber } from '../../db/report-months.ts'
import type { VisiblePeople } from '../../identity/visible-people.ts'
import { type IsDisconnected, mapInChunks } from '../../lib/map-in-chunks.ts'
import { findAbsencesOf } from '../absences/absences.service.ts'
import { findHolidaysWithin, getOrganization } from '../settings/settings.service.ts'
import { type Days, findLivePeople, type PersonRow } from './days.queries.ts'
import { personDays } from './days.service.ts'

/** The days of one month as bits, as in report-months.ts. */
export type DaysOfMonth = { month: number; days: number }

export type OwedDays = { id: number; months: DaysOfMonth[] }

/** Few enough that judging a year of each takes some milliseconds, even if no two have the same days. */
const peoplePerChunk = 25

/**
 * On which days each of these people owes a report, unless there is one. Most people share their working days, so a year of a
 * thousand people takes one judgement for each day and not for each day of each person.
 */
export async function findOwedDays(
  ctx: Context,
  { people, isDisconnected, ...span }: Days & { people: VisiblePeople; isDisconnected: IsDisconnected },
): Promise<OwedDays[]> {
  const [organization, holidays, rows] = await Promise.all([
    getOrganization(ctx, ctx.db),
    findHolidaysWithin(ctx.db, span.first, span.last),
    // Deleted users owe nothing, as on the team's day.
    findLivePeople(ctx.db, people),
  ])
  const days = [...Map.groupBy(daysWithin(span.first, span.last), monthNumber)]
  const holidayDates = new Set(holidays.map(({ date }) => date))
  const owes = (day: string, person: PersonDays, isOff: boolean) =>
    isOwed(stateOfDay(day, person, { report: undefined, isOff, isHoliday: holidayDates.has(day) }))
  const judged = new Map<string, DaysOfMonth[]>()
  const now = ctx.clock.now()

  /** An account from before the first day is judged as if it began on that day, so that more users share a judgement. */
  function owedWithoutAbsences(row: PersonRow): DaysOfMonth[] {
    const own = personDays(row, organization, now)
    const firstDay = own.firstDay !== null && own.firstDay < span.first ? span.first : own.firstDay
    const key = JSON.stringify([own.isExpected, own.today, firstDay, row.working_days])
    const known = judged.get(key)
    if (known) return known
    const months = days.map(([month, dates]) => ({
      month,
      days: bitsOf(dates.filter(day => owes(day, own, false))),
    }))
    judged.set(key, months)
    return months
  }

  return mapInChunks(
    rows,
    async chunk => {
      const absences = await findAbsencesOf(
        ctx.db,
        chunk.map(({ id }) => id),
        span,
      )
      const timesOff = Map.groupBy(absences, absence => absence.user_id)
      return chunk.map(row => {
        const months = owedWithoutAbsences(row)
        const own = timesOff.get(row.id)
        if (!own) return { id: row.id, months }
        const person = personDays(row, organization, now)
        const off = Map.groupBy(
          own.flatMap(({ start_date, end_date }) =>
            daysWithin(later(start_date, span.first), earlier(end_date, span.last)),
          ),
          monthNumber,
        )
        return {
          id: row.id,
          months: months.map(({ month, days }) => ({
            month,
            days: days & ~bitsOf((off.get(month) ?? []).filter(day => !owes(day, person, true))),
          })),
        }
      })
    },
    { chunkSize: peoplePerChunk, isDisconnected },
  )
}

const later = (a: string, b: string) => (a > b ? a : b)
const earlier = (a: string, b: string) => (a < b ? a : b)

const bitsOf = (dates: readonly string[]) => dates.reduce((bits, day) => bits | bitOfDay(day), 0)
