import clock from 'bootstrap-icons/icons/clock.svg?raw'
import journal from 'bootstrap-icons/icons/journal-text.svg?raw'
import check from 'bootstrap-icons/icons/list-check.svg?raw'
import { decimalHours, formatHours } from '#shared/hours.ts'
import { StatCard } from '../../components/cards.tsx'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { hoursPercent, type summarizeProject } from './project-summary.ts'

type SummaryStatsProps = { summary: ReturnType<typeof summarizeProject> }

export function SummaryStats({ summary: { minutes, reports, tasks, days } }: SummaryStatsProps) {
  return (
    <div className="stat-grid">
      <StatCard
        icon={clock}
        title="Total Hours"
        value={formatHours(minutes)}
        detail={decimalHours(minutes)}
        bar={
          <ProgressBar
            label="Total Hours"
            value={hoursPercent(minutes, 10)}
            valueText={formatHours(minutes)}
          />
        }
      />
      <StatCard
        icon={journal}
        title="Reports"
        value={reports.toLocaleString()}
        detail={`across ${days.length.toLocaleString()} ${days.length === 1 ? 'day' : 'days'}`}
        bar={
          <ProgressBar
            label="Reports"
            value={Math.min(5 * reports, 100)}
            variant="info"
            valueText={reports.toLocaleString()}
          />
        }
      />
      <StatCard
        icon={check}
        title="Tasks"
        value={tasks.toLocaleString()}
        detail="Completed for this project"
        bar={
          <ProgressBar
            label="Tasks"
            value={Math.min(10 * tasks, 100)}
            variant="success"
            valueText={tasks.toLocaleString()}
          />
        }
      />
    </div>
  )
}
