import { useEffect, useState } from 'react'
import { Link, matchPath, useLocation } from 'react-router'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { Alert } from '../../components/alert.tsx'
import { useActor } from '../../lib/can.tsx'
import { forgetSignedOut, readSignedOut } from './signed-out.ts'

/** The pages to which a user can go back, with their names in the link. */
const places: [path: string, name: string][] = [
  [paths.dashboard(), 'your dashboard'],
  [paths.newReport(), 'Submit Report'],
  [paths.editReport(':id'), 'Edit Report'],
  [paths.report(':id'), 'the report'],
  [paths.myReports(), 'My Reports'],
  [paths.calendar(), 'Calendar'],
  [paths.account(), 'your account'],
  [paths.search(), 'Search'],
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
  [paths.timesheet(), 'Timesheet'],
  [paths.insights(), 'Insights'],
  [paths.blockers(), 'Blockers'],
  [paths.registerUser(), 'Register User'],
  [paths.importUsers(), 'Add several people'],
  [paths.projects(), 'Manage Projects'],
  [paths.projectSummary(':id'), 'the project summary'],
  [paths.projectHours(), 'All Projects'],
  [paths.users(), 'Manage Users'],
  [paths.teams(), 'Teams'],
  [paths.team(':id'), 'the team'],
  [paths.settings(), 'Settings'],
  [paths.record(), 'the record'],
]

/** After signing in again, a link to the page that was open when the session ended. It is shown once. */
export function WayBack() {
  const userId = useActor()?.id
  const { pathname } = useLocation()
  const [signedOut, setSignedOut] = useState(readSignedOut)
  useEffect(() => forgetSignedOut(), [])

  // After ending all sign-ins, the user has left the page by choice.
  const before = signedOut?.reason === 'ended' ? '' : (signedOut?.path.split('?')[0] ?? '')
  const name = places.find(([path]) => matchPath(path, before))?.[1]
  if (!signedOut || !name || signedOut.userId !== userId || before === pathname) return null
  return (
    <Alert variant="info" onDismiss={() => setSignedOut(null)}>
      {messages.signIn.wayBack}
      <Link to={signedOut.path} className="btn btn-secondary btn-sm ms-2">
        Go back to {name}
      </Link>
    </Alert>
  )
}
