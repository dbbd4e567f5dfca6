import { addDays, addMonths, daysOfMonth, isoWeekday } from '#shared/dates.ts'

type Key = { key: string; ctrlKey: boolean; metaKey: boolean }

/** The day that a key leads to in a month, or undefined for other keys. It may be in another month. */
export function dayByKey(day: string, { key, ctrlKey, metaKey }: Key): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return ctrlKey || metaKey ? `${day.slice(0, 7)}-01` : inMonthOf(day, addDays(day, 1 - isoWeekday(day)))
    case 'End':
      return ctrlKey || metaKey ? lastOf(day.slice(0, 7)) : inMonthOf(day, addDays(day, 7 - isoWeekday(day)))
    case 'PageUp':
      return sameDayOf(addMonths(day.slice(0, 7), -1), day)
    case 'PageDown':
      return sameDayOf(addMonths(day.slice(0, 7), 1), day)
  }
}

const lastOf = (month: string) => daysOfMonth(month).at(-1) ?? `${month}-28`

/** A week may begin or end in another month: its part of this one does not. */
function inMonthOf(day: string, other: string): string {
  const month = day.slice(0, 7)
  if (other.startsWith(month)) return other
  return other < day ? `${month}-01` : lastOf(month)
}

/** The 31st is the last day where there is none. */
function sameDayOf(month: string, day: string): string {
  const same = `${month}-${day.slice(8)}`
  const last = lastOf(month)
  return same < last ? same : last
}
