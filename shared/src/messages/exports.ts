import { limits } from '../limits.ts'
import { formatCount } from '../numbers.ts'

export const exports = {
  needsBothDates: 'To export, choose both a start date and an end date',
  tooManyRows: `A sheet of XLSX holds ${formatCount(limits.sheetRowsMax)} rows, and this export has more. Choose fewer days, or CSV.`,
  failed: (reason: string) => `Export failed. ${reason}`,
  broken: 'The connection was lost before the export finished. Please try again.',
  asCsv: 'Export as text (CSV)',
  asXlsx: 'Export as a spreadsheet (XLSX)',
  /** While it runs: "Exporting... 1.4 MB". The size is empty before the first byte. */
  running: (size: string) => `Exporting... ${size}`.trim(),
  saved: (file: string) => `Saved ${file}.`,
} as const
