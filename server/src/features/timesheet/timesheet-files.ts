import type { TimesheetFormat, TimesheetRow } from '#shared/contract/timesheet.ts'
import { daysWithin } from '#shared/dates.ts'
import { type DayState, dayStateLabels } from '#shared/day-state.ts'
import { byteOrderMark, csvCells, csvType } from '../../lib/csv-cell.ts'
import {
  columnName,
  dayCell,
  decimalOfCell,
  durationCell,
  durationSumCell,
  emptyCell,
  rowOf,
  textCell,
  xlsx,
  xlsxType,
} from '../../lib/xlsx.ts'

// The timesheet as a file: people × days, with totals of each person and of each day. A day without minutes says in a word
// why, and sums of a spreadsheet skip words.

type Period = { from: string; to: string }
type Rows = AsyncIterable<TimesheetRow[]>

/** The reasons that are written; other days without minutes are empty. */
const reasons: readonly DayState[] = ['missing', 'off', 'holiday']

export const timesheetFile = (format: TimesheetFormat, period: Period, rows: Rows) => ({
  name: `timesheet-${period.from}-${period.to}.${format}`,
  ...(format === 'csv'
    ? { type: csvType, content: timesheetCsv(period, rows) }
    : { type: xlsxType, content: timesheetXlsx(period, rows) }),
})

/** Adds the minutes of each day. The last number is the total. */
function addRow(sums: number[], { minutes, total }: TimesheetRow): void {
  for (const [index, value] of [...minutes, total].entries()) sums[index] = (sums[index] ?? 0) + value
}

async function* timesheetCsv({ from, to }: Period, rows: Rows) {
  const days = daysWithin(from, to)
  const sums = [...days, ''].map(() => 0)
  yield `${byteOrderMark}${csvCells(['Person', 'Role', ...days, 'Total Decimal Hours'])}\r\n`
  for await (const some of rows) {
    let lines = ''
    for (const row of some) {
      addRow(sums, row)
      const { user, minutes, total, states } = row
      const cells = minutes.map((value, day) => (value > 0 ? decimalOf(value) : wordOf(states[day])))
      lines += `${csvCells([user.name, user.role, ...cells, decimalOf(total)])}\r\n`
    }
    yield lines
  }
  yield `${csvCells(['Total', '', ...sums.map(decimalOf)])}\r\n`
}

const wordOf = (state: DayState | undefined) =>
  state !== undefined && reasons.includes(state) ? dayStateLabels[state] : ''

/** 450 → "7.5". With two digits, the twenty minutes of a month would add up to another total than that of the month. */
const decimalOf = (minutes: number) => String(Number((minutes / 60).toFixed(4)))

/** Columns before the days. */
const leading = 2
const widths = { name: 24, role: 12, day: 8.5, total: 10, decimal: 14 }

function timesheetXlsx({ from, to }: Period, rows: Rows) {
  const days = daysWithin(from, to)
  return xlsx({
    name: `Timesheet ${from} ${to}`,
    widths: [widths.name, widths.role, ...days.map(() => widths.day), widths.total, widths.decimal],
    frozenColumns: leading,
    printTitle: `Timesheet ${from} – ${to}`,
    rows: sheetRows(days, rows),
  })
}

async function* sheetRows(days: readonly string[], rows: Rows) {
  let last = 1
  yield rowOf(last, [
    textCell('Person', 'heading'),
    textCell('Role', 'heading'),
    ...days.map(day => dayCell(day, 'dayHeading')),
    textCell('Total', 'heading'),
    textCell('Decimal Hours', 'heading'),
  ])
  const sums = [...days, ''].map(() => 0)
  const [firstDay, lastDay, total] = [leading, leading + days.length - 1, leading + days.length].map(
    columnName,
  )
  for await (const some of rows) {
    let text = ''
    for (const row of some) {
      addRow(sums, row)
      last++
      text += rowOf(last, [
        textCell(row.user.name),
        textCell(row.user.role),
        ...row.minutes.map((value, day) => {
          const state = row.states[day]
          return value > 0 ? durationCell(value) : textCell(wordOf(state), 'note')
        }),
        durationSumCell(`${firstDay}${last}:${lastDay}${last}`, row.total),
        decimalOfCell(`${total}${last}`, row.total),
      ])
    }
    yield text
  }
  if (last === 1) return
  yield rowOf(last + 1, [
    textCell('Total', 'total'),
    emptyCell,
    ...sums.map((minutes, index) => {
      const column = columnName(leading + index)
      return durationSumCell(`${column}2:${column}${last}`, minutes)
    }),
    decimalOfCell(`${total}${last + 1}`, sums.at(-1) ?? 0),
  ])
}
