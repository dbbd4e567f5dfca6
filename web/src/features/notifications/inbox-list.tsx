import check from 'bootstrap-icons/icons/check2.svg?raw'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Notification } from '#shared/contract/notifications.ts'
import { localDayOf } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { Icon, IconButton } from '../../components/icon.tsx'
import { Clamped } from '../../components/text.tsx'
import { formatLongInstant, formatTime, formatWeekdayDay, useToday } from '../../lib/dates.ts'
import { openHandlers } from './api.ts'
import type { Group } from './groups.ts'
import { kindIcons } from './kind-icons.ts'
import './notifications.scss'
import { Placeholder, Skeleton } from '../../components/placeholders.tsx'

type InboxActions = {
  /** Called when a link is opened, with the ids to mark as read. */
  onOpen: (ids: readonly number[]) => void
  onRead: (group: Group) => void
}

export function InboxList({
  groups,
  isBusy,
  ...actions
}: InboxActions & { groups: Group[]; isBusy: boolean }) {
  return (
    <ul className="card inbox" aria-label="Notifications" aria-busy={isBusy}>
      {groups.map(group => (
        <InboxLine key={group.key} group={group} {...actions} />
      ))}
    </ul>
  )
}

function InboxLine({ group, onOpen, onRead }: InboxActions & { group: Group }) {
  const { latest, older, unreadIds } = group
  const [isOpen, setIsOpen] = useState(false)
  const isUnread = unreadIds.length > 0
  return (
    <li className={isUnread ? 'inbox-line is-unread' : 'inbox-line'}>
      <Icon svg={kindIcons[latest.kind]} className="inbox-icon" />
      <div className="inbox-words">
        <Words notification={latest} isUnread={isUnread} onOpen={() => onOpen(unreadIds)} />
        {older.length > 0 && (
          <button
            type="button"
            className="inbox-more"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {messages.notifications.more(older.length)}
          </button>
        )}
        {isOpen && (
          <ul className="inbox-older">
            {older.map(each => (
              <li
                key={each.id}
                className={each.read_at === null ? 'inbox-older-line is-unread' : 'inbox-older-line'}
              >
                <Words
                  notification={each}
                  isUnread={each.read_at === null}
                  onOpen={() => onOpen(each.read_at === null ? [each.id] : [])}
                />
                <When instant={each.created_at} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <When instant={latest.created_at} />
      <span className="inbox-act">
        {isUnread && (
          <IconButton
            icon={check}
            label={`Mark as read: ${latest.text}`}
            hint="Mark as read (E)"
            onClick={() => onRead(group)}
          />
        )}
      </span>
    </li>
  )
}

type WordsProps = { notification: Notification; isUnread: boolean; onOpen: () => void }

/** The text is a link to what the notification is about. An excerpt of what was written is below it. */
function Words({ notification: { text, excerpt, link }, isUnread, onOpen }: WordsProps) {
  return (
    <>
      <Link className="inbox-link" to={link} {...openHandlers(onOpen)}>
        {isUnread && <span className="visually-hidden">Unread: </span>}
        {text}
      </Link>
      {excerpt !== null && (
        <p className="inbox-excerpt">
          <Clamped text={excerpt} lines={1} />
        </p>
      )}
    </>
  )
}

/** The time of today's notifications, the day of older ones. */
function When({ instant }: { instant: string }) {
  const day = localDayOf(instant)
  return (
    <time className="inbox-when" dateTime={instant} title={formatLongInstant(instant)}>
      {day === useToday() ? formatTime(instant) : formatWeekdayDay(day, 'short')}
    </time>
  )
}

export function InboxSkeleton() {
  return (
    <Placeholder label={messages.notifications.loading}>
      <div className="card inbox">
        {['72%', '58%', '80%', '64%', '69%', '54%'].map(width => (
          <div key={width} className="inbox-line">
            <span className="inbox-icon" />
            <div className="inbox-words">
              <Skeleton width={width} />
              <p className="inbox-excerpt">
                <Skeleton width="40%" />
              </p>
            </div>
          </div>
        ))}
      </div>
    </Placeholder>
  )
}
