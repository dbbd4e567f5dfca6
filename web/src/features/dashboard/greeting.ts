/** Words for the hour and the person, such as "Good morning, Dina". */
export function greeting(name: string, now: Date) {
  const firstName = name.trim().split(/\s+/)[0]
  return `${partOfDay(now.getHours())}, ${firstName}`
}

function partOfDay(hour: number) {
  if (hour < 5 || hour >= 18) return 'Good evening'
  return hour < 12 ? 'Good morning' : 'Good afternoon'
}
