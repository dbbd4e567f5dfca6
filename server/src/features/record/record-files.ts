import type { RecordEntry, RecordExportQuery } from '#shared/contract/record.ts'
import { byteOrderMark, csvCells, csvType } from '../../lib/csv-cell.ts'

type Entries = AsyncIterable<RecordEntry[]>

/** The record as a file: CSV for a spreadsheet, or JSON Lines, one entry as the API answers it on each line. */
export const recordFile = (format: RecordExportQuery['format'], day: string, entries: Entries) => ({
  name: `record-${day}.${format}`,
  ...(format === 'csv'
    ? { type: csvType, content: recordCsv(entries) }
    : { type: jsonLinesType, content: recordLines(entries) }),
})

export const jsonLinesType = 'application/x-ndjson; charset=utf-8'

const columns = [
  'Id',
  'At',
  'Kind',
  'Actor Id',
  'Actor',
  'Target Type',
  'Target Id',
  'Target',
  'Address',
  'Via',
  'Details',
]

async function* recordCsv(entries: Entries) {
  yield `${byteOrderMark}${csvCells(columns)}\r\n`
  for await (const some of entries) {
    let lines = ''
    for (const { id, at, kind, actor, target, address, via, details } of some) {
      const cells = [
        String(id),
        at,
        kind,
        String(actor?.id ?? ''),
        actor?.name ?? '',
        target?.type ?? '',
        String(target?.id ?? ''),
        target?.name ?? '',
        address ?? '',
        via,
        JSON.stringify(details),
      ]
      lines += `${csvCells(cells)}\r\n`
    }
    yield lines
  }
}

async function* recordLines(entries: Entries) {
  for await (const some of entries) yield some.map(entry => `${JSON.stringify(entry)}\n`).join('')
}
