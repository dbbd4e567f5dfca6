import { Link, useLocation } from 'react-router'
import { PeriodNav } from '../../components/period-nav.tsx'
import { inUnit, type Period, periodBeside, periodOf, searchOfPeriod, titleOf } from './periods.ts'
import './timesheet.scss'

const units = { week: 'Week', month: 'Month' } as const

type PeriodProps = {
  period: Period
  today: string
  /** The user points at the link to another period, which can then be prefetched. */
  onIntent: (period: Period) => void
}

/** The shown week or month, with links to others, and the choice between the two. */
export function TimesheetPeriod({ period, today, onIntent }: PeriodProps) {
  const { search } = useLocation()
  const linkTo = (beside: Period | undefined) =>
    beside && {
      search: searchOfPeriod(beside, search),
      title: titleOf(beside),
      onIntent: () => onIntent(beside),
    }
  const isCurrent = today >= period.from && today <= period.to
  return (
    <div className="timesheet-period">
      <nav className="unit-switch" aria-label="Week or month">
        {(['week', 'month'] as const).map(unit => (
          <Link
            key={unit}
            to={{ search: searchOfPeriod(inUnit(period, unit, today), search) }}
            aria-current={unit === period.unit ? 'true' : undefined}
          >
            {units[unit]}
          </Link>
        ))}
      </nav>
      <PeriodNav
        unit={period.unit}
        title={titleOf(period)}
        previous={linkTo(periodBeside(period, -1))}
        next={linkTo(periodBeside(period, 1))}
        current={isCurrent ? undefined : searchOfPeriod(periodOf(today, period.unit), search)}
      />
    </div>
  )
}
