import { useStore } from './store.ts'

/** Created once for each query, outside of components. */
function mediaStore(query: string) {
  const media = matchMedia(query)
  return {
    get: () => media.matches,
    subscribe(listener: () => void) {
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
  }
}

// Bootstrap's md: below it tables become lists of cards.
const narrow = mediaStore('(max-width: 767.98px)')
// Bootstrap's lg: below it columns stand above each other.
const oneColumn = mediaStore('(max-width: 991.98px)')

/** Whether the window is as narrow as a phone's. Lists then show the most important parts of each row and the rest on request. */
export const useIsNarrow = () => useStore(narrow)

export const useIsOneColumn = () => useStore(oneColumn)
