// Days in notifications and mails, which are in English. The screens show days in the viewer's locale.

const month = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })

/** "13 November"; with its year if that isn't the year of `seenOn`, a day or an instant. */
export function dayInWords(day: string, seenOn: string): string {
  const words = month.format(Date.parse(day))
  return day.slice(0, 4) === seenOn.slice(0, 4) ? words : `${words} ${day.slice(0, 4)}`
}

/** "Friday 13 November" */
export const weekdayInWords = (day: string, seenOn: string) =>
  `${weekday.format(Date.parse(day))} ${dayInWords(day, seenOn)}`
