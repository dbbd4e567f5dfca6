import bell from 'bootstrap-icons/icons/bell-fill.svg?raw'
import { Link, useLocation } from 'react-router'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { Icon } from '../../components/icon.tsx'
import { usePolledUnread, useUnread } from './unread.ts'
import './bell.scss'

/** The badge has room for two digits. */
const shownMax = 99

/** The link to the inbox in the header of every screen. */
export function Bell({ userId }: { userId: number }) {
  const unread = usePolledUnread(userId) ?? 0
  const { pathname } = useLocation()
  const to = paths.notifications()
  return (
    <Link
      className="bell"
      to={to}
      title="Notifications"
      aria-label={messages.notifications.bell(unread)}
      aria-current={pathname === to ? 'page' : undefined}
    >
      <Icon svg={bell} />
      {unread > 0 && <span className="bell-count">{shownCount(unread)}</span>}
    </Link>
  )
}

const shownCount = (unread: number) => (unread > shownMax ? `${shownMax}+` : unread)

/** The same link with its word, in the menu of small screens. */
export function InboxLink({ userId, onNavigate }: { userId: number; onNavigate: () => void }) {
  const unread = useUnread(userId) ?? 0
  const { pathname } = useLocation()
  const to = paths.notifications()
  return (
    <Link
      className="menu-inbox"
      to={to}
      aria-label={messages.notifications.bell(unread)}
      aria-current={pathname === to ? 'page' : undefined}
      onClick={onNavigate}
    >
      <Icon svg={bell} />
      Notifications
      {unread > 0 && <span className="menu-count">{shownCount(unread)}</span>}
    </Link>
  )
}
