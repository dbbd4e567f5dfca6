import { messages } from '#shared/messages.ts'
import { Dialog } from '../../components/dialog.tsx'
import { CalendarFeedPanel } from './calendar-feed-panel.tsx'

/** The calendar address of a team. */
export function CalendarFeedDialog({ teamId, onClose }: { teamId: number; onClose: () => void }) {
  return (
    <Dialog title="Calendar Address" onClose={onClose}>
      <div className="form">
        <p>{messages.calendarFeeds.aboutTeam}</p>
        <CalendarFeedPanel teamId={teamId} />
      </div>
    </Dialog>
  )
}
