import { Link } from 'react-router'
import { BrandMark } from '../components/brand-mark.tsx'
import { ThemeSwitch } from '../components/theme-switch.tsx'
import { Bell } from '../features/notifications/bell.tsx'
import { useAuth } from '../features/sign-in/auth-context.ts'
import { readToken } from '../lib/sign-in.ts'
import { NavigationLinks } from './navigation-links.tsx'
import { NavigationMenu } from './navigation-menu.tsx'
import { paths } from './paths.ts'
import { SettingsLink } from './settings-link.tsx'
import { SignedInAs } from './signed-in-as.tsx'

/** From lg on a bar of two rows: the user and the links. Below that the links are in a menu. */
export function Navigation() {
  const { user, loading, logout } = useAuth()
  // A stored token is being checked: the bar keeps its space, so that nothing moves when the user is known.
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
