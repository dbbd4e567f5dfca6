import { useSyncExternalStore } from 'react'
import { messages } from '#shared/messages.ts'
import { useIsServerAway } from '../../../lib/connection.ts'
import { sendNow, useWaiting } from './waiting-list.ts'

/** Why it is not sent yet. */
export function useWhyItWaits(): string {
  const { isSending, hasFailed } = useWaiting()
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  const isServerAway = useIsServerAway()
  if (!isOnline) return messages.offline.noConnection
  if (isSending) return messages.offline.sending
  if (isServerAway) return messages.offline.serverUnreachable
  return hasFailed ? messages.offline.retrying : ''
}

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export function SendNow({ className }: { className: string }) {
  const { isSending } = useWaiting()
  return (
    <button
      type="button"
      className={isSending ? `${className} disabled` : className}
      // Not disabled: the focus stays on it.
      aria-disabled={isSending}
      onClick={() => void sendNow({ isAsked: true })}
    >
      Send now
    </button>
  )
}
