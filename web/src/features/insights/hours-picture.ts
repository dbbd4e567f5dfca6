import type { InsightGroup, InsightHours } from '#shared/contract/insights.ts'
import { addMinutes } from '#shared/hours.ts'
import type { Look } from '../../components/chart/stacked-bars.tsx'
import { lookOf, looksOf, otherLook } from '../../domain/series-look.ts'

export type HoursOf = {
  id: number | string
  name: string
  minutes: number[]
  total: number
  /** Undefined if the picture shows only the sum of all. */
  look: Look | undefined
}

/** A picture with more parts would be hard to read. */
export const partsMax = 8

/**
 * Each project, person or role with its hours, and the parts of the picture. Projects and roles with the most hours come
 * first, and those beyond the eighth are one part of the picture. People are in the order of their names, because hours
 * are no contest; if they are too many for the picture, it shows only their sum.
 */
export function pictureOf(hours: Pick<InsightHours, 'series' | 'buckets'>, by: InsightGroup) {
  const { series, buckets } = hours
  const ordered = by === 'person' ? series.toSorted((a, b) => a.name.localeCompare(b.name)) : series
  const isSum = by === 'person' && ordered.length > partsMax
  const looks = looksOf(ordered.slice(0, partsMax).map(({ id }) => id))
  const rows: HoursOf[] = ordered.map(({ id, name, minutes }, index) => ({
    id,
    name,
    minutes,
    total: addMinutes(minutes),
    look: isSum ? undefined : (looks[index] ?? otherLook),
  }))
  const together = isSum ? rows : rows.slice(partsMax)
  const sum = {
    minutes: buckets.map((_, bucket) => addMinutes(together.map(({ minutes }) => minutes[bucket] ?? 0))),
    total: addMinutes(together.map(({ total }) => total)),
  }
  const everyone: HoursOf = { ...sum, id: 'everyone', name: 'Everyone', look: lookOf(0) }
  const other: HoursOf = { ...sum, id: 'other', name: 'Other', look: otherLook }
  if (isSum) return { rows, parts: [everyone], other: undefined }
  if (together.length === 0) return { rows, parts: rows, other: undefined }
  return { rows, parts: [...rows.slice(0, partsMax), other], other: { ...other, count: together.length } }
}

/** "41%", or "< 1%" for a small share. */
export function shareOf(part: number, whole: number): string {
  const percent = whole > 0 ? (100 * part) / whole : 0
  return percent > 0 && percent < 1 ? '< 1%' : `${Math.round(percent)}%`
}
