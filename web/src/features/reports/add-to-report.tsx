import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { useToday } from '../../lib/dates.ts'
import { useMyReportOn } from './api.ts'

/** Links a completed task to the form of today's report until that is submitted. */
export function AddToReport({ taskId }: { taskId: number }) {
  const { data: report } = useMyReportOn(useToday())
  if (report !== null) return null
  return (
    <Link to={paths.newReportOf(taskId)} className="btn btn-secondary btn-sm">
      Add to today's report
    </Link>
  )
}
