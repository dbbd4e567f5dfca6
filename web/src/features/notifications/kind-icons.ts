import alarm from 'bootstrap-icons/icons/alarm.svg?raw'
import at from 'bootstrap-icons/icons/at.svg?raw'
import chat from 'bootstrap-icons/icons/chat-left-text.svg?raw'
import done from 'bootstrap-icons/icons/check2-square.svg?raw'
import review from 'bootstrap-icons/icons/clipboard-check.svg?raw'
import blocker from 'bootstrap-icons/icons/exclamation-octagon.svg?raw'
import key from 'bootstrap-icons/icons/key.svg?raw'
import task from 'bootstrap-icons/icons/list-task.svg?raw'
import megaphone from 'bootstrap-icons/icons/megaphone.svg?raw'
import newspaper from 'bootstrap-icons/icons/newspaper.svg?raw'
import personBadge from 'bootstrap-icons/icons/person-badge.svg?raw'
import plug from 'bootstrap-icons/icons/plug.svg?raw'
import reply from 'bootstrap-icons/icons/reply.svg?raw'
import solved from 'bootstrap-icons/icons/shield-check.svg?raw'
import lock from 'bootstrap-icons/icons/shield-lock.svg?raw'
import type { NotificationKind } from '#shared/contract/notifications.ts'

/** The only place in the web app that a new kind of notification needs. */
export const kindIcons: Record<NotificationKind, string> = {
  comment: chat,
  reply,
  mention: at,
  review,
  task_assigned: task,
  task_completed: done,
  blocker_assigned: blocker,
  blocker_resolved: solved,
  reminder: alarm,
  nudge: megaphone,
  summary: newspaper,
  token_expires: key,
  webhook_off: plug,
  second_step_removed: lock,
  identity_linked: personBadge,
}
