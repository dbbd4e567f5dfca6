import { Link, useLocation } from 'react-router'
import type { User } from '#shared/contract/users.ts'
import { can } from '#shared/permissions.ts'
import { paths } from './paths.ts'

const reviewerLinks = [
  { to: paths.adminDashboard(), label: 'Dashboard' },
  { to: paths.today(), label: 'Today' },
  { to: paths.allReports(), label: 'All Reports' },
  { to: paths.teamCalendar(), label: 'Calendar' },
  { to: paths.projects(), label: 'Manage Projects' },
  { to: paths.projectHours(), label: 'All Projects' },
  { to: paths.users(), label: 'Manage Users' },
  { to: paths.registerUser(), label: 'Register User' },
  { to: paths.tasks(), label: 'Task Management' },
]

const staffLinks = [
  { to: paths.dashboard(), label: 'Dashboard' },
  { to: paths.newReport(), label: 'Submit Report' },
  { to: paths.myReports(), label: 'My Reports' },
  { to: paths.tasks(), label: 'My Tasks' },
  { to: paths.calendar(), label: 'Calendar' },
]

type NavigationLinksProps = { user: User; onNavigate?: () => void }

export function NavigationLinks({ user, onNavigate }: NavigationLinksProps) {
  const links = can(user, 'admin.open') ? reviewerLinks : staffLinks
  const { pathname } = useLocation()
  const section = sectionOf(pathname, links)
  return (
    <ul>
      {links.map(({ to, label }) => (
        <li key={to}>
          <Link
            to={to}
            className={to === section ? 'current' : undefined}
            aria-current={to === pathname ? 'page' : to === section ? 'true' : undefined}
            onClick={onNavigate}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** A report belongs to the list of reports, but /reports/new has a link of its own: the longest match wins. */
function sectionOf(pathname: string, links: readonly { to: string }[]) {
  return links
    .map(link => link.to)
    .filter(to => pathname === to || pathname.startsWith(`${to}/`))
    .sort((a, b) => b.length - a.length)[0]
}
