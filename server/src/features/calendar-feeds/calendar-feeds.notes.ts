import * as calendarFeeds from '#shared/contract/calendar-feeds.ts'
import { instant, type Notes } from '../../http/openapi/notes.ts'

export const calendarFeedsNotes: Notes = {
  contract: [calendarFeeds],
  fields: {
    'CalendarFeed.created_at': { ...instant, description: 'Null if there is no address.' },
    'NewCalendarFeed.created_at': instant,
    made_by: { description: 'Who made the address. Null if there is none.' },
    'NewCalendarFeed.address': {
      description: 'Anyone who has it can read the calendar.',
      example: 'https://reports.example.com/api/calendar/Zk3…9Qw.ics',
    },
    secret: { description: 'From the address.', example: 'Zk3fX0' },
  },
}
