import { useLocation, useNavigate } from 'react-router'
import { type RecordKind, recordKinds } from '#shared/contract/record.ts'
import { addDays, isDay } from '#shared/dates.ts'
import { useToday } from '../../lib/dates.ts'
import { isId, searchNow } from '../../lib/url.ts'
import type { RecordFilters } from './api.ts'

/** The record opens at these days. */
const lastDays = 7

const isKind = (text: string): text is RecordKind => recordKinds.includes(text as RecordKind)

function readFilters(search: string): RecordFilters {
  const query = new URLSearchParams(search)
  const valid: [keyof RecordFilters, (text: string) => boolean][] = [
    ['from', isDay],
    ['to', isDay],
    ['actorId', isId],
    ['userId', isId],
    ['kind', isKind],
  ]
  return Object.fromEntries(
    valid.flatMap(([name, isValid]) => {
      const text = query.get(name) ?? ''
      return isValid(text) ? [[name, text]] : []
    }),
  )
}

/** The filters are in the URL, so a view can be shared and Back undoes a choice. Without days it is the last week. */
export function useRecordFilters() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const today = useToday()
  const chosen = readFilters(search)
  const hasDays = chosen.from !== undefined || chosen.to !== undefined
  const week = { from: addDays(today, 1 - lastDays), to: today }
  return {
    filters: { ...(!hasDays && week), ...chosen },
    isFiltered: chosen.actorId !== undefined || chosen.userId !== undefined || chosen.kind !== undefined,
    count: Object.keys(chosen).length,
    change(name: keyof RecordFilters, value: string) {
      const before = readFilters(searchNow())
      const days = before.from === undefined && before.to === undefined ? week : {}
      const isDayOf = name === 'from' || name === 'to'
      const { [name]: _, ...rest } = { ...(isDayOf && days), ...before } as RecordFilters
      const text = new URLSearchParams({ ...rest, ...(value && { [name]: value }) }).toString()
      void navigate({ search: text && `?${text}` })
    },
    clear: () => void navigate({ search: '' }),
  }
}
