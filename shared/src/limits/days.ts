import { earliestReportDay } from './general.ts'

/** Days that time off, holidays and calendars may name. */
export const earliest = earliestReportDay
export const latest = '2100-12-31'
/** Characters. */
export const timeZoneMax = 64
export const holidayNameMax = 200
export const absenceNoteMax = 1000
/** Both the first and the last day count. */
export const absenceDaysMax = 366
export const holidaysMax = 2000
export const holidaysPerImport = 500
/** More than any calendar of holidays has. */
export const calendarFileBytesMax = 2_000_000
export const calendarEventsMax = 5000
/** How many years an event is read for that comes back every year. */
export const calendarYearsAhead = 3
/** People on one page of the team's calendar, and of the team's day unless the request asks for more. */
export const teamPageMax = 50
/** How long a change of time off can be undone with one press. */
export const undoMs = 10_000
/** How long a finger rests on a day before it begins to choose days. */
export const touchHoldMs = 400
