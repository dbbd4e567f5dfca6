import * as z from 'zod/mini'
import { isMonth } from '../dates.ts'
import { dayLimits } from '../limits.ts'
import { dayMessages } from '../messages/days.ts'
import { isTimeZone } from '../zones.ts'
import { dayField } from './day-field.ts'
import { boundedList } from './fields.ts'

// Fields of settings, accounts, holidays and time off.

/** An IANA name such as Europe/Berlin. */
export const timeZoneField = z
  .string({ error: dayMessages.zoneUnknown })
  .check(z.refine(isTimeZone, { error: dayMessages.zoneUnknown }))

const weekdayField = z
  .int({ error: dayMessages.workingDaysInvalid })
  .check(
    z.gte(1, { error: dayMessages.workingDaysInvalid }),
    z.lte(7, { error: dayMessages.workingDaysInvalid }),
  )

/** ISO numbers, 1 for Monday to 7 for Sunday: each once, in their order. */
export const workingDaysField = z.pipe(
  boundedList(weekdayField, {
    min: 1,
    max: 7,
    tooMany: dayMessages.workingDaysInvalid,
    invalid: dayMessages.workingDayRequired,
  }),
  z.transform((days: number[]) => [...new Set(days)].sort((a, b) => a - b)),
)

/** A time of day such as 17:00. */
export const timeField = z
  .string({ error: dayMessages.timeInvalid })
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: dayMessages.timeInvalid }))

/** A calendar day that time off or a holiday can be on. */
export function plannedDayField(required: string) {
  return dayField(required).check(
    z.refine(day => day >= dayLimits.earliest, { error: dayMessages.dayTooEarly }),
    z.refine(day => day <= dayLimits.latest, { error: dayMessages.dayTooLate }),
  )
}

const isCalendarYear = (year: string) =>
  year >= dayLimits.earliest.slice(0, 4) && year <= dayLimits.latest.slice(0, 4)

export const monthQuery = z.optional(
  z.string({ error: dayMessages.monthInvalid }).check(
    z.refine(month => isMonth(month) && isCalendarYear(month.slice(0, 4)), {
      error: dayMessages.monthInvalid,
    }),
  ),
)

export const yearQuery = z.optional(
  z
    .string({ error: dayMessages.yearInvalid })
    .check(
      z.refine(year => /^\d{4}$/.test(year) && isCalendarYear(year), { error: dayMessages.yearInvalid }),
    ),
)
