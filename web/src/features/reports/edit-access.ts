import { unknownId } from '#shared/contract/replies.ts'
import type { Report, ReportDetails } from '#shared/contract/reports.ts'
import type { User } from '#shared/contract/users.ts'
import { isWithinEditWindow } from '#shared/dates.ts'

/** True within the edit window by the viewer's calendar, and always while a reviewer asks for changes. */
export const mayStillEdit = ({ report, edit_window_days }: ReportDetails, today: string) =>
  report.review.state === 'needs_changes' || isWithinEditWindow(report.date, today, edit_window_days)

/** Adds the author's id to the viewer's own report: an older server sends only the author's e-mail. */
export const withAuthorId = (report: Report, user: User | null): Report =>
  user && report.user_id === unknownId && report.user_email === user.email
    ? { ...report, user_id: user.id }
    : report
