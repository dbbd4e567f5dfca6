import gear from 'bootstrap-icons/icons/gear-fill.svg?raw'
import list from 'bootstrap-icons/icons/list.svg?raw'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { User } from '#shared/contract/users.ts'
import { can } from '#shared/permissions.ts'
import { Dialog } from '../components/dialog.tsx'
import { BrandMark, Icon } from '../components/icon.tsx'
import { ThemeSwitch } from '../components/theme-switch.tsx'
import { Avatar, RoleBadge } from '../domain/people.tsx'
import { Bell } from '../features/notifications/bell.tsx'
import { useAuth } from '../features/sign-in/auth-context.ts'
import { readToken } from '../lib/sign-in.ts'
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
  const section = findSection(pathname, links)
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
function findSection(pathname: string, links: readonly { to: string }[]) {
  return links
    .map(link => link.to)
    .filter(to => pathname === to || pathname.startsWith(`${to}/`))
    .sort((a, b) => b.length - a.length)[0]
}

/** A gear in the bar, and a gear with a label in the menu of small screens. */
export function SettingsLink({ user, onNavigate }: { user: User; onNavigate?: () => void }) {
  const { pathname } = useLocation()
  if (!can(user, 'settings.manage')) return null
  const to = paths.settings()
  return (
    <Link
      className="settings-link"
      to={to}
      title="Settings"
      aria-current={pathname === to ? 'page' : undefined}
      onClick={onNavigate}
    >
      <Icon svg={gear} />
      <span className="settings-word">Settings</span>
    </Link>
  )
}

export function SignedInAs({ user, onNavigate }: { user: User; onNavigate?: () => void }) {
  return (
    <Link className="signed-in-as" to={paths.account()} title="Your account" onClick={onNavigate}>
      <Avatar id={user.id} name={user.name} />
      <span className="signed-in-name">{`Signed in as: ${user.name}`}</span>
      <RoleBadge role={user.role} />
    </Link>
  )
}

/** The off-canvas menu of small screens. */
export function NavigationMenu({ user, onLogout }: { user: User; onLogout: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <button
        type="button"
        className="menu-button until-lg"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <Icon svg={list} />
      </button>
      {isOpen && (
        <Dialog title="Menu" shape="panel" closeOnBackdrop onClose={close}>
          <SignedInAs user={user} onNavigate={close} />
          <SettingsLink user={user} onNavigate={close} />
          <nav aria-label="Main">
            <NavigationLinks user={user} onNavigate={close} />
          </nav>
          <div className="menu-end">
            <ThemeSwitch />
            <button type="button" className="btn btn-secondary" onClick={onLogout}>
              Logout
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}

/** From lg on a bar of two rows: the user and the links. Below that the links are in a menu. */
export function Navigation() {
  const { user, loading, logout } = useAuth()
  // While a stored token is being checked the bar reserves its space, so that nothing moves when the user is known.
  const isExpected = loading && readToken() !== null
  return (
    <header className="app-header">
      <div className="app-bar">
        <Link to={paths.landing()} className={user || isExpected ? 'brand' : 'brand brand-guest'}>
          <BrandMark />
          <span className="brand-name">Daily Report App</span>
        </Link>
        {isExpected && !user ? null : user ? (
          <div className="app-bar-end">
            <div className="app-bar-end only-lg">
              <SignedInAs user={user} />
            </div>
            <Bell key={user.id} userId={user.id} />
            <div className="app-bar-end only-lg">
              <SettingsLink user={user} />
              <ThemeSwitch />
              <button type="button" className="btn btn-secondary btn-sm" onClick={logout}>
                Logout
              </button>
            </div>
            <NavigationMenu user={user} onLogout={logout} />
          </div>
        ) : (
          <div className="app-bar-end">
            <ThemeSwitch />
            <Link to={paths.login()} className="btn btn-secondary btn-sm">
              Login
            </Link>
          </div>
        )}
      </div>
      {user && (
        <nav className="app-links only-lg" aria-label="Main">
          <NavigationLinks user={user} />
        </nav>
      )}
      {isExpected && !user && <div className="app-links only-lg" aria-hidden="true" />}
    </header>
  )
}
