import type { ReportDetails } from '#shared/contract/reports.ts'
import { isWithinEditWindow } from '#shared/dates.ts'

/** Inside the window as the viewer's calendar has it; while changes are asked for, also after it. */
export const mayStillEdit = ({ report, edit_window_days }: ReportDetails, today: string) =>
  report.review.state === 'needs_changes' || isWithinEditWindow(report.date, today, edit_window_days)
