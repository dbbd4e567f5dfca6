import warning from 'bootstrap-icons/icons/exclamation-triangle-fill.svg?raw'
import { useId } from 'react'
import { hasBlockers } from '#shared/contract/blockers.ts'
import type { Report } from '#shared/contract/reports.ts'
import { localDayOf } from '#shared/dates.ts'
import { formatHours, minutesOf } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import { DescriptionList, Fact } from '../../components/cards.tsx'
import { Moment } from '../../components/day.tsx'
import { Icon } from '../../components/icon.tsx'
import { LinkifiedText } from '../../components/text.tsx'
import { ReviewNote, repeatsRows, reviewText } from '../../domain/report-marks.tsx'
import { formatLongDay } from '../../lib/dates.ts'
import { EditedNotice } from './edited-notice.tsx'
import { TaskDetailsTable } from './task-details-table.tsx'
import './print.scss'
import './reports.scss'
import { Placeholder, Skeleton } from '../../components/placeholders.tsx'

type ReportDetailsProps = {
  report: Report
  /** Otherwise the author is only on paper. */
  showAuthor?: boolean
  /** Who has reviewed it, where no other part of the page says so. */
  showReview?: boolean
  /** True if the viewer may open this task. */
  canOpen: (taskId: number) => boolean
}

/** The content of a report. The page around it shows the actions. */
export function ReportDetails(props: ReportDetailsProps) {
  const { report, showAuthor = false, showReview = false, canOpen } = props
  const { task_details: tasks = [] } = report
  // Blockers come first, because the author may be waiting for help. Where there are none, the end of the page says so.
  const isBlocked = hasBlockers(report.blockers)
  return (
    <article className="card report-details" aria-label={`Report for ${formatLongDay(report.date)}`}>
      <div className="report-part">
        <DescriptionList>
          <Fact label="Developer" className={showAuthor ? undefined : 'only-print'}>
            {report.user_name}
          </Fact>
          <Fact label="Date">
            <time dateTime={report.date}>{formatLongDay(report.date)}</time>
          </Fact>
          <Fact label="Hours Worked">{formatHours(minutesOf(report.hours_worked))}</Fact>
          <Fact label="Submitted">
            <Moment
              instant={report.created_at}
              // The date is beside it.
              timeOnly={localDayOf(report.created_at) === report.date}
            />
            {report.is_edited && <EditedNotice report={report} />}
          </Fact>
          {showReview && reviewText(report.review) && (
            <Fact label="Review">
              <ReviewNote review={report.review} />
            </Fact>
          )}
        </DescriptionList>
      </div>
      {isBlocked && <Blockers text={report.blockers ?? ''} />}
      {tasks.length > 0 ? (
        <>
          <Summary text={report.tasks} isRepeated={repeatsRows(report.tasks, tasks)} />
          <section className="report-tasks" aria-label="Tasks">
            <h2>Tasks</h2>
            <TaskDetailsTable tasks={tasks} canOpen={canOpen} />
          </section>
        </>
      ) : (
        <Part title="Tasks" text={report.tasks} />
      )}
      <div className="report-end">
        {!isBlocked && <Part title="Blockers" text={report.blockers} empty={messages.reports.noBlockers} />}
        <Part title="Tomorrow's plan" text={report.tomorrow_plan} empty={messages.reports.noPlan} />
      </div>
    </article>
  )
}

function Blockers({ text }: { text: string }) {
  const id = useId()
  return (
    <section className="report-part report-blockers" aria-labelledby={id}>
      <h2 id={id}>
        <Icon svg={warning} />
        Blockers
      </h2>
      <LinkifiedText>{text}</LinkifiedText>
    </section>
  )
}

/** A summary that only repeats the rows is folded. */
function Summary({ text, isRepeated }: { text: string; isRepeated: boolean }) {
  const id = useId()
  if (!isRepeated) return <Part title="Summary" text={text} />
  return (
    <section className="report-part report-same" aria-labelledby={id}>
      <details>
        <summary>
          <h2 id={id}>Summary</h2> {messages.teamDay.sameAsRows}
        </summary>
        <LinkifiedText>{text}</LinkifiedText>
      </details>
    </section>
  )
}

type PartProps = { title: string; text: string | null; empty?: string }

function Part({ title, text, empty }: PartProps) {
  const id = useId()
  return (
    <section className="report-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text ? <LinkifiedText>{text}</LinkifiedText> : <p className="text-body-secondary">{empty}</p>}
    </section>
  )
}

const skeletonWidths = ['88%', '72%', '40%', '64%']

export function ReportDetailsSkeleton() {
  return (
    <Placeholder>
      <div className="card report-details">
        <div className="report-part">
          <Skeleton width="30%" />
          <Skeleton width="55%" />
        </div>
        {skeletonWidths.map(width => (
          <div key={width} className="report-part">
            <Skeleton width="6rem" />
            <Skeleton width={width} />
            <Skeleton width="50%" />
          </div>
        ))}
      </div>
    </Placeholder>
  )
}
