/** A greeting by time of day and first name, such as "Good morning, Dina". */
export function greeting(name: string, now: Date) {
  const firstName = name.trim().split(/\s+/)[0]
  return `${partOfDay(now.getHours())}, ${firstName}`
}

function partOfDay(hour: number) {
  if (hour < 12) return 'Good morning'
  return hour < 18 ? 'Good afternoon' : 'Good evening'
}
