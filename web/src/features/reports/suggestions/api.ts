import { useQuery } from '@tanstack/react-query'
import { suggestionsReply } from '#shared/contract/suggestions.ts'
import { request } from '../../../lib/api-client.ts'
import { askOrRecall } from '../../../lib/remembered.ts'
import { reportKeys } from '../api.ts'

/** What a report of this day may be about; asked anew each time the form is opened. */
export const useSuggestions = (date: string) =>
  useQuery({
    queryKey: [...reportKeys.all, 'suggestions', date],
    queryFn: ({ signal }) =>
      askOrRecall({
        name: 'suggestions',
        shape: suggestionsReply,
        ask: () =>
          request({ path: '/reports/suggestions', query: { date }, reply: suggestionsReply, signal }),
      }),
    gcTime: 0,
  })
