import { useId } from 'react'
import { Link } from 'react-router'
import type { InsightReporting, InsightUnit } from '#shared/contract/insights.ts'
import type { Span } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { Figure } from '../../components/chart/figure.tsx'
import { LineChart } from '../../components/chart/line-chart.tsx'
import { columnOf, daysOfUnit, firstDayOf } from '../../domain/periods.ts'
import { reportsHref } from '../../domain/report-links.ts'
import type { TeamChoice } from '../../domain/team-choice.ts'
import { shareOf } from './hours-picture.ts'
import { TableCard } from './table-card.tsx'
import './insights.scss'

const texts = messages.insights

type ReportingSectionProps = {
  reporting: InsightReporting & { period: Span }
  unit: InsightUnit
  team: TeamChoice | undefined
  isBusy: boolean
}

/** How many reports were expected, and how many of them were sent. */
export function ReportingSection({ reporting, unit, team, isBusy }: ReportingSectionProps) {
  const { period } = reporting
  const title = useId()
  const units = sumByUnit(reporting.days, unit)
  const total = sum(units)
  if (total.expected === 0) {
    return (
      <section className="card figure-card" aria-labelledby={title}>
        <h2 id={title}>Reporting</h2>
        <p className="figure-sentence">{texts.nothingExpected}</p>
      </section>
    )
  }
  const rows = units.map(each => ({
    ...each,
    column: columnOf(each.first, unit, period),
    href: reportsHref({ ...daysOfUnit(each.first, unit, period), team }),
  }))
  return (
    <div className="insight" aria-busy={isBusy}>
      <Figure title="Reporting" sentence={texts.reporting(total)}>
        <div className="insight-picture">
          <LineChart
            label={`Expected and sent reports by ${unit}`}
            columns={rows.map(({ column }) => column)}
            expected={rows.map(({ expected }) => expected)}
            actual={rows.map(({ sent }) => sent)}
            describe={index => describe(rows[index])}
            hrefOf={index => rows[index]?.href ?? ''}
            hint={texts.hintLine}
          />
          <Totals {...total} href={reportsHref({ ...period, team })} />
        </div>
      </Figure>
      <TableCard title={`Reporting by ${unit}`}>
        <table className="insight-table">
          <thead>
            <tr>
              {['Period', 'Expected', 'Sent', 'Late', 'Share'].map((heading, index) => (
                <th key={heading} scope="col" className={index > 0 ? 'cell-end' : undefined}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ first, column, href, expected, sent, late }) => (
              <tr key={first}>
                <th scope="row">{column.name}</th>
                <td className="cell-end">{expected.toLocaleString()}</td>
                <td className="cell-end">
                  {sent > 0 ? (
                    <Link to={href} aria-label={`${sent.toLocaleString()} sent, ${column.name}`}>
                      {sent.toLocaleString()}
                    </Link>
                  ) : (
                    '–'
                  )}
                </td>
                <td className="cell-end">{late > 0 ? late.toLocaleString() : '–'}</td>
                <td className="cell-end">{expected > 0 ? shareOf(sent, expected) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableCard>
    </div>
  )
}

/** The legend of the picture, with the total of each line. */
function Totals({ expected, sent, late, href }: Counts & { href: string }) {
  return (
    <table className="insight-table insight-totals">
      <tbody>
        <tr>
          <th scope="row">
            <span className="insight-name">
              <LineSample className="chart-expected" />
              Expected
            </span>
          </th>
          <td className="cell-end">{expected.toLocaleString()}</td>
        </tr>
        <tr>
          <th scope="row">
            <span className="insight-name">
              <LineSample className="chart-actual" />
              <Link to={href}>Sent</Link>
            </span>
          </th>
          <td className="cell-end">{sent.toLocaleString()}</td>
        </tr>
        <tr>
          <th scope="row">Of these late</th>
          <td className="cell-end">{late.toLocaleString()}</td>
        </tr>
        <tr>
          <th scope="row">Not sent</th>
          <td className="cell-end">{(expected - sent).toLocaleString()}</td>
        </tr>
      </tbody>
    </table>
  )
}

const LineSample = ({ className }: { className: string }) => (
  <svg className="insight-line" viewBox="0 0 24 8" aria-hidden="true">
    <line className={className} x1="0" x2="24" y1="4" y2="4" />
  </svg>
)

type Counts = { expected: number; sent: number; late: number }
type UnitCounts = Counts & { first: string }

/** Days off, on which nothing was expected or sent, are left out, so that the lines don't fall to zero between weeks. */
export function sumByUnit(days: InsightReporting['days'], unit: InsightUnit): UnitCounts[] {
  const groups = Map.groupBy(days, ({ date }) => firstDayOf(date, unit))
  return [...groups]
    .map(([first, ofUnit]) => ({
      first,
      ...sum(ofUnit.map(day => ({ ...day, sent: day.submitted + day.late }))),
    }))
    .filter(({ expected, sent }) => expected > 0 || sent > 0)
}

const sum = (list: readonly Counts[]): Counts => ({
  expected: list.reduce((total, { expected }) => total + expected, 0),
  sent: list.reduce((total, { sent }) => total + sent, 0),
  late: list.reduce((total, { late }) => total + late, 0),
})

const describe = (row: (Counts & { column: { name: string } }) | undefined) =>
  row ? texts.day(row.column.name, row) : ''
