import type { ReportQuery } from '../reports/api.ts'
import type { ExportFile } from './use-export.ts'

/** The reports that the filters select. */
export const reportsFile = (filters: ReportQuery, format: 'csv' | 'xlsx', today: string): ExportFile => ({
  path: `/reports/export/${format}`,
  query: filters,
  name: `reports-${today}.${format}`,
})
