import warning from 'bootstrap-icons/icons/exclamation-triangle-fill.svg?raw'
import { useId } from 'react'
import { hasBlockers } from '#shared/contract/blockers.ts'
import type { Report } from '#shared/contract/reports.ts'
import { formatHours, minutesOf } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import { DescriptionList, Fact } from '../../components/cards.tsx'
import { Moment } from '../../components/day.tsx'
import { Icon } from '../../components/icon.tsx'
import { LinkifiedText } from '../../components/text.tsx'
import { formatLongDay } from '../../lib/dates.ts'
import { EditedNotice } from './edited-notice.tsx'
import { TaskDetailsTable } from './task-details-table.tsx'
import './reports.scss'
import { Placeholder, Skeleton } from '../../components/placeholders.tsx'

type ReportDetailsProps = {
  report: Report
  showAuthor?: boolean
  /** True if the viewer may open this task. */
  canOpen: (taskId: number) => boolean
}

/** The content of a report. The page around it shows the actions. */
export function ReportDetails({ report, showAuthor = false, canOpen }: ReportDetailsProps) {
  const { task_details: tasks = [] } = report
  return (
    <article className="card report-details" aria-label={`Report for ${formatLongDay(report.date)}`}>
      <div className="report-part">
        <DescriptionList>
          {showAuthor && <Fact label="Developer">{report.user_name}</Fact>}
          <Fact label="Date">
            <time dateTime={report.date}>{formatLongDay(report.date)}</time>
          </Fact>
          <Fact label="Hours Worked">{formatHours(minutesOf(report.hours_worked))}</Fact>
          <Fact label="Submitted">
            <Moment instant={report.created_at} />
            {report.is_edited && <EditedNotice report={report} />}
          </Fact>
        </DescriptionList>
      </div>
      <Blockers text={report.blockers} />
      {tasks.length > 0 ? (
        <>
          <Part title="Summary" text={report.tasks} />
          <section className="report-tasks" aria-label="Tasks">
            <h2>Tasks</h2>
            <TaskDetailsTable tasks={tasks} canOpen={canOpen} />
          </section>
        </>
      ) : (
        <Part title="Tasks" text={report.tasks} />
      )}
      <Part title="Tomorrow's plan" text={report.tomorrow_plan} empty={messages.reports.noPlan} />
    </article>
  )
}

/** Blockers come first, because the author may be waiting for help. "None" is not highlighted. */
function Blockers({ text }: { text: string | null }) {
  const id = useId()
  if (text === null || !hasBlockers(text))
    return <Part title="Blockers" text={text} empty={messages.reports.noBlockers} />
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
