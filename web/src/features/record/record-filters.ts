import { recordKinds } from '#shared/contract/record.ts'
import { addDays, isDay } from '#shared/dates.ts'
import { useToday } from '../../lib/dates.ts'
import { filtersIn, isId, isOneOf, searchNow, useUrlFilters } from '../../lib/url.ts'
import type { RecordFilters } from './api.ts'

/** The record opens at these days. */
const lastDays = 7

const recordFilters = { from: isDay, to: isDay, actorId: isId, userId: isId, kind: isOneOf(recordKinds) }

const hasDays = ({ from, to }: RecordFilters) => from !== undefined || to !== undefined

/** If no days are chosen, the list shows the last week. */
export function useRecordFilters() {
  const today = useToday()
  const { filters: chosen, count, change, clear } = useUrlFilters(recordFilters)
  const week = { from: addDays(today, 1 - lastDays), to: today }
  return {
    filters: { ...(!hasDays(chosen) && week), ...chosen },
    isFiltered: chosen.actorId !== undefined || chosen.userId !== undefined || chosen.kind !== undefined,
    count,
    change(name: keyof RecordFilters, value: string) {
      // The other day of the last week stays when one of them is changed.
      const isFirstDay = (name === 'from' || name === 'to') && !hasDays(filtersIn(recordFilters, searchNow()))
      change({ ...(isFirstDay && week), [name]: value })
    },
    clear: () => clear(),
  }
}
