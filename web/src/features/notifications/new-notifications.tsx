import { Link } from 'react-router'
import type { Notification } from '#shared/contract/notifications.ts'
import { paths } from '../../app/paths.ts'
import { Clamped } from '../../components/clamped.tsx'
import { Icon } from '../../components/icon.tsx'
import { useOpenNotification, whenOpened } from './api.ts'
import { kindIcons } from './kind-icons.ts'
import './notifications.scss'

type NewNotificationsProps = {
  newest: readonly Notification[]
  /** Of all. */
  unread: number
}

export function NewNotifications({ newest, unread }: NewNotificationsProps) {
  const open = useOpenNotification()
  if (newest.length === 0) return null
  return (
    <section className="card list-card new-notifications" aria-labelledby="new-notifications">
      <div className="list-card-head">
        <h2 id="new-notifications">New for you</h2>
        {unread > newest.length && <Link to={paths.notifications()}>See all {unread.toLocaleString()}</Link>}
      </div>
      <ul>
        {newest.map(({ id, kind, text, excerpt, link }) => (
          <li key={id} className="list-card-row">
            <Icon svg={kindIcons[kind]} className="new-notification-sign" />
            <p>
              <Link to={link} {...whenOpened(() => open([id]))}>
                {text}
              </Link>
              {excerpt !== null && <Clamped text={excerpt} lines={1} />}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
