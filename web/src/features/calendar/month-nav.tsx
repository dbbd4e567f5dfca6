import { useLocation } from 'react-router'
import { PeriodNav } from '../../components/period-nav.tsx'
import { formatMonth } from '../../lib/dates.ts'
import { monthBeside, searchOfMonth } from './months.ts'

type MonthNavProps = {
  month: string
  /** Hides the link to the current month. */
  isCurrent: boolean
  /** Called when the user hovers or focuses the link to a month, which can then be prefetched. */
  onIntent?: (month: string) => void
}

/** The shown month, with links to the previous, the next and the current one. */
export function MonthNav({ month, isCurrent, onIntent }: MonthNavProps) {
  const { search } = useLocation()
  const linkTo = (beside: string | undefined) =>
    beside === undefined
      ? undefined
      : {
          search: searchOfMonth(beside, search),
          title: formatMonth(beside),
          onIntent: onIntent && (() => onIntent(beside)),
        }
  return (
    <PeriodNav
      unit="month"
      title={formatMonth(month)}
      previous={linkTo(monthBeside(month, -1))}
      next={linkTo(monthBeside(month, 1))}
      current={isCurrent ? undefined : searchOfMonth(undefined, search)}
    />
  )
}
