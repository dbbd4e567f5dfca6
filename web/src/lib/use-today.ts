import { useSyncExternalStore } from 'react'
import { localDay, systemClock } from '#shared/dates.ts'

const today = () => localDay(systemClock.now())

/** A page left open over midnight shows the new day as soon as its window gets the focus. */
function subscribe(check: () => void) {
  window.addEventListener('focus', check)
  document.addEventListener('visibilitychange', check)
  return () => {
    window.removeEventListener('focus', check)
    document.removeEventListener('visibilitychange', check)
  }
}

/** The viewer's calendar day, YYYY-MM-DD. */
export const useToday = () => useSyncExternalStore(subscribe, today)
