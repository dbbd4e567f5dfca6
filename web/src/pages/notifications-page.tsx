import bell from 'bootstrap-icons/icons/bell.svg?raw'
import { useRef } from 'react'
import { Link } from 'react-router'
import { messages } from '#shared/messages.ts'
import { paths } from '../app/paths.ts'
import { Alert } from '../components/alert.tsx'
import { Page } from '../components/page.tsx'
import { PagedList } from '../components/paged-list.tsx'
import type { Shortcut } from '../components/shortcuts.tsx'
import { ShortcutsHelp, useKeys, useShortcutsHelp } from '../components/shortcuts.tsx'
import { EmptyState } from '../components/states.tsx'
import { UndoBar } from '../components/undo-bar.tsx'
import { useNotifications, useOpenNotification } from '../features/notifications/api.ts'
import { type Group, groupNotifications } from '../features/notifications/groups.ts'
import { InboxList, InboxSkeleton } from '../features/notifications/inbox-list.tsx'
import { useMarkAsRead } from '../features/notifications/use-mark-as-read.ts'
import { usePageInUrl } from '../lib/url.ts'

const shortcuts: readonly Shortcut[] = [
  { keys: ['J'], does: 'Next notification' },
  { keys: ['K'], does: 'Previous notification' },
  { keys: ['Enter'], does: 'Open it' },
  { keys: ['E'], does: 'Mark as read' },
  { keys: ['U'], does: 'Undo' },
  { keys: ['?'], does: 'Show these shortcuts' },
]

export default function NotificationsPage() {
  const { page } = usePageInUrl()
  const notifications = useNotifications({ page })
  const reading = useMarkAsRead()
  const help = useShortcutsHelp()
  const { data } = notifications

  return (
    <Page
      title="Notifications"
      width="reading"
      isList
      // The space reserves the line, so that nothing moves when the number is loaded.
      subtitle={data ? messages.notifications.unread(data.unread) : '\u00a0'}
      action={
        <div className="page-actions">
          <button
            type="button"
            className="btn btn-secondary"
            disabled={!data || data.unread === 0}
            onClick={() => reading.mark()}
          >
            Mark all as read
          </button>
          <Link to={paths.accountNotifications()} className="btn btn-ghost inbox-settings">
            Notification settings
          </Link>
        </div>
      }
    >
      {reading.failure && (
        <Alert variant="danger" onDismiss={reading.clearFailure}>
          {reading.failure}
        </Alert>
      )}
      <Inbox notifications={notifications} reading={reading} onHelp={() => help.onHelp(true)} />
      {reading.done && (
        <UndoBar
          key={reading.done.ids[0]}
          text={reading.done.text}
          shortcut="u"
          onUndo={reading.undo}
          onEnd={reading.clearDone}
        />
      )}
      <ShortcutsHelp shortcuts={shortcuts} {...help} />
    </Page>
  )
}

type InboxProps = {
  notifications: ReturnType<typeof useNotifications>
  reading: ReturnType<typeof useMarkAsRead>
  onHelp: () => void
}

function Inbox({ notifications, reading, onHelp }: InboxProps) {
  const { data } = notifications
  const list = useRef<HTMLDivElement>(null)
  const open = useOpenNotification()
  const groups = groupNotifications(data?.data ?? [])

  const lines = () => [...(list.current?.querySelectorAll<HTMLElement>('.inbox-line') ?? [])]
  const focus = (line: HTMLElement | undefined) => line?.querySelector<HTMLElement>('.inbox-link')?.focus()
  /** The index of the focused line, or -1. */
  const at = () => lines().findIndex(line => line.contains(document.activeElement))

  function step(by: 1 | -1) {
    const index = at()
    focus(lines()[index < 0 ? 0 : index + by])
  }

  function read(group: Group | undefined) {
    if (!group || group.unreadIds.length === 0) return
    const index = groups.indexOf(group)
    // The button disappears, so the focus moves to the next line.
    focus(lines()[index + 1] ?? lines()[index])
    reading.mark(group.unreadIds)
  }

  useKeys({
    j: () => step(1),
    k: () => step(-1),
    e: () => read(groups[at()]),
    u: reading.done && reading.undo,
    '?': onHelp,
  })

  return (
    <PagedList
      query={notifications}
      skeleton={<InboxSkeleton />}
      failure={messages.notifications.loadFailed}
      empty={<NoNotifications />}
      // The lines are groups, so their number says little of the notifications.
      status={data && messages.general.page(data.pagination.page, data.pagination.pages)}
    >
      {(_, isBusy) => (
        <div ref={list}>
          <InboxList groups={groups} isBusy={isBusy} onOpen={open} onRead={read} />
        </div>
      )}
    </PagedList>
  )
}

function NoNotifications() {
  return (
    <EmptyState
      icon={bell}
      title={messages.notifications.none}
      action={
        <Link to={paths.accountNotifications()} className="btn btn-secondary">
          Choose what you're told about
        </Link>
      }
    >
      {messages.notifications.noneYet}
    </EmptyState>
  )
}
