import { useSyncExternalStore } from 'react'

// Bootstrap's md: below it tables become lists of cards.
const narrow = matchMedia('(max-width: 767.98px)')

function subscribe(check: () => void) {
  narrow.addEventListener('change', check)
  return () => narrow.removeEventListener('change', check)
}

/** Whether the window is a phone's, where a list shows the essential of each thing and the rest on request. */
export const useIsNarrow = () => useSyncExternalStore(subscribe, () => narrow.matches)
