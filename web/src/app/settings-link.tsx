import gear from 'bootstrap-icons/icons/gear-fill.svg?raw'
import { Link, useLocation } from 'react-router'
import type { User } from '#shared/contract/users.ts'
import { can } from '#shared/permissions.ts'
import { Icon } from '../components/icon.tsx'
import { paths } from './paths.ts'

/** A gear in the bar, and a gear with its word in the menu of small screens. */
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
