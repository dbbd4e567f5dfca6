import { Link } from 'react-router'
import type { Notification } from '#shared/contract/notifications.ts'
import { paths } from '../../app/paths.ts'
import { Icon } from '../../components/icon.tsx'
import { Clamped } from '../../components/text.tsx'
import { openHandlers, useNotifications, useOpenNotification } from './api.ts'
import { kindIcons } from './kind-icons.ts'
import './notifications.scss'

type NewNotificationsProps = {
  newest: readonly Notification[]
  /** The number of all unread notifications. */
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
              <Link to={link} {...openHandlers(() => open([id]))}>
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

/** More would push the rest of the dashboard off the screen. The inbox lists them all. */
const shownMax = 2

/** The newest unread notifications of the user. */
export function useNewNotifications() {
  const { data, isPending } = useNotifications({ unread: 'true', limit: shownMax })
  const unread = data?.data.filter(({ read_at }) => read_at === null) ?? []
  return { newest: unread.slice(0, shownMax), unread: data?.unread ?? 0, isPending }
}
