import gear from 'bootstrap-icons/icons/gear-fill.svg?raw'
import list from 'bootstrap-icons/icons/list.svg?raw'
import search from 'bootstrap-icons/icons/search.svg?raw'
import { useState } from 'react'
import { Link, useLocation, useMatch } from 'react-router'
import type { Me, User } from '#shared/contract/users.ts'
import { can } from '#shared/permissions.ts'
import { Dialog } from '../components/dialog.tsx'
import { BrandMark, Icon } from '../components/icon.tsx'
import { useCommandK, useKeys } from '../components/shortcuts.tsx'
import { ThemeSwitch } from '../components/theme-switch.tsx'
import { Avatar, RoleBadge } from '../domain/people.tsx'
import { Bell, InboxLink } from '../features/notifications/bell.tsx'
import { SearchDialog } from '../features/search/search-dialog.tsx'
import { useAuth } from '../features/sign-in/auth-context.ts'
import { storedUser } from '../features/sign-in/auth-provider.tsx'
import { readToken } from '../lib/sign-in.ts'
import { paths } from './paths.ts'

const reviewerLinks = [
  { to: paths.adminDashboard(), label: 'Dashboard' },
  { to: paths.today(), label: 'Today' },
  { to: paths.allReports(), label: 'All Reports' },
  { to: paths.teamCalendar(), label: 'Calendar' },
  { to: paths.insights(), label: 'Insights' },
  { to: paths.blockers(), label: 'Blockers' },
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

const linksOf = (user: User) => (can(user, 'admin.open') ? reviewerLinks : staffLinks)

/** Pages that are not in the navigation; other pages link to them. */
const furtherLinks = [
  { to: paths.timesheet(), label: 'Timesheet' },
  { to: paths.teams(), label: 'Teams' },
  { to: paths.importUsers(), label: 'Add Several People' },
]

/** Every page of the user, for the palette. */
const pagesOf = (user: User) => [
  ...linksOf(user),
  ...(can(user, 'admin.open') ? furtherLinks : []),
  { to: paths.notifications(), label: 'Notifications' },
  { to: paths.account(), label: 'Your account' },
  ...(can(user, 'settings.manage')
    ? [
        { to: paths.settings(), label: 'Settings' },
        { to: paths.record(), label: 'Record' },
      ]
    : []),
]

type NavigationLinksProps = { user: User; onNavigate?: () => void }

export function NavigationLinks({ user, onNavigate }: NavigationLinksProps) {
  const links = linksOf(user)
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

/**
 * The link that is marked as current. A report belongs to the list of reports, but /reports/new has a link of its own,
 * so the longest match wins. Some pages have no link: a project's summary belongs to All Projects, a day's summary to
 * Today, the timesheet to the calendar, and teams to Manage Users.
 */
function findSection(pathname: string, links: readonly { to: string }[]) {
  if (/^\/admin\/projects\/[^/]+\/summary$/.test(pathname)) return paths.projectHours()
  if (/^\/admin\/summaries\/[^/]+$/.test(pathname)) return paths.today()
  if (pathname === paths.timesheet()) return paths.teamCalendar()
  if (pathname === paths.teams() || pathname.startsWith(`${paths.teams()}/`)) return paths.users()
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
  const { pathname } = useLocation()
  const to = paths.account()
  return (
    <Link
      className="signed-in-as"
      to={to}
      title="Your account"
      aria-current={pathname === to ? 'page' : undefined}
      onClick={onNavigate}
    >
      <Avatar id={user.id} name={user.name} />
      <span className="signed-in-name">{`Signed in as: ${user.name}`}</span>
      <RoleBadge role={user.role} />
    </Link>
  )
}

/** Opens the palette. */
function SearchButton({ onOpen }: { onOpen: () => void }) {
  // All Projects has its own button "Search". Users of screen readers or voice control couldn't tell the two apart.
  const name = useMatch(paths.projectHours()) ? 'Find anything' : 'Search'
  return (
    <button
      type="button"
      className="search-button"
      aria-label={name}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K /"
      title={`${name} (Ctrl+K)`}
      onClick={onOpen}
    >
      <Icon svg={search} />
    </button>
  )
}

type NavigationMenuProps = { user: User; onSearch: () => void; onLogout: () => void }

/** The off-canvas menu of small screens. Every entry has a word, also where the bar has only an icon. */
export function NavigationMenu({ user, onSearch, onLogout }: NavigationMenuProps) {
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
          <nav aria-label="Main">
            <NavigationLinks user={user} onNavigate={close} />
          </nav>
          <div className="menu-more">
            <button
              type="button"
              className="menu-search"
              aria-haspopup="dialog"
              onClick={() => {
                close()
                onSearch()
              }}
            >
              <Icon svg={search} />
              Search
            </button>
            <InboxLink userId={user.id} onNavigate={close} />
            <SettingsLink user={user} onNavigate={close} />
          </div>
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

/** Mounted for one user, so that a palette that was open when the session ended doesn't open again for the next. */
function SignedInEnd({ user, onLogout }: { user: Me; onLogout: () => void }) {
  const [isSearching, setIsSearching] = useState(false)
  const openSearch = () => setIsSearching(true)
  useKeys({ '/': openSearch })
  useCommandK(openSearch)
  return (
    <div className="app-bar-end">
      <div className="app-bar-end only-lg">
        <SignedInAs user={user} />
      </div>
      <SearchButton onOpen={openSearch} />
      <Bell userId={user.id} />
      <div className="app-bar-end only-lg">
        <SettingsLink user={user} />
        <button type="button" className="btn btn-secondary btn-sm" onClick={onLogout}>
          Logout
        </button>
      </div>
      <NavigationMenu user={user} onSearch={openSearch} onLogout={onLogout} />
      {isSearching && (
        <SearchDialog user={user} pages={pagesOf(user)} onClose={() => setIsSearching(false)} />
      )}
    </div>
  )
}

/**
 * From lg on the links are in the bar; a reviewer has so many that they take a row of their own below it. Below lg they
 * are in a menu.
 */
export function Navigation() {
  const { user, loading, logout } = useAuth()
  const { pathname } = useLocation()
  const token = loading ? readToken() : null
  // While a stored token is being checked the bar has the height for its user, so that nothing moves once they are known.
  const expected = user ?? (token === null ? null : storedUser(token))
  const isExpected = user === null && token !== null
  const hasManyLinks = expected ? can(expected, 'admin.open') : isExpected && pathname.startsWith('/admin/')
  return (
    <header className={hasManyLinks ? 'app-header app-header-many' : 'app-header'}>
      <div className="app-bar">
        <Link to={paths.landing()} className="brand">
          <BrandMark />
          <span className="brand-name">Daily Report App</span>
        </Link>
        {user && (
          <nav className="app-links only-lg" aria-label="Main">
            <NavigationLinks user={user} />
          </nav>
        )}
        {isExpected ? null : user ? (
          <SignedInEnd key={user.id} user={user} onLogout={logout} />
        ) : (
          <div className="app-bar-end">
            <Link to={paths.login()} className="btn btn-secondary btn-sm">
              Login
            </Link>
          </div>
        )}
      </div>
    </header>
  )
}
