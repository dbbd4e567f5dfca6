import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SearchHit } from '#shared/contract/search.ts'
import { limits } from '#shared/limits.ts'
import { isAbsent } from '../../lib/api-error.ts'
import { hasWords, quickSearch } from './api.ts'

/** The hits of a call, and whether they are those of the text on the screen. Old ones stay until new ones come. */
export type Hits = {
  hits: readonly SearchHit[]
  isFresh: boolean
  error: unknown
  /** An older server has no search: the palette then only finds pages and actions. */
  isAbsent: boolean
  retry: () => void
}

/** `isHeld`: the user is composing a character, for instance in Chinese, so the text is not yet what they search for. */
export function useQuickSearch(text: string, isHeld: boolean): { names: Hits; texts: Hits } {
  const settled = useSettled(text, isHeld)
  const names = useQuery(quickSearch('names', settled))
  const texts = useQuery(quickSearch('texts', settled))
  const isNothing = !hasWords(text)
  const hitsOf = ({ data, error, isPlaceholderData, isFetching, refetch }: typeof names): Hits => {
    const isAnswered = data !== undefined || (error !== null && !isFetching)
    return {
      hits: isNothing ? [] : (data?.data ?? []),
      isFresh: isNothing || (settled === text && !isPlaceholderData && isAnswered),
      error: settled === text && !isFetching && !isAbsent(error) ? error : null,
      isAbsent: isAbsent(error),
      retry: () => void refetch(),
    }
  }
  const found = { names: hitsOf(names), texts: hitsOf(texts) }
  // Names stand above texts: if they came later, they would push away what a finger is about to touch.
  const areNamesShown = names.data !== undefined || found.names.isFresh
  return areNamesShown ? found : { ...found, texts: { ...found.texts, hits: [] } }
}

/** The text once it has not changed for a moment. */
function useSettled(text: string, isHeld: boolean): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => setSettled(text), limits.quickSearchDelayMs)
    return () => clearTimeout(timer)
  }, [text, isHeld])
  return settled
}
