import { useLocation } from 'react-router'
import { formatHours } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import type { Role } from '#shared/roles.ts'
import { Figure } from '../../components/chart/figure.tsx'
import { type Bar, StackedBars } from '../../components/chart/stacked-bars.tsx'
import { columnOf, daysOfUnit } from '../../domain/periods.ts'
import { reportsHref } from '../../domain/report-links.ts'
import type { TeamChoice } from '../../domain/team-choice.ts'
import type { ShownHours } from './api.ts'
import { groupLabels } from './filters.ts'
import { type HoursOf, pictureOf } from './hours-picture.ts'
import { othersHash, Shares } from './shares.tsx'
import { UnitTable } from './unit-table.tsx'
import './insights.scss'

const texts = messages.insights

type HoursSectionProps = {
  hours: ShownHours
  sentence: string
  team: TeamChoice | undefined
  isBusy: boolean
}

/** The hours of a period: a picture with its legend, and the same numbers as a table. */
export function HoursSection({ hours, sentence, team, isBusy }: HoursSectionProps) {
  const { buckets, asked, total_minutes } = hours
  const { period, unit, by } = asked
  const { rows, parts, other } = pictureOf(hours, by)
  const columns = buckets.map(first => columnOf(first, unit, period))
  const { pathname, search } = useLocation()

  const chosen = { userId: asked.userId, projectId: asked.projectId, team }
  const filtersOf = ({ id }: HoursOf) => {
    if (id === 'everyone') return chosen
    if (by === 'role') return { ...chosen, role: id as Role }
    return { ...chosen, [by === 'person' ? 'userId' : 'projectId']: id }
  }
  const hrefOf = (row: HoursOf, bucket: number) =>
    // All Reports can't be filtered by several projects, so the part "Other" leads to their names in the legend.
    row.id === 'other'
      ? `${pathname}${search}${othersHash}`
      : reportsHref({ ...filtersOf(row), ...daysOfUnit(buckets[bucket] ?? period.startDate, unit, period) })
  const hrefOfBucket = (bucket: number) =>
    reportsHref({ ...chosen, ...daysOfUnit(buckets[bucket] ?? period.startDate, unit, period) })

  const bars: Bar[] = parts.map(row => ({
    look: row.look ?? { hue: 'other', texture: 0 },
    values: row.minutes,
    describe: column =>
      texts.part(row.name, columns[column]?.name ?? '', formatHours(row.minutes[column] ?? 0)),
    hrefOf: column => hrefOf(row, column),
  }))

  return (
    <div className="insight" aria-busy={isBusy}>
      <Figure title={`Hours by ${by}`} sentence={sentence}>
        <div className="insight-picture">
          <StackedBars
            label={`Hours by ${by} and ${unit}`}
            columns={columns}
            bars={bars}
            unit={60}
            formatTick={texts.tick}
            hint={texts.hint}
          />
          <Shares
            key={by}
            group={groupLabels[by]}
            rows={rows}
            total={total_minutes}
            other={other}
            hrefOf={row => reportsHref({ ...filtersOf(row), ...period })}
          />
        </div>
      </Figure>
      <UnitTable unit={unit} columns={columns} parts={parts} hrefOf={hrefOf} hrefOfBucket={hrefOfBucket} />
    </div>
  )
}
