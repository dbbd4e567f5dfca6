import { useSyncExternalStore } from 'react'

// Which days wait stands in localStorage too, so that screens know it with their first render. It is written anew whenever
// the database (waiting-db.ts), which decides, has been read.

const waitingKey = (userId: number) => `waiting-reports:${userId}`

const daysIn = (text: string | null) => text?.split(' ') ?? []

/** The days whose report waits on this device. */
export const waitingDays = (userId: number) => daysIn(localStorage.getItem(waitingKey(userId)))

export const useWaitingDays = (userId: number | undefined) =>
  daysIn(useSyncExternalStore(subscribe, () => (userId ? localStorage.getItem(waitingKey(userId)) : null)))

function subscribe(listener: () => void) {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

/** Tells the screens of this tab and of all others. */
export function writeWaitingDays(userId: number, days: readonly string[]) {
  const slot = waitingKey(userId)
  const text = days.join(' ')
  if (text === (localStorage.getItem(slot) ?? '')) return
  try {
    if (text === '') localStorage.removeItem(slot)
    else localStorage.setItem(slot, text)
    // The browser tells only the other tabs.
    window.dispatchEvent(new StorageEvent('storage', { key: slot }))
  } catch {
    // Storage is full: the bar shows them all the same.
  }
}
