import { useSyncExternalStore } from 'react'
import { messages } from '#shared/messages.ts'

// The days of waiting reports are also in localStorage, which screens can read in their first render. They are a copy of
// the database (waiting-db.ts) and are written whenever that was read.

const waitingKey = (userId: number) => `waiting-reports:${userId}`

const parseDays = (text: string | null) => text?.split(' ') ?? []

/** The days whose report waits on this device to be sent. */
export const waitingDays = (userId: number) => parseDays(localStorage.getItem(waitingKey(userId)))

export const useWaitingDays = (userId: number | undefined) =>
  parseDays(useSyncExternalStore(subscribe, () => (userId ? localStorage.getItem(waitingKey(userId)) : null)))

function subscribe(listener: () => void) {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

/** Updates the screens of this tab and of all others. */
export function writeWaitingDays(userId: number, days: readonly string[]) {
  const slot = waitingKey(userId)
  const text = days.join(' ')
  if (text === (localStorage.getItem(slot) ?? '')) return
  try {
    if (text === '') localStorage.removeItem(slot)
    else localStorage.setItem(slot, text)
    // The browser dispatches storage events only in the other tabs.
    window.dispatchEvent(new StorageEvent('storage', { key: slot }))
  } catch {
    // Storage is full. The bar reads the database and shows the reports anyway.
  }
}

/** Shows how many reports of the signed-out user wait, but not which: other people may see the login page. */
export function WaitingForLogin({ userId }: { userId: number }) {
  const count = waitingDays(userId).length
  return count > 0 && <p role="status">{messages.offline.waitsForLogin(count)}</p>
}
