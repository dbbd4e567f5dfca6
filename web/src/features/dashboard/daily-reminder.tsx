import { useState } from 'react'
import { localDay, systemClock } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import './dashboard.scss'

type DailyReminderProps = {
  userId: number
  /** True while it is unknown whether a reminder is needed: it keeps its space and is invisible. */
  isUndecided?: boolean
}

/** Once dismissed, it is hidden until the next day; stored per user. */
export function DailyReminder({ userId, isUndecided = false }: DailyReminderProps) {
  const storageKey = `reminder-dismissed-${userId}`
  const today = localDay(systemClock.now())
  const [dismissedOn, setDismissedOn] = useState(() => localStorage.getItem(storageKey))
  if (dismissedOn === today) return null

  function dismiss() {
    localStorage.setItem(storageKey, today)
    setDismissedOn(today)
  }

  return (
    <div className="daily-reminder" style={{ visibility: isUndecided ? 'hidden' : undefined }}>
      <Alert variant="info" onDismiss={dismiss}>
        {messages.dashboard.reminder}
      </Alert>
    </div>
  )
}
