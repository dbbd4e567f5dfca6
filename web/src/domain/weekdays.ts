/** By ISO number: 1 is Monday, 7 is Sunday. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(
  (name, index) => ({ number: index + 1, name, short: name.slice(0, 3) }),
)

/** "Monday to Friday", "Monday, Tuesday and Thursday": for ISO numbers in their order. */
export function formatWeekdays(days: readonly number[]): string {
  if (days.length === 7) return 'every day'
  const names = weekdays.filter(({ number }) => days.includes(number)).map(({ name }) => name)
  const [first, last] = [Math.min(...days), Math.max(...days)]
  if (names.length > 2 && last - first === names.length - 1) return `${names[0]} to ${names.at(-1)}`
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')
}
