import clock from 'bootstrap-icons/icons/clock.svg?raw'
import journal from 'bootstrap-icons/icons/journal-text.svg?raw'
import check from 'bootstrap-icons/icons/list-check.svg?raw'
import type { ReactNode } from 'react'
import { decimalHours, formatHours, sayHours } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import { StatCard } from '../../components/cards.tsx'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { hoursPercent, type summarizeProject } from './project-summary.ts'

const texts = messages.hours

type SummaryStatsProps = { summary: ReturnType<typeof summarizeProject> }

export function SummaryStats({ summary: { minutes, reports, tasks, days, people } }: SummaryStatsProps) {
  return (
    <div className="card summary-stats">
      <StatCard
        icon={clock}
        title="Total Hours"
        value={formatHours(minutes)}
        detail={decimalHours(minutes)}
        bar={
          <Bar means={texts.hoursMean(formatHours(Math.round(minutes / Math.max(days.length, 1))))}>
            <ProgressBar
              label="Total Hours"
              value={hoursPercent(minutes, 10)}
              valueText={sayHours(minutes)}
            />
          </Bar>
        }
      />
      <StatCard
        icon={journal}
        title="Reports"
        value={reports.toLocaleString()}
        detail={`across ${days.length.toLocaleString()} ${days.length === 1 ? 'day' : 'days'}`}
        bar={
          <Bar means={texts.reportsMean(people)}>
            <ProgressBar
              label="Reports"
              value={Math.min(5 * reports, 100)}
              valueText={reports.toLocaleString()}
            />
          </Bar>
        }
      />
      <StatCard
        icon={check}
        title="Tasks"
        value={tasks.toLocaleString()}
        detail="Completed for this project"
        bar={
          <Bar means={texts.tasksMean((tasks / Math.max(reports, 1)).toFixed(1))}>
            <ProgressBar label="Tasks" value={Math.min(10 * tasks, 100)} valueText={tasks.toLocaleString()} />
          </Bar>
        }
      />
    </div>
  )
}

/** A full bar says only that there is much, so the text below it says what it measures. */
function Bar({ means, children }: { means: string; children: ReactNode }) {
  return (
    <div className="stat-bar">
      {children}
      <p>{means}</p>
    </div>
  )
}
