import type { RecordEntry } from '#shared/contract/record.ts'
import { localDayOf } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { Moment } from '../../components/day.tsx'
import { Placeholder, Skeleton } from '../../components/placeholders.tsx'
import { formatWeekdayDay } from '../../lib/dates.ts'
import './record.scss'

type RecordListProps = {
  entries: readonly RecordEntry[]
  isBusy?: boolean
  /** The level of the headings of days. */
  level?: 2 | 3
}

/** Entries as sentences, below the day on which they happened. */
export function RecordList({ entries, isBusy = false, level = 2 }: RecordListProps) {
  const Heading = `h${level}` as const
  const days = [...Map.groupBy(entries, ({ at }) => localDayOf(at))]
  return (
    <div className="record-days" aria-busy={isBusy}>
      {days.map(([day, some]) => (
        <section key={day} aria-label={formatWeekdayDay(day)}>
          <Heading className="record-day">{formatWeekdayDay(day)}</Heading>
          <ul className={level === 2 ? 'record-list card' : 'record-list'}>
            {some.map(entry => (
              <li key={entry.id}>
                <span className="record-time tabular">
                  <Moment instant={entry.at} timeOnly />
                </span>
                <span className="record-sentence">{messages.record.sentence(entry)}</span>
                <span className="record-from">{fromOf(entry)}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** From which IP address and how: "203.0.113.7 · with an access token". In the app is the usual way, and goes unsaid. */
function fromOf({ address, via }: RecordEntry): string {
  const way = via === 'session' ? undefined : messages.record.vias[via]
  return [address, way].filter(Boolean).join(' · ')
}

export function RecordSkeleton({ rows = 8, level = 2 }: { rows?: number; level?: 2 | 3 }) {
  return (
    <Placeholder>
      <ul className={level === 2 ? 'record-list card' : 'record-list'}>
        {Array.from({ length: rows }, (_, row) => row).map(row => (
          <li key={row}>
            <span className="record-time">
              <Skeleton width="3rem" />
            </span>
            <span className="record-sentence">
              <Skeleton width="60%" />
            </span>
          </li>
        ))}
      </ul>
    </Placeholder>
  )
}
