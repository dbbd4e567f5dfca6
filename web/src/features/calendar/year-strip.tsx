import { useMemo } from 'react'
import type { CalendarDay, CalendarYear } from '#shared/contract/calendar.ts'
import { isoWeekday } from '#shared/dates.ts'
import { formatHours, minutesOf, sayHours } from '#shared/hours.ts'
import { formatLongDay, formatMonth, formatShortMonth } from '../../lib/dates.ts'
import { useIsNarrow } from '../../lib/viewport.ts'
import { describeDay, shownState } from './day-state.tsx'
import './strips.scss'

/** In units of the SVG's view box. */
const pitch = 13
const size = 11
const labelHeight = 17

/** The minutes from which a day has each of the shades. */
const shades = [0, 240, 360, 480]

/** A year as an SVG with a square for each day. On phones its halves stand below each other. */
export function YearStrip({ calendar: { year, days, today } }: { calendar: CalendarYear }) {
  const halves = useIsNarrow() ? 2 : 1
  const strips = useMemo(() => layOutStrips(days, halves), [days, halves])
  const { width, height } = viewBoxSize(halves, strips.length)
  return (
    <>
      <svg
        className="year-strip"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`Your hours in ${year}`}
      >
        {strips.flatMap(strip =>
          strip.months.map(({ month, x, y }) => (
            <text key={month} x={x} y={y}>
              {formatShortMonth(month)}
            </text>
          )),
        )}
        {strips.flatMap(strip =>
          strip.squares.map(({ day, x, y }) => (
            <rect
              key={day.date}
              className={`${dayClass(day)} ${day.date === today ? 'year-today' : ''}`}
              x={x}
              y={y}
              width={size}
              height={size}
              rx={2}
            >
              <title>{`${formatLongDay(day.date)}: ${inWords(day, formatHours)}`}</title>
            </rect>
          )),
        )}
      </svg>
      <YearTable year={year} days={days} />
    </>
  )
}

/** Has the size of the year that is loading. */
export function YearStripSkeleton() {
  const { width, height } = viewBoxSize(useIsNarrow() ? 2 : 1)
  return (
    <svg className="year-strip" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <rect className="year-future" width={width} height={height} rx={4} />
    </svg>
  )
}

/** The shades, from a short day to a long one. */
export function YearLegend() {
  return (
    <p className="year-legend">
      Fewer hours
      {shades.map((_, shade) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a shade is identified by its index
        <span key={shade} className={`year-swatch year-hours-${shade}`} aria-hidden="true" />
      ))}
      More
      <span className="year-swatch year-missing" aria-hidden="true" />
      Missing
      <span className="year-swatch year-off" aria-hidden="true" />
      Off
    </p>
  )
}

// A year can span 54 weeks, half of one 28.
const viewBoxSize = (halves: number, shown = halves) => ({
  width: (halves === 1 ? 54 : 28) * pitch - 2,
  height: shown * (labelHeight + 7 * pitch) + (shown - 1) * 8 + 2,
})

/** The halves of the year. One in which no day counts, such as the one before the account existed, is left out. */
function halvesOf(days: readonly CalendarDay[]) {
  const isInSecondHalf = ({ date }: CalendarDay) => date.slice(5, 7) > '06'
  const parts = [days.filter(day => !isInSecondHalf(day)), days.filter(isInSecondHalf)]
  const counting = parts.filter(part => part.some(({ state }) => state !== 'none'))
  return counting.length > 0 ? counting : parts
}

type Place = { x: number; y: number }

function layOutStrips(days: readonly CalendarDay[], halves: number) {
  return (halves === 1 ? [days] : halvesOf(days)).map((part, index) => {
    const top = index * (labelHeight + 7 * pitch + 8)
    const before = part[0] ? isoWeekday(part[0].date) - 1 : 0
    const placeOf = (place: number): Place => ({
      x: 1 + Math.floor((before + place) / 7) * pitch,
      y: 1 + top + labelHeight + ((before + place) % 7) * pitch,
    })
    const squares = part.map((day, place) => ({ day, ...placeOf(place) }))
    const months = squares
      .filter(({ day }) => day.date.endsWith('-01'))
      .map(({ day, x, y }) => ({
        month: day.date.slice(0, 7),
        // The label stands above the first complete week of the month.
        x: y > top + labelHeight + 1 ? x + pitch : x,
        y: top + 11,
      }))
    return { squares, months }
  })
}

function dayClass(day: CalendarDay): string {
  if (day.hours !== null) {
    const minutes = minutesOf(day.hours)
    return `year-hours-${shades.findLastIndex(from => minutes >= from)}`
  }
  const state = shownState(day)
  if (state === 'missing' || state === 'due') return 'year-missing'
  return state === 'future' || state === 'none' ? 'year-future' : 'year-off'
}

const inWords = (day: CalendarDay, write: (minutes: number) => string) =>
  day.hours === null ? describeDay(day) : write(minutesOf(day.hours))

const numbers = Array.from({ length: 31 }, (_, index) => index + 1)

/** The same as a table for screen readers, with a row for each month. */
function YearTable({ year, days }: { year: string; days: readonly CalendarDay[] }) {
  const months = useMemo(() => {
    const rows = new Map<string, CalendarDay[]>()
    for (const day of days) {
      const month = day.date.slice(0, 7)
      rows.set(month, [...(rows.get(month) ?? []), day])
    }
    return [...rows]
  }, [days])
  return (
    <div className="visually-hidden">
      <table>
        <caption>{`Hours of each day in ${year}`}</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            {numbers.map(number => (
              <th key={number} scope="col">
                {number}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map(([month, monthDays]) => (
            <tr key={month}>
              <th scope="row">{formatMonth(month)}</th>
              {monthDays.map(day => (
                <td key={day.date}>{inWords(day, sayHours)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
