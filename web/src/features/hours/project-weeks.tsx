import { addMinutes, formatHours } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import { Figure } from '../../components/chart/figure.tsx'
import { StackedBars } from '../../components/chart/stacked-bars.tsx'
import { columnOf, daysOfUnit, firstDayOf, unitsOf } from '../../domain/periods.ts'
import { reportsHref } from '../../domain/report-links.ts'
import { lookOf } from '../../domain/series-look.ts'
import { useActor } from '../../lib/can.tsx'
import type { SummaryDay } from './project-summary.ts'

const texts = messages.insights

/** More bars would be too narrow. */
const weeksMax = 60

type ProjectWeeksProps = {
  projectId: number
  /** Whose work is shown; undefined for everyone's. */
  userId: number | undefined
  /** Newest first. */
  days: readonly SummaryDay[]
}

/** The hours of a project by week, or by month if there are too many weeks. A single week or month is not drawn. */
export function ProjectWeeks({ projectId, userId, days }: ProjectWeeksProps) {
  const actor = useActor()
  const period = { startDate: days.at(-1)?.date ?? '', endDate: days[0]?.date ?? '' }
  const unit = unitsOf(period, 'week').length > weeksMax ? 'month' : 'week'
  const units = unitsOf(period, unit)
  const ofUnits = Map.groupBy(days, ({ date }) => firstDayOf(date, unit))
  const values = units.map(first =>
    addMinutes((ofUnits.get(first) ?? []).flatMap(day => day.reports.map(({ minutes }) => minutes))),
  )
  const columns = units.map(first => columnOf(first, unit, period))
  const most = Math.max(...values)
  if (units.length < 2 || most === 0) return null
  const nameOf = (column: number) => columns[column]?.name ?? ''
  return (
    <Figure
      title={`Hours per ${unit}`}
      sentence={texts.ofProject(formatHours(addMinutes(values)), `${units.length} ${unit}s`, {
        when: nameOf(values.indexOf(most)),
        hours: formatHours(most),
      })}
    >
      <StackedBars
        label={`Hours per ${unit}`}
        columns={columns}
        bars={[
          {
            look: lookOf(projectId),
            values,
            describe: column => texts.sum(nameOf(column), formatHours(values[column] ?? 0)),
            hrefOf: column =>
              reportsHref({
                userId,
                projectId,
                ...daysOfUnit(units[column] ?? period.startDate, unit, period),
                // The summary counts everyone, whatever team the lists show.
                team: actor?.has_teams ? 'everyone' : undefined,
              }),
          },
        ]}
        unit={60}
        formatTick={texts.tick}
        isSmall
        hint={texts.hint}
      />
    </Figure>
  )
}
