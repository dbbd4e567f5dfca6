import { unknownId } from '#shared/contract/replies.ts'
import type { Report } from '#shared/contract/reports.ts'
import type { User } from '#shared/contract/users.ts'

/** The report with the id of its author. An older server names the author by e-mail only. */
export const authored = (report: Report, user: User | null): Report =>
  user && report.user_id === unknownId && report.user_email === user.email
    ? { ...report, user_id: user.id }
    : report
