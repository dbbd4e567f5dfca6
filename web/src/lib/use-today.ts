import { useSyncExternalStore } from 'react'
import { localDay, systemClock } from '#shared/dates.ts'

const today = () => localDay(systemClock.now())

/** A page left open over midnight follows the calendar as soon as somebody looks at it again. */
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
