import { useEffect, useState } from 'react'
import { Link, matchPath, useLocation } from 'react-router'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { Alert } from '../../components/alert.tsx'
import { useActor } from '../../lib/can.tsx'
import { forgetSignedOut, readSignedOut } from './signed-out.ts'

/** The pages that a user can be offered to go back to. */
const places: [path: string, name: string][] = [
  [paths.dashboard(), 'your dashboard'],
  [paths.newReport(), 'Submit Report'],
  [paths.editReport(':id'), 'Edit Report'],
  [paths.report(':id'), 'the report'],
  [paths.myReports(), 'My Reports'],
  [paths.calendar(), 'Calendar'],
  [paths.account(), 'your account'],
  [paths.newTask(), 'Create Task'],
  [paths.editTask(':id'), 'Edit Task'],
  [paths.task(':id'), 'the task'],
  [paths.tasks(), 'the tasks'],
  [paths.adminDashboard(), 'the admin dashboard'],
  [paths.today(), 'Today'],
  [paths.summary(':date'), 'the summary'],
  [paths.allReports(), 'All Reports'],
  [paths.reviewReport(':id'), 'the report'],
  [paths.teamCalendar(), 'Calendar'],
  [paths.blockers(), 'Blockers'],
  [paths.registerUser(), 'Register User'],
  [paths.importUsers(), 'Add several people'],
  [paths.projects(), 'Manage Projects'],
  [paths.projectSummary(':id'), 'the project summary'],
  [paths.projectHours(), 'All Projects'],
  [paths.users(), 'Manage Users'],
  [paths.settings(), 'Settings'],
]

/** After signing in again: the way back to the page that was open when the session ended. Offered once. */
export function WayBack() {
  const userId = useActor()?.id
  const { pathname } = useLocation()
  const [left, setLeft] = useState(readSignedOut)
  useEffect(() => forgetSignedOut(), [])

  const before = left?.path.split('?')[0] ?? ''
  const name = places.find(([path]) => matchPath(path, before))?.[1]
  if (!left || !name || left.userId !== userId || before === pathname) return null
  return (
    <Alert variant="info" onDismiss={() => setLeft(null)}>
      {messages.signIn.wayBack}
      <Link to={left.path} className="btn btn-secondary btn-sm ms-2">
        Go back to {name}
      </Link>
    </Alert>
  )
}
