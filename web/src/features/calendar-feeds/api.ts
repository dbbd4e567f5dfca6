import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type CalendarFeed,
  calendarFeedReply,
  newCalendarFeedReply,
} from '#shared/contract/calendar-feeds.ts'
import { messageReply } from '#shared/contract/errors.ts'
import { request } from '../../lib/api-client.ts'

/** Whose calendar: a team's, or the user's own. */
export type FeedOf = { teamId: number | undefined }

const pathOf = ({ teamId }: FeedOf) =>
  teamId === undefined ? '/account/calendar' : `/teams/${teamId}/calendar`
const keyOf = ({ teamId }: FeedOf) => ['calendarFeed', teamId ?? 'own'] as const

export function useCalendarFeed(of: FeedOf) {
  return useQuery({
    queryKey: keyOf(of),
    queryFn: ({ signal }) => request({ path: pathOf(of), reply: calendarFeedReply, signal }),
  })
}

export function useMakeCalendarFeed(of: FeedOf) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => request({ method: 'POST', path: pathOf(of), reply: newCalendarFeedReply }),
    // The address must not stay in memory once its page has gone.
    gcTime: 0,
    onSuccess: ({ created_at, made_by }) =>
      queryClient.setQueryData<CalendarFeed>(keyOf(of), { created_at, made_by }),
  })
}

export function useEndCalendarFeed(of: FeedOf) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => request({ method: 'DELETE', path: pathOf(of), reply: messageReply }),
    onSuccess: () => queryClient.setQueryData<CalendarFeed>(keyOf(of), { created_at: null, made_by: null }),
  })
}
