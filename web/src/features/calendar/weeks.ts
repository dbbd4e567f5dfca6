import { isoWeekday } from '#shared/dates.ts'

/** A week from Monday to Sunday; null for days of another month. */
export type Week<Day> = (Day | null)[]

/** The days of a month, which are all there and in order, as its weeks. */
export function weeksOf<Day extends { date: string }>(days: readonly Day[]): Week<Day>[] {
  const [first] = days
  if (!first) return []
  const blanks = (count: number) => Array<null>(count).fill(null)
  const cells = [...blanks(isoWeekday(first.date) - 1), ...days]
  cells.push(...blanks((7 - (cells.length % 7)) % 7))
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}
