import { Link } from 'react-router'
import { addDays, isoWeekday } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { Alert } from '../../components/alert.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { usePlaceholder } from '../../components/placeholders.tsx'
import { ErrorState } from '../../components/states.tsx'
import { formatWeekdayDay, useToday } from '../../lib/dates.ts'
import { useRecord } from './api.ts'
import { RecordList, RecordSkeleton } from './record-list.tsx'

const friday = 5
/** The last Friday before today: what happened over a weekend is shown with the day before it. */
export const lastFriday = (today: string) => addDays(today, -((isoWeekday(today) - friday + 6) % 7) - 1)

type AccountRecordDialogProps = {
  user: { id: number; name: string }
  /** What was done just before. */
  done: string
  onClose: () => void
}

/** What an account did in the last days, after its sign-ins and tokens were ended. */
export function AccountRecordDialog({ user, done, onClose }: AccountRecordDialogProps) {
  const from = lastFriday(useToday())
  const filters = { from, actorId: String(user.id) }
  const { data, isPending, refetch } = useRecord(filters, 1)
  const isLoading = usePlaceholder(isPending)
  return (
    <Dialog title={messages.record.since(user.name, formatWeekdayDay(from))} shape="beside" onClose={onClose}>
      <Alert variant="success">{done}</Alert>
      {isLoading ? (
        <RecordSkeleton rows={5} level={3} />
      ) : data ? (
        <>
          {data.data.length === 0 && <p className="text-body-secondary">{messages.record.none}</p>}
          <RecordList entries={data.data} level={3} />
        </>
      ) : (
        <ErrorState plain message={messages.record.loadFailed} onRetry={() => void refetch()} />
      )}
      <p className="mt-3">
        <Link to={paths.record(`?${new URLSearchParams(filters).toString()}`)} className="btn btn-secondary">
          {messages.record.wholeRecord}
        </Link>
      </p>
    </Dialog>
  )
}
