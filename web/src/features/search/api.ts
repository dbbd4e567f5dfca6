import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import {
  type quickSearchParts,
  quickSearchReply,
  type SearchType,
  searchReply,
} from '#shared/contract/search.ts'
import { searchedWords } from '#shared/search-words.ts'
import type { TeamIds } from '../../domain/team-choice.ts'
import { request } from '../../lib/api-client.ts'

/** Emoji and signs alone are refused. */
export const hasWords = (text: string) => searchedWords(text).length > 0

export type SearchQuery = { q: string; type?: SearchType; teamId?: TeamIds; page: number }

/** One page of everything that contains the words. The page on the screen stays until the next one is loaded. */
export const useSearch = (query: SearchQuery) =>
  useQuery({
    queryKey: ['search', query],
    queryFn: ({ signal }) => request({ path: '/search', query, reply: searchReply, signal }),
    placeholderData: keepPreviousData,
    enabled: hasWords(query.q),
  })

/** The best names, or the newest texts. Typing on aborts the call. */
export const quickSearch = (of: (typeof quickSearchParts)[number], q: string) =>
  queryOptions({
    queryKey: ['search', 'quick', of, q],
    queryFn: ({ signal }) =>
      request({ path: '/search/quick', query: { q, of }, reply: quickSearchReply, signal }),
    placeholderData: keepPreviousData,
    enabled: hasWords(q),
    // The next letter makes a new call.
    retry: false,
  })
