export const exports = {
  needsBothDates: 'To export, choose both a start date and an end date',
  failed: (reason: string) => `Export failed. ${reason}`,
  broken: 'The connection was lost before the export finished. Please try again.',
  saved: (file: string) => `Saved ${file}.`,
} as const
