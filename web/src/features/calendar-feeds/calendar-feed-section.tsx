import { messages } from '#shared/messages.ts'
import { Section } from '../../components/page.tsx'
import type { SectionLink } from '../../components/sections.tsx'
import { CalendarFeedPanel } from './calendar-feed-panel.tsx'

/** The user's own calendar address. */
export function CalendarFeedSection({ heading: { id, title } }: { heading: SectionLink }) {
  return (
    <Section id={id} title={title} about={messages.calendarFeeds.aboutOwn}>
      <CalendarFeedPanel teamId={undefined} />
    </Section>
  )
}
